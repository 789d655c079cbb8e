//! Frames that run their child again, or another child after it.

use bt::__private::live::ErasedValue;
use bt::__private::{ItemNumber, Step};
use bt_compiler::tree::ir::frame::{Counted, Finally, ForEach, Keyed, Observe, Recover};
use bt_compiler::tree::ir::{NodeId, ValueId};

use crate::run::{LiveWatch, Run, State, TickInputs, Ticked, ended, outcome};

impl Run<'_> {
    pub(super) fn counted<W: LiveWatch>(
        &mut self,
        inputs: &mut TickInputs<'_, W>,
        frame: &Counted,
        left: &mut u32,
        child: &mut State,
    ) -> Ticked {
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

    pub(super) fn recover<W: LiveWatch>(
        &mut self,
        inputs: &mut TickInputs<'_, W>,
        frame: &Recover,
        left: &mut u32,
        recovers: &mut bool,
        child: &mut State,
    ) -> Ticked {
        loop {
            let step = self.region_from(inputs, frame.child, child, |_| frame.begins[usize::from(*recovers)]);
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

    pub(super) fn finally<W: LiveWatch>(
        &mut self,
        inputs: &mut TickInputs<'_, W>,
        frame: &Finally,
        node: NodeId,
        ended: &mut Option<Result<Option<ErasedValue>, ()>>,
        child: &mut State,
    ) -> Ticked {
        loop {
            let step = self.region_from(inputs, frame.child, child, |_| frame.begins[usize::from(ended.is_some())]);
            match (step, ended.is_some()) {
                (Step::Success, false) => *ended = Some(Ok(self.given.take())),
                (Step::Failure, false) => *ended = Some(Err(())),
                (Step::Error(error), false) => {
                    inputs.gives_up(node.0, |inputs| self.clean_up(inputs, frame, child));
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

    /// Ticks the cleanup with a span of zero. Its error is lost.
    pub(in crate::run) fn clean_up<W: LiveWatch>(
        &mut self,
        inputs: &mut TickInputs<'_, W>,
        frame: &Finally,
        child: &mut State,
    ) {
        inputs.in_an_instant(|inputs| {
            *child = State::Idle;
            let step = self.region_from(inputs, frame.child, child, |_| frame.begins[1]);
            if step.is_running() {
                self.abort(inputs, frame.child, child);
            }
        });
    }

    pub(super) fn keyed<W: LiveWatch>(
        &mut self,
        inputs: &mut TickInputs<'_, W>,
        frame: &Keyed,
        node: NodeId,
        key: &mut ErasedValue,
        child: &mut State,
    ) -> Ticked {
        let is_new = child.is_idle();
        let now = if is_new { None } else { Some(self.key(inputs, frame.key, node)) };
        let changed = now.filter(|now| !key.same(now));
        let is_changed = changed.is_some();
        if let Some(now) = changed {
            *key = now;
        }
        inputs.key(node.0, is_new || is_changed, Some(&*key));
        if is_changed {
            inputs.gives_up(node.0, |inputs| self.abort(inputs, frame.child, child));
        }
        self.region(inputs, frame.child, child)
    }

    pub(super) fn observe<W: LiveWatch>(
        &mut self,
        inputs: &mut TickInputs<'_, W>,
        frame: &Observe,
        node: NodeId,
        key: &mut Option<ErasedValue>,
        child: &mut State,
    ) -> Ticked {
        let now = self.key(inputs, frame.key, node);
        let changed = key.as_ref().is_none_or(|key| !key.same(&now));
        if changed {
            *key = Some(now);
        }
        inputs.key(node.0, changed, key.as_ref());
        let decides_anew = changed || inputs.span.looks() || child.is_idle();
        inputs.resume_next(!decides_anew);
        self.region(inputs, frame.child, child)
    }

    pub(super) fn for_each<W: LiveWatch>(
        &mut self,
        inputs: &mut TickInputs<'_, W>,
        frame: &ForEach,
        node: NodeId,
        number: &mut ItemNumber,
        item: Option<ValueId>,
        child: &mut State,
    ) -> Ticked {
        loop {
            if child.is_idle() {
                self.number = number.get();
                let next = self.condition(inputs, frame.items, node);
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
