//! Renames trees, and entries of trees.

use std::collections::HashMap;
use std::ops::Range;

use gen_lsp_types::{TextEdit, WorkspaceEdit};

use super::file::{File, How};
use super::known::Files;
use super::place::{Place, place};
use crate::lsp::address;
use crate::lsp::dispatch::Answer;
use crate::lsp::lines::{Encoding, Lines};

/// What can be renamed.
enum What<'f> {
    Tree(String),
    /// An entry of a tree in a file.
    Entry {
        file: &'f File,
        tree: usize,
        name: String,
    },
}

/// The bytes of the name that would be renamed.
pub fn prepare(files: &Files<'_>, byte: usize) -> Option<Range<usize>> {
    find(files, byte).map(|(_, at)| at)
}

/// The edits that rename what is at a byte.
///
/// # Errors
/// If the new name is invalid or taken, or if it is unclear what refers to the old one.
pub fn rename(files: &Files<'_>, encoding: Encoding, byte: usize, new: &str) -> Answer<Option<WorkspaceEdit>> {
    let Some((what, _)) = find(files, byte) else { return Ok(None) };
    let mut edits = match what {
        What::Tree(name) => of_tree(files, &name, new)?,
        What::Entry { file, tree, name } => of_entry(files, file, tree, &name, new)?,
    };
    edits.sort_by_key(|(file, at, _)| (file.path.clone(), at.start));
    let mut changes: HashMap<_, Vec<TextEdit>> = HashMap::new();
    for (file, at, new_text) in edits {
        let range = Lines::of(&file.text, encoding).range(&file.text, &at);
        changes.entry(address::uri(&file.path)).or_default().push(TextEdit { range, new_text });
    }
    Ok(Some(WorkspaceEdit { changes: Some(changes), ..WorkspaceEdit::default() }))
}

fn find<'f>(files: &Files<'f>, byte: usize) -> Option<(What<'f>, Range<usize>)> {
    let file = files.own;
    match place(file, byte)? {
        Place::Value { tag, attribute, at } => {
            let is_tree = match attribute {
                "main_tree_to_execute" => true,
                "ID" => ["BehaviorTree", "SubTree"].contains(&file.name(tag)),
                _ => false,
            };
            if is_tree {
                let name = file.text[at.clone()].to_owned();
                return (!files.with_tree(&name).is_empty()).then_some((What::Tree(name), at));
            }
            let tree = file.tree_of(tag)?;
            let entries = file.entries(tree).into_iter();
            let here = entries
                .filter(|entry| entry.how == How::Name)
                .find(|entry| (entry.at.start..=entry.at.end).contains(&byte))?;
            Some((What::Entry { file, tree, name: here.name }, here.at))
        }
        // A port of a subtree is an entry of its tree.
        Place::Attribute { tag, at } if file.name(tag) == "SubTree" && !file.is_in_models(tag) => {
            let (id, name) = (file.value(tag, "ID")?, file.text[at.clone()].to_owned());
            let owner = files.with_tree(id).first().copied()?;
            let tree = owner.tree(id)?.0;
            let is_entry = owner.entries(tree).iter().any(|entry| entry.name == name);
            is_entry.then_some((What::Entry { file: owner, tree, name }, at))
        }
        _ => None,
    }
}

type Edits<'f> = Vec<(&'f File, Range<usize>, String)>;

fn of_tree<'f>(files: &Files<'f>, name: &str, new: &str) -> Answer<Edits<'f>> {
    if new.trim().is_empty() || new.contains(['<', '>', '&', '"', '\'', '/', '\\', ':', '*', '?', '|', '.']) {
        return Err(format!("`{new}` cannot be the name of a tree"));
    }
    if !files.with_tree(new).is_empty() {
        return Err(format!("there is a tree `{new}`"));
    }
    let owner = files.with_tree(name).first().copied().ok_or_else(|| format!("there is no tree `{name}`"))?;
    if files.with_tree(name).len() > 1 && owner.path != files.own.path {
        return Err(format!("several files have a tree `{name}`: rename it in one of them"));
    }
    let mut edits = Vec::new();
    for file in files.that_mean(name, owner) {
        let trees = file.trees().map(|(_, at)| at);
        let models = file.models().filter(|model| model.kind == "SubTree").map(|model| model.id);
        let calls = file.calls(name).filter_map(|tag| file.id(tag));
        let mains = (0..file.tags.len()).filter_map(|tag| file.tags[tag].value(&file.text, "main_tree_to_execute"));
        let all = trees.chain(models).chain(calls).chain(mains).filter(|at| file.text[at.clone()] == *name);
        edits.extend(all.map(|at| (file, at, new.to_owned())));
    }
    Ok(edits)
}

fn of_entry<'f>(files: &Files<'f>, file: &'f File, tree: usize, name: &str, new: &str) -> Answer<Edits<'f>> {
    let is_name = new.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_')
        && new.chars().all(|c| c.is_ascii_alphanumeric() || c == '_');
    if !is_name {
        return Err(format!("`{new}` cannot be the name of an entry"));
    }
    if name.starts_with('@') {
        return Err(format!("`{name}` is an entry of the tree that runs this one: rename it there"));
    }
    let entries = file.entries(tree);
    if entries.iter().any(|entry| entry.name == new) {
        return Err(format!("the tree has an entry `{new}`"));
    }
    let is_open = |file: &File, tag: usize| {
        file.value(tag, "_autoremap").is_some_and(|value| ["true", "1"].contains(&&*value.trim().to_lowercase()))
    };
    let tree_name = file.value(tree, "ID").unwrap_or_default().to_owned();
    let meaning = files.that_mean(&tree_name, file);
    let calls: Vec<_> = meaning.iter().flat_map(|file| file.calls(&tree_name).map(move |tag| (*file, tag))).collect();
    let inner = file.nodes(tree).filter(|tag| file.name(*tag) == "SubTree").map(|tag| (file, tag));
    if calls.iter().copied().chain(inner).any(|(file, tag)| is_open(file, tag)) {
        return Err(format!("`_autoremap` connects `{name}` to other trees: rename it by hand"));
    }
    let text = |how| if how == How::Same { format!("{{{new}}}") } else { new.to_owned() };
    let own = entries.iter().filter(|entry| entry.name == name);
    let mut edits: Edits<'f> = own.map(|entry| (file, entry.at.clone(), text(entry.how))).collect();
    for (file, tag) in calls {
        for attribute in file.tags[tag].attributes.iter().filter(|at| file.text[at.name.clone()] == *name) {
            edits.push((file, attribute.name.clone(), new.to_owned()));
            let value = attribute.value.clone().filter(|value| ["=", "{=}"].contains(&file.text[value.clone()].trim()));
            edits.extend(value.map(|value| (file, value, format!("{{{name}}}"))));
        }
    }
    for file in meaning {
        let models = file.models().filter(|model| model.kind == "SubTree" && file.text[model.id.clone()] == *tree_name);
        let ports = models.flat_map(|model| model.ports).map(|port| port.name);
        edits.extend(ports.filter(|at| file.text[at.clone()] == *name).map(|at| (file, at, new.to_owned())));
    }
    Ok(edits)
}
