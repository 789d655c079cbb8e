//! Checks whether a tree can be in a state. A damaged save is refused: a node that lost a value could not continue.

use bt::__private::live::Slotted;
use bt_compiler::tree::ir::{Frame, Holds, PlaceId, RegionId, ValueId};
use bt_compiler::tree::plan::frames::Set;

use crate::program::Program;
use crate::run::{Datum, Held, LiveSubtree, State, states};

/// Whether a region can be in a state.
pub fn is_whole(program: &Program, region: RegionId, state: &State) -> bool {
    let State::At(place, held) = state else { return true };
    match held {
        Held::Nothing => true,
        Held::Leaf(slot) => is_whole_inside(slot),
        Held::Frame(data) => {
            let mut regions = program.regions(region, *place).zip(states(data));
            has_values(program, region, *place, data)
                && fits(program, region, *place, data)
                && regions.all(|(region, child)| is_whole(program, region, child))
        }
    }
}

fn is_whole_inside(slot: &Slotted) -> bool {
    match slot.downcast_ref() {
        Some(LiveSubtree { program, state, .. }) => is_whole(program, RegionId(0), state),
        None => true,
    }
}

/// Whether a frame has the values that must be set by now.
fn has_values(program: &Program, region: RegionId, place: PlaceId, data: &[Datum]) -> bool {
    let is_set = |datum: &Datum, value: ValueId| matches!(datum, Datum::Bound(id, Some(_)) if *id == value);
    let is_needed = |set: &Set| match (set, data) {
        (Set::After(child), [Datum::Number(reached), ..]) => *reached as usize > *child,
        (Set::In(_, places), [.., Datum::State(State::At(place, _))]) => places.contains(place),
        _ => false,
    };
    let mut values = program.plan.frame(region, place).set.iter();
    values.all(|(value, set)| data.iter().any(|datum| is_set(datum, *value)) || !is_needed(set))
}

/// Whether the fields of a frame fit each other and the active child.
fn fits(program: &Program, region: RegionId, place: PlaceId, data: &[Datum]) -> bool {
    let Holds::Frame(frame) = &program.machine[region][place].holds else { return false };
    let node = program.machine[region][place].node;
    // Of a node with two children, whether the second is active, if one is.
    let is_second = |region: RegionId, child: &State| match child {
        State::At(place, _) => {
            program.nodes[node.0].children.get(1).map(|&second| program.machine[region][*place].node >= second)
        }
        State::Idle | State::Ended(_) => None,
    };
    match (frame, data) {
        (Frame::Finally(frame), [Datum::Ended(ended), Datum::State(child)]) => {
            is_second(frame.child, child).is_none_or(|is| is == ended.is_some())
        }
        (Frame::Recover(frame), [_, Datum::Flag(recovers), Datum::State(child)]) => {
            is_second(frame.child, child).is_none_or(|is| is == *recovers)
        }
        (Frame::RoundRobin(frame), [Datum::Number(failed), _]) => *failed as usize <= frame.begins.len(),
        (Frame::Pipeline(frame), [Datum::Number(reached), ..]) => (*reached as usize) < frame.children.len(),
        (Frame::Composed(frame), [_, Datum::Number(turn), ..]) => (1..=frame.begins.len()).contains(&(*turn as usize)),
        (Frame::Parallel(frame), data) => {
            let given = data.iter().filter_map(|datum| match datum {
                Datum::Value(given) => Some(given),
                _ => None,
            });
            let branches = frame.branches.iter().zip(states(data));
            let gives = branches.filter(|(branch, _)| program.machine[**branch].gives.is_some());
            gives.zip(given).all(|((_, state), given)| given.is_some() || !matches!(state, State::Ended(true)))
        }
        _ => true,
    }
}
