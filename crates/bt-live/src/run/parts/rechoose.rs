//! `reactive_if_else` and `reactive_switch`: choose a child every tick.

use bt::__private::Step;
use bt_compiler::tree::ir::{Choice, Part, PartId, RegionId};

use crate::run::{LiveWatch, Run, State, TickInputs, Ticked};

impl Run<'_> {
    pub(super) fn rechoose<W: LiveWatch>(
        &mut self,
        inputs: &mut TickInputs<'_, W>,
        region: RegionId,
        part: &Part,
        choice: &Choice,
        children: &[Option<PartId>],
        state: &mut State,
    ) -> Ticked {
        let active = self.active_child(region, children.iter().copied(), state);
        let (chosen, matched) = match part.observed && inputs.resumes() {
            true => (active, None),
            false => {
                let (chosen, matched) = self.choose(inputs, choice, part.node);
                (chosen + 1, matched)
            }
        };
        if !state.is_idle() && active != chosen {
            inputs.gives_up(part.node.0, |inputs| self.abort(inputs, region, state));
        }
        // The aborted child's cleanups use the value that was matched before.
        if let (Some(matched), Choice::Match(_, Some(value))) = (matched, choice) {
            self.set.replace(*value, Some(matched));
        }
        match children.get(chosen.wrapping_sub(1)) {
            Some(Some(child)) => self.part(inputs, region, *child, state),
            _ => Step::Failure,
        }
    }
}
