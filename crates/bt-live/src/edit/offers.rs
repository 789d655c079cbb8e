//! What can be inserted: built-in nodes, the trees of the program, and its leaves.

use std::collections::BTreeMap;

use bt::__private::live::{Unit, leaf_units, units};
use bt_compiler::tree::case::{last_name, snake_case};
use bt_text::syntax::Tree;
use bt_view::edit::{Offer, Place, Refused};

use super::files::{File, Files};
use crate::hand::declared;
use crate::hand::offers::{builtins, of, tree as of_tree, used};
use crate::program::lookup::split;
use crate::registry::texts;

/// What can be inserted here; the program's own trees and leaves come first.
pub fn offers(files: &Files, place: Place) -> Result<Vec<Offer>, Refused> {
    let own = files.get(place.file)?;
    let around = own.text.trees().get(place.at.tree).ok_or("this tree is not in the file any more")?;
    let context = unit(own, own.text.name(around).unwrap_or_default()).map(|unit| (unit.context)());
    let mut found: BTreeMap<String, Offer> = BTreeMap::new();
    let mut add = |offer: Offer| _ = found.entry(offer.text.clone()).or_insert(offer);
    if let Some(of_palette) = texts::offers(&own.path) {
        of_palette.into_iter().chain(used(&own.text, &own.name(), |_| true)).for_each(add);
        return Ok(found.into_values().map(|offer| placed(files, offer)).chain(builtins()).collect());
    }
    for file in files.all() {
        let name = file.name();
        let has_context = |tree: &Tree| {
            let unit = file.text.name(tree).and_then(|name| unit(file, name));
            unit.is_some_and(|unit| Some((unit.context)()) == context)
        };
        let others = file.text.trees().iter().filter(|tree| has_context(tree) && !std::ptr::eq(*tree, around));
        others.filter_map(|tree| of_tree(&file.text, &name, tree)).for_each(&mut add);
        let mut new: BTreeMap<String, Offer> = BTreeMap::new();
        used(&file.text, &name, has_context).for_each(|offer| _ = new.entry(offer.text.clone()).or_insert(offer));
        new.into_values().map(|offer| placed(files, offer)).for_each(&mut add);
    }
    for leaf in leaf_units().filter(|leaf| Some((leaf.context)()) == context) {
        let code = (leaf.code)();
        let (path, args) = split(code.key);
        let name = snake_case(last_name(path));
        let declared = files.all().iter().find_map(|file| Some((file.name(), declared::leaf(&file.text, &name)?)));
        match declared
            .and_then(|(file, declared)| Some(of(name.clone() + &declared.sample()?, "leaf", &declared, &file)))
        {
            Some(offer) => add(offer),
            None if matches!(args, "" | "()") => add(Offer::of_leaf(name)),
            None => {}
        }
    }
    let mut offers: Vec<Offer> = found.into_values().collect();
    offers.extend(builtins());
    Ok(offers)
}

/// A leaf, with what its declaration says.
fn placed(files: &Files, offer: Offer) -> Offer {
    if offer.sort != "leaf" {
        return offer;
    }
    let (name, _) = split(&offer.text);
    let declared = files.all().iter().find_map(|file| Some((file.name(), declared::leaf(&file.text, name)?)));
    match declared {
        Some((file, declared)) => of(offer.text, offer.sort, &declared, &file),
        None => offer,
    }
}

/// The compiled tree with this name in a file.
fn unit(file: &File, name: &str) -> Option<&'static Unit> {
    units().find(|unit| unit.name == name && file.path.ends_with(unit.file))
}
