//! What the file has at a place.

use std::ops::Range;

use super::file::File;

/// A part of a tag.
pub enum Place<'f> {
    /// The name of a tag, or a place inside an element where one may begin.
    Name { tag: Option<usize>, parent: Option<usize>, at: Range<usize> },
    /// The end of an element.
    End { tag: usize },
    /// The name of an attribute, or a place where one may begin.
    Attribute { tag: usize, at: Range<usize> },
    /// The value of an attribute.
    Value { tag: usize, attribute: &'f str, at: Range<usize> },
}

/// What is at a byte.
pub fn place(file: &File, byte: usize) -> Option<Place<'_>> {
    let Some(number) = file.tag_at(byte) else {
        return Some(Place::Name { tag: None, parent: file.element_at(byte), at: byte..byte });
    };
    let tag = &file.tags[number];
    if tag.is_end {
        return Some(Place::End { tag: number });
    }
    if (tag.name.start..=tag.name.end).contains(&byte) {
        return Some(Place::Name { tag: Some(number), parent: tag.parent, at: tag.name.clone() });
    }
    match tag.attribute_at(byte) {
        Some(attribute) if byte <= attribute.name.end => {
            Some(Place::Attribute { tag: number, at: attribute.name.clone() })
        }
        Some(attribute) => {
            let value = attribute.value.clone().filter(|value| value.start <= byte)?;
            Some(Place::Value { tag: number, attribute: &file.text[attribute.name.clone()], at: value })
        }
        None => {
            file.text[..byte].ends_with(char::is_whitespace).then_some(Place::Attribute { tag: number, at: byte..byte })
        }
    }
}
