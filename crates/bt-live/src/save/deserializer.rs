//! Loads the struct of a tree: the built tree gets its parameters and an idle state. The live tree gets the state from
//! the save.

use std::fmt::{self, Formatter};

use bt::__private::{Cell, DAMAGED};
use bt_compiler::tree::ir::RegionId;
use serde::de::value::{SeqDeserializer, U32Deserializer};
use serde::de::{DeserializeSeed, Error, IntoDeserializer, MapAccess, SeqAccess, Visitor};
use serde::{Deserialize, Deserializer, forward_to_deserialize_any};

use super::named::Named;
use super::serializer::{KEPT, STATE};
use super::{refused, whole};
use crate::program::Program;
use crate::run::State;

/// The state and the kept cells in a save, for the live tree instead of the built one.
#[derive(Default)]
pub struct Read {
    state: Option<State>,
    cells: Option<Vec<Cell>>,
}

impl Read {
    /// The state and the kept cells, if a tree of this program can be in that state.
    pub fn whole<E: Error>(self, program: &Program) -> Result<(State, Vec<Cell>), E> {
        let state = self.state.ok_or_else(|| E::missing_field(STATE))?;
        let cells = self.cells.ok_or_else(|| E::missing_field(KEPT))?;
        if cells.len() != program.outline.facts().kept() {
            return Err(E::invalid_length(cells.len(), &"as many kept cells as the tree has"));
        }
        match whole::is_whole(program, RegionId(0), &state) {
            true => Ok((state, cells)),
            false => Err(refused(DAMAGED)),
        }
    }
}

/// What is needed to load the state.
pub struct Reading<'r, R> {
    /// Reads the state.
    pub state: R,
    /// The number of kept cells of the built tree.
    pub built_cells: usize,
    pub read: &'r mut Read,
}

impl<R> Reading<'_, R> {
    /// Reads the value of a field for the live tree, and gives the built tree a different one.
    fn field<'de, T: DeserializeSeed<'de>, E: Error>(
        &mut self,
        name: &str,
        seed: T,
        next: impl FieldOf<'de, E>,
    ) -> Result<Option<T::Value>, E>
    where
        R: DeserializeSeed<'de, Value = State> + Copy,
    {
        match name {
            STATE => {
                let Some(state) = next.read(self.state)? else { return Ok(None) };
                self.read.state = Some(state);
                let idle: U32Deserializer<E> = 0u32.into_deserializer();
                seed.deserialize(idle).map(Some)
            }
            KEPT => {
                let Some(cells) = next.read(Cells)? else { return Ok(None) };
                self.read.cells = Some(cells);
                seed.deserialize(SeqDeserializer::new(std::iter::repeat_n(0u32, self.built_cells))).map(Some)
            }
            _ => next.read(seed),
        }
    }
}

/// The value of the next field.
trait FieldOf<'de, E> {
    /// `None` at the end of a sequence.
    fn read<T: DeserializeSeed<'de>>(self, seed: T) -> Result<Option<T::Value>, E>;
}

struct InSeq<'a, A>(&'a mut A);

impl<'de, A: SeqAccess<'de>> FieldOf<'de, A::Error> for InSeq<'_, A> {
    fn read<T: DeserializeSeed<'de>>(self, seed: T) -> Result<Option<T::Value>, A::Error> {
        self.0.next_element_seed(seed)
    }
}

struct InMap<'a, A>(&'a mut A);

impl<'de, A: MapAccess<'de>> FieldOf<'de, A::Error> for InMap<'_, A> {
    fn read<T: DeserializeSeed<'de>>(self, seed: T) -> Result<Option<T::Value>, A::Error> {
        self.0.next_value_seed(seed).map(Some)
    }
}

struct Cells;

impl<'de> DeserializeSeed<'de> for Cells {
    type Value = Vec<Cell>;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Vec<Cell>, D::Error> {
        Vec::deserialize(deserializer)
    }
}

