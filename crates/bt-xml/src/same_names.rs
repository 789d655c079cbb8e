//! Trees of the same name in several named files: each mission of a project has its `MainTree`. The name of the file is
//! put before the name of each such tree.

use std::collections::{BTreeMap, BTreeSet};

use crate::document::{Document, Kind, Name, Node};
use crate::files::Files;
use crate::visit::subtrees_of;

/// Renames trees that exist in several of the named files, and all references to them.
pub fn tell_apart(document: &mut Document, files: &Files) {
    let mut owners: BTreeMap<String, BTreeSet<usize>> = BTreeMap::new();
    for tree in &document.trees {
        owners.entry(tree.name.text.clone()).or_default().extend(files.named_for(&tree.name.at));
    }
    owners.retain(|_, named| named.len() > 1);
    // If a file uses such a tree and does not have one of its own, it could mean any of them: that remains an error.
    for tree in &document.trees {
        let named = files.named_for(&tree.name.at);
        for used in subtrees_of(&tree.root).into_iter().map(|node| &*node.id.text) {
            if owners.get(used).is_some_and(|owners| named.is_none_or(|named| !owners.contains(&named))) {
                owners.remove(used);
            }
        }
    }
    if owners.is_empty() {
        return;
    }
    let names = Names { files, owners, titles: titles(files) };
    for tree in &mut document.trees {
        names.rename(&mut tree.name);
        names.rename_subtrees(&mut tree.root);
    }
    document.mains.iter_mut().chain(&mut document.main).for_each(|main| names.rename(main));
    let of_trees = document.models.iter_mut().filter(|model| matches!(model.kind, Kind::SubTree));
    of_trees.for_each(|model| names.rename(&mut model.id));
}

struct Names<'f> {
    files: &'f Files,
    /// The numbers of the named files that have a tree of each name.
    owners: BTreeMap<String, BTreeSet<usize>>,
    /// The title of each named file.
    titles: BTreeMap<usize, String>,
}

impl Names<'_> {
    fn rename(&self, name: &mut Name) {
        let owners = self.owners.get(&name.text);
        let own = self.files.named_for(&name.at).filter(|named| owners.is_some_and(|owners| owners.contains(named)));
        if let Some(title) = own.and_then(|named| self.titles.get(&named)) {
            name.text = format!("{title} {}", name.text);
        }
    }

    fn rename_subtrees(&self, node: &mut Node) {
        if matches!(node.kind, Kind::SubTree) {
            self.rename(&mut node.id);
        }
        node.children.iter_mut().for_each(|child| self.rename_subtrees(child));
    }
}

/// The names of the named files without folders and extensions; with folders if two would be equal.
fn titles(files: &Files) -> BTreeMap<usize, String> {
    let plain = |path: &str| path.rsplit_once('.').map_or(path, |(before, _)| before).to_owned();
    let all: BTreeMap<usize, String> = files.named().map(|(named, path)| (named, plain(path))).collect();
    let last = |path: &str| path.rsplit(['/', '\\']).next().unwrap_or(path).to_owned();
    let is_taken = |path: &str| all.values().filter(|other| last(other) == last(path)).count() > 1;
    let title = |path: &String| if is_taken(path) { path.replace(['/', '\\', '.'], " ") } else { last(path) };
    all.iter().map(|(named, path)| (*named, title(path).trim().to_owned())).collect()
}
