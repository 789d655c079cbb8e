//! Reads the name of a variant or of a field, and the fields of a struct.

use std::fmt::{self, Formatter};
use std::marker::PhantomData;

use serde::de::{DeserializeSeed, Error, IgnoredAny, MapAccess, SeqAccess, Visitor};
use serde::{Deserializer, forward_to_deserialize_any};

/// All fields of a struct, in their order. `what` names them in the error.
pub fn in_order<'de, A: SeqAccess<'de>, S: DeserializeSeed<'de>>(
    mut saved: A,
    fields: impl Iterator<Item = S>,
    what: &str,
) -> Result<Vec<S::Value>, A::Error> {
    let mut values = Vec::new();
    for field in fields {
        let value = saved.next_element_seed(field)?;
        values.push(value.ok_or_else(|| A::Error::invalid_length(values.len(), &what))?);
    }
    Ok(values)
}

/// All fields of a struct, by their names in any order. Unknown ones are skipped, and a missing `Option` is `None`, as
/// in the derive of `Deserialize`.
pub fn by_name<'de, A: MapAccess<'de>, S: DeserializeSeed<'de>>(
    mut saved: A,
    names: &'static [&'static str],
    field: impl Fn(usize) -> S,
) -> Result<Vec<S::Value>, A::Error> {
    let mut values: Vec<Option<S::Value>> = names.iter().map(|_| None).collect();
    while let Some(at) = saved.next_key_seed(Named(names))? {
        match at {
            None => drop(saved.next_value::<IgnoredAny>()?),
            Some(at) if values[at].is_some() => return Err(A::Error::duplicate_field(names[at])),
            Some(at) => values[at] = Some(saved.next_value_seed(field(at))?),
        }
    }
    let missing = |at: usize| field(at).deserialize(Missing(names[at], PhantomData));
    values.into_iter().enumerate().map(|(at, value)| value.map_or_else(|| missing(at), Ok)).collect()
}

/// What a save without a field has for it.
struct Missing<E>(&'static str, PhantomData<E>);

impl<'de, E: Error> Deserializer<'de> for Missing<E> {
    type Error = E;

    fn deserialize_any<V: Visitor<'de>>(self, _: V) -> Result<V::Value, E> {
        Err(E::missing_field(self.0))
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, E> {
        visitor.visit_none()
    }

    forward_to_deserialize_any! {
        bool i8 i16 i32 i64 i128 u8 u16 u32 u64 u128 f32 f64 char str string bytes byte_buf unit unit_struct
        newtype_struct seq tuple tuple_struct map struct enum identifier ignored_any
    }
}

/// The index of a variant's or field's name. `None` if there is no such name.
pub struct Named(pub &'static [&'static str]);

impl<'de> DeserializeSeed<'de> for Named {
    type Value = Option<usize>;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Self::Value, D::Error> {
        deserializer.deserialize_identifier(self)
    }
}

impl Visitor<'_> for Named {
    type Value = Option<usize>;

    fn expecting(&self, formatter: &mut Formatter<'_>) -> fmt::Result {
        formatter.write_str("a name")
    }

    fn visit_u64<E>(self, index: u64) -> Result<Self::Value, E> {
        Ok(usize::try_from(index).ok().filter(|index| *index < self.0.len()))
    }

    fn visit_str<E>(self, name: &str) -> Result<Self::Value, E> {
        Ok(self.0.iter().position(|known| *known == name))
    }

    fn visit_bytes<E>(self, name: &[u8]) -> Result<Self::Value, E> {
        Ok(self.0.iter().position(|known| known.as_bytes() == name))
    }
}
