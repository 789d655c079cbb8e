//! What each node does next; and built-in nodes with one active child at a time, which continue that child until it
//! ends.

use bt::Status;
use bt_compiler::tree::builtin::Meaning;

use super::super::shape::{Asked, Count, Kind, status};
use super::several::Rule;
use super::state::{On, Phase};
use super::{Event, Next, Open, Turn};

use Status::{Failure, Running, Success};

impl Turn<'_, '_> {
    pub(super) fn next(&mut self) -> Result<Next, Open> {
        let (shape, on) = (self.shape, self.on);
        if on == On::Aborted && self.frame.phase == Phase::Drop {
            return Ok(self.drop_others());
        }
        let (meaning, args) = match &shape.nodes[self.node].kind {
            Kind::Leaf(can) => return self.leaf(*can),
            Kind::Side(_) => return self.parallel(Rule::Any),
            Kind::Decorator => return self.decorator(),
            Kind::Composite => return self.composite(),
            Kind::Builtin(meaning, args) => (*meaning, args),
        };
        let asked = args.condition.unwrap_or(Asked::Free);
        match meaning {
            Meaning::Anything | Meaning::Leaf(_) => unreachable!("it is a `Kind::Leaf`"),
            Meaning::Condition => {
                let holds = self.ask(asked)?;
                Ok(Next::End(if holds { Success } else { Failure }))
            }
            Meaning::WaitUntil => {
                let holds = self.ask(asked)?;
                Ok(Next::End(if holds { Success } else { Running }))
            }
            Meaning::Chain(go_on) => Ok(self.chain(status(go_on))),
            Meaning::Reactive(go_on) => Ok(self.reactive(status(go_on))),
            Meaning::Unordered(go_on) => self.unordered(status(go_on)),
            Meaning::IfElse if args.condition.is_none() => Ok(self.if_else()),
            Meaning::ReactiveIf => self.reactive_if(asked),
            Meaning::ReactiveSwitch => self.reactive_switch(),
            Meaning::Priority => self.priority(&args.arms),
            Meaning::Contest => self.contest(),
            Meaning::Observe => self.observe(),
            Meaning::Pipeline => Ok(self.pipeline()),
            Meaning::Parallel | Meaning::Race => self.parallel(Rule::First(args.thresholds)),
            Meaning::ParallelAll => self.parallel(Rule::All(args.thresholds[1])),
            Meaning::SimpleParallel => self.simple_parallel(),
            Meaning::RoundRobin => Ok(self.round_robin()),
            Meaning::Weighted | Meaning::Switch => self.chosen(&args.drawn, args.draws_none),
            Meaning::IfElse => match self.on {
                On::Start => {
                    let branch = usize::from(!self.ask(asked)?);
                    self.state.hold(self.node, branch as u64);
                    Ok(if branch < self.children().len() { Next::Tick(branch) } else { Next::End(Failure) })
                }
                _ => Ok(self.passes()),
            },
            Meaning::Recover => self.recover(args.count),
            Meaning::Finally => Ok(self.finally()),
            Meaning::Loop(turns, _) => self.repeats((status(turns.go_on_after), status(turns.result), args.count)),
            Meaning::ForEach => self.for_each(),
            Meaning::Precondition => match on {
                On::Start if !self.ask(asked)? => Ok(Next::End(Failure)),
                _ => Ok(self.passes()),
            },
            Meaning::Guard => self.guard(asked),
            Meaning::Probability => match self.on {
                On::Start => {
                    let way = self.choice.of(args.drawn.len() + usize::from(args.draws_none))?;
                    let is_drawn = way < args.drawn.len();
                    self.tell(Event::More(self.node, is_drawn));
                    Ok(if is_drawn { Next::Tick(0) } else { Next::End(Failure) })
                }
                _ => Ok(self.passes()),
            },
            Meaning::Delay => match self.on {
                On::Returned(status) => Ok(Next::End(status)),
                _ if self.state.is_active(self.children()[0]) => Ok(Next::Tick(0)),
                _ => {
                    let is_over = self.choice.of(2)? == 0;
                    self.tell(Event::Time(self.node, is_over));
                    Ok(if is_over { Next::Tick(0) } else { Next::End(Running) })
                }
            },
            Meaning::Timeout => match self.on {
                On::Returned(Running) => {
                    let is_over = self.choice.of(2)? == 1;
                    self.tell(Event::Time(self.node, is_over));
                    Ok(if is_over { Next::Abort(0) } else { Next::End(Running) })
                }
                On::Aborted => Ok(Next::End(Failure)),
                _ => Ok(self.passes()),
            },
            Meaning::Cooldown => match self.on {
                On::Start if self.state.kept(self.node) == 1 => {
                    let is_over = self.choice.of(2)? == 0;
                    self.tell(Event::Time(self.node, is_over));
                    Ok(if is_over { Next::Tick(0) } else { Next::End(Failure) })
                }
                On::Returned(Success | Failure) => {
                    self.state.keep(self.node, 1);
                    Ok(self.passes())
                }
                _ => Ok(self.passes()),
            },
            Meaning::Keyed => match self.on {
                On::Later | On::Resume if self.choice.of(2)? == 1 => {
                    self.tell(Event::More(self.node, true));
                    Ok(Next::Abort(0))
                }
                On::Aborted => Ok(Next::Tick(0)),
                _ => Ok(self.passes()),
            },
            Meaning::RunOnce => match (self.on, self.state.kept(self.node)) {
                (On::Returned(status @ (Success | Failure)), _) => {
                    self.state.keep(self.node, if status == Success { 1 } else { 2 });
                    Ok(Next::End(status))
                }
                (_, 1) => Ok(Next::End(Success)),
                (_, 2) => Ok(Next::End(Failure)),
                _ => Ok(self.passes()),
            },
            Meaning::RunLimit => self.run_limit(args.count),
            Meaning::Map(success, failure) => Ok(match self.on {
                On::Returned(Success) => Next::End(status(success)),
                On::Returned(Failure) => Next::End(status(failure)),
                _ => self.passes(),
            }),
            Meaning::Every | Meaning::Passes => Ok(self.passes()),
        }
    }

