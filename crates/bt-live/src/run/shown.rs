//! A state as text.

use std::fmt::{self, Debug, Formatter};

use bt::__private::live::{ErasedValue, Slotted};
use bt_compiler::tree::ir::{CodeId, RegionId};
use bt_compiler::tree::plan::layout::{Content, Is};

use super::data::{Datum, data};
use super::subtree::LiveSubtree;
use super::{Held, State};
use crate::program::Program;

/// The state of a region, for `Debug`: as that of the compiled tree.
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
            (Held::Frame(fields, children), Content::Fields(layout)) => {
                let mut shown = formatter.debug_struct(name);
                for (name, datum) in names.fields[index].iter().zip(data(layout, fields, children)) {
                    shown.field(name, &ShownDatum(program, datum));
                }
                shown.finish()
            }
            _ => formatter.write_str(name),
        }
    }
}

/// What is in the place of a leaf; a decorator or a composite.
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

struct ShownDatum<'s>(&'s Program, Datum<'s>);

impl Debug for ShownDatum<'_> {
    fn fmt(&self, formatter: &mut Formatter<'_>) -> fmt::Result {
        let ShownDatum(program, datum) = self;
        match datum {
            Datum::State(region, state) => Shown { program, region: *region, state }.fmt(formatter),
            Datum::Number(number) => number.fmt(formatter),
            Datum::Flag(flag) => flag.fmt(formatter),
            Datum::Ended(ended) => ended.fmt(formatter),
            Datum::Left(left) => left.fmt(formatter),
            Datum::Timer(timer) => timer.fmt(formatter),
            Datum::Margin(margin) => margin.fmt(formatter),
            Datum::Custom(code, slot) => ShownSlot(program, *code, slot).fmt(formatter),
            Datum::Value(value) => ShownValue(value).fmt(formatter),
            Datum::Maybe(value) => value.map(ShownValue).fmt(formatter),
            Datum::EndedWith(ended) => ended.map(|ended| ended.map(ShownValue)).fmt(formatter),
            Datum::ItemNumber(number) => number.fmt(formatter),
            Datum::Missing => formatter.write_str(".."),
        }
    }
}

struct ShownValue<'s>(&'s ErasedValue);

impl Debug for ShownValue<'_> {
    fn fmt(&self, formatter: &mut Formatter<'_>) -> fmt::Result {
        match self.0 {
            ErasedValue::Each(parts) => formatter.debug_list().entries(parts.iter().flatten().map(ShownValue)).finish(),
            one => match one.show() {
                Some(shown) => shown.fmt(formatter),
                None => formatter.write_str(".."),
            },
        }
    }
}
