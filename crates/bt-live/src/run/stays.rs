//! Aborts, for an edit, the nodes of the old program that do not survive.

use bt_compiler::tree::ir::{Holds, RegionId};

use super::subtree::LiveSubtree;
use super::{Held, LiveWatch, Run, State, TickInputs, states_mut};

/// Which regions of a program survive in another one.
pub trait Stays {
    fn region(&self, region: RegionId) -> bool;

    /// What survives in the tree in a leaf's place where this region waits, if that tree has changed.
    fn inside(&self, region: RegionId) -> Option<&dyn Stays>;
}

impl Run<'_> {
    /// Aborts the nodes that do not survive.
    pub fn abort_unless<W: LiveWatch>(
        &mut self,
        inputs: &mut TickInputs<'_, W>,
        region: RegionId,
        state: &mut State,
        stays: &dyn Stays,
    ) {
        if !stays.region(region) {
            return self.abort(inputs, region, state);
        }
        let State::At(id, held) = state else { return };
        let (program, id) = (self.program, *id);
        let place = &program.machine[region][id];
        match held {
            Held::Frame(data) => {
                let mut inside = |inputs: &mut TickInputs<'_, W>| {
                    self.with_values_of(data, |run, data| {
                        for (region, child) in program.regions(region, id).zip(states_mut(data)) {
                            run.abort_unless(inputs, region, child, stays);
                        }
                    });
                };
                match program.plan.frame(region, id).is_node {
                    true => inputs.gives_up(place.node.0, inside),
                    false => inside(inputs),
                }
            }
            Held::Leaf(slot) => {
                if let (Some(stays), Holds::Leaf(code)) = (stays.inside(region), &place.holds)
                    && let (Some(inside), Some(subtree)) = (slot.downcast_mut::<LiveSubtree>(), program.subtree(*code))
                {
                    inputs.inside_outline(place.node.0, inside.program.outline.0, |inputs| {
                        self.within(subtree, inside, |run, state| {
                            run.abort_unless(inputs, RegionId(0), state, stays);
                        });
                    });
                }
            }
            Held::Nothing => {}
        }
    }
}
