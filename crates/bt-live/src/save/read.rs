//! Reads the state of a region as the derive of `Deserialize` does, and the states of the trees in it.

use std::fmt::{self, Formatter};
use std::sync::Arc;

use bt::__private::live::{ErasedValue, Form, LeafType, Literal, Slotted};
use bt::__private::{ItemNumber, Timer};
use bt_compiler::tree::ir::{CodeId, Frame, Holds, Outcome, PlaceId, RegionId};
use bt_compiler::tree::model::Number;
use bt_compiler::tree::plan::layout::{Content, Data, Field, Is, Variant};
use bt_compiler::tree::plan::slots::LeafSlot;
use serde::de::{DeserializeSeed, EnumAccess, Error, IgnoredAny, MapAccess, SeqAccess, VariantAccess, Visitor};
use serde::{Deserialize, Deserializer};

use super::deserializer::{Read, Reading, TreeDeserializer};
use super::leaves::{MadeSeed, form, loaded};
use super::named::Named;
use super::refused;
use super::values::{EndedSeed, MaybeSeed, ValueSeed};
use crate::program::{Code, Program, Subtree};
use crate::run::{Fields, Held, Left, LiveSubtree, State};

/// Reads the state of a region.
#[derive(Clone, Copy)]
pub struct RegionSeed<'p> {
    program: &'p Program,
    region: RegionId,
}

impl<'p> RegionSeed<'p> {
    /// The state of a whole tree.
    pub fn root(program: &'p Program) -> Self {
        RegionSeed { program, region: RegionId(0) }
    }
}

impl<'de> DeserializeSeed<'de> for RegionSeed<'_> {
    type Value = State;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<State, D::Error> {
        let names = self.program.names().region(self.region);
        deserializer.deserialize_enum(names.name, names.variants, self)
    }
}

impl<'de> Visitor<'de> for RegionSeed<'_> {
    type Value = State;

    fn expecting(&self, formatter: &mut Formatter<'_>) -> fmt::Result {
        formatter.write_str("where the tree is")
    }

    fn visit_enum<A: EnumAccess<'de>>(self, state: A) -> Result<State, A::Error> {
        let RegionSeed { program, region } = self;
        let names = program.names().region(region);
        let (index, content) = state.variant_seed(Named(names.variants))?;
        let index = index.ok_or_else(|| refused("the tree has no such place"))?;
        let Variant { is, holds, .. } = &program.plan.layout.states[region.0].variants[index];
        match (*is, holds) {
            (Is::Idle, _) => content.unit_variant().map(|()| State::Idle),
            (Is::Ended(outcome), _) => content.unit_variant().map(|()| State::Ended(outcome == Outcome::Success)),
            (Is::Place(place), Content::Nothing) => content.unit_variant().map(|()| State::At(place, Held::Nothing)),
            (Is::Place(place), &Content::Leaf { leaf, slot }) => {
                let slot = content.newtype_variant_seed(SlotSeed { program, leaf, slot })?;
                Ok(State::At(place, Held::Leaf(slot)))
            }
            (Is::Place(place), Content::Fields(layout)) => {
                let visitor = FieldsVisitor { program, layout, names: names.fields[index] };
                let data = content.struct_variant(names.fields[index], visitor)?;
                let (fields, children) =
                    fields(program, region, place, data).ok_or_else(|| refused("a field differs"))?;
                Ok(State::At(place, Held::Frame(fields, children)))
            }
        }
    }
}

/// What was read of a field.
enum Datum {
    State(State),
    Number(u32),
    Flag(bool),
    Ended(Option<bool>),
    Left(Left),
    Timer(Timer),
    Margin(f64),
    Custom(Slotted),
    Value(Option<ErasedValue>),
    EndedWith(Option<Result<ErasedValue, ()>>),
    ItemNumber(ItemNumber),
}

struct FieldsVisitor<'p> {
    program: &'p Program,
    layout: &'p [Field],
    names: &'static [&'static str],
}

impl<'de> Visitor<'de> for FieldsVisitor<'_> {
    type Value = Vec<Datum>;

    fn expecting(&self, formatter: &mut Formatter<'_>) -> fmt::Result {
        formatter.write_str("the fields of a node")
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut saved: A) -> Result<Vec<Datum>, A::Error> {
        let mut data = Vec::new();
        for field in self.layout {
            let datum = saved.next_element_seed(FieldSeed(self.program, &field.data))?;
            data.push(datum.ok_or_else(|| A::Error::invalid_length(data.len(), &"all fields of a node"))?);
        }
        Ok(data)
    }

    fn visit_map<A: MapAccess<'de>>(self, mut saved: A) -> Result<Vec<Datum>, A::Error> {
        let mut data: Vec<Option<Datum>> = self.layout.iter().map(|_| None).collect();
        while let Some(at) = saved.next_key_seed(Named(self.names))? {
            match at {
                None => {
                    saved.next_value::<IgnoredAny>()?;
                }
                Some(at) if data[at].is_some() => return Err(A::Error::duplicate_field(self.names[at])),
                Some(at) => data[at] = Some(saved.next_value_seed(FieldSeed(self.program, &self.layout[at].data))?),
            }
        }
        let missing =
            |(datum, name): (Option<Datum>, &&'static str)| datum.ok_or_else(|| A::Error::missing_field(name));
        data.into_iter().zip(self.names).map(missing).collect()
    }
}

