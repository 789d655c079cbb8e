//! Frames whose child runs again, or after which another child runs.

use bt::__private::Step;
use bt::__private::live::Gift;
use bt_compiler::tree::ir::NodeId;
use bt_compiler::tree::ir::frame::{Counted, Finally, Keyed, Observe, Recover};

use crate::run::{Inputs, Run, State, Ticked, ended, outcome};

impl Run<'_> {
    pub(super) fn counted(
        &mut self,
        inputs: &mut Inputs<'_, '_>,
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

    pub(super) fn recover(
        &mut self,
        inputs: &mut Inputs<'_, '_>,
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

    pub(super) fn finally(
        &mut self,
        inputs: &mut Inputs<'_, '_>,
        frame: &Finally,
        node: NodeId,
        ended: &mut Option<Result<Option<Gift>, ()>>,
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

    /// Ticks the cleanup for no time. Its error is lost.
    pub(in crate::run) fn clean_up(&mut self, inputs: &mut Inputs<'_, '_>, frame: &Finally, child: &mut State) {
        inputs.in_an_instant(|inputs| {
            *child = State::Idle;
            let step = self.region_from(inputs, frame.child, child, |_| frame.begins[1]);
            if step.is_running() {
                self.abort(inputs, frame.child, child);
            }
        });
    }

    pub(super) fn keyed(
        &mut self,
        inputs: &mut Inputs<'_, '_>,
        frame: &Keyed,
        node: NodeId,
        key: &mut Gift,
        child: &mut State,
    ) -> Ticked {
        if !child.is_idle() {
            let now = self.key(inputs, frame.key, node);
            if !self.same(key, &now) {
                *key = now;
                inputs.gives_up(node.0, |inputs| self.abort(inputs, frame.child, child));
            }
        }
        self.region(inputs, frame.child, child)
    }

    pub(super) fn observe(
        &mut self,
        inputs: &mut Inputs<'_, '_>,
        frame: &Observe,
        node: NodeId,
        key: &mut Option<Gift>,
        child: &mut State,
    ) -> Ticked {
        let now = self.key(inputs, frame.key, node);
        let changed = key.as_ref().is_none_or(|key| !self.same(key, &now));
        if changed {
            *key = Some(now);
        }
        let decides_anew = changed || inputs.span.looks() || child.is_idle();
        inputs.resume_next(!decides_anew);
        self.region(inputs, frame.child, child)
    }
}
