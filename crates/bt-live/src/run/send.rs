//! Passes a message to the active leaves. Only the built tree knows the message's type.

use bt::__private::live::{Io, Op, Slotted, Ticking};
use bt_compiler::tree::ir::{CodeId, Holds, NodeId, RegionId};

use super::subtree::LiveSubtree;
use super::{Held, Inputs, State, states_mut};
use crate::program::{Code, Program};

/// Gives the message to the leaf in `Io`, whose piece has this path: see `LiveContext::relay`.
pub type Deliver<'d> = &'d mut dyn FnMut(&[u32], &mut Io<'_, '_, '_>);

/// Passes a message to the active leaves of a region, in the order of the tree. `path` is that of the tree.
pub fn send(
    program: &Program,
    inputs: &mut Inputs<'_, '_>,
    region: RegionId,
    state: &mut State,
    path: &mut Vec<u32>,
    deliver: Deliver<'_>,
) {
    let State::At(id, held) = state else { return };
    let place = &program.machine[region][*id];
    match (&place.holds, &mut *held) {
        (Holds::Leaf(code), Held::Leaf(_)) => {
            let Held::Leaf(slot) = std::mem::replace(held, Held::Nothing) else { return };
            *held = Held::Leaf(send_to(program, inputs, (*code, place.node), slot, path, deliver));
        }
        (Holds::Frame(_), Held::Frame(data)) => {
            for (region, child) in program.regions(region, *id).zip(states_mut(data)) {
                send(program, inputs, region, child, path, deliver);
            }
        }
        _ => {}
    }
}

/// Passes the message to what is in a leaf's place. Leaves borrowed from other trees do not receive it.
fn send_to(
    program: &Program,
    inputs: &mut Inputs<'_, '_>,
    (code, node): (CodeId, NodeId),
    mut slot: Slotted,
    path: &mut Vec<u32>,
    deliver: Deliver<'_>,
) -> Slotted {
    let Code::Piece { callee, .. } = program.code(code) else { return slot };
    if callee.adapter.is_some() {
        return slot;
    }
    path.push(callee.index);
    if let Some(LiveSubtree { program, state, .. }) = slot.downcast_mut::<LiveSubtree>() {
        inputs.inside_outline(node.0, program.outline.0, |inputs| {
            send(program, inputs, RegionId(0), state, path, deliver);
        });
    } else {
        let mut io = Io { slot: Some(slot), ..Io::new(Op::Resume, node.0, Ticking::Watched(inputs)) };
        deliver(path, &mut io);
        slot = io.slot.expect("a message leaves a leaf in its slot");
    }
    path.pop();
    slot
}
