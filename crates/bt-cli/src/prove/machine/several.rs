//! Nodes that decide again in later ticks, and nodes with several active children.

use bt::Status;

use super::super::shape::Asked;
use super::state::{NONE, On, Phase};
use super::{Event, Next, Open, Turn};

use Status::{Failure, Running, Success};

impl Turn<'_, '_> {
    fn is_child_active(&self, child: usize) -> bool {
        self.state.is_active(self.children()[child])
    }

    fn active_child(&self) -> Option<usize> {
        self.children().iter().position(|&child| self.state.is_active(child))
    }

    /// Aborts all active children except `child`. Then `child` has the turn; if there is none, the node ends.
    fn drop_for(&mut self, child: Option<usize>, status: Status) -> Next {
        self.frame.other = child.map_or(NONE, |child| child as u16);
        (self.frame.phase, self.frame.status, self.frame.flag) = (Phase::Drop, status, child.is_some());
        self.drop_others()
    }

    /// Aborts all active children except `child`, which has answered. Then the node ends.
    fn end_with(&mut self, child: usize, status: Status) -> Next {
        self.frame.other = child as u16;
        (self.frame.phase, self.frame.status, self.frame.flag) = (Phase::Drop, status, false);
        self.drop_others()
    }

    pub(super) fn drop_others(&mut self) -> Next {
        let children = self.children();
        let keeps = usize::from(self.frame.other);
        let found = (0..children.len()).find(|&child| child != keeps && self.state.is_active(children[child]));
        if let Some(child) = found {
            return Next::Abort(child);
        }
        self.frame.phase = Phase::First;
        match self.frame.flag {
            true if keeps < children.len() => Next::Tick(keeps),
            true => Next::End(Failure),
            false => Next::End(self.frame.status),
        }
    }

    pub(super) fn reactive(&mut self, go_on: Status) -> Next {
        let child = usize::from(self.frame.child);
        match self.on {
            On::Returned(status) if status != go_on => self.end_with(child, status),
            On::Returned(_) if child + 1 == self.children().len() => Next::End(go_on),
            On::Returned(_) => Next::Tick(child + 1),
            On::Resume => Next::Tick(self.active_child().unwrap_or(0)),
            _ => Next::Tick(0),
        }
    }

    pub(super) fn reactive_if(&mut self, asked: Asked) -> Result<Next, Open> {
        match self.on {
            On::Returned(status) => return Ok(Next::End(status)),
            On::Resume => return Ok(Next::Tick(self.active_child().unwrap_or(0))),
            _ => {}
        }
        let branch = usize::from(!self.ask(asked)?);
        Ok(self.drop_for(Some(branch), Failure))
    }

    pub(super) fn reactive_switch(&mut self) -> Result<Next, Open> {
        match self.on {
            On::Returned(status) => return Ok(Next::End(status)),
            On::Resume => return Ok(Next::Tick(self.active_child().unwrap_or(0))),
            _ => {}
        }
        let arm = self.choice.of(self.children().len())?;
        self.tell(Event::Choose(self.node, arm));
        Ok(self.drop_for(Some(arm), Failure))
    }

