//! A state as text.

use std::fmt::{self, Debug, Formatter};

use bt::__private::live::{ErasedValue, Slotted};
use bt_compiler::tree::ir::frame::Data;
use bt_compiler::tree::ir::{CodeId, RegionId};
use bt_compiler::tree::plan::layout::{Content, Is};

use super::subtree::LiveSubtree;
use super::{Datum, Held, State};
use crate::program::Program;

/// The state of a region for `Debug`, which looks like that of the compiled tree.
pub struct Shown<'s> {
    pub program: &'s Program,
    pub region: RegionId,
    pub state: &'s State,
}

impl Debug for Shown<'_> {
    fn fmt(&self, formatter: &mut Formatter<'_>) -> fmt::Result {
        let Shown { program, region, state } = *self;
        let (names, layout) = (program.names().region(region), &program.plan.layout.states[region.0]);
        let (place, held) = match state {
            State::Idle => return formatter.write_str("Idle"),
            State::Ended(success) => return formatter.write_str(if *success { "Succeeded" } else { "Failed" }),
            State::At(place, held) => (*place, held),
        };
        let index = program.plan.layout.index(region, place);
        let variant = &layout.variants[index];
        debug_assert_eq!(variant.is, Is::Place(place));
        let name = names.variants[index];
        match (held, &variant.holds) {
            (Held::Leaf(slot), Content::Leaf { leaf, .. }) => {
                formatter.debug_tuple(name).field(&ShownSlot(program, *leaf, slot)).finish()
            }
            (Held::Frame(data), Content::Fields(layout)) => {
                let mut shown = formatter.debug_struct(name);
                for ((name, field), datum) in names.fields[index].iter().zip(layout).zip(data) {
                    shown.field(name, &ShownDatum(program, &field.data, datum));
                }
                shown.finish()
            }
            _ => formatter.write_str(name),
        }
    }
}

/// What is in a leaf's place, or a decorator or composite.
struct ShownSlot<'s>(&'s Program, CodeId, &'s Slotted);

impl Debug for ShownSlot<'_> {
    fn fmt(&self, formatter: &mut Formatter<'_>) -> fmt::Result {
        let ShownSlot(program, leaf, slot) = *self;
        if let Some(LiveSubtree { program, state, .. }) = slot.downcast_ref() {
            return Shown { program, region: RegionId(0), state }.fmt(formatter);
        }
        let leaf = program.leaf(leaf);
        match leaf.and_then(|leaf| leaf.slotting.debug?(&**slot)) {
            Some(shown) => shown.fmt(formatter),
            None => formatter.write_str(leaf.map_or("..", |leaf| leaf.type_name)),
        }
    }
}

struct ShownDatum<'s>(&'s Program, &'s Data, &'s Datum);

impl Debug for ShownDatum<'_> {
    fn fmt(&self, formatter: &mut Formatter<'_>) -> fmt::Result {
        let ShownDatum(program, data, datum) = *self;
        match (data, datum) {
            (&Data::State(region), Datum::State(state)) => Shown { program, region, state }.fmt(formatter),
            (Data::Custom(code), Datum::Custom(Some(slot))) => ShownSlot(program, *code, slot).fmt(formatter),
            (Data::Ended, Datum::Ended(ended)) => ended.as_ref().map(Result::is_ok).fmt(formatter),
            (_, Datum::Ended(ended)) => {
                ended.as_ref().map(|ended| ended.as_ref().map(ShownValue).map_err(|_| ())).fmt(formatter)
            }
            (Data::Key(_) | Data::Held(_), Datum::Value(value) | Datum::Bound(_, value)) => {
                ShownValue(value).fmt(formatter)
            }
            (_, Datum::Value(value) | Datum::Bound(_, value)) => {
                value.as_ref().map(|_| ShownValue(value)).fmt(formatter)
            }
            (_, Datum::Number(number)) => number.fmt(formatter),
            (_, Datum::Flag(flag)) => flag.fmt(formatter),
            (_, Datum::Left(left)) => left.fmt(formatter),
            (_, Datum::Timer(timer)) => timer.fmt(formatter),
            (_, Datum::Margin(margin)) => margin.fmt(formatter),
            (_, Datum::ItemNumber(number)) => number.fmt(formatter),
            (_, Datum::State(_) | Datum::Custom(_)) => formatter.write_str(".."),
        }
    }
}

struct ShownValue<'s>(&'s Option<ErasedValue>);

impl Debug for ShownValue<'_> {
    fn fmt(&self, formatter: &mut Formatter<'_>) -> fmt::Result {
        match self.0 {
            Some(ErasedValue::Each(parts)) => {
                formatter.debug_list().entries(parts.iter().filter(|part| part.is_some()).map(ShownValue)).finish()
            }
            one => match one.as_ref().and_then(ErasedValue::show) {
                Some(shown) => shown.fmt(formatter),
                None => formatter.write_str(".."),
            },
        }
    }
}
