//! A clone of a state.

use std::sync::Arc;

use bt::__private::live::{ErasedValue, Slotted};
use bt_compiler::tree::ir::{CodeId, RegionId};
use bt_compiler::tree::plan::layout::{Content, Data};

use super::subtree::LiveSubtree;
use super::{Fields, Held, State, Values};
use crate::program::Program;

/// A clone of the state of a region; `None` if something in it has no `Clone`.
pub fn cloned(program: &Program, region: RegionId, state: &State) -> Option<State> {
    let State::At(place, held) = state else {
        return Some(match state {
            State::Ended(success) => State::Ended(*success),
            _ => State::Idle,
        });
    };
    let variant = program.plan.layout.variant(region, *place);
    let held = match (held, &variant.holds) {
        (Held::Leaf(slot), Content::Leaf { leaf, .. }) => Held::Leaf(slotted(program, *leaf, slot)?),
        (Held::Frame(fields, children), Content::Fields(layout)) => {
            let regions = layout.iter().filter_map(|field| field.state_of());
            let children = regions.zip(children).map(|(region, child)| cloned(program, region, child));
            let custom = layout.iter().find_map(|field| match field.data {
                Data::Custom(code) => Some(code),
                _ => None,
            });
            Held::Frame(self::fields(program, custom, fields)?, children.collect::<Option<_>>()?)
        }
        _ => Held::Nothing,
    };
    Some(State::At(*place, held))
}

/// A clone of what is in the place of a leaf.
fn slotted(program: &Program, leaf: CodeId, slot: &Slotted) -> Option<Slotted> {
    let clone = program.leaf(leaf)?.slotting.clone?;
    let Some(LiveSubtree { built, program, state, is_mocked }) = slot.downcast_ref() else { return clone(&**slot) };
    let (built, state) = (clone(&**built)?, cloned(program, RegionId(0), state)?);
    Some(Box::new(LiveSubtree { built, program: Arc::clone(program), state, is_mocked: *is_mocked }))
}

fn fields(program: &Program, custom: Option<CodeId>, fields: &Fields) -> Option<Fields> {
    let values = |values: &Values| values.iter().map(|(id, value)| (*id, cloned_value(value))).collect::<Values>();
    Some(match fields {
        Fields::None => Fields::None,
        Fields::Values(held) => Fields::Values(values(held)),
        Fields::Timer(timer) => Fields::Timer(*timer),
        Fields::Every { period, left } => Fields::Every { period: *period, left: *left },
        Fields::Counted { left } => Fields::Counted { left: *left },
        Fields::Left(left) => Fields::Left(left.clone()),
        Fields::Contest { left, margin } => Fields::Contest { left: left.clone(), margin: *margin },
        Fields::Recover { left, recovers } => Fields::Recover { left: *left, recovers: *recovers },
        Fields::Finally(None) => Fields::Finally(None),
        Fields::Finally(Some(Err(()))) => Fields::Finally(Some(Err(()))),
        Fields::Finally(Some(Ok(given))) => Fields::Finally(Some(Ok(cloned_value(given)))),
        Fields::RoundRobin { failed } => Fields::RoundRobin { failed: *failed },
        Fields::Parallel { read, given } => {
            Fields::Parallel { read: read.clone(), given: given.iter().map(cloned_value).collect() }
        }
        Fields::Pipeline { reached, values: kept } => Fields::Pipeline { reached: *reached, values: values(kept) },
        Fields::Key(key) => Fields::Key(cloned_value(key)),
        Fields::ForEach { number, item } => Fields::ForEach { number: *number, item: values(item) },
        Fields::Custom { made, turn, given } => {
            let clone = program.leaf(custom?)?.slotting.clone?;
            let made = made.as_ref().map(|made| clone(&**made));
            let made = if made.is_some() { Some(made.flatten()?) } else { None };
            Fields::Custom { made, turn: *turn, given: cloned_value(given) }
        }
    })
}

fn cloned_value(value: &Option<ErasedValue>) -> Option<ErasedValue> {
    value.as_ref().map(ErasedValue::cloned)
}
