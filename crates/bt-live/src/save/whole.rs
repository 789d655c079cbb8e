//! Whether a tree can be in a state: a damaged save is refused, since a node that has lost a value could not go on.

use bt::__private::live::Slotted;
use bt_compiler::tree::ir::{Frame, Holds, PlaceId, RegionId, ValueId};
use bt_compiler::tree::plan::frames::Set;

use crate::program::Program;
use crate::run::{Fields, Held, LiveSubtree, State};

/// Whether a region can be in a state.
pub fn is_whole(program: &Program, region: RegionId, state: &State) -> bool {
    let State::At(place, held) = state else { return true };
    match held {
        Held::Nothing => true,
        Held::Leaf(slot) => is_whole_inside(slot),
        Held::Frame(fields, children) => {
            let regions = program.regions(region, *place);
            has_values(program, region, *place, fields, children)
                && fits(program, region, *place, fields, children)
                && regions.zip(children).all(|(region, child)| is_whole(program, region, child))
        }
    }
}

fn is_whole_inside(slot: &Slotted) -> bool {
    match slot.downcast_ref() {
        Some(LiveSubtree { program, state, .. }) => is_whole(program, RegionId(0), state),
        None => true,
    }
}

/// Whether a frame has the values that are set by now.
fn has_values(program: &Program, region: RegionId, place: PlaceId, fields: &Fields, children: &[State]) -> bool {
    let values = match fields {
        Fields::Values(values) | Fields::Pipeline { values, .. } => values,
        _ => return true,
    };
    let has = |value: ValueId| values.iter().any(|(id, held)| *id == value && held.is_some());
    let is_needed = |set: &Set| match (set, fields, &children[0]) {
        (Set::After(child), Fields::Pipeline { reached, .. }, _) => reached > child,
        (Set::In(_, places), _, State::At(place, _)) => places.contains(place),
        _ => false,
    };
    program.plan.frame(region, place).set.iter().all(|(value, set)| has(*value) || !is_needed(set))
}

/// Whether the fields of a frame fit to each other, and to the child that is active.
fn fits(program: &Program, region: RegionId, place: PlaceId, fields: &Fields, children: &[State]) -> bool {
    let Holds::Frame(frame) = &program.machine[region][place].holds else { return false };
    let node = program.machine[region][place].node;
    // Whether the second child of a node with two is active.
    let is_second = |child: RegionId| match &children[0] {
        State::At(place, _) => {
            program.nodes[node.0].children.get(1).map(|&second| program.machine[child][*place].node >= second)
        }
        State::Idle | State::Ended(_) => None,
    };
    match (frame, fields) {
        (Frame::Finally(frame), Fields::Finally(ended)) => {
            is_second(frame.child).is_none_or(|is| is == ended.is_some())
        }
        (Frame::Recover(frame), Fields::Recover { recovers, .. }) => {
            is_second(frame.child).is_none_or(|is| is == *recovers)
        }
        (Frame::RoundRobin(frame), Fields::RoundRobin { failed }) => *failed as usize <= frame.begins.len(),
        (Frame::Pipeline(frame), Fields::Pipeline { reached, .. }) => *reached < frame.children.len(),
        (Frame::Composed(frame), Fields::Custom { turn, .. }) => (1..=frame.begins.len()).contains(&(*turn as usize)),
        (Frame::Parallel(frame), Fields::Parallel { given, .. }) => {
            let keeps =
                frame.branches.iter().zip(children).filter(|(branch, _)| program.machine[**branch].gives.is_some());
            given.is_empty()
                || keeps.zip(given).all(|((_, state), given)| given.is_some() || !matches!(state, State::Ended(true)))
        }
        _ => true,
    }
}
