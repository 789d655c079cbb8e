//! The words in files: docs of trees and leaves.

use std::collections::{HashMap, HashSet};

use crate::document::{Document, Kind, Model, ModelPort, Tree};
use crate::names::type_name;
use crate::problem::{Level, Problems};
use crate::visit::visit;

/// Warns of models that are left out: models of subtrees without a tree, and models that a later one replaces.
pub fn tell_models(document: &Document, problems: &mut Problems) {
    let mut known: HashSet<&str> = document.trees.iter().map(|tree| &*tree.name.text).collect();
    for tree in &document.trees {
        visit(&tree.root, &mut |node| {
            known.insert(&node.id.text);
        });
    }
    let mut before: HashMap<&str, &Model> = HashMap::new();
    for model in &document.models {
        let (id, at) = (&*model.id.text, model.id.at.clone());
        // Files written by BehaviorTree.CPP contain a model of `SubTree` itself.
        let is_left_out = matches!(model.kind, Kind::SubTree) && !model.is_extra && !known.contains(id);
        if is_left_out && id != "SubTree" {
            let message = format!("the tree `{id}` is in none of the files, so its model is left out");
            problems.warn_with(at.clone(), message, "name its file too");
        }
        if let Some(first) = before.insert(id, model).filter(|first| all_of(first) != all_of(model)) {
            let message = format!("`{id}` has two different models; this one is used");
            problems.second(Level::Warning, first.id.at.clone(), at, message);
        }
    }
}

/// The whole text of a model.
fn all_of(model: &Model) -> String {
    let ports = model.ports.iter().map(|port| {
        let words = [&port.ty, &port.default, &port.description];
        format!("{} {:?} {words:?}", port.name.text, port.direction)
    });
    format!("{:?} {:?} {:?}", of_model(model), std::mem::discriminant(&model.kind), ports.collect::<Vec<_>>())
}

/// The main trees of the files, for the first line of the Rust.
pub fn of_mains(document: &Document) -> String {
    let mut mains: Vec<String> = Vec::new();
    for main in document.mains.iter().map(|main| format!("`{}`", main.text)) {
        if !mains.contains(&main) {
            mains.push(main);
        }
    }
    match &*mains {
        [one] if document.trees.len() > 1 => format!(" The main tree is {one}."),
        [] | [_] => String::new(),
        all => format!(" The main trees are {}.", all.join(", ")),
    }
}

/// The docs of a tree, including those in the model of the subtree.
pub fn of_tree(tree: &Tree, models: &[Model]) -> Vec<String> {
    // Two XML names may become nearly the same in Rust.
    let is_told = !tree.docs.is_empty() && type_name(&tree.name.text) == tree.name.text;
    let mut docs = if is_told { Vec::new() } else { vec![format!("`{}`.", tree.name.text)] };
    docs.extend(tree.docs.iter().cloned());
    let is_own = |model: &&Model| matches!(model.kind, Kind::SubTree) && model.id.text == tree.name.text;
    let mut more: Vec<String> = Vec::new();
    for model in models.iter().filter(is_own) {
        more.extend(of_model(model));
        more.extend(model.ports.iter().filter_map(of_subtree_port));
    }
    more.retain(|line| !docs.contains(line));
    if !more.is_empty() {
        docs.push(String::new());
        docs.extend(more);
    }
    docs
}

/// The docs in a model: its comments or its description, and the notes of editors.
pub fn of_model(model: &Model) -> Vec<String> {
    let is_known = |name: &str| ["description", "rust", "declaration"].contains(&name);
    let others = model.metadata.iter().filter(|(name, _)| !is_known(name));
    let others: Vec<_> = others.map(|(name, text)| format!("`{name}` is `{}`", line(text))).collect();
    let mut docs = model.docs.clone();
    if !others.is_empty() {
        docs.push(format!("Metadata: {}.", others.join(", ")));
    }
    docs
}

/// The docs of a port in a model, as one line.
pub fn of_port(description: Option<&str>, default: Option<&str>) -> Option<String> {
    let default = default.map(line).filter(|text| !text.is_empty()).map(|text| match text.contains('`') {
        true => format!("by default {text}"),
        false => format!("by default `{text}`"),
    });
    let description = description.map(line).filter(|text| !text.is_empty());
    match (description, default) {
        (Some(description), Some(default)) => Some(format!("{description} ({default})")),
        (description, default) => description.or(default),
    }
}

/// The docs of a subtree's port, with its type: unlike a leaf, a tree has no argument that shows it.
fn of_subtree_port(port: &ModelPort) -> Option<String> {
    let ty = port.ty.as_deref().map(|ty| format!(" (`{}`)", line(ty))).unwrap_or_default();
    let said = of_port(port.description.as_deref(), port.default.as_deref());
    let said = said.map(|said| format!(": {said}")).unwrap_or_default();
    (!ty.is_empty() || !said.is_empty()).then(|| format!("- `{}`{ty}{said}", port.name.text))
}

/// A text without line breaks.
fn line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}
