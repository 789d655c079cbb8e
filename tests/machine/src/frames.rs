//! Runs what places hold.

use bt_reference::interpreter::Stop;
use bt_reference::program::Leaf;
use bt_reference::world::{Outcome, Panicked, Status};

use crate::compiled::{Held, State};
use crate::evaluate::{Run, Ticked};
use crate::read::Code;
use crate::tree::ir::{Duration, Frame, Holds, Loop, PlaceId, RegionId, Rule};
use crate::tree::model::{CodeId, NodeId};

impl Run<'_> {
    /// What a place holds at the beginning.
    pub fn begin(&mut self, region: RegionId, place: PlaceId) -> Result<Held, Panicked> {
        let state = Box::<State>::default;
        Ok(match &self.tree.machine.regions[region].places[place].holds {
            Holds::Nothing | Holds::Begin => Held::Nothing,
            Holds::Leaf(code) => match self.tree.codes[*code] {
                Code::Leaf(_, _, Some(asks)) => {
                    Held::Leaf { code: *code, argument: self.world.number(asks.with(self.base))?, runs: 0 }
                }
                Code::Tree(_, base) => Held::Tree { base: base.with(self.base), state: state() },
                _ => Held::Leaf { code: *code, argument: 0, runs: 0 },
            },
            Holds::Frame(frame) => match frame {
                Frame::Group { .. } => Held::Group { state: state() },
                Frame::Loop { count, .. } => Held::Loop { left: self.value(*count)? as u32, state: state() },
                Frame::Decorated { .. } => Held::Decorated { ticks: 0, state: state() },
                Frame::Timer { duration: Duration::For(time) } => Held::Timer { left: self.value(*time)? },
                Frame::Timeout { duration, .. } => Held::Timeout { left: self.value(*duration)?, state: state() },
                Frame::Parallel { branches, .. } => Held::Parallel { states: vec![State::Idle; branches.len()] },
                other => todo!("{other:?}"),
            },
        })
    }

    /// Ticks what a place holds.
    pub fn tick_place(&mut self, region: RegionId, place: PlaceId, held: &mut Held, span: &mut u64) -> Ticked {
        let tree = self.tree;
        let place = &tree.machine.regions[region].places[place];
        let frame = match &place.holds {
            Holds::Frame(frame) => frame,
            Holds::Leaf(code) => return self.leaf(*code, place.node, held, span),
            Holds::Nothing | Holds::Begin => unreachable!("there is nothing to tick"),
        };
        match (frame, held) {
            (Frame::Group { child }, Held::Group { state }) => self.region(*child, state, span),
            (Frame::Loop { turns, child, .. }, Held::Loop { left, state }) => {
                self.counted(*turns, *child, left, state, span)
            }
            (Frame::Decorated { decorator, child }, Held::Decorated { ticks, state }) => {
                self.decorated(*decorator, *child, ticks, state, span)
            }
            (Frame::Timer { .. }, Held::Timer { left }) => {
                let passed = (*left).min(*span);
                (*left, *span) = (*left - passed, *span - passed);
                Ok(if *left == 0 { Status::Success } else { Status::Running })
            }
            (Frame::Timeout { child, .. }, Held::Timeout { left, state }) => {
                let cut = (*left).min(*span);
                let mut rest = cut;
                let status = self.region(*child, state, &mut rest)?;
                if status != Status::Running {
                    *span -= cut - rest;
                    return Ok(status);
                }
                (*left, *span) = (*left - cut, *span - cut);
                if *left == 0 {
                    self.abort(*child, state)?;
                    return Ok(Status::Failure);
                }
                Ok(Status::Running)
            }
            (Frame::Parallel { rule, branches }, Held::Parallel { states }) => {
                self.parallel(*rule, branches, states, span)
            }
            _ => unreachable!("a place holds what it is for"),
        }
    }

    fn leaf(&mut self, code: CodeId, node: NodeId, held: &mut Held, span: &mut u64) -> Ticked {
        let (argument, runs) = match held {
            Held::Tree { base, state } => {
                return self.in_tree(code, node, *base, |run| run.region(0, state, span));
            }
            Held::Leaf { argument, runs, .. } => (*argument, runs),
            _ => unreachable!("a place holds what it is for"),
        };
        let Code::Leaf(leaf, id, _) = self.tree.codes[code] else { unreachable!("a leaf is expected") };
        let id = id.with(self.base);
        if *runs == 0 {
            self.world.start(id, argument)?;
        }
        let answer = self.world.run(id, *runs)?;
        *runs += 1;
        let by_bool = if answer.success() { Status::Success } else { Status::Failure };
        let result = match leaf {
            Leaf::Sure => Some(Status::Success),
            Leaf::Quick | Leaf::ChosenQuick => Some(by_bool),
            Leaf::Fallible => answer.result(),
            Leaf::Scripted | Leaf::Derived | Leaf::Chosen => Some(answer.status()),
        };
        match result {
            Some(Status::Running) => {}
            Some(Status::Success) => self.world.finish(id, Outcome::Success, *runs)?,
            Some(Status::Failure) => self.world.finish(id, Outcome::Failure, *runs)?,
            None => self.world.finish(id, Outcome::Aborted, *runs)?,
        }
        result.ok_or(Stop::Error(id))
    }

    /// Works in a tree that stands as a leaf.
    fn in_tree<T>(&mut self, code: CodeId, node: NodeId, base: u32, work: impl FnOnce(&mut Run) -> T) -> T {
        let Code::Tree(tree, _) = self.tree.codes[code] else { unreachable!("a tree is expected") };
        let kept = self.kept.trees[node].as_mut().expect("a tree has its own kept cells");
        work(&mut Run { all: self.all, tree: &self.all[tree], base, kept, world: self.world })
    }

    fn counted(&mut self, turns: Loop, child: RegionId, left: &mut u32, state: &mut State, span: &mut u64) -> Ticked {
        let end = |success: bool| Ok(if success { Status::Success } else { Status::Failure });
        if *left == 0 {
            return end(turns.again_after);
        }
        let mut began = (*state == State::Idle).then_some(*span);
        loop {
            let status = self.region(child, state, span)?;
            if status == Status::Running {
                return Ok(status);
            }
            if (status == Status::Success) != turns.again_after {
                return end(turns.result);
            }
            *left -= 1;
            if *left == 0 {
                return end(turns.again_after);
            }
            if began == Some(*span) {
                return Ok(Status::Running);
            }
            began = Some(*span);
        }
    }

    fn decorated(
        &mut self,
        decorator: CodeId,
        child: RegionId,
        ticks: &mut u32,
        state: &mut State,
        span: &mut u64,
    ) -> Ticked {
        let Code::Moody(id) = self.tree.codes[decorator] else { unreachable!("a decorator is expected") };
        let id = id.with(self.base);
        *ticks += 1;
        if let Some(status) = self.world.before(id, *ticks - 1)? {
            self.abort(child, state)?;
            return Ok(status);
        }
        let status = self.region(child, state, span)?;
        if status == Status::Running {
            *span = 0;
        }
        let answer = self.world.after(id, *ticks - 1, status)?;
        if answer != Status::Running {
            self.abort(child, state)?;
        }
        Ok(answer)
    }

    fn parallel(&mut self, rule: Rule, branches: &[RegionId], states: &mut [State], span: &mut u64) -> Ticked {
        let whole = *span;
        let (mut last_success, mut last_failure) = (whole, whole);
        for index in 0..branches.len() {
            if let State::Ended(_) = states[index] {
                continue;
            }
            let mut own = whole;
            match self.region(branches[index], &mut states[index], &mut own) {
                Ok(Status::Running) => {}
                Ok(end) => {
                    let success = end == Status::Success;
                    states[index] = State::Ended(success);
                    let last = if success { &mut last_success } else { &mut last_failure };
                    *last = own.min(*last);
                }
                Err(Stop::Panicked) => return Err(Stop::Panicked),
                Err(error) => {
                    self.abort_branches(branches, states)?;
                    return Err(error);
                }
            }
            let count = |success| states.iter().filter(|state| **state == State::Ended(success)).count();
            let (successes, failures) = (count(true), count(false));
            let decided = match rule {
                Rule::Parallel { success, .. } if successes >= success => Some((Status::Success, last_success)),
                Rule::Parallel { success, failure } if failures >= failure || branches.len() - failures < success => {
                    Some((Status::Failure, last_failure))
                }
                Rule::All { failure } if successes + failures == branches.len() => {
                    let status = if failures < failure { Status::Success } else { Status::Failure };
                    Some((status, last_success.min(last_failure)))
                }
                _ => None,
            };
            if let Some((status, end)) = decided {
                *span = end;
                self.abort_branches(branches, states)?;
                return Ok(status);
            }
        }
        Ok(Status::Running)
    }

    fn abort_branches(&mut self, branches: &[RegionId], states: &mut [State]) -> Result<(), Panicked> {
        branches.iter().zip(states).try_for_each(|(&branch, state)| self.abort(branch, state))
    }

    /// Aborts what is active in a region.
    pub fn abort(&mut self, region: RegionId, state: &mut State) -> Result<(), Panicked> {
        let State::At(place, mut held) = std::mem::take(state) else { return Ok(()) };
        let tree = self.tree;
        let place = &tree.machine.regions[region].places[place];
        match &mut held {
            Held::Nothing | Held::Timer { .. } => Ok(()),
            Held::Leaf { code, runs, .. } => {
                let Code::Leaf(_, id, _) = self.tree.codes[*code] else { unreachable!("a leaf is expected") };
                self.world.finish(id.with(self.base), Outcome::Aborted, *runs)
            }
            Held::Tree { base, state } => {
                let Holds::Leaf(code) = place.holds else { unreachable!("a tree stands as a leaf") };
                self.in_tree(code, place.node, *base, |run| run.abort(0, state))
            }
            Held::Group { state } | Held::Loop { state, .. } => self.abort(regions(&place.holds)[0], state),
            Held::Decorated { state, .. } | Held::Timeout { state, .. } => self.abort(regions(&place.holds)[0], state),
            Held::Parallel { states } => self.abort_branches(&regions(&place.holds), states),
        }
    }
}

/// The regions in a place.
pub fn regions(holds: &Holds) -> Vec<RegionId> {
    match holds {
        Holds::Nothing | Holds::Begin | Holds::Leaf(_) | Holds::Frame(Frame::Timer { .. }) => Vec::new(),
        Holds::Frame(Frame::Group { child } | Frame::Loop { child, .. }) => vec![*child],
        Holds::Frame(Frame::Decorated { child, .. } | Frame::Timeout { child, .. }) => vec![*child],
        Holds::Frame(Frame::Every { child, .. } | Frame::Cooldown { child, .. }) => vec![*child],
        Holds::Frame(Frame::Pick { child, .. } | Frame::Observe { child, .. }) => vec![*child],
        Holds::Frame(Frame::Parallel { branches, .. }) => branches.clone(),
    }
}
