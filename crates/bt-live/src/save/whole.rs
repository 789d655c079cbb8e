//! Checks whether a tree can be in a state. A damaged save is refused: a node that lost a value could not continue.

use bt::__private::live::Slotted;
use bt_compiler::tree::ir::frame::Fit;
use bt_compiler::tree::ir::{PlaceId, RegionId, ValueId};
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
    let fits = program.frame((region, place)).describe().fits();
    fits.iter().all(|fit| match fit {
        Fit::Number(name, range) => match field(program, (region, place), data, name) {
            Datum::Number(number) => range.contains(&(*number as usize)),
            _ => unreachable!("`{name}` is a number"),
        },
        Fit::Second(name) => {
            let is_set = match field(program, (region, place), data, name) {
                Datum::Flag(flag) => *flag,
                Datum::Ended(ended) => ended.is_some(),
                _ => unreachable!("`{name}` is set or not"),
            };
            let mut children = program.regions(region, place).zip(states(data));
            children
                .all(|(child, state)| is_second(program, (region, place), child, state).is_none_or(|is| is == is_set))
        }
        Fit::HasGiven => {
            let given = data.iter().filter_map(|datum| match datum {
                Datum::Value(given) => Some(given),
                _ => None,
            });
            let branches = program.regions(region, place).zip(states(data));
            let gives = branches.filter(|(branch, _)| program.machine[*branch].gives.is_some());
            gives.zip(given).all(|((_, state), given)| given.is_some() || !matches!(state, State::Ended(true)))
        }
    })
}

/// The field of a frame with this name.
fn field<'a>(program: &Program, place: (RegionId, PlaceId), data: &'a [Datum], name: &str) -> &'a Datum {
    let fields = program.fields(place).iter().zip(data);
    fields.filter(|(field, _)| field.name == name).map(|(_, datum)| datum).next().expect("the frame has this field")
}

/// Of a node with two children in one region, whether the second is active, if one is.
fn is_second(program: &Program, (region, place): (RegionId, PlaceId), of: RegionId, state: &State) -> Option<bool> {
    let State::At(active, _) = state else { return None };
    let node = program.machine[region][place].node;
    let second = program.nodes[node.0].children.get(1)?;
    Some(program.machine[of][*active].node >= *second)
}
