//! `reactive_sequence` and `reactive_selector`: start from the first child every tick.

use bt::__private::Step;
use bt_compiler::tree::ir::{Outcome, Part, PartId, RegionId};

use crate::run::{LiveWatch, Run, State, TickInputs, Ticked, ended, outcome};

impl Run<'_> {
    pub(super) fn reactive<W: LiveWatch>(
        &mut self,
        inputs: &mut TickInputs<'_, W>,
        region: RegionId,
        part: &Part,
        go_on_after: Outcome,
        children: &[PartId],
        state: &mut State,
    ) -> Ticked {
        let resumes = part.observed && inputs.resumes();
        let active = self.active_child(region, children.iter().copied().map(Some), state);
        for (index, &child) in children.iter().enumerate() {
            if index + 1 >= active {
                match outcome(self.child(inputs, region, child, state)) {
                    Ok(result) if result == go_on_after => continue,
                    Ok(result) => return ended(result),
                    Err(step) => return step,
                }
            }
            if resumes {
                continue;
            }
            let (mut earlier, whole) = (State::Idle, inputs.span);
            let step = self.child(inputs, region, child, &mut earlier);
            if !step.ended_with(go_on_after.is_success()) {
                let span = step.gives_up(whole, inputs.span);
                inputs.with_span(span, |inputs| {
                    inputs.gives_up(part.node.0, |inputs| self.abort(inputs, region, state));
                });
                *state = earlier;
                return step;
            }
            inputs.span = whole;
        }
        ended(go_on_after)
    }

    /// Ticks a child, which may bind a value.
    fn child<W: LiveWatch>(
        &mut self,
        inputs: &mut TickInputs<'_, W>,
        region: RegionId,
        child: PartId,
        state: &mut State,
    ) -> Ticked {
        let step = self.part(inputs, region, child, state);
        if let (Step::Success, Some(value)) = (&step, self.program.plan.part(region, child).binds) {
            self.bind(inputs, value);
        }
        step
    }
}
