//! Leaves, decorators and composites in a save. Trees in leaves' places are in `write.rs` and `read.rs`.

use bt::__private::live::{Form, LeafType, Slotted};
use bt_compiler::tree::ir::CodeId;
use bt_compiler::tree::plan::slots::LeafSlot;
use erased_serde::Deserializer as Erased;
use serde::de::{DeserializeSeed, Error as _};
use serde::ser::Error as _;
use serde::{Deserializer, Serialize, Serializer};

use crate::program::Program;

/// How the slot of a leaf is saved.
pub fn form(leaf: &LeafType, slot: LeafSlot, is_tree: bool) -> Form {
    let number = match slot {
        LeafSlot::WithMessages => return Form::WithMessages,
        _ if is_tree => return Form::Leaf,
        LeafSlot::Sized => leaf.known.slot(),
        LeafSlot::SizedInAnyContext => leaf.facts.slot(),
    };
    if number == 2 { Form::WithMessages } else { Form::Leaf }
}

/// Saves the content of a leaf's slot.
pub fn saved<S: Serializer>(leaf: &LeafType, held: &Slotted, form: Form, serializer: S) -> Result<S::Ok, S::Error> {
    match leaf.slotting.save.and_then(|save| save(&**held, form)) {
        Some(saved) => saved.serialize(serializer),
        None => Err(S::Error::custom(format_args!("`{}` cannot be saved", leaf.type_name))),
    }
}

/// Loads the content of a leaf's slot.
pub fn loaded<'de, D: Deserializer<'de>>(leaf: &LeafType, form: Form, deserializer: D) -> Result<Slotted, D::Error> {
    let Some(load) = leaf.slotting.load else {
        return Err(D::Error::custom(format_args!("`{}` cannot be loaded", leaf.type_name)));
    };
    load(&mut <dyn Erased<'_>>::erase(deserializer), form).map_err(D::Error::custom)
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