    /// Holds a mask of the children that have failed. It first checks who has the turn, then the child runs. If the
    /// child fails, the search continues below it.
    pub(super) fn priority(&mut self, arms: &[(Option<Asked>, bool)]) -> Result<Next, Open> {
        let failed = self.state.data(self.node);
        match self.on {
            On::Start | On::Later => {
                (self.frame.phase, self.frame.child, self.frame.other) = (Phase::First, 0, NONE);
                return Ok(Next::Again);
            }
            On::Resume => return Ok(Next::Tick(self.active_child().unwrap_or(0))),
            On::Returned(Failure) => {
                self.state.hold(self.node, failed | 1 << self.frame.child);
                self.frame.phase = Phase::Second;
                self.frame.child += 1;
                return Ok(Next::Again);
            }
            On::Returned(status) => return Ok(Next::End(status)),
            On::Again | On::Aborted => {}
        }
        let child = usize::from(self.frame.child);
        let Some(&(condition, is_asked_again)) = arms.get(child) else {
            return Ok(match (self.frame.phase, self.frame.other) {
                (Phase::Second, _) => Next::End(Failure),
                (_, NONE) => self.drop_for(None, Failure),
                (_, turn) => self.drop_for(Some(usize::from(turn)), Failure),
            });
        };
        let has_failed = failed >> child & 1 == 1;
        let searches = self.frame.phase == Phase::Second;
        let keeps = !searches && !is_asked_again && self.is_child_active(child);
        let asks = match (has_failed, searches) {
            (true, true) => false,
            (true, false) => true,
            (false, true) => true,
            (false, false) => self.frame.other == NONE,
        };
        let holds = match condition {
            _ if !asks => false,
            _ if keeps && !has_failed => true,
            None => true,
            Some(asked) => self.ask_for(self.children()[child], asked)?,
        };
        if has_failed && !searches && !holds {
            self.state.hold(self.node, failed & !(1 << child));
        }
        if !has_failed && holds {
            if searches {
                return Ok(Next::Tick(child));
            }
            self.frame.other = child as u16;
        }
        self.frame.child += 1;
        Ok(Next::Again)
    }

    /// Holds a mask of the children that have failed.
    pub(super) fn contest(&mut self) -> Result<Next, Open> {
        let failed = match self.on {
            On::Returned(Failure) => self.state.data(self.node) | 1 << self.frame.child,
            On::Returned(status) => return Ok(Next::End(status)),
            On::Resume => return Ok(Next::Tick(self.active_child().unwrap_or(0))),
            _ => self.state.data(self.node),
        };
        let all = 0..self.children().len();
        let left: Vec<usize> = all.filter(|child| failed >> child & 1 == 0).collect();
        if left.is_empty() {
            return Ok(Next::End(Failure));
        }
        let child = left[self.choice.of(left.len())?];
        self.tell(Event::Choose(self.node, child));
        self.state.hold(self.node, failed);
        Ok(self.drop_for(Some(child), Failure))
    }

    pub(super) fn observe(&mut self) -> Result<Next, Open> {
        match self.on {
            On::Later | On::Resume => {
                let looks = self.choice.of(2)? == 1;
                self.tell(Event::More(self.node, looks));
                Ok(if looks { Next::Tick(0) } else { Next::Resume(0) })
            }
            On::Returned(status) => Ok(Next::End(status)),
            _ => Ok(Next::Tick(0)),
        }
    }

    /// Holds how many children have been reached.
    pub(super) fn pipeline(&mut self) -> Next {
        let child = usize::from(self.frame.child);
        match self.on {
            On::Returned(Running) if child as u64 + 1 >= self.state.data(self.node) => {
                self.state.hold(self.node, child as u64 + 1);
                Next::End(Running)
            }
            On::Returned(Failure) => self.drop_for_end(Failure),
            On::Returned(status) if child + 1 == self.children().len() => self.drop_for_end(status),
            On::Returned(_) => Next::Tick(child + 1),
            _ => Next::Tick(0),
        }
    }

    /// Aborts all active children. Then the node ends.
    fn drop_for_end(&mut self, status: Status) -> Next {
        self.frame.other = NONE;
        (self.frame.phase, self.frame.status, self.frame.flag) = (Phase::Drop, status, false);
        self.drop_others()
    }

