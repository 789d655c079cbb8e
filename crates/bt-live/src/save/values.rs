//! Leaves and values in a save.

use std::fmt::{self, Formatter};
use std::sync::Arc;

use bt::__private::live::{Form, Gift, LeafType, Slotted, ValueType};
use bt_compiler::tree::ir::{CodeId, RegionId};
use bt_compiler::tree::plan::slots::LeafSlot;
use erased_serde::Deserializer as Erased;
use serde::de::{DeserializeSeed, EnumAccess, Error as _, SeqAccess, VariantAccess, Visitor};
use serde::ser::{Error as _, SerializeTuple};
use serde::{Deserializer, Serialize, Serializer};

use super::around::{Around, Written};
use super::inside::{self, InPlace, Read};
use super::read::Named;
use super::write::Region;
use crate::program::{Given, Program, Subtree};
use crate::run::Inside;

/// How the slot of a leaf is saved.
fn form(leaf: &LeafType, slot: LeafSlot, is_tree: bool) -> Form {
    let number = match slot {
        LeafSlot::WithMessages => return Form::WithMessages,
        _ if is_tree => return Form::Leaf,
        LeafSlot::Sized => leaf.known.slot(),
        LeafSlot::SizedInAnyContext => leaf.facts.slot(),
    };
    if number == 2 { Form::WithMessages } else { Form::Leaf }
}

/// What is in the place of a leaf.
pub struct Slot<'s> {
    pub program: &'s Program,
    pub leaf: CodeId,
    pub slot: LeafSlot,
    pub held: &'s Slotted,
}

impl Serialize for Slot<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Slot { program, leaf, slot, held } = *self;
        let Some(leaf) = program.leaf(leaf) else { return Err(S::Error::custom("a leaf is missing")) };
        match held.downcast_ref::<Inside>() {
            None => saved(leaf, held, form(leaf, slot, false), serializer),
            Some(inside) if form(leaf, slot, true) == Form::WithMessages => {
                serializer.serialize_newtype_variant("MessageSlot", 0, "Active", &Tree { leaf, inside })
            }
            Some(inside) => Tree { leaf, inside }.serialize(serializer),
        }
    }
}

fn saved<S: Serializer>(leaf: &LeafType, held: &Slotted, form: Form, serializer: S) -> Result<S::Ok, S::Error> {
    match leaf.slotting.save.and_then(|save| save(&**held, form)) {
        Some(saved) => saved.serialize(serializer),
        None => Err(S::Error::custom(format_args!("`{}` cannot be saved", leaf.type_name))),
    }
}

/// A tree in the place of a leaf. Its kept cells are among those of the tree around it.
struct Tree<'s> {
    leaf: &'s LeafType,
    inside: &'s Inside,
}

impl Serialize for Tree<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Inside { built, program, state, .. } = self.inside;
        let cells = vec![bt::__private::Cell::EMPTY; program.outline.facts().kept()];
        let written = Written { state: Region { program, region: RegionId(0), state }, cells: &cells };
        saved(self.leaf, built, Form::Node, Around { inner: serializer, written })
    }
}

/// A decorator or a composite.
pub struct Made<'s> {
    pub program: &'s Program,
    pub code: CodeId,
    pub made: &'s Slotted,
}

impl Serialize for Made<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self.program.leaf(self.code) {
            Some(leaf) => saved(leaf, self.made, Form::Node, serializer),
            None => Err(S::Error::custom("a decorator or a composite is missing")),
        }
    }
}

/// Loads what is in the place of a leaf.
pub struct SlotSeed<'p> {
    pub program: &'p Program,
    pub leaf: CodeId,
    pub slot: LeafSlot,
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

fn loaded<'de, D: Deserializer<'de>>(leaf: &LeafType, form: Form, deserializer: D) -> Result<Slotted, D::Error> {
    let Some(load) = leaf.slotting.load else {
        return Err(D::Error::custom(format_args!("`{}` cannot be loaded", leaf.type_name)));
    };
    load(&mut <dyn Erased<'_>>::erase(deserializer), form).map_err(D::Error::custom)
}

/// Loads a decorator or a composite.
pub struct MadeSeed<'p>(pub &'p Program, pub CodeId);

impl<'de> DeserializeSeed<'de> for MadeSeed<'_> {
    type Value = Slotted;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Slotted, D::Error> {
        match self.0.leaf(self.1) {
            Some(leaf) => loaded(leaf, Form::Node, deserializer),
            None => Err(D::Error::custom("a decorator or a composite is missing")),
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
        let place = InPlace { program: &subtree.program, built_cells: leaf.facts.kept(), read: &mut read };
        let built = loaded(leaf, Form::Node, inside::Inside { inner: deserializer, place })?;
        let (state, _) = read.whole(&subtree.program)?;
        // A tree that an observer does not answer for is never idle.
        let is_mocked = state.is_idle();
        Ok(Box::new(Inside { built, program: Arc::clone(&subtree.program), state, is_mocked }))
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

/// A value.
#[derive(Clone, Copy)]
pub struct SavedGift<'s>(pub &'s Gift);

impl Serialize for SavedGift<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self.0 {
            Gift::One(given) => match given.saved() {
                Some(saved) => saved.serialize(serializer),
                None => Err(S::Error::custom("a value has no `Serialize`")),
            },
            Gift::Each(parts) => {
                let mut tuple = serializer.serialize_tuple(parts.len())?;
                for part in &**parts {
                    match part {
                        Some(part) => tuple.serialize_element(&SavedGift(part))?,
                        None => tuple.serialize_element(&())?,
                    }
                }
                tuple.end()
            }
        }
    }
}