    fn chain(&mut self, go_on: Status) -> Next {
        match self.on {
            On::Returned(status) if status == go_on => {
                let next = usize::from(self.frame.child) + 1;
                if next == self.children().len() {
                    return Next::End(go_on);
                }
                self.state.hold(self.node, next as u64);
                Next::Tick(next)
            }
            _ => self.passes(),
        }
    }

    /// Holds a mask of the remaining children; the number of the active child is in the bits above.
    fn unordered(&mut self, go_on: Status) -> Result<Next, Open> {
        let left = match self.on {
            On::Start => (1 << self.children().len()) - 1,
            On::Returned(status) if status == go_on => self.state.data(self.node) & LEFT,
            On::Returned(status) => return Ok(Next::End(status)),
            _ => return Ok(Next::Tick((self.state.data(self.node) >> CHILD) as usize)),
        };
        let children: Vec<usize> = (0..CHILD as usize).filter(|child| left >> child & 1 == 1).collect();
        if children.is_empty() {
            return Ok(Next::End(go_on));
        }
        let child = children[self.choice.of(children.len())?];
        if children.len() > 1 {
            self.tell(Event::Choose(self.node, child));
        }
        self.state.hold(self.node, (left & !(1 << child)) | (child as u64) << CHILD);
        Ok(Next::Tick(child))
    }

    /// Chooses one of these children, or none, at the start.
    fn chosen(&mut self, children: &[usize], none: bool) -> Result<Next, Open> {
        if self.on != On::Start {
            return Ok(self.passes());
        }
        let way = self.choice.of(children.len() + usize::from(none))?;
        let Some(&child) = children.get(way) else { return Ok(Next::End(Failure)) };
        self.tell(Event::Choose(self.node, child));
        self.state.hold(self.node, child as u64);
        Ok(Next::Tick(child))
    }

    fn if_else(&mut self) -> Next {
        match self.on {
            On::Returned(status @ (Success | Failure)) if self.frame.child == 0 => {
                let branch = if status == Success { 1 } else { 2 };
                self.state.hold(self.node, branch as u64);
                if branch < self.children().len() { Next::Tick(branch) } else { Next::End(Failure) }
            }
            _ => self.passes(),
        }
    }

    fn round_robin(&mut self) -> Next {
        match self.on {
            On::Start => {
                let first = self.state.kept(self.node);
                self.state.hold(self.node, first);
                Next::Tick(first as usize)
            }
            On::Returned(status @ (Success | Failure)) => {
                let next = (u64::from(self.frame.child) + 1) % self.children().len() as u64;
                if status == Success || next == self.state.kept(self.node) {
                    self.state.keep(self.node, next);
                    return Next::End(status);
                }
                self.state.hold(self.node, next);
                Next::Tick(next as usize)
            }
            _ => self.passes(),
        }
    }

    /// Whether a loop makes another pass after `done`. If that is unknown, both ways are open.
    fn goes_on(&mut self, done: u64, count: Count) -> Result<bool, Open> {
        match count {
            Count::Endless => Ok(true),
            Count::Known(count) => Ok(done < count),
            Count::Unknown => {
                let more = self.choice.of(2)? == 0;
                self.tell(Event::More(self.node, more));
                Ok(more)
            }
        }
    }

