//! The nodes of a tree in a save: if it is refused, they say what differs first.

use core::fmt::{self, Display, Formatter, Write};

use serde::de::{DeserializeSeed, Error, IgnoredAny, SeqAccess, Visitor};
use serde::ser::SerializeSeq;
use serde::{Deserializer, Serialize, Serializer};

use crate::node_info::NodeInfo;
use crate::outline::facts::Facts;

/// The nodes, each as a text: its depth, label and name.
pub struct Nodes<'f>(pub &'f Facts);

impl Serialize for Nodes<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut nodes = serializer.serialize_seq(Some(self.0.nodes()))?;
        self.0.each_node(&mut |node| nodes.serialize_element(&Entry(node)))?;
        nodes.end()
    }
}

/// `2 label: name`.
struct Entry(NodeInfo);

impl Display for Entry {
    fn fmt(&self, formatter: &mut Formatter<'_>) -> fmt::Result {
        let NodeInfo { depth, label, name, .. } = self.0;
        write!(formatter, "{depth} {}{}{name}", label.unwrap_or_default(), if label.is_some() { ": " } else { "" })
    }
}

impl Serialize for Entry {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

/// The first node in which a save and a tree differ.
#[derive(Clone, Copy)]
pub struct Difference {
    position: usize,
    saved: Option<Short>,
    own: Option<NodeInfo>,
}

impl Display for Difference {
    fn fmt(&self, formatter: &mut Formatter<'_>) -> fmt::Result {
        let position = self.position;
        match (self.saved, self.own) {
            (Some(saved), Some(own)) if saved.title() == Short::of(Entry(own)).title() => {
                write!(formatter, "node {position}, `{}`, has another parent in the save", own.title())
            }
            (Some(saved), Some(own)) => {
                write!(formatter, "node {position} is `{saved}` in the save, and `{}` in this tree", Title(&own))
            }
            (None, Some(own)) => {
                write!(formatter, "node {position} of this tree, `{}`, is not in the save", Title(&own))
            }
            (saved, None) => {
                let saved = saved.unwrap_or_default();
                write!(formatter, "node {position} of the save, `{saved}`, is not in this tree")
            }
        }
    }
}

/// The label and the name of a node.
struct Title<'n>(&'n NodeInfo);

impl Display for Title<'_> {
    fn fmt(&self, formatter: &mut Formatter<'_>) -> fmt::Result {
        if let Some(label) = self.0.label {
            write!(formatter, "{label}: ")?;
        }
        formatter.write_str(self.0.name)
    }
}

/// The beginning of the text of a node. It is stored without an allocation.
#[derive(Clone, Copy, PartialEq)]
struct Short {
    bytes: [u8; Short::MOST],
    length: usize,
}

impl Default for Short {
    fn default() -> Self {
        Short { bytes: [0; Short::MOST], length: 0 }
    }
}

impl Short {
    const MOST: usize = 64;

    fn of(text: impl Display) -> Self {
        let mut short = Short::default();
        // It ends early where the text is too long.
        let _ = write!(short, "{text}");
        short
    }

    /// The label with the name.
    fn title(&self) -> Option<&str> {
        Some(core::str::from_utf8(&self.bytes[..self.length]).ok()?.split_once(' ')?.1)
    }
}

impl Write for Short {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        for letter in text.chars() {
            let end = self.length + letter.len_utf8();
            letter.encode_utf8(self.bytes.get_mut(self.length..end).ok_or(fmt::Error)?);
            self.length = end;
        }
        Ok(())
    }
}

impl Display for Short {
    fn fmt(&self, formatter: &mut Formatter<'_>) -> fmt::Result {
        formatter.write_str(self.title().unwrap_or_default())
    }
}

/// Reads the nodes of a save, and compares them with those of a tree.
impl<'de> DeserializeSeed<'de> for Nodes<'_> {
    type Value = Option<Difference>;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Self::Value, D::Error> {
        deserializer.deserialize_seq(self)
    }
}

impl<'de> Visitor<'de> for Nodes<'_> {
    type Value = Option<Difference>;

    fn expecting(&self, formatter: &mut Formatter<'_>) -> fmt::Result {
        formatter.write_str("the nodes of a tree")
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut nodes: A) -> Result<Self::Value, A::Error> {
        let mut difference: Option<Difference> = None;
        self.0.each_node(&mut |own: NodeInfo| {
            if difference.is_some() {
                return Ok(());
            }
            let saved = nodes.next_element_seed(Text)?;
            if saved != Some(Short::of(Entry(own))) {
                difference = Some(Difference { position: own.position, saved, own: Some(own) });
            }
            Ok(())
        })?;
        if difference.is_none()
            && let Some(saved) = nodes.next_element_seed(Text)?
        {
            difference = Some(Difference { position: self.0.nodes(), saved: Some(saved), own: None });
        }
        while nodes.next_element::<IgnoredAny>()?.is_some() {}
        Ok(difference)
    }
}

/// Reads the text of a node.
struct Text;

impl<'de> DeserializeSeed<'de> for Text {
    type Value = Short;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Short, D::Error> {
        deserializer.deserialize_str(self)
    }
}

impl Visitor<'_> for Text {
    type Value = Short;

    fn expecting(&self, formatter: &mut Formatter<'_>) -> fmt::Result {
        formatter.write_str("a node of a tree")
    }

    fn visit_str<E: Error>(self, text: &str) -> Result<Short, E> {
        Ok(Short::of(text))
    }
}