struct FieldSeed<'p>(&'p Program, &'p Data);

impl<'de> DeserializeSeed<'de> for FieldSeed<'_> {
    type Value = Datum;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Datum, D::Error> {
        let FieldSeed(program, data) = self;
        let of_value = |value: &bt_compiler::tree::ir::ValueId| ValueSeed::of(&program.values[value.0].given);
        Ok(match data {
            &Data::State(region) => Datum::State(RegionSeed { program, region }.deserialize(deserializer)?),
            Data::Zero | Data::Count(_) => Datum::Number(u32::deserialize(deserializer)?),
            Data::Flag => Datum::Flag(bool::deserialize(deserializer)?),
            Data::Ended => Datum::Ended(Option::deserialize(deserializer)?),
            Data::Left(children) => {
                let bytes = Vec::<u8>::deserialize(deserializer)?;
                let left = Left::of_bytes(*children, &bytes);
                Datum::Left(left.ok_or_else(|| D::Error::invalid_length(bytes.len(), &"a bit for each child"))?)
            }
            Data::Timer { .. } => Datum::Timer(Timer::deserialize(deserializer)?),
            Data::Margin(_) => Datum::Margin(f64::from_bits(u64::deserialize(deserializer)?)),
            Data::Custom(code) => Datum::Custom(MadeSeed(program, *code).deserialize(deserializer)?),
            Data::Key(key) => Datum::Value(Some(of_key(program, *key).deserialize(deserializer)?)),
            Data::SeenKey(key) => Datum::Value(MaybeSeed(of_key(program, *key)).deserialize(deserializer)?),
            Data::Held { value, .. } => Datum::Value(Some(of_value(value).deserialize(deserializer)?)),
            Data::Kept(value) => Datum::Value(MaybeSeed(of_value(value)).deserialize(deserializer)?),
            Data::Item(value) => match MaybeSeed(of_value(value)).deserialize(deserializer)? {
                None => return Err(refused("a `for_each` has lost its item")),
                item => Datum::Value(item),
            },
            Data::Given(node) => {
                Datum::Value(MaybeSeed(ValueSeed::One(program.nodes[node.0].value)).deserialize(deserializer)?)
            }
            Data::EndedWith(node) => {
                Datum::EndedWith(EndedSeed(ValueSeed::One(program.nodes[node.0].value)).deserialize(deserializer)?)
            }
            Data::ItemNumber => Datum::ItemNumber(ItemNumber::deserialize(deserializer)?),
        })
    }
}

fn of_key(program: &Program, key: CodeId) -> ValueSeed<'_> {
    match program.code(key) {
        Code::Piece { value, .. } => ValueSeed::One(*value),
        Code::Literal(_) | Code::Name(_) => ValueSeed::One(None),
    }
}

