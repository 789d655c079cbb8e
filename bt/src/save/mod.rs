//! Saving and loading trees: [`Save`], and, with the feature `migrate`, migration of a save when its tree has
//! changed.

#[cfg(feature = "migrate")]
mod migrate;
mod nodes;

#[cfg(feature = "migrate")]
pub use migrate::{Reason, Unmapped};

use core::fmt;
use core::marker::PhantomData;

use serde::de::{Error, IgnoredAny, MapAccess, SeqAccess, Visitor};
use serde::ser::SerializeStruct;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::outline::facts::Facts;
use crate::tree::Tree;
use nodes::{Difference, Nodes};

/// Why a save is refused whose values all have the right types.
#[doc(hidden)]
pub const DAMAGED: &str = "the save is damaged: a tree is never in this state";

/// A tree to save or load, with a fingerprint of its shape.
///
/// A tree that derives `Serialize` and `Deserialize` can be saved without this wrapper, and continues where it was
/// after loading. But then the save of another tree is not detected, since compact formats store no names. `Save` can:
/// loading the save of another tree, or of an older shape of the same tree, is an error. The shape is the nodes, their
/// names, type arguments and labels, and how they are nested, subtrees included; the patterns of a `switch` and the
/// conditions of a `priority`; the names of bound values, and the types that are written for values and keys; the
/// parameters with their types, and whether the tree takes messages. Arguments are not part of it, unless they change
/// the state, like a period of `every` that became an expression. Leaves must check their own fields. In a
/// human-readable format, such as JSON, a save also lists the nodes, and the error names the first one that differs.
///
/// `serde_json` reads 127 levels of braces by default. The save takes two of them, and each nested node with state
/// takes two more: loops that count, nodes with a time, branches, custom decorators, subtrees. So 61 nested loops can
/// be read back. For deeper trees, disable its limit (its feature `unbounded_depth`), or use a format without one.
///
/// It needs the feature `serde`. With the feature `migrate`, `Save::migrate` migrates a running tree to a newer
/// shape.
///
/// ```
/// use bt::{Save, Status, bt};
///
/// bt! {
///     #[derive(serde::Serialize, serde::Deserialize)]
///     Wave(u32) = sequence < wait(1.0), action(|waves| *waves += 1), wait(1.0) >
/// }
///
/// let (mut wave, mut waves) = (Wave::new(), 0);
/// assert_eq!(wave.tick_for(1.5, &mut waves), Status::Running);
/// let saved = serde_json::to_string(&Save(&wave))?;
///
/// let Save(mut loaded) = serde_json::from_str::<Save<Wave>>(&saved)?;
/// assert_eq!(loaded.tick_for(0.25, &mut waves), Status::Running);
/// assert_eq!(loaded.tick_for(0.25, &mut waves), Status::Success);
/// assert_eq!(waves, 1);
///
/// bt! {
///     #[derive(serde::Serialize, serde::Deserialize)]
///     Nod(u32) = sequence < wait(1.0), wait(1.0) >
/// }
/// let error = serde_json::from_str::<Save<Nod>>(&saved).err().expect("it is another tree");
/// assert!(error.to_string().starts_with("the save is of another tree, or of an older shape of this one"));
/// # Ok::<(), serde_json::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Save<T>(pub T);

impl<T: Tree> Save<T> {
    /// The fingerprint of the shape of `T`, which is part of each save. It is the same on every machine. The shape of a
    /// live tree can change while the program runs; this is the fingerprint of the tree as it was built.
    ///
    /// It is a hash of 63 bits, so that formats without larger integers can store it: the 64 bits of
    /// [FNV-1a](https://datatracker.ietf.org/doc/html/draft-eastlake-fnv) (Fowler, Noll and Vo, 1991) without the last
    /// one.
    ///
    /// ```
    /// use bt::{Save, bt};
    ///
    /// bt! { Sit(u32) = running }
    /// bt! { Sleep(u32) = wait(1.0) }
    /// assert!(Save::<Sit>::SHAPE != Save::<Sleep>::SHAPE);
    /// ```
    pub const SHAPE: u64 = T::__FACTS.fingerprint();
}