    /// Holds two bits for each child: whether it has succeeded or failed.
    pub(super) fn parallel(&mut self, rule: Rule) -> Result<Next, Open> {
        let all = self.children().len();
        let next = match self.on {
            On::Returned(status) => {
                let child = usize::from(self.frame.child);
                let bits = match status {
                    Success => 1,
                    Failure => 2,
                    Running => 0,
                };
                let ends = self.state.data(self.node) | bits << (2 * child);
                let decided = rule.decided(ends, all);
                let decided = decided[self.choice.of(decided.len())?];
                self.state.hold(self.node, ends);
                if let Some(status) = decided {
                    return Ok(self.drop_for_end(status));
                }
                child + 1
            }
            // An omitted branch may decide the result before the others.
            On::Start | On::Later | On::Resume if rule.is_any() => {
                match self.choice.of(3 + usize::from(self.machine.errors()))? {
                    0 => 0,
                    3 => {
                        self.tell(Event::Error(self.node));
                        return Ok(Next::Fail);
                    }
                    way => return Ok(self.drop_for_end([Success, Failure][way - 1])),
                }
            }
            // A threshold that is only known at the start may be out of reach.
            On::Start if rule.is_read() && self.choice.of(2)? == 1 => return Ok(Next::End(Failure)),
            _ => 0,
        };
        let ends = self.state.data(self.node);
        let next = (next..all).find(|child| ends >> (2 * child) & 3 == 0);
        Ok(next.map_or(Next::End(Running), Next::Tick))
    }

    pub(super) fn simple_parallel(&mut self) -> Result<Next, Open> {
        let [main, background] = self.children()[..] else { unreachable!("it has two children") };
        match self.on {
            On::Returned(status) if self.frame.child == 0 => {
                // The background gets the time that the main child used.
                if status != Running && (!self.shape.nodes[main].timed || self.choice.of(2)? == 0) {
                    return Ok(self.end_with(0, status));
                }
                self.frame.status = status;
            }
            On::Returned(Running) => return Ok(self.end_of_main()),
            On::Returned(_) => {
                if self.frame.flag && (!self.shape.nodes[background].timed || self.choice.of(2)? == 0) {
                    return Ok(self.end_of_main());
                }
                return Ok(Next::Again);
            }
            On::Again if self.shape.exhausts && self.choice.of(2)? == 1 => return Ok(self.end_of_main()),
            On::Again => {}
            _ => return Ok(self.passes()),
        }
        self.frame.flag = !self.state.is_active(background);
        Ok(Next::Tick(1))
    }

    fn end_of_main(&mut self) -> Next {
        match self.frame.status {
            Running => Next::End(Running),
            status => self.end_with(0, status),
        }
    }
}

/// What decides a parallel: its thresholds, if they are known.
#[derive(Clone, Copy)]
pub(super) enum Rule {
    /// For success and for failure.
    First([Option<usize>; 2]),
    /// For failure, after all have ended.
    All(Option<usize>),
    /// Branches that are omitted.
    Any,
}

impl Rule {
    fn is_any(self) -> bool {
        matches!(self, Rule::Any)
    }

    fn is_read(self) -> bool {
        matches!(self, Rule::First([None, _] | [_, None]) | Rule::All(None))
    }

    /// The results that are possible after these ends of children; `None` means no result yet.
    fn decided(self, ends: u64, all: usize) -> Vec<Option<Status>> {
        let count = |bits: u64| (0..all).filter(|child| ends >> (2 * child) & 3 == bits).count();
        let (succeeded, failed) = (count(1), count(2));
        let have_ended = succeeded + failed == all;
        match self {
            Rule::First([Some(success), Some(failure)]) => vec![match () {
                () if succeeded >= success => Some(Success),
                () if failed >= failure || all - failed < success => Some(Failure),
                () => None,
            }],
            Rule::First(_) if have_ended => vec![Some(Success), Some(Failure)],
            Rule::First(_) | Rule::Any => vec![None, Some(Success), Some(Failure)],
            Rule::All(_) if !have_ended => vec![None],
            Rule::All(Some(failure)) => vec![Some(if failed >= failure { Failure } else { Success })],
            Rule::All(None) => vec![Some(Success), Some(Failure)],
        }
    }
}
