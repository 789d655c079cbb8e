//! What places hold when they begin.

use bt_compiler::tree::ir::frame::{
    Contest, Counted, Decorated, Duration, Every, Finally, Group, Keyed, Observe, Parallel, Pick, Pipeline, Priority,
    Recover, RoundRobin, Rule, SimpleParallel, Timeout, Timer,
};
use bt_compiler::tree::ir::{Frame, Holds, Place, PlaceId, RegionId};
use bt_reference::world::Panicked;

use crate::compiled::{Held, State};
use crate::evaluate::Run;
use crate::read::{Argument, Code};
use crate::values::Values;

impl Run<'_> {
    /// What a place holds at the beginning.
    pub fn begin(&mut self, region: RegionId, place: PlaceId, now: u64) -> Result<Held, Panicked> {
        let tree = self.tree;
        let Place { node, .. } = &tree.machine[region][place];
        let frame = tree.plan.place(region, place).frame.as_ref();
        if frame.is_some_and(|frame| frame.is_node) {
            self.forget(&tree.plan.forgets[node.0]);
        }
        let state = Box::<State>::default;
        Ok(match &self.tree.machine[region][place].holds {
            Holds::Nothing | Holds::Begin => Held::Nothing,
            Holds::Leaf(code) => {
                if let Code::Tree(_, base) = *self.tree.code(*code) {
                    return Ok(Held::Tree { base: base.with(self.base), state: state() });
                }
                let Code::Leaf(_, _, argument) = *self.tree.code(*code) else { unreachable!("a leaf is expected") };
                let argument = match argument {
                    Some(Argument::Asked(id)) => self.world.number(self.called(*code, id)?)?,
                    Some(Argument::Bound) => self.bound(*code),
                    None => 0,
                };
                Held::Leaf { code: *code, argument, runs: 0, ended: None }
            }
            Holds::Frame(frame) => match frame {
                Frame::Group(Group { holds, .. }) => {
                    let values =
                        holds.iter().map(|value| (*value, self.set.remove(value).expect("what is held is set")));
                    Held::Group { values: values.collect(), state: state() }
                }
                Frame::Keep(_) | Frame::Cooldown(_) => Held::Group { values: Values::new(), state: state() },
                Frame::ForEach(_) => Held::ForEach { index: 0, values: Values::new(), state: state() },
                Frame::Counted(Counted { count, .. }) => {
                    Held::Loop { left: self.value(*count)? as u32, state: state() }
                }
                Frame::Decorated(Decorated { .. }) => Held::Decorated { ticks: 0, state: state() },
                Frame::Composed(_) => Held::Composed { calls: 0, turn: None, state: state() },
                Frame::Timer(Timer { duration: Duration::For(time) }) => Held::Timer { left: self.value(*time)? },
                Frame::Timer(Timer { duration: Duration::Since(cell, time) }) => {
                    let time = self.value(*time)?;
                    let end = self.stopped(*cell).map_or(now, |kept| kept.saturating_add(time));
                    Held::Timer { left: end.saturating_sub(now) }
                }
                Frame::Timer(Timer { duration: Duration::Between(one, other) }) => {
                    let (one, other) = (self.value(*one)?, self.value(*other)?);
                    let more = self.below(one.abs_diff(other).saturating_add(1))?;
                    Held::Timer { left: one.min(other) + more }
                }
                Frame::Every(Every { period, .. }) => {
                    Held::Every { period: self.value(period.code())?, passed: 0, state: state() }
                }
                Frame::Pick(Pick { begins, .. }) => Held::Pick { left: (0..begins.len()).collect(), state: state() },
                Frame::Priority(Priority { children, .. }) => {
                    Held::Pick { left: (0..*children).collect(), state: state() }
                }
                Frame::Contest(Contest { children, margin, .. }) => {
                    Held::Contest { left: (0..*children).collect(), margin: self.real(*margin)?, state: state() }
                }
                Frame::Recover(Recover { count, .. }) => {
                    Held::Recover { left: self.value(*count)? as u32, recovers: false, state: state() }
                }
                Frame::Finally(Finally { .. }) => Held::Finally { ended: None, given: None, state: state() },
                Frame::RoundRobin(RoundRobin { .. }) => Held::RoundRobin { failed: 0, state: state() },
                Frame::Keyed(Keyed { key, .. }) => Held::Observe { key: Some(self.key(*key)?), state: state() },
                Frame::SimpleParallel(SimpleParallel { .. }) => Held::Both { states: vec![State::Idle; 2] },
                Frame::Observe(Observe { .. }) => Held::Observe { key: None, state: state() },
                Frame::Timeout(Timeout { duration, .. }) => {
                    Held::Timeout { left: self.value(*duration)?, state: state() }
                }
                Frame::Parallel(Parallel { rule, branches }) => {
                    let mut enough = match rule {
                        Rule::Parallel { success, failure } => [success, failure].map(|enough| enough.known()),
                        Rule::All { failure } => [Some(0), failure.known()],
                    };
                    for (name, code) in rule.read() {
                        enough[usize::from(name == "failures")] = Some(self.value(code)? as usize);
                    }
                    let enough = enough.map(|enough| enough.expect("what is not written is read"));
                    Held::Parallel {
                        enough,
                        given: vec![None; branches.len()],
                        states: vec![State::Idle; branches.len()],
                    }
                }
                Frame::Pipeline(Pipeline { children, .. }) => {
                    Held::Pipeline { reached: 0, values: Values::new(), states: vec![State::Idle; children.len()] }
                }
            },
        })
    }
}
