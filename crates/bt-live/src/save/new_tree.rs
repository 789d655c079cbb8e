//! The struct of a tree that no built tree has at this place, in the form that the derives of its type would write and
//! read. Its state and kept cells are those of the live tree.

use std::fmt::{self, Formatter};
use std::sync::Arc;

use serde::de::{DeserializeSeed, Error, IgnoredAny, MapAccess, SeqAccess, Visitor};
use serde::ser::SerializeStruct;
use serde::{Deserializer, Serialize, Serializer};

use super::named::{Named, by_name, in_order};
use super::serializer::{KEPT, STATE};
use super::values::{SavedValue, ValueSeed};
use crate::program::new_tree::{Declared, NewTree};
use crate::program::params::Params;

const PARAMS: &str = "__params";

/// The fields of a tree.
fn fields(declared: &Declared) -> &'static [&'static str] {
    const ALL: &[&str] = &[PARAMS, STATE, KEPT];
    if declared.names.params.is_empty() { &ALL[1..] } else { ALL }
}

impl Serialize for NewTree {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let NewTree { declared, params } = self;
        let fields = fields(declared);
        let mut tree = serializer.serialize_struct(declared.names.tree, fields.len())?;
        for &name in fields {
            match name {
                PARAMS => tree.serialize_field(name, &Saved(declared, params))?,
                _ => tree.serialize_field(name, &())?,
            }
        }
        tree.end()
    }
}

struct Saved<'s>(&'s Declared, &'s Params);

impl Serialize for Saved<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Saved(declared, params) = self;
        let mut saved = serializer.serialize_struct(declared.names.params_struct, declared.names.params.len())?;
        for (name, value) in declared.names.params.iter().zip(params.values()) {
            saved.serialize_field(name, &SavedValue(value))?;
        }
        saved.end()
    }
}

/// Loads such a tree.
pub struct NewTreeSeed<'p>(pub &'p Arc<Declared>);

impl<'de> DeserializeSeed<'de> for NewTreeSeed<'_> {
    type Value = NewTree;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<NewTree, D::Error> {
        deserializer.deserialize_struct(self.0.names.tree, fields(self.0), self)
    }
}

impl NewTreeSeed<'_> {
    fn made(&self, params: Option<Params>) -> Option<NewTree> {
        let params = if self.0.names.params.is_empty() { Params::NONE } else { params? };
        Some(NewTree { declared: Arc::clone(self.0), params })
    }
}

impl<'de> Visitor<'de> for NewTreeSeed<'_> {
    type Value = NewTree;

    fn expecting(&self, formatter: &mut Formatter<'_>) -> fmt::Result {
        formatter.write_str("a tree")
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut saved: A) -> Result<NewTree, A::Error> {
        let mut params = None;
        for &name in fields(self.0) {
            match name {
                PARAMS => params = saved.next_element_seed(ParamsSeed(self.0))?,
                _ => drop(saved.next_element::<IgnoredAny>()?),
            }
        }
        self.made(params).ok_or_else(|| A::Error::missing_field(PARAMS))
    }

    fn visit_map<A: MapAccess<'de>>(self, mut saved: A) -> Result<NewTree, A::Error> {
        let fields = fields(self.0);
        let mut params = None;
        while let Some(at) = saved.next_key_seed(Named(fields))? {
            match at.map(|at| fields[at]) {
                Some(PARAMS) => params = Some(saved.next_value_seed(ParamsSeed(self.0))?),
                _ => drop(saved.next_value::<IgnoredAny>()?),
            }
        }
        self.made(params).ok_or_else(|| A::Error::missing_field(PARAMS))
    }
}

struct ParamsSeed<'p>(&'p Declared);

impl<'de> DeserializeSeed<'de> for ParamsSeed<'_> {
    type Value = Params;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Params, D::Error> {
        deserializer.deserialize_struct(self.0.names.params_struct, self.0.names.params, self)
    }
}

impl<'de> Visitor<'de> for ParamsSeed<'_> {
    type Value = Params;

    fn expecting(&self, formatter: &mut Formatter<'_>) -> fmt::Result {
        formatter.write_str("the parameters of a tree")
    }

    fn visit_seq<A: SeqAccess<'de>>(self, saved: A) -> Result<Params, A::Error> {
        let types = self.0.types.iter().map(|ty| ValueSeed::One(Some(ty.of)));
        in_order(saved, types, "all parameters of a tree").map(Params::of)
    }

    fn visit_map<A: MapAccess<'de>>(self, saved: A) -> Result<Params, A::Error> {
        let Declared { names, types, .. } = self.0;
        by_name(saved, names.params, |at| ValueSeed::One(Some(types[at].of))).map(Params::of)
    }
}
