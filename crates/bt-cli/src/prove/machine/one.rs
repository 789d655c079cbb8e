//! Built-in nodes with one active child at a time, which keep it until it ends.

use super::super::shape::{Asked, Count, Kind, Status};
use super::state::{Frame, On, State};
use super::{Choice, Event, Machine, Next, Open};

use Status::{Failure, Running, Success};

impl Machine<'_> {
    pub(super) fn next(
        &mut self,
        state: &mut State,
        frame: &mut Frame,
        on: On,
        choice: &mut Choice,
    ) -> Result<Next, Open> {
        let node = frame.node as usize;
        let shape = self.shape;
        match &shape.nodes[node].kind {
            Kind::Leaf(can) => self.leaf(node, *can, choice),
            Kind::Condition(asked) => {
                let holds = self.ask(state, node, *asked, choice)?;
                Ok(Next::End(if holds { Success } else { Failure }))
            }
            Kind::WaitUntil(asked) => {
                let holds = self.ask(state, node, *asked, choice)?;
                Ok(Next::End(if holds { Success } else { Running }))
            }
            Kind::Chain(go_on) => Ok(self.chain(state, frame, on, *go_on)),
            Kind::Unordered(go_on) => self.unordered(state, frame, on, *go_on, choice),
            Kind::IfElse => Ok(self.if_else(state, frame, on)),
            Kind::RoundRobin => Ok(self.round_robin(state, frame, on)),
            Kind::Weighted(drawn, none) => self.chosen(state, frame, on, drawn, *none, choice),
            Kind::Switch => {
                let all: Vec<usize> = (0..shape.nodes[node].children.len()).collect();
                self.chosen(state, frame, on, &all, false, choice)
            }
            Kind::If(asked) => match on {
                On::Start => {
                    let branch = usize::from(!self.ask(state, node, *asked, choice)?);
                    state.hold(node, branch as u64);
                    Ok(if branch < shape.nodes[node].children.len() { Next::Tick(branch) } else { Next::End(Failure) })
                }
                _ => Ok(passes(state, node, on)),
            },
            Kind::Recover(count) => self.recover(state, frame, on, *count, choice),
            Kind::Finally => Ok(finally(state, frame, on)),
            Kind::Loop(again, otherwise, count) => self.repeats(state, frame, on, (*again, *otherwise, *count), choice),
            Kind::ForEach => self.for_each(state, frame, on, choice),
            Kind::Precondition(asked) => match on {
                On::Start if !self.ask(state, node, *asked, choice)? => Ok(Next::End(Failure)),
                _ => Ok(passes(state, node, on)),
            },
            Kind::Guard(asked) => self.guard(state, frame, on, *asked, choice),
            Kind::Probability(runs, not) => match on {
                On::Start => {
                    let way = choice.of(usize::from(*runs) + usize::from(*not))?;
                    let is_drawn = *runs && way == 0;
                    self.tell(Event::More(node, is_drawn));
                    Ok(if is_drawn { Next::Tick(0) } else { Next::End(Failure) })
                }
                _ => Ok(passes(state, node, on)),
            },
            Kind::Delay => match on {
                On::Returned(status) => Ok(Next::End(status)),
                _ if state.is_active(shape.nodes[node].children[0]) => Ok(Next::Tick(0)),
                _ => {
                    let is_over = choice.of(2)? == 0;
                    self.tell(Event::Time(node, is_over));
                    Ok(if is_over { Next::Tick(0) } else { Next::End(Running) })
                }
            },
            Kind::Timeout => match on {
                On::Returned(Running) => {
                    let is_over = choice.of(2)? == 1;
                    self.tell(Event::Time(node, is_over));
                    Ok(if is_over { Next::Abort(0) } else { Next::End(Running) })
                }
                On::Aborted => Ok(Next::End(Failure)),
                _ => Ok(passes(state, node, on)),
            },
            Kind::Cooldown => match on {
                On::Start if state.kept(node) == 1 => {
                    let is_over = choice.of(2)? == 0;
                    self.tell(Event::Time(node, is_over));
                    Ok(if is_over { Next::Tick(0) } else { Next::End(Failure) })
                }
                On::Returned(Success | Failure) => {
                    state.keep(node, 1);
                    Ok(passes(state, node, on))
                }
                _ => Ok(passes(state, node, on)),
            },
            Kind::Keyed => match on {
                On::Later | On::Resume if choice.of(2)? == 1 => {
                    self.tell(Event::More(node, true));
                    Ok(Next::Abort(0))
                }
                On::Aborted => Ok(Next::Tick(0)),
                _ => Ok(passes(state, node, on)),
            },
            Kind::RunOnce => match (on, state.kept(node)) {
                (On::Returned(status @ (Success | Failure)), _) => {
                    state.keep(node, if status == Success { 1 } else { 2 });
                    Ok(Next::End(status))
                }
                (_, 1) => Ok(Next::End(Success)),
                (_, 2) => Ok(Next::End(Failure)),
                _ => Ok(passes(state, node, on)),
            },
            Kind::RunLimit(count) => self.run_limit(state, frame, on, *count, choice),
            Kind::Map(success, failure) => Ok(match on {
                On::Returned(Success) => Next::End(*success),
                On::Returned(Failure) => Next::End(*failure),
                _ => passes(state, node, on),
            }),
            Kind::Passes => Ok(passes(state, node, on)),
            Kind::Decorator => self.decorator(state, frame, on, choice),
            Kind::Composite => self.composite(state, frame, on, choice),
            _ => self.next_of_several(state, frame, on, choice),
        }
    }

    fn chain(&self, state: &mut State, frame: &Frame, on: On, go_on: Status) -> Next {
        let node = frame.node as usize;
        match on {
            On::Returned(status) if status == go_on => {
                let next = usize::from(frame.child) + 1;
                if next == self.shape.nodes[node].children.len() {
                    return Next::End(go_on);
                }
                state.hold(node, next as u64);
                Next::Tick(next)
            }
            _ => passes(state, node, on),
        }
    }

    /// The children that are left are a mask; the number of the active one is above it.
    fn unordered(
        &mut self,
        state: &mut State,
        frame: &Frame,
        on: On,
        go_on: Status,
        choice: &mut Choice,
    ) -> Result<Next, Open> {
        let node = frame.node as usize;
        let left = match on {
            On::Start => (1 << self.shape.nodes[node].children.len()) - 1,
            On::Returned(status) if status == go_on => state.data(node) & LEFT,
            On::Returned(status) => return Ok(Next::End(status)),
            _ => return Ok(Next::Tick((state.data(node) >> CHILD) as usize)),
        };
        let children: Vec<usize> = (0..CHILD as usize).filter(|child| left >> child & 1 == 1).collect();
        if children.is_empty() {
            return Ok(Next::End(go_on));
        }
        let child = children[choice.of(children.len())?];
        if children.len() > 1 {
            self.tell(Event::Choose(node, child));
        }
        state.hold(node, (left & !(1 << child)) | (child as u64) << CHILD);
        Ok(Next::Tick(child))
    }

    /// One of these children, or none, is chosen at the start.
    fn chosen(
        &mut self,
        state: &mut State,
        frame: &Frame,
        on: On,
        children: &[usize],
        none: bool,
        choice: &mut Choice,
    ) -> Result<Next, Open> {
        let node = frame.node as usize;
        if on != On::Start {
            return Ok(passes(state, node, on));
        }
        let way = choice.of(children.len() + usize::from(none))?;
        let Some(&child) = children.get(way) else { return Ok(Next::End(Failure)) };
        self.tell(Event::Choose(node, child));
        state.hold(node, child as u64);
        Ok(Next::Tick(child))
    }

    fn if_else(&self, state: &mut State, frame: &Frame, on: On) -> Next {
        let node = frame.node as usize;
        match on {
            On::Returned(status @ (Success | Failure)) if frame.child == 0 => {
                let branch = if status == Success { 1 } else { 2 };
                state.hold(node, branch as u64);
                if branch < self.shape.nodes[node].children.len() { Next::Tick(branch) } else { Next::End(Failure) }
            }
            _ => passes(state, node, on),
        }
    }

    fn round_robin(&self, state: &mut State, frame: &Frame, on: On) -> Next {
        let node = frame.node as usize;
        match on {
            On::Start => {
                let first = state.kept(node);
                state.hold(node, first);
                Next::Tick(first as usize)
            }
            On::Returned(status @ (Success | Failure)) => {
                let next = (u64::from(frame.child) + 1) % self.shape.nodes[node].children.len() as u64;
                if status == Success || next == state.kept(node) {
                    state.keep(node, next);
                    return Next::End(status);
                }
                state.hold(node, next);
                Next::Tick(next as usize)
            }
            _ => passes(state, node, on),
        }
    }

    /// Whether a loop makes one more pass after this many. It asks where that is not known.
    fn goes_on(&mut self, node: usize, done: u64, count: Count, choice: &mut Choice) -> Result<bool, Open> {
        match count {
            Count::Endless => Ok(true),
            Count::Known(count) => Ok(done < count),
            Count::Unknown => {
                let more = choice.of(2)? == 0;
                self.tell(Event::More(node, more));
                Ok(more)
            }
        }
    }

    /// Whether the tick has no passes left for another one.
    pub(super) fn is_exhausted(&self, choice: &mut Choice) -> Result<bool, Open> {
        Ok(self.shape.exhausts && choice.of(2)? == 1)
    }

    fn repeats(
        &mut self,
        state: &mut State,
        frame: &mut Frame,
        on: On,
        (again, otherwise, count): (Status, Status, Count),
        choice: &mut Choice,
    ) -> Result<Next, Open> {
        let node = frame.node as usize;
        let child = self.shape.nodes[node].children[0];
        match on {
            On::Start if !self.goes_on(node, 0, count, choice)? => return Ok(Next::End(again)),
            On::Returned(Running) => return Ok(Next::End(Running)),
            On::Returned(status) if status != again => return Ok(Next::End(otherwise)),
            On::Returned(_) => {
                // An endless loop yields after a pass in which no time has passed.
                if count == Count::Endless && frame.flag && (!self.shape.nodes[child].timed || choice.of(2)? == 0) {
                    return Ok(Next::End(Running));
                }
                let done = state.data(node) + 1;
                if !self.goes_on(node, done, count, choice)? {
                    return Ok(Next::End(again));
                }
                if let Count::Known(_) = count {
                    state.hold(node, done);
                }
                return Ok(Next::Again);
            }
            On::Again if self.is_exhausted(choice)? => return Ok(Next::End(Running)),
            _ => {}
        }
        frame.flag = !state.is_active(child);
        Ok(Next::Tick(0))
    }

    fn for_each(&mut self, _: &State, frame: &Frame, on: On, choice: &mut Choice) -> Result<Next, Open> {
        let node = frame.node as usize;
        match on {
            On::Start | On::Returned(Success) if !self.goes_on(node, 0, Count::Unknown, choice)? => {
                Ok(Next::End(Success))
            }
            On::Returned(Success) => Ok(Next::Again),
            On::Returned(status) => Ok(Next::End(status)),
            On::Again if self.is_exhausted(choice)? => Ok(Next::End(Running)),
            _ => Ok(Next::Tick(0)),
        }
    }

    /// Holds twice the number of recoveries, and one more while the recovery runs.
    fn recover(
        &mut self,
        state: &mut State,
        frame: &Frame,
        on: On,
        count: Count,
        choice: &mut Choice,
    ) -> Result<Next, Open> {
        let node = frame.node as usize;
        let recoveries = state.data(node) / 2;
        match on {
            On::Returned(Failure) if frame.child == 0 => {
                if !self.goes_on(node, recoveries, count, choice)? {
                    return Ok(Next::End(Failure));
                }
                let next = if count == Count::Unknown { 0 } else { recoveries + 1 };
                state.hold(node, next * 2 + 1);
                Ok(Next::Tick(1))
            }
            On::Returned(Success) if frame.child == 1 => {
                state.hold(node, recoveries * 2);
                Ok(Next::Again)
            }
            On::Returned(status) => Ok(Next::End(status)),
            On::Again if self.is_exhausted(choice)? => Ok(Next::End(Running)),
            _ => Ok(Next::Tick((state.data(node) % 2) as usize)),
        }
    }

    fn guard(
        &mut self,
        state: &mut State,
        frame: &Frame,
        on: On,
        asked: Asked,
        choice: &mut Choice,
    ) -> Result<Next, Open> {
        let node = frame.node as usize;
        match on {
            On::Returned(status) => Ok(Next::End(status)),
            On::Aborted => Ok(Next::End(Failure)),
            _ if self.ask(state, node, asked, choice)? => Ok(Next::Tick(0)),
            _ => Ok(Next::Abort(0)),
        }
    }

    fn run_limit(
        &mut self,
        state: &mut State,
        frame: &Frame,
        on: On,
        count: Count,
        choice: &mut Choice,
    ) -> Result<Next, Open> {
        let node = frame.node as usize;
        match on {
            On::Start if !self.goes_on(node, state.kept(node), count, choice)? => Ok(Next::End(Failure)),
            On::Returned(status @ (Success | Failure)) => {
                if let Count::Known(_) = count {
                    state.keep(node, state.kept(node) + 1);
                }
                Ok(Next::End(status))
            }
            _ => Ok(passes(state, node, on)),
        }
    }
}

/// The bits of the children that are left.
const LEFT: u64 = (1 << CHILD) - 1;
const CHILD: u32 = 56;

/// Ticks the child whose number the node holds, and ends as it does.
pub(super) fn passes(state: &State, node: usize, on: On) -> Next {
    match on {
        On::Returned(status) => Next::End(status),
        _ => Next::Tick(state.data(node) as usize),
    }
}

/// Holds how its child has ended.
fn finally(state: &mut State, frame: &Frame, on: On) -> Next {
    let node = frame.node as usize;
    match on {
        On::Returned(Running) => Next::End(Running),
        On::Returned(status) if frame.child == 0 => {
            state.hold(node, if status == Success { 1 } else { 2 });
            Next::Tick(1)
        }
        On::Returned(_) => Next::End(if state.data(node) == 1 { Success } else { Failure }),
        _ => Next::Tick(usize::from(state.data(node) > 0)),
    }
}