/// Passes the struct of a tree to its built tree.
pub struct TreeDeserializer<'r, D, R> {
    pub inner: D,
    pub reading: Reading<'r, R>,
}

impl<'de, D, R> Deserializer<'de> for TreeDeserializer<'_, D, R>
where
    D: Deserializer<'de>,
    R: DeserializeSeed<'de, Value = State> + Copy,
{
    type Error = D::Error;

    fn deserialize_struct<V: Visitor<'de>>(
        self,
        name: &'static str,
        fields: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, D::Error> {
        self.inner.deserialize_struct(name, fields, Fields { visitor, fields, reading: self.reading })
    }

    fn deserialize_any<V: Visitor<'de>>(self, _: V) -> Result<V::Value, D::Error> {
        Err(refused("a live tree can be loaded only if its tree derives `Deserialize` without attributes"))
    }

    fn is_human_readable(&self) -> bool {
        self.inner.is_human_readable()
    }

    forward_to_deserialize_any! {
        bool i8 i16 i32 i64 i128 u8 u16 u32 u64 u128 f32 f64 char str string bytes byte_buf option unit unit_struct
        newtype_struct seq tuple tuple_struct map enum identifier ignored_any
    }
}

struct Fields<'r, V, R> {
    visitor: V,
    fields: &'static [&'static str],
    reading: Reading<'r, R>,
}

impl<'de, V, R> Visitor<'de> for Fields<'_, V, R>
where
    V: Visitor<'de>,
    R: DeserializeSeed<'de, Value = State> + Copy,
{
    type Value = V::Value;

    fn expecting(&self, formatter: &mut Formatter<'_>) -> fmt::Result {
        self.visitor.expecting(formatter)
    }

    fn visit_seq<A: SeqAccess<'de>>(self, inner: A) -> Result<V::Value, A::Error> {
        self.visitor.visit_seq(Seq { inner, names: self.fields.iter(), reading: self.reading })
    }

    fn visit_map<A: MapAccess<'de>>(self, inner: A) -> Result<V::Value, A::Error> {
        self.visitor.visit_map(Map { inner, fields: self.fields, name: "", reading: self.reading })
    }
}

struct Seq<'r, A, R> {
    inner: A,
    names: std::slice::Iter<'static, &'static str>,
    reading: Reading<'r, R>,
}

impl<'de, A, R> SeqAccess<'de> for Seq<'_, A, R>
where
    A: SeqAccess<'de>,
    R: DeserializeSeed<'de, Value = State> + Copy,
{
    type Error = A::Error;

    fn next_element_seed<T: DeserializeSeed<'de>>(&mut self, seed: T) -> Result<Option<T::Value>, A::Error> {
        let name = self.names.next().copied().unwrap_or_default();
        self.reading.field(name, seed, InSeq(&mut self.inner))
    }

    fn size_hint(&self) -> Option<usize> {
        self.inner.size_hint()
    }
}

struct Map<'r, A, R> {
    inner: A,
    fields: &'static [&'static str],
    /// The field whose value comes next.
    name: &'static str,
    reading: Reading<'r, R>,
}

impl<'de, A, R> MapAccess<'de> for Map<'_, A, R>
where
    A: MapAccess<'de>,
    R: DeserializeSeed<'de, Value = State> + Copy,
{
    type Error = A::Error;

    fn next_key_seed<K: DeserializeSeed<'de>>(&mut self, seed: K) -> Result<Option<K::Value>, A::Error> {
        let Some(at) = self.inner.next_key_seed(Named(self.fields))? else { return Ok(None) };
        // The tree ignores unknown fields.
        self.name = at.map_or("", |at| self.fields[at]);
        seed.deserialize(self.name.into_deserializer()).map(Some)
    }

    fn next_value_seed<T: DeserializeSeed<'de>>(&mut self, seed: T) -> Result<T::Value, A::Error> {
        let value = self.reading.field(self.name, seed, InMap(&mut self.inner))?;
        value.ok_or_else(|| refused("a field has no value"))
    }
}
