//! Saves the struct of a tree: the built tree's parameters, with the live tree's state and kept cells.

use bt::__private::Cell;
use serde::ser::{Error, Impossible, SerializeStruct};
use serde::{Serialize, Serializer};

/// The state and the kept cells to write instead of the built tree's.
#[derive(Clone, Copy)]
pub struct Parts<'s, R> {
    pub state: R,
    pub cells: &'s [Cell],
}

/// Receives the struct of a built tree. The derive of `Serialize` calls only these methods.
pub struct TreeSerializer<'s, S, R> {
    pub inner: S,
    pub parts: Parts<'s, R>,
}

/// The names of the fields with the state and with the kept cells.
pub const STATE: &str = "__state";
pub const KEPT: &str = "__kept";

const OTHER: &str =
    "a live tree can be saved only if its tree derives `Serialize` and `Deserialize` without attributes";

pub struct Struct<'s, S, R> {
    inner: S,
    parts: Parts<'s, R>,
    /// How many of these parts have been written.
    done: usize,
}

impl<S: SerializeStruct, R: Serialize> SerializeStruct for Struct<'_, S, R> {
    type Ok = S::Ok;
    type Error = S::Error;

    fn serialize_field<T: Serialize + ?Sized>(&mut self, name: &'static str, value: &T) -> Result<(), S::Error> {
        self.done += usize::from([STATE, KEPT].contains(&name));
        match name {
            STATE => self.inner.serialize_field(name, &self.parts.state),
            KEPT => self.inner.serialize_field(name, &self.parts.cells),
            _ => self.inner.serialize_field(name, value),
        }
    }

    fn skip_field(&mut self, name: &'static str) -> Result<(), S::Error> {
        self.inner.skip_field(name)
    }

    fn end(self) -> Result<S::Ok, S::Error> {
        if self.done == 2 { self.inner.end() } else { Err(S::Error::custom(OTHER)) }
    }
}

macro_rules! refuse {
    ($($method:ident($($ty:ty),*) $(-> $ok:ty)?;)*) => {
        $(fn $method(self $(, _: $ty)*) -> Result<refuse!(@ $($ok)?), S::Error> { Err(S::Error::custom(OTHER)) })*
    };
    (@ $ok:ty) => { $ok };
    (@) => { S::Ok };
}

impl<'s, S: Serializer, R: Serialize> Serializer for TreeSerializer<'s, S, R> {
    type Ok = S::Ok;
    type Error = S::Error;
    type SerializeSeq = Impossible<S::Ok, S::Error>;
    type SerializeTuple = Impossible<S::Ok, S::Error>;
    type SerializeTupleStruct = Impossible<S::Ok, S::Error>;
    type SerializeTupleVariant = Impossible<S::Ok, S::Error>;
    type SerializeMap = Impossible<S::Ok, S::Error>;
    type SerializeStruct = Struct<'s, S::SerializeStruct, R>;
    type SerializeStructVariant = Impossible<S::Ok, S::Error>;

    fn serialize_struct(self, name: &'static str, fields: usize) -> Result<Self::SerializeStruct, S::Error> {
        Ok(Struct { inner: self.inner.serialize_struct(name, fields)?, parts: self.parts, done: 0 })
    }

    fn is_human_readable(&self) -> bool {
        self.inner.is_human_readable()
    }

    refuse! {
        serialize_bool(bool);
        serialize_i8(i8);
        serialize_i16(i16);
        serialize_i32(i32);
        serialize_i64(i64);
        serialize_u8(u8);
        serialize_u16(u16);
        serialize_u32(u32);
        serialize_u64(u64);
        serialize_f32(f32);
        serialize_f64(f64);
        serialize_char(char);
        serialize_str(&str);
        serialize_bytes(&[u8]);
        serialize_none();
        serialize_unit();
        serialize_unit_struct(&'static str);
        serialize_unit_variant(&'static str, u32, &'static str);
        serialize_seq(Option<usize>) -> Self::SerializeSeq;
        serialize_tuple(usize) -> Self::SerializeTuple;
        serialize_tuple_struct(&'static str, usize) -> Self::SerializeTupleStruct;
        serialize_tuple_variant(&'static str, u32, &'static str, usize) -> Self::SerializeTupleVariant;
        serialize_map(Option<usize>) -> Self::SerializeMap;
        serialize_struct_variant(&'static str, u32, &'static str, usize) -> Self::SerializeStructVariant;
    }

    fn serialize_some<T: Serialize + ?Sized>(self, _: &T) -> Result<S::Ok, S::Error> {
        Err(S::Error::custom(OTHER))
    }

    fn serialize_newtype_struct<T: Serialize + ?Sized>(self, _: &'static str, _: &T) -> Result<S::Ok, S::Error> {
        Err(S::Error::custom(OTHER))
    }

    fn serialize_newtype_variant<T: Serialize + ?Sized>(
        self,
        _: &'static str,
        _: u32,
        _: &'static str,
        _: &T,
    ) -> Result<S::Ok, S::Error> {
        Err(S::Error::custom(OTHER))
    }
}