/// The fields of a frame, and the states of its children.
fn fields(program: &Program, region: RegionId, place: PlaceId, data: Vec<Datum>) -> Option<(Fields, Vec<State>)> {
    let Holds::Frame(frame) = &program.machine[region][place].holds else { return None };
    let layout = program.plan.layout.fields(region, place);
    let (mut states, mut numbers, mut timers) = (Vec::new(), Vec::new(), Vec::new());
    let (mut values, mut given, mut key) = (Vec::new(), Vec::new(), None);
    let (mut flag, mut ended, mut left, mut margin, mut made) = (false, None, None, None, None);
    let mut item_number = ItemNumber::default();
    for (field, datum) in layout.iter().zip(data) {
        match (&field.data, datum) {
            (_, Datum::State(state)) => states.push(state),
            (_, Datum::Number(number)) => numbers.push(number),
            (_, Datum::Timer(timer)) => timers.push(timer),
            (_, Datum::Flag(is)) => flag = is,
            (_, Datum::Ended(success)) => ended = success.map(|success| if success { Ok(None) } else { Err(()) }),
            (_, Datum::EndedWith(with)) => ended = with.map(|with| with.map(Some)),
            (_, Datum::Left(of_children)) => left = Some(of_children),
            (_, Datum::Margin(number)) => margin = Some(number),
            (_, Datum::Custom(custom)) => made = Some(custom),
            (_, Datum::ItemNumber(number)) => item_number = number,
            (Data::Held { value: id, .. } | Data::Kept(id) | Data::Item(id), Datum::Value(value)) => {
                values.push((*id, value));
            }
            (Data::Given(_), Datum::Value(value)) => given.push(value),
            (_, Datum::Value(value)) => key = value,
        }
    }
    let fields = match frame {
        Frame::Group(_) | Frame::Keep(_) => Fields::Values(values),
        Frame::Timer(_) | Frame::Timeout(_) => Fields::Timer(timers.pop()?),
        Frame::Every(every) => {
            let left = timers.pop()?;
            Fields::Every { period: timers.pop().or_else(|| literal_time(program, every.period.code()))?, left }
        }
        Frame::Counted(_) => Fields::Counted { left: numbers.pop()? },
        Frame::Recover(_) => Fields::Recover { left: numbers.pop()?, recovers: flag },
        Frame::Cooldown(_) | Frame::SimpleParallel(_) => Fields::None,
        Frame::Finally(_) => Fields::Finally(ended),
        Frame::RoundRobin(_) => Fields::RoundRobin { failed: numbers.pop()? },
        Frame::Pick(_) | Frame::Priority(_) => Fields::Left(left?),
        Frame::Contest(contest) => {
            let known = match contest.margin {
                Number::Known(number) => Some(number),
                Number::Code(_) => None,
            };
            Fields::Contest { left: left?, margin: margin.or(known)? }
        }
        Frame::Parallel(_) => Fields::Parallel { read: numbers, given },
        Frame::Pipeline(_) => Fields::Pipeline { reached: numbers.pop()? as usize, values },
        Frame::Keyed(_) | Frame::Observe(_) => Fields::Key(key),
        Frame::ForEach(_) => Fields::ForEach { number: item_number, item: values },
        Frame::Decorated(_) | Frame::Composed(_) => {
            Fields::Custom { made, turn: numbers.pop().unwrap_or(0), given: given.pop().flatten() }
        }
    };
    Some((fields, states))
}

/// A period that is a literal is in no save.
fn literal_time(program: &Program, time: CodeId) -> Option<Timer> {
    match program.code(time) {
        Code::Literal(Literal::Float(seconds)) => Some(Timer::new(*seconds)),
        _ => None,
    }
}

/// Loads what is in the place of a leaf.
struct SlotSeed<'p> {
    program: &'p Program,
    leaf: CodeId,
    slot: LeafSlot,
}

impl<'de> DeserializeSeed<'de> for SlotSeed<'_> {
    type Value = Slotted;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Slotted, D::Error> {
        let SlotSeed { program, leaf: code, slot } = self;
        let Some(leaf) = program.leaf(code) else { return Err(D::Error::custom("a leaf is missing")) };
        match program.subtree(code) {
            None if slot != LeafSlot::WithMessages && leaf.known.slot() == 0 => {
                Err(D::Error::custom("this leaf cannot be running"))
            }
            None => loaded(leaf, form(leaf, slot, false), deserializer),
            Some(subtree) if form(leaf, slot, true) == Form::WithMessages => {
                deserializer.deserialize_enum("MessageSlot", MESSAGE_SLOT, ActiveTree { leaf, subtree })
            }
            Some(subtree) => TreeSeed { leaf, subtree }.deserialize(deserializer),
        }
    }
}

/// Loads a tree in the place of a leaf.
struct TreeSeed<'p> {
    leaf: &'p LeafType,
    subtree: &'p Subtree,
}

impl<'de> DeserializeSeed<'de> for TreeSeed<'_> {
    type Value = Slotted;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Slotted, D::Error> {
        let TreeSeed { leaf, subtree } = self;
        let mut read = Read::default();
        let reading =
            Reading { state: RegionSeed::root(&subtree.program), built_cells: leaf.facts.kept(), read: &mut read };
        let built = loaded(leaf, Form::Node, TreeDeserializer { inner: deserializer, reading })?;
        let (state, _) = read.whole(&subtree.program)?;
        // A tree that an observer does not answer for is never idle.
        let is_mocked = state.is_idle();
        Ok(Box::new(LiveSubtree { built, program: Arc::clone(&subtree.program), state, is_mocked }))
    }
}

const MESSAGE_SLOT: &[&str] = &["Active", "Ended"];

/// Loads a tree in a slot that a message could end. None ends a tree.
struct ActiveTree<'p> {
    leaf: &'p LeafType,
    subtree: &'p Subtree,
}

impl<'de> Visitor<'de> for ActiveTree<'_> {
    type Value = Slotted;

    fn expecting(&self, formatter: &mut Formatter<'_>) -> fmt::Result {
        formatter.write_str("an active tree")
    }

    fn visit_enum<A: EnumAccess<'de>>(self, slot: A) -> Result<Slotted, A::Error> {
        let (variant, content) = slot.variant_seed(Named(MESSAGE_SLOT))?;
        match variant {
            Some(0) => content.newtype_variant_seed(TreeSeed { leaf: self.leaf, subtree: self.subtree }),
            _ => Err(A::Error::custom("no message ends a tree")),
        }
    }
}
