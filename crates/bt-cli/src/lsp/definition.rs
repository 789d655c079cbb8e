//! Finds the declaration of a name in a tree.

use std::path::Path;

use bt_text::scope;
use gen_lsp_types::{Definition, DefinitionResponse, Location};

use super::address;
use super::document::Document;
use super::known::Known;
use super::lines::{Encoding, Lines};
use crate::syntax::Bytes;

/// The declaration of the word at a byte.
pub fn definition(document: &Document, known: &Known, encoding: Encoding, byte: usize) -> Option<DefinitionResponse> {
    let (tree, path) = document.node_at(byte)?;
    let word = document.word_at(byte)?.range();
    let within = |part: &Bytes| part.start <= word.start && word.end <= part.end;
    let node = path.last()?;
    let here = |range: &Bytes| Location { uri: document.uri.clone(), range: document.range(range) };
    if within(&node.name) {
        let found = known.find(document.slice(&node.name), &document.path);
        let places = found.into_iter().filter_map(|(path, item)| place(document, path, &item.range, encoding));
        return Some(Definition::LocationList(places.collect()).into());
    }
    let own = node.binding.iter().flat_map(|binding| &binding.names).find(|name| within(name));
    if let Some(name) = own {
        return Some(Definition::Location(here(name)).into());
    }
    let names = scope::visible(document.read(), tree, &path);
    let declared = names.iter().rev().find(|name| document.slice(&name.range) == document.slice(&word))?;
    let used = node.code().any(|code| within(&code));
    used.then(|| Definition::Location(here(&declared.range)).into())
}

/// Some bytes of another file as a location.
fn place(document: &Document, path: &Path, range: &Bytes, encoding: Encoding) -> Option<Location> {
    if path == document.path {
        // The file may have changed since it was read.
        document.text.get(range.clone())?;
        return Some(Location { uri: document.uri.clone(), range: document.range(range) });
    }
    let text = std::fs::read_to_string(path).ok()?;
    text.get(range.clone())?;
    Some(Location { uri: address::uri(path), range: Lines::of(&text, encoding).range(&text, range) })
}
