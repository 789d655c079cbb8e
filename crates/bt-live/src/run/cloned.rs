//! A clone of a state.

use std::sync::Arc;

use bt::__private::live::{ErasedValue, Slotted};
use bt_compiler::tree::ir::frame::Data;
use bt_compiler::tree::ir::{CodeId, RegionId};
use bt_compiler::tree::plan::layout::Content;

use super::subtree::LiveSubtree;
use super::{Datum, Held, State};
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
        (Held::Frame(data), Content::Fields(layout)) => {
            let data = layout.iter().zip(data).map(|(field, datum)| self::datum(program, &field.data, datum));
            Held::Frame(data.collect::<Option<_>>()?)
        }
        _ => Held::Nothing,
    };
    Some(State::At(*place, held))
}

/// A clone of what is in a leaf's place.
fn slotted(program: &Program, leaf: CodeId, slot: &Slotted) -> Option<Slotted> {
    let clone = program.leaf(leaf)?.slotting.clone?;
    let Some(LiveSubtree { built, program, state, is_mocked }) = slot.downcast_ref() else { return clone(&**slot) };
    let (built, state) = (clone(&**built)?, cloned(program, RegionId(0), state)?);
    Some(Box::new(LiveSubtree { built, program: Arc::clone(program), state, is_mocked: *is_mocked }))
}

fn datum(program: &Program, data: &Data, datum: &Datum) -> Option<Datum> {
    Some(match (data, datum) {
        (Data::State(region), Datum::State(state)) => Datum::State(cloned(program, *region, state)?),
        (Data::Custom(code), Datum::Custom(Some(made))) => {
            let clone = program.leaf(*code)?.slotting.clone?;
            Datum::Custom(Some(clone(&**made)?))
        }
        (_, Datum::State(_)) => Datum::State(State::Idle),
        (_, Datum::Custom(_)) => Datum::Custom(None),
        (_, Datum::Number(number)) => Datum::Number(*number),
        (_, Datum::Flag(flag)) => Datum::Flag(*flag),
        (_, Datum::Ended(ended)) => Datum::Ended(ended.as_ref().map(|ended| ended.as_ref().map(value).map_err(|_| ()))),
        (_, Datum::Left(left)) => Datum::Left(left.clone()),
        (_, Datum::Timer(timer)) => Datum::Timer(*timer),
        (_, Datum::Margin(margin)) => Datum::Margin(*margin),
        (_, Datum::Bound(id, bound)) => Datum::Bound(*id, value(bound)),
        (_, Datum::Value(held)) => Datum::Value(value(held)),
        (_, Datum::ItemNumber(number)) => Datum::ItemNumber(*number),
    })
}

fn value(value: &Option<ErasedValue>) -> Option<ErasedValue> {
    value.as_ref().map(ErasedValue::cloned)
}
