//! Frames that run their child again, or another child after it.

use bt::__private::Step;
use bt_compiler::tree::ir::frame::{Counted, Finally, ForEach, Keyed, Observe, Recover};

use super::{At, Fields, Ticks};
use crate::run::{Datum, LiveWatch, Run, State, TickInputs, Ticked, ended, outcome};

impl Ticks<Counted> for Run<'_> {
    fn tick<W: LiveWatch>(&mut self, inputs: &mut TickInputs<'_, W>, frame: &Counted, _: At, data: Fields) -> Ticked {
        fields!(data, [Datum::Number(left), Datum::State(child)]);
        let run_out = frame.turns.go_on_after;
        if *left == 0 {
            return ended(run_out);
        }
        loop {
            match outcome(self.region(inputs, frame.child, child)) {
                Ok(result) if result == run_out => {}
                Ok(_) => return ended(frame.turns.result),
                Err(step) => return step,
            }
            *left -= 1;
            if *left == 0 {
                return ended(run_out);
            }
            if !inputs.may_repeat() {
                return Step::Running;
            }
        }
    }
}

impl Ticks<Recover> for Run<'_> {
    fn tick<W: LiveWatch>(&mut self, inputs: &mut TickInputs<'_, W>, frame: &Recover, _: At, data: Fields) -> Ticked {
        fields!(data, [Datum::Number(left), Datum::Flag(recovers), Datum::State(child)]);
        loop {
            let step = self.region_from(inputs, frame.child, child, frame.begins[usize::from(*recovers)]);
            match (step, *recovers) {
                (Step::Success, true) => *recovers = false,
                (Step::Failure, false) if *left > 0 => {
                    *left -= 1;
                    *recovers = true;
                    continue;
                }
                (step, _) => return step,
            }
            if !inputs.may_repeat() {
                return Step::Running;
            }
        }
    }
}

impl Ticks<Finally> for Run<'_> {
    fn tick<W: LiveWatch>(&mut self, inputs: &mut TickInputs<'_, W>, frame: &Finally, at: At, data: Fields) -> Ticked {
        fields!(data, [Datum::Ended(ended), Datum::State(child)]);
        loop {
            let step = self.region_from(inputs, frame.child, child, frame.begins[usize::from(ended.is_some())]);
            match (step, ended.is_some()) {
                (Step::Success, false) => *ended = Some(Ok(self.given.take())),
                (Step::Failure, false) => *ended = Some(Err(())),
                (Step::Error(error), false) => {
                    inputs.gives_up(at.node.0, |inputs| self.clean_up(inputs, frame, child));
                    return Step::Error(error);
                }
                (Step::Success | Step::Failure, true) => match ended.take() {
                    Some(Ok(given)) => {
                        self.given = given;
                        return Step::Success;
                    }
                    _ => return Step::Failure,
                },
                (step, _) => return step,
            }
        }
    }
}

impl Ticks<Keyed> for Run<'_> {
    fn tick<W: LiveWatch>(&mut self, inputs: &mut TickInputs<'_, W>, frame: &Keyed, at: At, data: Fields) -> Ticked {
        fields!(data, [Datum::Value(Some(key)), Datum::State(child)]);
        let is_new = child.is_idle();
        let now = if is_new { None } else { Some(self.key(inputs, frame.key, at.node)) };
        let changed = now.filter(|now| !key.same(now));
        let is_changed = changed.is_some();
        if let Some(now) = changed {
            *key = now;
        }
        inputs.key(at.node.0, is_new || is_changed, Some(&*key));
        if is_changed {
            inputs.gives_up(at.node.0, |inputs| self.abort(inputs, frame.child, child));
        }
        self.region(inputs, frame.child, child)
    }
}

impl Ticks<Observe> for Run<'_> {
    fn tick<W: LiveWatch>(&mut self, inputs: &mut TickInputs<'_, W>, frame: &Observe, at: At, data: Fields) -> Ticked {
        fields!(data, [Datum::Value(key), Datum::State(child)]);
        let now = self.key(inputs, frame.key, at.node);
        let changed = key.as_ref().is_none_or(|key| !key.same(&now));
        if changed {
            *key = Some(now);
        }
        inputs.key(at.node.0, changed, key.as_ref());
        let decides_again = changed || inputs.span.looks() || child.is_idle();
        inputs.resume_next(!decides_again);
        self.region(inputs, frame.child, child)
    }
}

impl Ticks<ForEach> for Run<'_> {
    fn tick<W: LiveWatch>(&mut self, inputs: &mut TickInputs<'_, W>, frame: &ForEach, at: At, data: Fields) -> Ticked {
        fields!(data, [Datum::ItemNumber(number), item @ .., Datum::State(child)]);
        let item = match item {
            [Datum::Bound(item, _)] => Some(*item),
            _ => None,
        };
        loop {
            if child.is_idle() {
                self.number = number.get();
                let next = self.condition(inputs, frame.items, at.node);
                let given = self.given.take();
                if !next {
                    return Step::Success;
                }
                if let Some(item) = item {
                    self.bind_to(inputs, item, given);
                }
            }
            match self.region(inputs, frame.child, child) {
                Step::Success => number.next(),
                step => return step,
            }
            *child = State::Idle;
            if !inputs.may_repeat() {
                return Step::Running;
            }
        }
    }
}

impl Run<'_> {
    /// Ticks the cleanup with a span of zero. Its error is lost.
    pub(in crate::run) fn clean_up<W: LiveWatch>(
        &mut self,
        inputs: &mut TickInputs<'_, W>,
        frame: &Finally,
        child: &mut State,
    ) {
        inputs.in_an_instant(|inputs| {
            *child = State::Idle;
            let step = self.region_from(inputs, frame.child, child, frame.begins[1]);
            if step.is_running() {
                self.abort(inputs, frame.child, child);
            }
        });
    }
}
