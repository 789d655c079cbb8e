//! Nodes that look again in later ticks, and nodes with several active children.

use super::super::shape::{Asked, Kind, Status};
use super::one::passes;
use super::state::{Frame, NONE, On, Phase, State};
use super::{Choice, Event, Machine, Next, Open};

use Status::{Failure, Running, Success};

impl Machine<'_> {
    pub(super) fn next_of_several(
        &mut self,
        state: &mut State,
        frame: &mut Frame,
        on: On,
        choice: &mut Choice,
    ) -> Result<Next, Open> {
        if on == On::Aborted && frame.phase == Phase::Drop {
            return Ok(self.drop_others(state, frame));
        }
        let shape = self.shape;
        match &shape.nodes[frame.node as usize].kind {
            Kind::Reactive(go_on) => Ok(self.reactive(state, frame, on, *go_on)),
            Kind::ReactiveIf(asked) => self.reactive_if(state, frame, on, *asked, choice),
            Kind::ReactiveSwitch => self.reactive_switch(state, frame, on, choice),
            Kind::Priority(arms) => self.priority(state, frame, on, arms, choice),
            Kind::Contest => self.contest(state, frame, on, choice),
            Kind::Observe => self.observe(frame.node as usize, on, choice),
            Kind::Pipeline => Ok(self.pipeline(state, frame, on)),
            Kind::Parallel(success, failure) => {
                self.parallel(state, frame, on, Rule::First(*success, *failure), choice)
            }
            Kind::ParallelAll(failure) => self.parallel(state, frame, on, Rule::All(*failure), choice),
            Kind::Side(_) => self.parallel(state, frame, on, Rule::Any, choice),
            Kind::SimpleParallel => self.simple_parallel(state, frame, on, choice),
            kind => unreachable!("{kind:?} has one active child"),
        }
    }

    fn is_child_active(&self, state: &State, frame: &Frame, child: usize) -> bool {
        state.is_active(self.shape.nodes[frame.node as usize].children[child])
    }

    fn active_child(&self, state: &State, frame: &Frame) -> Option<usize> {
        self.shape.nodes[frame.node as usize].children.iter().position(|&child| state.is_active(child))
    }

    /// Aborts the active children but this one, if any; then the child has its turn if there is one, else the node
    /// ends.
    fn drop_for(&self, state: &State, frame: &mut Frame, child: Option<usize>, status: Status) -> Next {
        frame.other = child.map_or(NONE, |child| child as u16);
        (frame.phase, frame.status, frame.flag) = (Phase::Drop, status, child.is_some());
        self.drop_others(state, frame)
    }

    /// Aborts the active children but this one, which has answered; then the node ends.
    fn end_with(&self, state: &State, frame: &mut Frame, child: usize, status: Status) -> Next {
        frame.other = child as u16;
        (frame.phase, frame.status, frame.flag) = (Phase::Drop, status, false);
        self.drop_others(state, frame)
    }

    fn drop_others(&self, state: &State, frame: &mut Frame) -> Next {
        let children = &self.shape.nodes[frame.node as usize].children;
        let keeps = usize::from(frame.other);
        let found = (0..children.len()).find(|&child| child != keeps && state.is_active(children[child]));
        if let Some(child) = found {
            return Next::Abort(child);
        }
        frame.phase = Phase::First;
        match frame.flag {
            true if keeps < children.len() => Next::Tick(keeps),
            true => Next::End(Failure),
            false => Next::End(frame.status),
        }
    }

    fn reactive(&self, state: &State, frame: &mut Frame, on: On, go_on: Status) -> Next {
        let child = usize::from(frame.child);
        match on {
            On::Returned(status) if status != go_on => self.end_with(state, frame, child, status),
            On::Returned(_) if child + 1 == self.shape.nodes[frame.node as usize].children.len() => Next::End(go_on),
            On::Returned(_) => Next::Tick(child + 1),
            On::Resume => Next::Tick(self.active_child(state, frame).unwrap_or(0)),
            _ => Next::Tick(0),
        }
    }

    fn reactive_if(
        &mut self,
        state: &mut State,
        frame: &mut Frame,
        on: On,
        asked: Asked,
        choice: &mut Choice,
    ) -> Result<Next, Open> {
        let node = frame.node as usize;
        match on {
            On::Returned(status) => return Ok(Next::End(status)),
            On::Resume => return Ok(Next::Tick(self.active_child(state, frame).unwrap_or(0))),
            _ => {}
        }
        let branch = usize::from(!self.ask(state, node, asked, choice)?);
        Ok(self.drop_for(state, frame, Some(branch), Failure))
    }

    fn reactive_switch(&mut self, state: &State, frame: &mut Frame, on: On, choice: &mut Choice) -> Result<Next, Open> {
        let node = frame.node as usize;
        match on {
            On::Returned(status) => return Ok(Next::End(status)),
            On::Resume => return Ok(Next::Tick(self.active_child(state, frame).unwrap_or(0))),
            _ => {}
        }
        let arm = choice.of(self.shape.nodes[node].children.len())?;
        self.tell(Event::Choose(node, arm));
        Ok(self.drop_for(state, frame, Some(arm), Failure))
    }

    /// Holds a mask of the children that have failed. First it asks for the turn, then the child runs; after its
    /// failure it asks further down.
    fn priority(
        &mut self,
        state: &mut State,
        frame: &mut Frame,
        on: On,
        arms: &[(Option<Asked>, bool)],
        choice: &mut Choice,
    ) -> Result<Next, Open> {
        let node = frame.node as usize;
        let failed = state.data(node);
        match on {
            On::Start | On::Later => {
                (frame.phase, frame.child, frame.other) = (Phase::First, 0, NONE);
                return Ok(Next::Again);
            }
            On::Resume => return Ok(Next::Tick(self.active_child(state, frame).unwrap_or(0))),
            On::Returned(Failure) => {
                state.hold(node, failed | 1 << frame.child);
                frame.phase = Phase::Second;
                frame.child += 1;
                return Ok(Next::Again);
            }
            On::Returned(status) => return Ok(Next::End(status)),
            On::Again | On::Aborted => {}
        }
        let child = usize::from(frame.child);
        let Some(&(condition, is_asked_again)) = arms.get(child) else {
            return Ok(match (frame.phase, frame.other) {
                (Phase::Second, _) => Next::End(Failure),
                (_, NONE) => self.drop_for(state, frame, None, Failure),
                (_, turn) => self.drop_for(state, frame, Some(usize::from(turn)), Failure),
            });
        };
        let has_failed = failed >> child & 1 == 1;
        let searches = frame.phase == Phase::Second;
        let keeps = !searches && !is_asked_again && self.is_child_active(state, frame, child);
        let asks = match (has_failed, searches) {
            (true, true) => false,
            (true, false) => true,
            (false, true) => true,
            (false, false) => frame.other == NONE,
        };
        let holds = match condition {
            _ if !asks => false,
            _ if keeps && !has_failed => true,
            None => true,
            Some(asked) => self.ask(state, self.shape.nodes[node].children[child], asked, choice)?,
        };
        if has_failed && !searches && !holds {
            state.hold(node, failed & !(1 << child));
        }
        if !has_failed && holds {
            if searches {
                return Ok(Next::Tick(child));
            }
            frame.other = child as u16;
        }
        frame.child += 1;
        Ok(Next::Again)
    }

    /// Holds a mask of the children that have failed.
    fn contest(&mut self, state: &mut State, frame: &mut Frame, on: On, choice: &mut Choice) -> Result<Next, Open> {
        let node = frame.node as usize;
        let failed = match on {
            On::Returned(Failure) => state.data(node) | 1 << frame.child,
            On::Returned(status) => return Ok(Next::End(status)),
            On::Resume => return Ok(Next::Tick(self.active_child(state, frame).unwrap_or(0))),
            _ => state.data(node),
        };
        let all = 0..self.shape.nodes[node].children.len();
        let left: Vec<usize> = all.filter(|child| failed >> child & 1 == 0).collect();
        if left.is_empty() {
            return Ok(Next::End(Failure));
        }
        let child = left[choice.of(left.len())?];
        self.tell(Event::Choose(node, child));
        state.hold(node, failed);
        Ok(self.drop_for(state, frame, Some(child), Failure))
    }

    fn observe(&mut self, node: usize, on: On, choice: &mut Choice) -> Result<Next, Open> {
        match on {
            On::Later | On::Resume => {
                let looks = choice.of(2)? == 1;
                self.tell(Event::More(node, looks));
                Ok(if looks { Next::Tick(0) } else { Next::Resume(0) })
            }
            On::Returned(status) => Ok(Next::End(status)),
            _ => Ok(Next::Tick(0)),
        }
    }

    /// Holds how many children have been reached.
    fn pipeline(&self, state: &mut State, frame: &mut Frame, on: On) -> Next {
        let node = frame.node as usize;
        let child = usize::from(frame.child);
        match on {
            On::Returned(Running) if child as u64 + 1 >= state.data(node) => {
                state.hold(node, child as u64 + 1);
                Next::End(Running)
            }
            On::Returned(Failure) => self.drop_for_end(state, frame, Failure),
            On::Returned(status) if child + 1 == self.shape.nodes[node].children.len() => {
                self.drop_for_end(state, frame, status)
            }
            On::Returned(_) => Next::Tick(child + 1),
            _ => Next::Tick(0),
        }
    }

    /// Aborts all active children; then the node ends.
    fn drop_for_end(&self, state: &State, frame: &mut Frame, status: Status) -> Next {
        frame.other = NONE;
        (frame.phase, frame.status, frame.flag) = (Phase::Drop, status, false);
        self.drop_others(state, frame)
    }

    /// Holds two bits for each child: whether it has succeeded or failed.
    fn parallel(
        &mut self,
        state: &mut State,
        frame: &mut Frame,
        on: On,
        rule: Rule,
        choice: &mut Choice,
    ) -> Result<Next, Open> {
        let node = frame.node as usize;
        let all = self.shape.nodes[node].children.len();
        let next = match on {
            On::Returned(status) => {
                let child = usize::from(frame.child);
                let bits = match status {
                    Success => 1,
                    Failure => 2,
                    Running => 0,
                };
                let ends = state.data(node) | bits << (2 * child);
                let decided = rule.decided(ends, all);
                let decided = decided[choice.of(decided.len())?];
                state.hold(node, ends);
                if let Some(status) = decided {
                    return Ok(self.drop_for_end(state, frame, status));
                }
                child + 1
            }
            // A branch that is left out may decide it before the others.
            On::Start | On::Later | On::Resume if rule.is_any() => match choice.of(3 + usize::from(self.errors()))? {
                0 => 0,
                3 => {
                    self.tell(Event::Error(node));
                    return Ok(Next::Fail);
                }
                way => return Ok(self.drop_for_end(state, frame, [Success, Failure][way - 1])),
            },
            // A threshold that is read at the start may be out of reach.
            On::Start if rule.is_read() && choice.of(2)? == 1 => return Ok(Next::End(Failure)),
            _ => 0,
        };
        let ends = state.data(node);
        let next = (next..all).find(|child| ends >> (2 * child) & 3 == 0);
        Ok(next.map_or(Next::End(Running), Next::Tick))
    }

    fn simple_parallel(
        &mut self,
        state: &mut State,
        frame: &mut Frame,
        on: On,
        choice: &mut Choice,
    ) -> Result<Next, Open> {
        let [main, background] = self.shape.nodes[frame.node as usize].children[..] else {
            unreachable!("it has two children")
        };
        match on {
            On::Returned(status) if frame.child == 0 => {
                // The background gets the time that the main child has used.
                if status != Running && (!self.shape.nodes[main].timed || choice.of(2)? == 0) {
                    return Ok(self.end_with(state, frame, 0, status));
                }
                frame.status = status;
            }
            On::Returned(Running) => return Ok(self.end_of_main(state, frame)),
            On::Returned(_) => {
                if frame.flag && (!self.shape.nodes[background].timed || choice.of(2)? == 0) {
                    return Ok(self.end_of_main(state, frame));
                }
                return Ok(Next::Again);
            }
            On::Again if self.shape.exhausts && choice.of(2)? == 1 => return Ok(self.end_of_main(state, frame)),
            On::Again => {}
            _ => return Ok(passes(state, frame.node as usize, on)),
        }
        frame.flag = !state.is_active(background);
        Ok(Next::Tick(1))
    }

    fn end_of_main(&self, state: &State, frame: &mut Frame) -> Next {
        match frame.status {
            Running => Next::End(Running),
            status => self.end_with(state, frame, 0, status),
        }
    }
}

