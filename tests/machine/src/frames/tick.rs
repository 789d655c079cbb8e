//! Ticks what a place holds: a leaf, a subtree, a frame.

use bt_compiler::tree::ir::frame::{
    Contest, Cooldown, Counted, Decorated, Every, ForEach, Group, Keep, Keyed, Observe, Parallel, Pick, Pipeline,
    Priority, Recover, RoundRobin, SimpleParallel, Timeout, Timer,
};
use bt_compiler::tree::ir::{Frame, Holds, PlaceId, RegionId};
use bt_compiler::tree::model::{CodeId, NodeId};
use bt_reference::interpreter::{Span, Stop};
use bt_reference::program::Leaf;
use bt_reference::world::{Outcome, Status};

use super::holds;
use crate::compiled::{Held, State};
use crate::evaluate::{self, Run, Ticked};
use crate::read::Code;
use crate::values::Values;

impl Run<'_> {
    /// Ticks what a place holds.
    pub fn tick_place(&mut self, region: RegionId, id: PlaceId, held: &mut Held, span: &mut Span) -> Ticked {
        let tree = self.tree;
        let place = &tree.machine[region][id];
        let frame = match &place.holds {
            Holds::Frame(frame) => frame,
            Holds::Leaf(code) => return self.leaf(*code, place.node, held, span),
            Holds::Nothing | Holds::Begin => unreachable!("there is nothing to tick"),
        };
        let plan = tree.plan.frame(region, id);
        match frame {
            Frame::Group(Group { child, .. }) => {
                holds!(held, Held::Group { values, state });
                self.with(values.clone(), |run| run.region(*child, state, span))
            }
            Frame::Keep(Keep { child, keeps }) => {
                holds!(held, Held::Group { values, state });
                self.with(values.clone(), |run| {
                    let ticked = run.region(*child, state, span);
                    *values = keeps.iter().filter_map(|value| Some((*value, run.set.remove(value)?))).collect();
                    ticked
                })
            }
            Frame::ForEach(ForEach { items, child }) => {
                holds!(held, Held::ForEach { index, values, state });
                self.for_each(*items, &plan.provides, *child, index, values, state, span)
            }
            Frame::Counted(Counted { turns, child, .. }) => {
                holds!(held, Held::Loop { left, state });
                self.counted(*turns, *child, left, state, span)
            }
            Frame::Decorated(Decorated { decorator, child }) => {
                holds!(held, Held::Decorated { ticks, state });
                self.decorated(*decorator, *child, ticks, state, span)
            }
            Frame::Composed(composed) => {
                holds!(held, Held::Composed { calls, turn, state });
                self.composed(composed, calls, turn, state, span)
            }
            Frame::Timer(Timer { .. }) => {
                holds!(held, Held::Timer { left });
                let passed = (*left).min(span.left);
                *left -= passed;
                span.pass(passed);
                Ok(if *left == 0 { Status::Success } else { Status::Running })
            }
            Frame::Timeout(Timeout { child, .. }) => {
                holds!(held, Held::Timeout { left, state });
                let mut part = span.first(*left);
                let cut = part.left;
                // The moment of an error is its moment within the part.
                let ticked = self.region(*child, state, &mut part);
                if ticked != Ok(Status::Running) {
                    span.pass(cut - part.left);
                    return ticked;
                }
                *left -= cut;
                span.pass(cut);
                if *left == 0 {
                    self.abort(*child, state, span.now)?;
                    return Ok(Status::Failure);
                }
                Ok(Status::Running)
            }
            Frame::Every(Every { action, child, .. }) => {
                holds!(held, Held::Every { period, passed, state });
                self.every(*action, *child, *period, passed, state, span)
            }
            Frame::Cooldown(Cooldown { cell, child }) => {
                holds!(held, Held::Group { state, .. });
                let ticked = self.region(*child, state, span);
                if ticked != Ok(Status::Running) {
                    self.stop(*cell, span.now);
                }
                ticked
            }
            Frame::Pick(Pick { by, go_on_after, begins, child }) => {
                holds!(held, Held::Pick { left, state });
                loop {
                    if **state == State::Idle {
                        if left.is_empty() {
                            return Ok(evaluate::status(*go_on_after));
                        }
                        let picked = self.pick(by, left)?;
                        **state = State::At(begins[left.remove(picked)], Held::Nothing);
                    }
                    let status = self.region(*child, state, span)?;
                    if status != evaluate::status(*go_on_after) {
                        return Ok(status);
                    }
                }
            }
            Frame::Priority(Priority { child, .. }) => {
                holds!(held, Held::Pick { left, state });
                self.priority(*child, left, state, span)
            }
            Frame::Contest(Contest { child, .. }) => {
                holds!(held, Held::Contest { left, margin, state });
                self.contest(*child, left, *margin, state, span)
            }
            Frame::Recover(Recover { begins, child, .. }) => {
                holds!(held, Held::Recover { left, recovers, state });
                loop {
                    if **state == State::Idle {
                        **state = State::At(begins[usize::from(*recovers)], Held::Nothing);
                    }
                    match (self.region(*child, state, span)?, *recovers) {
                        (Status::Failure, false) if *left > 0 => {
                            *left -= 1;
                            *recovers = true;
                        }
                        (Status::Success, true) => {
                            *recovers = false;
                            if !self.world.count_pass() {
                                return Ok(Status::Running);
                            }
                        }
                        (status, _) => return Ok(status),
                    }
                }
            }
            Frame::Finally(finally) => {
                holds!(held, Held::Finally { ended, given, state });
                self.finally(finally, ended, given, state, span)
            }
            Frame::RoundRobin(RoundRobin { cell, begins, child }) => {
                holds!(held, Held::RoundRobin { failed, state });
                loop {
                    let turn = (self.kept.cells[cell.0] as usize + *failed) % begins.len();
                    if **state == State::Idle {
                        **state = State::At(begins[turn], Held::Nothing);
                    }
                    let status = self.region(*child, state, span)?;
                    if status == Status::Success {
                        self.kept.cells[cell.0] = (turn as u32 + 1) % begins.len() as u32;
                    }
                    if status != Status::Failure {
                        return Ok(status);
                    }
                    *failed += 1;
                    if *failed == begins.len() {
                        return Ok(Status::Failure);
                    }
                }
            }
            Frame::Keyed(Keyed { key, child }) => {
                holds!(held, Held::Observe { key: taken, state });
                if **state != State::Idle {
                    let now = Some(self.key(*key)?);
                    if *taken != now {
                        *taken = now;
                        self.abort(*child, state, span.now)?;
                    }
                }
                self.region(*child, state, span)
            }
            Frame::SimpleParallel(SimpleParallel { main, background }) => {
                holds!(held, Held::Both { states });
                let ticked = self.simple_parallel([*main, *background], states, span);
                if ticked != Ok(Status::Running) && ticked != Err(Stop::Panicked) {
                    self.abort_branches(&[*main, *background], states, span.now)?;
                }
                ticked
            }
            Frame::Observe(Observe { key, child }) => {
                holds!(held, Held::Observe { key: seen, state });
                let now = self.key(*key)?;
                self.resumes = *seen == Some(now) && !self.look && **state != State::Idle;
                *seen = Some(now);
                self.region(*child, state, span)
            }
            Frame::Parallel(Parallel { rule, branches }) => {
                holds!(held, Held::Parallel { enough, given, states });
                if enough.iter().any(|&enough| enough > branches.len()) {
                    return Ok(Status::Failure);
                }
                let each = plan.gives_each.then_some(given);
                self.parallel(*rule, *enough, branches, each, states, span)
            }
            Frame::Pipeline(Pipeline { children, .. }) => {
                holds!(held, Held::Pipeline { reached, values, states });
                self.pipeline(children, reached, values, states, span)
            }
        }
    }

    pub(super) fn leaf(&mut self, code: CodeId, node: NodeId, held: &mut Held, span: &mut Span) -> Ticked {
        if let Held::Tree { base, state } = held {
            return self.in_tree(code, node, *base, |run| run.region(RegionId(0), state, span));
        }
        holds!(held, Held::Leaf { argument, runs, ended, .. });
        if let Some(status) = ended {
            return Ok(*status);
        }
        let Code::Leaf(leaf, id, _) = *self.tree.code(code) else { unreachable!("a leaf is expected") };
        let id = id.with(self.base);
        let has_started = if *runs > 0 {
            true
        } else if leaf == Leaf::Fallible {
            self.world.try_start(id, *argument)?
        } else {
            self.world.start(id, *argument).map(|()| true)?
        };
        if !has_started {
            self.world.finish(id, Outcome::Aborted, *runs)?;
            return Err(Stop::Error(id));
        }
        let answer = self.world.run(id, *runs)?;
        *runs += 1;
        if leaf == Leaf::Busy {
            self.world.sees(id, span.left)?;
            let enough = answer.nanos() <= span.left;
            if enough {
                span.pass(answer.nanos());
            }
            self.world.spent(id, enough)?;
        }
        let by_bool = if answer.success() { Status::Success } else { Status::Failure };
        let result = match leaf {
            Leaf::Sure => Some(Status::Success),
            Leaf::Quick | Leaf::ChosenQuick | Leaf::Spot => Some(by_bool),
            Leaf::Collect if answer.status() != Status::Running => Some(Status::Success),
            Leaf::Fallible | Leaf::Dig | Leaf::Demanded => answer.result(),
            Leaf::Scripted | Leaf::Derived | Leaf::Chosen | Leaf::Busy => Some(answer.status()),
            Leaf::Alert | Leaf::Aware | Leaf::ChosenAlert => Some(answer.status()),
            Leaf::Find | Leaf::Collect | Leaf::Scout | Leaf::Asked => Some(answer.status()),
        };
        if leaf.finds() && result == Some(Status::Success) {
            self.give(self.world.find(id, answer)?);
        }
        match result {
            Some(Status::Running) => {}
            Some(Status::Success) => self.world.finish(id, Outcome::Success, *runs)?,
            Some(Status::Failure) => self.world.finish(id, Outcome::Failure, *runs)?,
            None => self.world.finish(id, Outcome::Aborted, *runs)?,
        }
        result.ok_or(Stop::Error(id))
    }

    /// Works in a subtree.
    pub(super) fn in_tree<T>(&mut self, code: CodeId, node: NodeId, base: u32, work: impl FnOnce(&mut Run) -> T) -> T {
        let Code::Tree(tree, _) = *self.tree.code(code) else { unreachable!("a tree is expected") };
        let kept = self.kept.trees[node.0].as_mut().expect("a tree has its own kept cells");
        let mut run = Run {
            all: self.all,
            tree: &self.all[tree],
            base,
            kept,
            world: self.world,
            look: self.look,
            resumes: std::mem::take(&mut self.resumes),
            set: Values::new(),
            given: None,
        };
        let done = work(&mut run);
        self.given = run.given;
        done
    }
}
