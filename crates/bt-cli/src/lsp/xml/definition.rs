//! Finds the declaration of a tree, a model, a port or an entry.

use std::ops::Range;

use gen_lsp_types::{Definition, DefinitionResponse, Location};

use super::file::File;
use super::hover::writes;
use super::known::Files;
use super::place::{Place, place};
use crate::lsp::address;
use crate::lsp::lines::{Encoding, Lines};

/// The declaration of what is at a byte.
pub fn definition(files: &Files<'_>, encoding: Encoding, byte: usize) -> Option<DefinitionResponse> {
    let found = places(files, byte)?;
    let locations = found.into_iter().map(|(file, at)| location(file, &at, encoding)).collect();
    Some(Definition::LocationList(locations).into())
}

/// Some bytes of a file as a location.
fn location(file: &File, at: &Range<usize>, encoding: Encoding) -> Location {
    Location { uri: address::uri(&file.path), range: Lines::of(&file.text, encoding).range(&file.text, at) }
}

fn places<'f>(files: &Files<'f>, byte: usize) -> Option<Vec<(&'f File, Range<usize>)>> {
    let file = files.own;
    match place(file, byte)? {
        Place::Name { tag: Some(tag), .. } | Place::Value { tag, attribute: "ID", .. } => {
            Some(of_name(files, &file.text[file.id(tag)?]))
        }
        Place::Value { attribute: "main_tree_to_execute", at, .. } => Some(of_name(files, &file.text[at])),
        Place::Attribute { tag, at } => {
            let (of, model) = files.model(&file.text[file.id(tag)?])?;
            let port = model.ports.iter().find(|port| of.text[port.name.clone()] == file.text[at.clone()])?;
            Some(vec![(of, port.name.clone())])
        }
        Place::Value { tag, .. } => {
            let entries = file.entries(file.tree_of(tag)?);
            let name = &entries.iter().find(|entry| entry.at.start <= byte && byte <= entry.at.end)?.name;
            let writers = entries.iter().filter(|entry| entry.name == *name && writes(files, entry) == Some(true));
            Some(writers.map(|entry| (file, entry.at.clone())).collect())
        }
        _ => None,
    }
}

/// The trees with this name, or else the model of a node.
fn of_name<'f>(files: &Files<'f>, name: &str) -> Vec<(&'f File, Range<usize>)> {
    let trees = files.with_tree(name).into_iter();
    let trees: Vec<_> = trees.filter_map(|file| Some((file, file.tree(name)?.1))).collect();
    match trees.is_empty() {
        true => files.model(name).map(|(file, model)| (file, model.id)).into_iter().collect(),
        false => trees,
    }
}