/// What decides a parallel: thresholds, where they are known.
#[derive(Clone, Copy)]
enum Rule {
    /// For success, and for failure.
    First(Option<usize>, Option<usize>),
    /// For failure, once all have ended.
    All(Option<usize>),
    /// Branches that are left out.
    Any,
}

impl Rule {
    fn is_any(self) -> bool {
        matches!(self, Rule::Any)
    }

    fn is_read(self) -> bool {
        matches!(self, Rule::First(None, _) | Rule::First(_, None) | Rule::All(None))
    }

    /// The results that it can have after these ends of children; `None` is none yet.
    fn decided(self, ends: u64, all: usize) -> Vec<Option<Status>> {
        let count = |bits: u64| (0..all).filter(|child| ends >> (2 * child) & 3 == bits).count();
        let (succeeded, failed) = (count(1), count(2));
        let have_ended = succeeded + failed == all;
        match self {
            Rule::First(Some(success), Some(failure)) => vec![match () {
                () if succeeded >= success => Some(Success),
                () if failed >= failure || all - failed < success => Some(Failure),
                () => None,
            }],
            Rule::First(..) if have_ended => vec![Some(Success), Some(Failure)],
            Rule::First(..) | Rule::Any => vec![None, Some(Success), Some(Failure)],
            Rule::All(_) if !have_ended => vec![None],
            Rule::All(Some(failure)) => vec![Some(if failed >= failure { Failure } else { Success })],
            Rule::All(None) => vec![Some(Success), Some(Failure)],
        }
    }
}