/// Loads a value of a type.
#[derive(Clone, Copy)]
pub enum GiftSeed<'p> {
    One(Option<ValueType>),
    Each(&'p [Option<ValueType>]),
}

impl<'p> GiftSeed<'p> {
    pub fn of(given: &'p Given) -> Self {
        match given {
            Given::One(ty) => GiftSeed::One(*ty),
            Given::Each(parts) => GiftSeed::Each(parts),
        }
    }
}

impl<'de> DeserializeSeed<'de> for GiftSeed<'_> {
    type Value = Gift;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Gift, D::Error> {
        match self {
            GiftSeed::One(ty) => {
                let load = ty.and_then(|ty| Some((ty.load?, ty.gift)));
                let (load, gift) = load.ok_or_else(|| D::Error::custom("a value has no `Deserialize`"))?;
                let mut value = load(&mut <dyn Erased<'_>>::erase(deserializer)).map_err(D::Error::custom)?;
                gift(&mut *value).ok_or_else(|| D::Error::custom("a value cannot be in a live tree"))
            }
            GiftSeed::Each(parts) => deserializer.deserialize_tuple(parts.len(), Parts(parts)),
        }
    }
}

struct Parts<'p>(&'p [Option<ValueType>]);

impl<'de> Visitor<'de> for Parts<'_> {
    type Value = Gift;

    fn expecting(&self, formatter: &mut Formatter<'_>) -> fmt::Result {
        formatter.write_str("the values of a `parallel`")
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut saved: A) -> Result<Gift, A::Error> {
        let mut parts = Vec::new();
        for ty in self.0 {
            let missing = || A::Error::invalid_length(parts.len(), &"one value for each child");
            parts.push(match ty {
                Some(_) => Some(saved.next_element_seed(GiftSeed::One(*ty))?.ok_or_else(missing)?),
                None => {
                    saved.next_element::<()>()?.ok_or_else(missing)?;
                    None
                }
            });
        }
        Ok(Gift::each(parts))
    }
}

/// An `Option` of a value.
pub struct MaybeSeed<'p>(pub GiftSeed<'p>);

impl<'de> DeserializeSeed<'de> for MaybeSeed<'_> {
    type Value = Option<Gift>;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Self::Value, D::Error> {
        deserializer.deserialize_option(Maybe(self.0))
    }
}

/// An `Option<Result<_, ()>>` of a value.
pub struct EndedSeed<'p>(pub GiftSeed<'p>);

impl<'de> DeserializeSeed<'de> for EndedSeed<'_> {
    type Value = Option<Result<Gift, ()>>;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Self::Value, D::Error> {
        deserializer.deserialize_option(Maybe(ResultSeed(self.0)))
    }
}

struct Maybe<T>(T);

impl<'de, T: DeserializeSeed<'de>> Visitor<'de> for Maybe<T> {
    type Value = Option<T::Value>;

    fn expecting(&self, formatter: &mut Formatter<'_>) -> fmt::Result {
        formatter.write_str("an option")
    }

    fn visit_unit<E>(self) -> Result<Self::Value, E> {
        Ok(None)
    }

    fn visit_none<E>(self) -> Result<Self::Value, E> {
        Ok(None)
    }

    fn visit_some<D: Deserializer<'de>>(self, deserializer: D) -> Result<Self::Value, D::Error> {
        self.0.deserialize(deserializer).map(Some)
    }
}

struct ResultSeed<'p>(GiftSeed<'p>);

const RESULT: &[&str] = &["Ok", "Err"];

impl<'de> DeserializeSeed<'de> for ResultSeed<'_> {
    type Value = Result<Gift, ()>;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Self::Value, D::Error> {
        deserializer.deserialize_enum("Result", RESULT, self)
    }
}

impl<'de> Visitor<'de> for ResultSeed<'_> {
    type Value = Result<Gift, ()>;

    fn expecting(&self, formatter: &mut Formatter<'_>) -> fmt::Result {
        formatter.write_str("a result")
    }

    fn visit_enum<A: EnumAccess<'de>>(self, result: A) -> Result<Self::Value, A::Error> {
        let (variant, content) = result.variant_seed(Named(RESULT))?;
        match variant {
            Some(0) => content.newtype_variant_seed(self.0).map(Ok),
            _ => content.newtype_variant::<()>().map(Err),
        }
    }
}
