//! Aborts what is active: children before their parents.

use bt::__private::live::Op;
use bt_compiler::tree::ir::{Holds, PlaceId, RegionId};
use bt_compiler::tree::plan::layout::Field;

use super::{Held, Inputs, Run, State};

impl Run<'_> {
    /// Aborts what is active in a region. What a node gives that has just succeeded stays.
    pub fn abort(&mut self, inputs: &mut Inputs<'_, '_>, region: RegionId, state: &mut State) {
        let State::At(place, held) = std::mem::take(state) else { return };
        let given = self.given.take();
        self.abort_place(inputs, region, place, held);
        self.given = given;
    }

    fn abort_place(&mut self, inputs: &mut Inputs<'_, '_>, region: RegionId, id: PlaceId, held: Held) {
        let program = self.program;
        let place = &program.machine[region][id];
        match (&place.holds, held) {
            (Holds::Leaf(code), Held::Leaf(slot)) => {
                self.call(inputs, *code, place.node, Op::Abort, Some(slot));
            }
            (Holds::Frame(_), held) => {
                let regions = program.plan.layout.fields(region, id).iter().filter_map(Field::state_of);
                let children = regions.zip(held.into_children());
                let inside = |inputs: &mut Inputs<'_, '_>| {
                    for (region, mut child) in children {
                        self.abort(inputs, region, &mut child);
                    }
                };
                match program.plan.frame(region, id).is_node {
                    true => inputs.aborts(place.node.0, inside),
                    false => inside(inputs),
                }
            }
            _ => inputs.aborted(place.node.0),
        }
    }
}