    /// Whether the tick has used up its passes.
    pub(super) fn is_exhausted(&mut self) -> Result<bool, Open> {
        Ok(self.shape.exhausts && self.choice.of(2)? == 1)
    }

    fn repeats(&mut self, (again, otherwise, count): (Status, Status, Count)) -> Result<Next, Open> {
        let child = self.children()[0];
        let on = self.on;
        match on {
            On::Start if !self.goes_on(0, count)? => return Ok(Next::End(again)),
            On::Returned(Running) => return Ok(Next::End(Running)),
            On::Returned(status) if status != again => return Ok(Next::End(otherwise)),
            On::Returned(_) => {
                // An endless loop yields after a pass that took no time.
                if count == Count::Endless
                    && self.frame.flag
                    && (!self.shape.nodes[child].timed || self.choice.of(2)? == 0)
                {
                    return Ok(Next::End(Running));
                }
                let done = self.state.data(self.node) + 1;
                if !self.goes_on(done, count)? {
                    return Ok(Next::End(again));
                }
                if let Count::Known(_) = count {
                    self.state.hold(self.node, done);
                }
                return Ok(Next::Again);
            }
            On::Again if self.is_exhausted()? => return Ok(Next::End(Running)),
            _ => {}
        }
        self.frame.flag = !self.state.is_active(child);
        Ok(Next::Tick(0))
    }

    fn for_each(&mut self) -> Result<Next, Open> {
        let on = self.on;
        match on {
            On::Start | On::Returned(Success) if !self.goes_on(0, Count::Unknown)? => Ok(Next::End(Success)),
            On::Returned(Success) => Ok(Next::Again),
            On::Returned(status) => Ok(Next::End(status)),
            On::Again if self.is_exhausted()? => Ok(Next::End(Running)),
            _ => Ok(Next::Tick(0)),
        }
    }

    /// Holds twice the number of recoveries, plus one while the recovery runs.
    fn recover(&mut self, count: Count) -> Result<Next, Open> {
        let recoveries = self.state.data(self.node) / 2;
        let on = self.on;
        match on {
            On::Returned(Failure) if self.frame.child == 0 => {
                if !self.goes_on(recoveries, count)? {
                    return Ok(Next::End(Failure));
                }
                let next = if count == Count::Unknown { 0 } else { recoveries + 1 };
                self.state.hold(self.node, next * 2 + 1);
                Ok(Next::Tick(1))
            }
            On::Returned(Success) if self.frame.child == 1 => {
                self.state.hold(self.node, recoveries * 2);
                Ok(Next::Again)
            }
            On::Returned(status) => Ok(Next::End(status)),
            On::Again if self.is_exhausted()? => Ok(Next::End(Running)),
            _ => Ok(Next::Tick((self.state.data(self.node) % 2) as usize)),
        }
    }

    fn guard(&mut self, asked: Asked) -> Result<Next, Open> {
        let on = self.on;
        match on {
            On::Returned(status) => Ok(Next::End(status)),
            On::Aborted => Ok(Next::End(Failure)),
            _ if self.ask(asked)? => Ok(Next::Tick(0)),
            _ => Ok(Next::Abort(0)),
        }
    }

    fn run_limit(&mut self, count: Count) -> Result<Next, Open> {
        let on = self.on;
        match on {
            On::Start if !self.goes_on(self.state.kept(self.node), count)? => Ok(Next::End(Failure)),
            On::Returned(status @ (Success | Failure)) => {
                if let Count::Known(_) = count {
                    self.state.keep(self.node, self.state.kept(self.node) + 1);
                }
                Ok(Next::End(status))
            }
            _ => Ok(self.passes()),
        }
    }

    /// Ticks the child whose number the node holds, and ends with its result.
    pub(super) fn passes(&self) -> Next {
        match self.on {
            On::Returned(status) => Next::End(status),
            _ => Next::Tick(self.state.data(self.node) as usize),
        }
    }

    /// Holds the result of its child.
    fn finally(&mut self) -> Next {
        match self.on {
            On::Returned(Running) => Next::End(Running),
            On::Returned(status) if self.frame.child == 0 => {
                self.state.hold(self.node, if status == Success { 1 } else { 2 });
                Next::Tick(1)
            }
            On::Returned(_) => Next::End(if self.state.data(self.node) == 1 { Success } else { Failure }),
            _ => Next::Tick(usize::from(self.state.data(self.node) > 0)),
        }
    }
}

/// The bits for the remaining children.
const LEFT: u64 = (1 << CHILD) - 1;
const CHILD: u32 = 56;
