//! What can be inserted: built-in nodes, the trees of the program, and its leaves.

use std::any::TypeId;
use std::collections::BTreeMap;

use bt::__private::live::{Unit, leaf_units, units};
use bt_compiler::tree::case::snake_case;
use bt_text::syntax::Tree;
use bt_view::edit::{Offer, Place, Refused};

use super::files::{File, Files};
use crate::hand::offers::{builtins, leaves};
use crate::program::lookup::split;

/// What can be inserted at a place, those first that are in use.
pub fn offers(files: &Files, place: Place) -> Result<Vec<Offer>, Refused> {
    let file = files.get(place.file)?;
    let tree = file.text.trees().get(place.at.tree).ok_or("this tree is not in the file any more")?;
    let name = file.text.name(tree).unwrap_or_default();
    let unit = units().find(|unit| unit.name == name && file.path.ends_with(unit.file));
    let context = unit.map(|unit| (unit.context)());
    let is_here = |other: &&'static Unit| Some((other.context)()) == context;
    let mut found: BTreeMap<String, Offer> = BTreeMap::new();
    let mut offer = |text: String, sort, docs: &str| {
        found.entry(text.clone()).or_insert(Offer { text, sort, docs: docs.to_owned() });
    };
    for tree in units().filter(is_here).filter(|tree| Some(*tree as *const _) != unit.map(|unit| unit as *const _)) {
        if (tree.params)().is_empty() {
            offer(snake_case(tree.name), "tree", "");
        }
    }
    for (text, docs) in files.all().iter().flat_map(|file| used(file, context)) {
        offer(text, "leaf", docs);
    }
    for leaf in leaf_units().filter(|leaf| Some((leaf.context)()) == context) {
        let code = (leaf.code)();
        let (path, args) = split(code.key);
        if matches!(args, "" | "()") {
            offer(snake_case(path.rsplit("::").next().unwrap_or(path)), "leaf", "");
        }
    }
    let mut offers: Vec<Offer> = found.into_values().collect();
    offers.extend(builtins());
    Ok(offers)
}

/// The leaves that the trees of a file with this context use, as they are written there, with what is known of them.
fn used(file: &File, context: Option<TypeId>) -> Vec<(String, &'static str)> {
    let is_here = |tree: &Tree| {
        let is = |unit: &Unit, name| {
            unit.name == name && Some((unit.context)()) == context && file.path.ends_with(unit.file)
        };
        file.text.name(tree).is_some_and(|name| units().any(|unit| is(unit, name)))
    };
    leaves(&file.text, is_here).collect()
}
