//! The frame of a user's decorator around its child.

use bt::__private::Step;
use bt::__private::live::{Op, Out, Slotted};
use bt::Outcome;
use bt_compiler::tree::ir::frame::Decorated;
use bt_compiler::tree::ir::{CodeId, NodeId};

use super::{At, Fields, Ticks};
use crate::run::{Datum, LiveWatch, Run, TickInputs, Ticked};

impl Ticks<Decorated> for Run<'_> {
    fn tick<W: LiveWatch>(
        &mut self,
        inputs: &mut TickInputs<'_, W>,
        frame: &Decorated,
        at: At,
        data: Fields,
    ) -> Ticked {
        fields!(data, [Datum::Custom(made), Datum::State(child)]);
        let code = frame.decorator;
        self.given = None;
        let step = match self.hook(inputs, code, at.node, made, Op::Before { begins: at.begins }) {
            Out::Step(step) => step,
            _ => {
                let status = match self.region(inputs, frame.child, child) {
                    Step::Success => bt::Status::Success,
                    Step::Failure => bt::Status::Failure,
                    Step::Running => bt::Status::Running,
                    Step::Error(error) => {
                        self.hook(inputs, code, at.node, made, Op::Finish(Outcome::Aborted));
                        return Step::Error(error);
                    }
                };
                if status.is_running() {
                    inputs.span.use_up();
                }
                match self.hook(inputs, code, at.node, made, Op::Decorated(status)) {
                    Out::Step(Step::Running) => return Step::Running,
                    Out::Step(step) => step,
                    _ => unreachable!("a decorator answers with a step"),
                }
            }
        };
        inputs.gives_up(at.node.0, |inputs| self.abort(inputs, frame.child, child));
        if matches!(step, Step::Success) && self.program.machine[frame.child].gives.is_some() {
            let passes = "a decorator that passes on the value of its child succeeds only when its child does";
            assert!(self.given.is_some(), "{passes}");
        }
        if let Some(outcome) = step.outcome() {
            self.hook(inputs, code, at.node, made, Op::Finish(outcome));
        }
        step
    }
}

impl Run<'_> {
    /// Calls a hook of a decorator or a composite.
    pub(in crate::run) fn hook<W: LiveWatch>(
        &mut self,
        inputs: &mut TickInputs<'_, W>,
        code: CodeId,
        node: NodeId,
        made: &mut Option<Slotted>,
        op: Op,
    ) -> Out {
        let given = self.given.take();
        let answered = self.call(inputs, code, node, op, made.take());
        (*made, self.given) = (answered.slot, given);
        answered.out
    }
}
