//! Reads the state of a region like the derive of `Deserialize`, and the states of the trees in it.

use std::fmt::{self, Formatter};
use std::sync::Arc;

use bt::__private::live::{Form, LeafType, Slotted};
use bt::__private::{ItemNumber, Timer};
use bt_compiler::tree::ir::frame::Data;
use bt_compiler::tree::ir::{CodeId, NodeId, Outcome, RegionId, ValueId};
use bt_compiler::tree::plan::layout::{Content, Field, Is, Variant};
use bt_compiler::tree::plan::slots::LeafSlot;
use serde::de::{DeserializeSeed, EnumAccess, Error, MapAccess, SeqAccess, VariantAccess, Visitor};
use serde::{Deserialize, Deserializer};

use super::deserializer::{Read, Reading, TreeDeserializer};
use super::leaves::{MadeSeed, form, loaded};
use super::named::{Named, by_name, in_order};
use super::new_tree::NewTreeSeed;
use super::refused;
use super::values::{EndedSeed, MaybeSeed, ValueSeed};
use crate::program::{Code, Program, Subtree};
use crate::run::{Datum, Held, Left, LiveSubtree, State};

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
                let gives = program.nodes[program.machine[region][place].node.0].is_value_used;
                let slot = content.newtype_variant_seed(SlotSeed { program, leaf, slot, gives })?;
                Ok(State::At(place, Held::Leaf(slot)))
            }
            (Is::Place(place), Content::Fields(layout)) => {
                let visitor = FieldsVisitor { program, layout, names: names.fields[index] };
                let data = content.struct_variant(names.fields[index], visitor)?;
                Ok(State::At(place, Held::Frame(data)))
            }
        }
    }
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

    fn visit_seq<A: SeqAccess<'de>>(self, saved: A) -> Result<Vec<Datum>, A::Error> {
        let fields = self.layout.iter().map(|field| FieldSeed(self.program, &field.data));
        in_order(saved, fields, "all fields of a node")
    }

    fn visit_map<A: MapAccess<'de>>(self, saved: A) -> Result<Vec<Datum>, A::Error> {
        by_name(saved, self.names, |at| FieldSeed(self.program, &self.layout[at].data))
    }
}

struct FieldSeed<'p>(&'p Program, &'p Data);

impl<'de> DeserializeSeed<'de> for FieldSeed<'_> {
    type Value = Datum;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Datum, D::Error> {
        let FieldSeed(program, data) = self;
        let of_value = |value: ValueId| ValueSeed::of(&program.values[value.0].given);
        let of_node = |node: NodeId| ValueSeed::One(program.nodes[node.0].value);
        Ok(match *data {
            Data::State(region) => Datum::State(RegionSeed { program, region }.deserialize(deserializer)?),
            Data::Zero | Data::Count(_) => Datum::Number(u32::deserialize(deserializer)?),
            Data::Flag => Datum::Flag(bool::deserialize(deserializer)?),
            Data::Ended => {
                let ended = Option::<bool>::deserialize(deserializer)?;
                Datum::Ended(ended.map(|success| if success { Ok(None) } else { Err(()) }))
            }
            Data::EndedWith(node) => {
                let ended = EndedSeed(of_node(node)).deserialize(deserializer)?;
                Datum::Ended(ended.map(|ended| ended.map(Some)))
            }
            Data::Left(children) => {
                let bytes = Vec::<u8>::deserialize(deserializer)?;
                let left = Left::of_bytes(children, &bytes);
                Datum::Left(left.ok_or_else(|| D::Error::invalid_length(bytes.len(), &"a bit for each child"))?)
            }
            Data::Timer(_) => Datum::Timer(Timer::deserialize(deserializer)?),
            Data::Margin(_) => Datum::Margin(f64::from_bits(u64::deserialize(deserializer)?)),
            Data::Custom(code) => Datum::Custom(Some(MadeSeed(program, code).deserialize(deserializer)?)),
            Data::Key(key) => Datum::Value(Some(of_key(program, key).deserialize(deserializer)?)),
            Data::SeenKey(key) => Datum::Value(MaybeSeed(of_key(program, key)).deserialize(deserializer)?),
            Data::Held(value) => Datum::Bound(value, Some(of_value(value).deserialize(deserializer)?)),
            Data::Kept(value) => Datum::Bound(value, MaybeSeed(of_value(value)).deserialize(deserializer)?),
            Data::Item(value) => match MaybeSeed(of_value(value)).deserialize(deserializer)? {
                None => return Err(refused("a `for_each` has lost its item")),
                item => Datum::Bound(value, item),
            },
            Data::Given(node) => Datum::Value(MaybeSeed(of_node(node)).deserialize(deserializer)?),
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

/// Loads what is in a leaf's place.
struct SlotSeed<'p> {
    program: &'p Program,
    leaf: CodeId,
    slot: LeafSlot,
    /// Whether its value is used.
    gives: bool,
}

impl<'de> DeserializeSeed<'de> for SlotSeed<'_> {
    type Value = Slotted;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Slotted, D::Error> {
        let SlotSeed { program, leaf: code, slot, gives } = self;
        let Some(leaf) = program.leaf(code) else { return Err(D::Error::custom("a leaf is missing")) };
        match program.subtree(code) {
            None if slot != LeafSlot::WithMessages && leaf.known.slot() == 0 => {
                Err(D::Error::custom("this leaf cannot be running"))
            }
            None => match form(leaf, slot, false) {
                Form::WithMessages if gives => loaded(leaf, Form::WithValue, deserializer),
                form => loaded(leaf, form, deserializer),
            },
            Some(subtree) if form(leaf, slot, true) == Form::WithMessages => {
                deserializer.deserialize_enum("MessageSlot", MESSAGE_SLOT, ActiveTree { leaf, subtree })
            }
            Some(subtree) => TreeSeed { leaf, subtree }.deserialize(deserializer),
        }
    }
}

/// Loads a tree in a leaf's place.
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
        let tree = TreeDeserializer { inner: deserializer, reading };
        let built = match &subtree.new {
            Some(declared) => Box::new(NewTreeSeed(declared).deserialize(tree)?),
            None => loaded(leaf, Form::Node, tree)?,
        };
        let (state, _) = read.whole(&subtree.program)?;
        // Unless an observer answers for it, a tree is never idle.
        let is_mocked = state.is_idle();
        Ok(Box::new(LiveSubtree { built, program: Arc::clone(&subtree.program), state, is_mocked }))
    }
}

const MESSAGE_SLOT: &[&str] = &["Active", "Ended"];

/// Loads a tree in a slot that a message could end. No message ends a tree.
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
