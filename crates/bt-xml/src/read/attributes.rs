//! The attributes of an element.

use std::ops::Range;

use roxmltree::Node;

use super::Reader;
use crate::document::Name;

/// An attribute and its places in the file.
pub struct Attribute {
    pub name: Name,
    pub value: Name,
    /// Whether the value is in the file byte for byte, without entities.
    pub is_plain: bool,
}

/// The attributes that have not been read yet, in file order.
pub struct Attributes(Vec<Attribute>);

impl Attributes {
    pub fn new(element: Node<'_, '_>, reader: &Reader<'_>) -> Self {
        let each = element.attributes().map(|attribute| {
            let (name, value) = (attribute.range_qname(), attribute.range_value());
            let written = &reader.file[reader.repaired.original_range(value.clone())];
            Attribute {
                name: Name { text: attribute.name().to_owned(), at: reader.at(name) },
                is_plain: written == attribute.value(),
                value: Name { text: attribute.value().to_owned(), at: reader.at(value) },
            }
        });
        Attributes(each.collect())
    }

    /// Takes an attribute: its value and place.
    pub fn take(&mut self, name: &str) -> Option<Name> {
        let found = self.0.iter().position(|attribute| attribute.name.text == name)?;
        Some(self.0.remove(found).value)
    }

    /// Takes all attributes that match.
    pub fn take_all(&mut self, suits: impl Fn(&str) -> bool) -> Vec<Attribute> {
        self.0.extract_if(.., |attribute| suits(&attribute.name.text)).collect()
    }

    pub fn into_rest(self) -> Vec<Attribute> {
        self.0
    }

    /// Warns of each attribute that is left: BehaviorTree.CPP ignores them.
    pub fn tell_rest(self, reader: &mut Reader<'_>, element: &str) {
        for attribute in self.0.into_iter().filter(|attribute| !attribute.name.text.starts_with('_')) {
            let message = format!("`{element}` has no attribute `{}`", attribute.name.text);
            reader.problems.warn(attribute.name.at, message);
        }
    }
}

impl Attribute {
    /// The place in the file of a part of the value.
    pub fn part(&self, part: Range<usize>) -> Range<usize> {
        let at = &self.value.at;
        if self.is_plain { at.start + part.start..at.start + part.end } else { at.clone() }
    }
}