/// Only formats that people read have the nodes: without them the save of a tree is small.
const FIELDS: &[&str] = &["shape", "tree"];
const FIELDS_WITH_NODES: &[&str] = &["nodes", "shape", "tree"];

impl<T: Tree + Serialize> Serialize for Save<T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let (is_text, known) = (serializer.is_human_readable(), self.0.__saved_as());
        let fields = if is_text { FIELDS_WITH_NODES } else { FIELDS };
        let mut save = serializer.serialize_struct("Save", fields.len())?;
        if is_text {
            save.serialize_field(FIELDS_WITH_NODES[0], &Nodes(known.unwrap_or(&T::__FACTS)))?;
        }
        save.serialize_field(FIELDS[0], &known.map_or(Self::SHAPE, Facts::fingerprint))?;
        save.serialize_field(FIELDS[1], &self.0)?;
        save.end()
    }
}

impl<'de, T: Tree + Deserialize<'de>> Deserialize<'de> for Save<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let fields = if deserializer.is_human_readable() { FIELDS_WITH_NODES } else { FIELDS };
        deserializer.deserialize_struct("Save", fields, Fields(PhantomData)).map(Save)
    }
}

/// Reads the shape, and the tree only if it has that shape. A format may return the tree first: then the shape is
/// checked after it.
struct Fields<T>(PhantomData<T>);

impl<T: Tree> Fields<T> {
    /// Checks the shape. `nodes` is what is known of the nodes: whether they differ, and where.
    fn check<E: Error>(shape: u64, nodes: Option<Option<Difference>>) -> Result<(), E> {
        let expected = T::__loaded_as().map_or(Save::<T>::SHAPE, Facts::fingerprint);
        if shape == expected {
            return Ok(());
        }
        let refuse = |why: fmt::Arguments<'_>| {
            let refused = "the save is of another tree, or of an older shape of this one";
            E::custom(format_args!("{refused}{why} (its shape is {shape:016x}, this tree has {expected:016x})"))
        };
        Err(match nodes {
            Some(Some(difference)) => refuse(format_args!(": {difference}")),
            Some(None) => {
                refuse(format_args!(": the nodes are the same, but not their types, patterns, parameters or values"))
            }
            None => refuse(format_args!("")),
        })
    }

    /// Refuses a tree in a state that no tick leaves: without a value that its active nodes use, or with a number or an
    /// active child that a node cannot have.
    fn whole<E: Error>(tree: T) -> Result<T, E> {
        match tree.__is_whole() {
            true => Ok(tree),
            false => Err(E::custom(DAMAGED)),
        }
    }
}

impl<'de, T: Tree + Deserialize<'de>> Visitor<'de> for Fields<T> {
    type Value = T;

    fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("the shape of a tree, and the tree")
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut save: A) -> Result<T, A::Error> {
        let shape = save.next_element()?.ok_or_else(|| A::Error::invalid_length(0, &self))?;
        Self::check(shape, None)?;
        Self::whole(save.next_element()?.ok_or_else(|| A::Error::invalid_length(1, &self))?)
    }

    fn visit_map<A: MapAccess<'de>>(self, mut save: A) -> Result<T, A::Error> {
        let (mut nodes, mut fits, mut tree) = (None, false, None);
        while let Some(field) = save.next_key::<Field>()? {
            match field {
                Field::Nodes => nodes = Some(save.next_value_seed(Nodes(T::__loaded_as().unwrap_or(&T::__FACTS)))?),
                Field::Shape => {
                    Self::check(save.next_value()?, nodes)?;
                    fits = true;
                }
                Field::Tree => tree = Some(save.next_value()?),
                Field::Other => {
                    save.next_value::<IgnoredAny>()?;
                }
            }
        }
        let tree = tree.filter(|_| fits).ok_or_else(|| A::Error::missing_field(FIELDS[usize::from(fits)]))?;
        // The same shape has the same nodes, wherever a format puts them.
        if nodes.flatten().is_some() {
            return Err(A::Error::custom("the nodes of the save do not match its shape"));
        }
        Self::whole(tree)
    }
}

#[derive(Deserialize)]
#[serde(field_identifier, rename_all = "lowercase")]
enum Field {
    Nodes,
    Shape,
    Tree,
    #[serde(other)]
    Other,
}
