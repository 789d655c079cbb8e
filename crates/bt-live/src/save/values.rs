//! Values in a save.

use std::fmt::{self, Formatter};

use bt::__private::live::{ErasedValue, ValueType};
use erased_serde::Deserializer as Erased;
use serde::de::{DeserializeSeed, EnumAccess, Error as _, SeqAccess, VariantAccess, Visitor};
use serde::ser::{Error as _, SerializeTuple};
use serde::{Deserializer, Serialize, Serializer};

use super::named::Named;
use crate::program::Given;

/// A value.
#[derive(Clone, Copy)]
pub struct SavedValue<'s>(pub &'s ErasedValue);

impl Serialize for SavedValue<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self.0 {
            ErasedValue::One(given) => match given.saved() {
                Some(saved) => saved.serialize(serializer),
                None => Err(S::Error::custom("a value has no `Serialize`")),
            },
            ErasedValue::Each(parts) => {
                let mut tuple = serializer.serialize_tuple(parts.len())?;
                for part in &**parts {
                    match part {
                        Some(part) => tuple.serialize_element(&SavedValue(part))?,
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
pub enum ValueSeed<'p> {
    One(Option<ValueType>),
    Each(&'p [Option<ValueType>]),
}

impl<'p> ValueSeed<'p> {
    pub fn of(given: &'p Given) -> Self {
        match given {
            Given::One(ty) => ValueSeed::One(*ty),
            Given::Each(parts) => ValueSeed::Each(parts),
        }
    }
}

impl<'de> DeserializeSeed<'de> for ValueSeed<'_> {
    type Value = ErasedValue;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<ErasedValue, D::Error> {
        match self {
            ValueSeed::One(ty) => {
                let load = ty.and_then(|ty| Some((ty.load?, ty.erase)));
                let (load, erase) = load.ok_or_else(|| D::Error::custom("a value has no `Deserialize`"))?;
                let mut value = load(&mut <dyn Erased<'_>>::erase(deserializer)).map_err(D::Error::custom)?;
                erase(&mut *value).ok_or_else(|| D::Error::custom("a value cannot be in a live tree"))
            }
            ValueSeed::Each(parts) => deserializer.deserialize_tuple(parts.len(), Parts(parts)),
        }
    }
}

struct Parts<'p>(&'p [Option<ValueType>]);

impl<'de> Visitor<'de> for Parts<'_> {
    type Value = ErasedValue;

    fn expecting(&self, formatter: &mut Formatter<'_>) -> fmt::Result {
        formatter.write_str("the values of a `parallel`")
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut saved: A) -> Result<ErasedValue, A::Error> {
        let mut parts = Vec::new();
        for ty in self.0 {
            let missing = || A::Error::invalid_length(parts.len(), &"one value for each child");
            parts.push(match ty {
                Some(_) => Some(saved.next_element_seed(ValueSeed::One(*ty))?.ok_or_else(missing)?),
                None => {
                    saved.next_element::<()>()?.ok_or_else(missing)?;
                    None
                }
            });
        }
        Ok(ErasedValue::each(parts))
    }
}

/// An `Option` of a value.
pub struct MaybeSeed<'p>(pub ValueSeed<'p>);

impl<'de> DeserializeSeed<'de> for MaybeSeed<'_> {
    type Value = Option<ErasedValue>;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Self::Value, D::Error> {
        deserializer.deserialize_option(Maybe(self.0))
    }
}

/// An `Option<Result<_, ()>>` of a value.
pub struct EndedSeed<'p>(pub ValueSeed<'p>);

impl<'de> DeserializeSeed<'de> for EndedSeed<'_> {
    type Value = Option<Result<ErasedValue, ()>>;

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

struct ResultSeed<'p>(ValueSeed<'p>);

const RESULT: &[&str] = &["Ok", "Err"];

impl<'de> DeserializeSeed<'de> for ResultSeed<'_> {
    type Value = Result<ErasedValue, ()>;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Self::Value, D::Error> {
        deserializer.deserialize_enum("Result", RESULT, self)
    }
}

impl<'de> Visitor<'de> for ResultSeed<'_> {
    type Value = Result<ErasedValue, ()>;

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
