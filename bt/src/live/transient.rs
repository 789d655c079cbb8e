//! Loads a type from a save that does not live forever, although its bound would let it borrow from one that does:
//! anything that would borrow is refused.
//!
//! So one bound, `Deserialize<'static>`, is right for all types: a `&'static str` has it, but not `DeserializeOwned`,
//! and a [`Probe`](super::probe::Probe) cannot tell lifetimes apart.

use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;
use core::marker::PhantomData;

use serde::Deserializer;
use serde::de::{DeserializeSeed, EnumAccess, MapAccess, SeqAccess, VariantAccess, Visitor};

/// What reads a save.
pub struct Transient<'de, T>(T, PhantomData<&'de ()>);

impl<T> Transient<'_, T> {
    pub fn new(inner: T) -> Self {
        Transient(inner, PhantomData)
    }
}

/// Takes what was read. Nothing that it gets lives as long as the save.
struct Passed<V>(V);

macro_rules! forward {
    ($($method:ident($($arg:ident: $ty:ty),*);)*) => {
        $(fn $method<V: Visitor<'static>>(self $(, $arg: $ty)*, visitor: V) -> Result<V::Value, Self::Error> {
            self.0.$method($($arg,)* Passed(visitor))
        })*
    };
}

impl<'de, D: Deserializer<'de>> Deserializer<'static> for Transient<'de, D> {
    type Error = D::Error;

    forward! {
        deserialize_any(); deserialize_bool(); deserialize_i8(); deserialize_i16(); deserialize_i32();
        deserialize_i64(); deserialize_i128(); deserialize_u8(); deserialize_u16(); deserialize_u32();
        deserialize_u64(); deserialize_u128(); deserialize_f32(); deserialize_f64(); deserialize_char();
        deserialize_str(); deserialize_string(); deserialize_bytes(); deserialize_byte_buf(); deserialize_option();
        deserialize_unit(); deserialize_seq(); deserialize_map(); deserialize_identifier(); deserialize_ignored_any();
        deserialize_unit_struct(name: &'static str);
        deserialize_newtype_struct(name: &'static str);
        deserialize_tuple(length: usize);
        deserialize_tuple_struct(name: &'static str, length: usize);
        deserialize_struct(name: &'static str, fields: &'static [&'static str]);
        deserialize_enum(name: &'static str, variants: &'static [&'static str]);
    }

    fn is_human_readable(&self) -> bool {
        self.0.is_human_readable()
    }
}

macro_rules! pass {
    ($($method:ident($ty:ty);)*) => {
        $(fn $method<E: serde::de::Error>(self, value: $ty) -> Result<V::Value, E> { self.0.$method(value) })*
    };
}

impl<'de, V: Visitor<'static>> Visitor<'de> for Passed<V> {
    type Value = V::Value;

    fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.expecting(formatter)
    }

    pass! {
        visit_bool(bool); visit_i8(i8); visit_i16(i16); visit_i32(i32); visit_i64(i64); visit_i128(i128); visit_u8(u8);
        visit_u16(u16); visit_u32(u32); visit_u64(u64); visit_u128(u128); visit_f32(f32); visit_f64(f64);
        visit_char(char); visit_str(&str); visit_string(String); visit_bytes(&[u8]); visit_byte_buf(Vec<u8>);
    }

    fn visit_none<E: serde::de::Error>(self) -> Result<V::Value, E> {
        self.0.visit_none()
    }

    fn visit_unit<E: serde::de::Error>(self) -> Result<V::Value, E> {
        self.0.visit_unit()
    }

    fn visit_some<D: Deserializer<'de>>(self, inner: D) -> Result<V::Value, D::Error> {
        self.0.visit_some(Transient::new(inner))
    }

    fn visit_newtype_struct<D: Deserializer<'de>>(self, inner: D) -> Result<V::Value, D::Error> {
        self.0.visit_newtype_struct(Transient::new(inner))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, inner: A) -> Result<V::Value, A::Error> {
        self.0.visit_seq(Transient::new(inner))
    }

    fn visit_map<A: MapAccess<'de>>(self, inner: A) -> Result<V::Value, A::Error> {
        self.0.visit_map(Transient::new(inner))
    }

    fn visit_enum<A: EnumAccess<'de>>(self, inner: A) -> Result<V::Value, A::Error> {
        self.0.visit_enum(Transient::new(inner))
    }
}

impl<'de, S: DeserializeSeed<'static>> DeserializeSeed<'de> for Passed<S> {
    type Value = S::Value;

    fn deserialize<D: Deserializer<'de>>(self, inner: D) -> Result<S::Value, D::Error> {
        self.0.deserialize(Transient::new(inner))
    }
}

impl<'de, A: SeqAccess<'de>> SeqAccess<'static> for Transient<'de, A> {
    type Error = A::Error;

    fn next_element_seed<S: DeserializeSeed<'static>>(&mut self, seed: S) -> Result<Option<S::Value>, A::Error> {
        self.0.next_element_seed(Passed(seed))
    }

    fn size_hint(&self) -> Option<usize> {
        self.0.size_hint()
    }
}

impl<'de, A: MapAccess<'de>> MapAccess<'static> for Transient<'de, A> {
    type Error = A::Error;

    fn next_key_seed<S: DeserializeSeed<'static>>(&mut self, seed: S) -> Result<Option<S::Value>, A::Error> {
        self.0.next_key_seed(Passed(seed))
    }

    fn next_value_seed<S: DeserializeSeed<'static>>(&mut self, seed: S) -> Result<S::Value, A::Error> {
        self.0.next_value_seed(Passed(seed))
    }

    fn size_hint(&self) -> Option<usize> {
        self.0.size_hint()
    }
}

impl<'de, A: EnumAccess<'de>> EnumAccess<'static> for Transient<'de, A> {
    type Error = A::Error;
    type Variant = Transient<'de, A::Variant>;

    fn variant_seed<S: DeserializeSeed<'static>>(self, seed: S) -> Result<(S::Value, Self::Variant), A::Error> {
        let (variant, content) = self.0.variant_seed(Passed(seed))?;
        Ok((variant, Transient::new(content)))
    }
}

impl<'de, A: VariantAccess<'de>> VariantAccess<'static> for Transient<'de, A> {
    type Error = A::Error;

    fn unit_variant(self) -> Result<(), A::Error> {
        self.0.unit_variant()
    }

    fn newtype_variant_seed<S: DeserializeSeed<'static>>(self, seed: S) -> Result<S::Value, A::Error> {
        self.0.newtype_variant_seed(Passed(seed))
    }

    fn tuple_variant<V: Visitor<'static>>(self, length: usize, visitor: V) -> Result<V::Value, A::Error> {
        self.0.tuple_variant(length, Passed(visitor))
    }

    fn struct_variant<V: Visitor<'static>>(
        self,
        fields: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, A::Error> {
        self.0.struct_variant(fields, Passed(visitor))
    }
}
