//! Reads the name of a variant or of a field.

use std::fmt::{self, Formatter};

use serde::Deserializer;
use serde::de::{DeserializeSeed, Visitor};

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
