//! The struct of a tree that no built tree has at this place, in the form that the derives of its type would write and
//! read. Its state and kept cells are those of the live tree.

use std::fmt::{self, Formatter};
use std::sync::Arc;

use serde::de::{DeserializeSeed, Error, IgnoredAny, MapAccess, SeqAccess, Visitor};
use serde::ser::SerializeStruct;
use serde::{Deserializer, Serialize, Serializer};

use super::named::Named;
use super::serializer::{KEPT, STATE};
use super::values::{SavedValue, ValueSeed};
use crate::program::new_tree::{Declared, Names, NewTree};
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

    fn visit_seq<A: SeqAccess<'de>>(self, mut saved: A) -> Result<Params, A::Error> {
        let mut values = Vec::new();
        for ty in &self.0.types {
            let value = saved.next_element_seed(ValueSeed::One(Some(ty.of)))?;
            values.push(value.ok_or_else(|| A::Error::invalid_length(values.len(), &"all parameters of a tree"))?);
        }
        Ok(Params::of(values))
    }

    fn visit_map<A: MapAccess<'de>>(self, mut saved: A) -> Result<Params, A::Error> {
        let Declared { names: Names { params: names, .. }, types, .. } = self.0;
        let mut values: Vec<_> = types.iter().map(|_| None).collect();
        while let Some(at) = saved.next_key_seed(Named(names))? {
            match at {
                None => drop(saved.next_value::<IgnoredAny>()?),
                Some(at) if values[at].is_some() => return Err(A::Error::duplicate_field(names[at])),
                Some(at) => values[at] = Some(saved.next_value_seed(ValueSeed::One(Some(types[at].of)))?),
            }
        }
        let named = values.into_iter().zip(*names);
        let values = named.map(|(value, name)| value.ok_or_else(|| A::Error::missing_field(name)));
        values.collect::<Result<_, _>>().map(Params::of)
    }
}
