//! Passes a message to the active leaves. The host has the message.

use bt::__private::live::Op;
use bt_compiler::tree::ir::{Holds, RegionId};

use super::{Held, Inputs, Run, State};

impl Run<'_> {
    /// Calls the host with each active leaf of a region, in the order of the tree.
    pub fn send(&mut self, inputs: &mut Inputs<'_, '_>, region: RegionId, state: &mut State) {
        let (State::At(id, held), program) = (state, self.program) else { return };
        let place = &program.machine[region][*id];
        match (&place.holds, &mut *held) {
            (Holds::Leaf(code), Held::Leaf(_)) => {
                let Held::Leaf(slot) = std::mem::replace(held, Held::Nothing) else { return };
                let slot = self.call(inputs, *code, place.node, Op::Resume, Some(slot)).slot;
                *held = Held::Leaf(slot.expect("a message leaves a leaf in its slot"));
            }
            (Holds::Frame(_), Held::Frame(_, children)) => {
                for (region, child) in program.regions(region, *id).zip(children) {
                    self.send(inputs, region, child);
                }
            }
            _ => {}
        }
    }
}
