//! Writes the state of a region like the derive of `Serialize`, and the states of the trees in it.

use bt::__private::live::{Form, LeafType, Slotted};
use bt_compiler::tree::ir::frame::Data;
use bt_compiler::tree::ir::{CodeId, RegionId};
use bt_compiler::tree::plan::layout::Content;
use bt_compiler::tree::plan::slots::LeafSlot;
use serde::ser::{Error, SerializeStructVariant};
use serde::{Serialize, Serializer};

use super::leaves::{Made, form, saved};
use super::serializer::{Parts, TreeSerializer};
use super::values::SavedValue;
use crate::program::Program;
use crate::run::{Datum, Held, LiveSubtree, State};

/// The state of a region.
#[derive(Clone, Copy)]
pub struct Region<'s> {
    program: &'s Program,
    region: RegionId,
    state: &'s State,
}

impl<'s> Region<'s> {
    /// The state of a whole tree.
    pub fn root(program: &'s Program, state: &'s State) -> Self {
        Region { program, region: RegionId(0), state }
    }
}

impl Serialize for Region<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Region { program, region, state } = *self;
        let (names, layout) = (program.names().region(region), &program.plan.layout);
        let unit = |index: usize, serializer: S| {
            serializer.serialize_unit_variant(names.name, number(index), names.variants[index])
        };
        let (place, held) = match state {
            State::Idle => return unit(0, serializer),
            State::Ended(success) => return unit(if *success { 1 } else { 2 }, serializer),
            State::At(place, held) => (*place, held),
        };
        let index = layout.index(region, place);
        let (name, variant) = (names.variants[index], number(index));
        match (held, &layout.states[region.0].variants[index].holds) {
            (Held::Nothing, Content::Nothing) => unit(index, serializer),
            (Held::Leaf(held), &Content::Leaf { leaf, slot }) => {
                let slot = Slot { program, leaf, slot, held };
                serializer.serialize_newtype_variant(names.name, variant, name, &slot)
            }
            (Held::Frame(data), Content::Fields(layout)) => {
                let mut frame = serializer.serialize_struct_variant(names.name, variant, name, layout.len())?;
                for ((name, field), datum) in names.fields[index].iter().zip(layout).zip(data) {
                    frame.serialize_field(name, &Field(program, &field.data, datum))?;
                }
                frame.end()
            }
            _ => Err(S::Error::custom("a node is in a state that no save has")),
        }
    }
}

/// The number of a variant.
fn number(index: usize) -> u32 {
    u32::try_from(index).expect("a tree has far fewer places")
}

struct Field<'s>(&'s Program, &'s Data, &'s Datum);

impl Serialize for Field<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Field(program, data, datum) = *self;
        let lost = || S::Error::custom("a node has lost a value");
        match (data, datum) {
            (&Data::State(region), Datum::State(state)) => Region { program, region, state }.serialize(serializer),
            (&Data::Custom(code), Datum::Custom(Some(made))) => Made { program, code, made }.serialize(serializer),
            (Data::Ended, Datum::Ended(ended)) => ended.as_ref().map(Result::is_ok).serialize(serializer),
            (_, Datum::Ended(None)) => None::<()>.serialize(serializer),
            (_, Datum::Ended(Some(Err(())))) => Some(Err::<(), ()>(())).serialize(serializer),
            (_, Datum::Ended(Some(Ok(value)))) => {
                Some(Ok::<_, ()>(SavedValue(value.as_ref().ok_or_else(lost)?))).serialize(serializer)
            }
            (Data::Key(_) | Data::Held(_), Datum::Value(value) | Datum::Bound(_, value)) => {
                SavedValue(value.as_ref().ok_or_else(lost)?).serialize(serializer)
            }
            (_, Datum::Value(value) | Datum::Bound(_, value)) => value.as_ref().map(SavedValue).serialize(serializer),
            (_, Datum::Number(number)) => number.serialize(serializer),
            (_, Datum::Flag(flag)) => flag.serialize(serializer),
            (_, Datum::Left(left)) => left.bytes().serialize(serializer),
            (_, Datum::Timer(timer)) => timer.serialize(serializer),
            (_, Datum::Margin(margin)) => margin.to_bits().serialize(serializer),
            (_, Datum::ItemNumber(number)) => number.serialize(serializer),
            (_, Datum::State(_) | Datum::Custom(_)) => Err(lost()),
        }
    }
}

/// What is in a leaf's place.
struct Slot<'s> {
    program: &'s Program,
    leaf: CodeId,
    slot: LeafSlot,
    held: &'s Slotted,
}

impl Serialize for Slot<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Slot { program, leaf, slot, held } = *self;
        let Some(leaf) = program.leaf(leaf) else { return Err(S::Error::custom("a leaf is missing")) };
        match held.downcast_ref::<LiveSubtree>() {
            None => saved(leaf, held, form(leaf, slot, false), serializer),
            Some(inside) if form(leaf, slot, true) == Form::WithMessages => {
                serializer.serialize_newtype_variant("MessageSlot", 0, "Active", &Tree { leaf, inside })
            }
            Some(inside) => Tree { leaf, inside }.serialize(serializer),
        }
    }
}

/// A tree in a leaf's place. Its kept cells are among those of the surrounding tree.
struct Tree<'s> {
    leaf: &'s LeafType,
    inside: &'s LiveSubtree,
}

impl Serialize for Tree<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let LiveSubtree { built, program, state, .. } = self.inside;
        let cells = vec![bt::__private::Cell::EMPTY; program.outline.facts().kept()];
        let parts = Parts { state: Region::root(program, state), cells: &cells };
        saved(self.leaf, built, Form::Node, TreeSerializer { inner: serializer, parts })
    }
}
