//! Completions at a place.

use std::collections::BTreeSet;
use std::ops::Range;

use bt_xml::parts::{BUILTINS, Builtin, Children, Direction, KINDS, Takes, When};
use gen_lsp_types::{CompletionItem, CompletionItemKind, CompletionItemTextEdit, InsertTextFormat, TextEdit};

use super::known::Files;
use super::place::{Place, place};
use crate::lsp::document::Document;

/// A completion, before it is converted to the protocol.
struct Item {
    label: String,
    /// The text to insert, with placeholders.
    snippet: String,
    detail: String,
    kind: CompletionItemKind,
}

impl Item {
    fn plain(label: &str, detail: &str, kind: CompletionItemKind) -> Self {
        Item { label: label.to_owned(), snippet: label.to_owned(), detail: detail.to_owned(), kind }
    }
}

/// All completions at a byte.
pub fn completion(document: &Document, files: &Files<'_>, byte: usize, snippets: bool) -> Option<Vec<CompletionItem>> {
    let file = files.own;
    let (items, at) = match place(file, byte)? {
        Place::Name { tag, parent, at } => {
            // Between tags, only items that begin with `<` make sense.
            let items = if tag.is_some() {
                of_elements(files, parent, file.tags[tag?].attributes.is_empty())
            } else {
                return None;
            };
            (items, at)
        }
        Place::End { tag } => {
            let name = file.name(file.tags[tag].parent?);
            (vec![Item::plain(name, "", CompletionItemKind::Keyword)], file.tags[tag].name.clone())
        }
        Place::Attribute { tag, at } => (of_attributes(files, tag, !at.is_empty()), at),
        Place::Value { tag, attribute, at } => of_values(files, tag, attribute, at, byte),
    };
    let completed = |item: Item| {
        let new_text = if snippets { item.snippet } else { item.label.clone() };
        CompletionItem {
            label: item.label,
            kind: Some(item.kind),
            detail: (!item.detail.is_empty()).then_some(item.detail),
            insert_text_format: snippets.then_some(InsertTextFormat::Snippet),
            text_edit: Some(CompletionItemTextEdit::TextEdit(TextEdit { range: document.range(&at), new_text })),
            ..CompletionItem::default()
        }
    };
    Some(items.into_iter().map(completed).collect())
}

/// The elements that may be inside an element.
fn of_elements(files: &Files<'_>, parent: Option<usize>, is_new: bool) -> Vec<Item> {
    let file = files.own;
    let keywords = |names: &[&str]| {
        names.iter().map(|name| Item::plain(name, "", CompletionItemKind::Keyword)).collect::<Vec<_>>()
    };
    let Some(parent) = parent else { return keywords(&["root"]) };
    match file.name(parent) {
        "root" => keywords(&["BehaviorTree", "TreeNodesModel", "include"]),
        "TreeNodesModel" => keywords(&KINDS.map(|(kind, _)| kind)),
        _ if file.is_in_models(parent) => keywords(&["input_port", "output_port", "inout_port"]),
        _ => {
            let builtins = BUILTINS.iter().map(|builtin| of_builtin(builtin, is_new));
            let mut seen = BTreeSet::new();
            let models = files.all().flat_map(|file| file.models().map(move |model| (file, model)));
            let nodes = models.filter(|(_, model)| model.kind != "SubTree").filter_map(|(file, model)| {
                let id = &file.text[model.id.clone()];
                // A name that contains a blank needs the long form.
                let is_name = !id.is_empty() && !id.contains(char::is_whitespace);
                (is_name && seen.insert(id)).then(|| {
                    let written = model.ports.iter().filter(|port| port.default.is_none());
                    let ports = written.map(|port| &file.text[port.name.clone()]);
                    let is_leaf = !["Control", "Decorator"].contains(&model.kind);
                    element(id, ports, is_leaf, model.kind.to_owned(), is_new)
                })
            });
            let subtree = element("SubTree", ["ID"].into_iter(), true, "a tree".to_owned(), is_new);
            builtins.chain(nodes).chain([subtree]).collect()
        }
    }
}

fn of_builtin(builtin: &'static Builtin, is_new: bool) -> Item {
    let ports = builtin.ports.iter().filter(|port| port.default.is_none()).map(|port| port.name);
    let detail = format!("takes {}", builtin.children);
    element(builtin.name, ports, builtin.children == Children::None, detail, is_new)
}

fn element<'p>(name: &str, ports: impl Iterator<Item = &'p str>, is_leaf: bool, detail: String, is_new: bool) -> Item {
    let mut place = 0;
    let mut next = || {
        place += 1;
        place
    };
    let ports: String = ports.map(|port| format!(" {port}=\"${{{}}}\"", next())).collect();
    let end = if is_leaf { "/>$0".to_owned() } else { format!(">$0</{name}>") };
    Item {
        label: name.to_owned(),
        snippet: if is_new { format!("{name}{ports}{end}") } else { name.to_owned() },
        detail,
        kind: if is_leaf { CompletionItemKind::Function } else { CompletionItemKind::Struct },
    }
}

/// The attributes that a tag does not have yet.
fn of_attributes(files: &Files<'_>, tag: usize, is_typed: bool) -> Vec<Item> {
    let file = files.own;
    let mut items = ports(files, tag);
    let words: &[&str] = match file.name(tag) {
        "root" => &["BTCPP_format", "main_tree_to_execute"],
        "include" => &["path", "ros_pkg"],
        "BehaviorTree" => &["ID", "_description"],
        _ if file.is_in_models(tag) => &["ID", "name", "type", "default", "description"],
        _ => &["name", "ID", "_description"],
    };
    items.extend(words.iter().map(|word| Item::plain(word, "", CompletionItemKind::Field)));
    if file.tree_of(tag).is_some() {
        items.extend(When::ALL.iter().map(|(name, _)| Item::plain(name, "a script", CompletionItemKind::Event)));
        if file.name(tag) == "SubTree" {
            items.push(Item::plain("_autoremap", "true or false", CompletionItemKind::Field));
        }
    }
    let has = |name: &str| file.tags[tag].attributes.iter().any(|at| file.text[at.name.clone()] == *name);
    items.retain(|item| is_typed || !has(&item.label));
    for item in &mut items {
        item.snippet = format!("{}=\"$1\"", item.label);
    }
    items
}

/// The ports of a node, or of the tree that it runs.
fn ports(files: &Files<'_>, tag: usize) -> Vec<Item> {
    let file = files.own;
    if let Some(builtin) = file.builtin(tag) {
        let detail = |port: &bt_xml::parts::BuiltinPort| match port.default {
            Some(default) => format!("{default} if it is not written"),
            None => "must be written".to_owned(),
        };
        let all = builtin.ports.iter();
        return all.map(|port| Item::plain(port.name, &detail(port), CompletionItemKind::Property)).collect();
    }
    let Some(id) = file.id(tag).map(|at| &file.text[at]) else { return Vec::new() };
    let mut items: Vec<Item> = Vec::new();
    if let Some((of, model)) = files.model(id) {
        items.extend(model.ports.iter().map(|port| {
            let direction = match port.direction {
                Direction::Input => "input",
                Direction::Output => "output",
                Direction::InOut => "input and output",
            };
            let detail = port.ty.map_or(direction.to_owned(), |ty| format!("{direction}, {ty}"));
            Item::plain(&of.text[port.name.clone()], &detail, CompletionItemKind::Property)
        }));
    }
    // A subtree accepts any entry of its tree.
    let trees = files.with_tree(id).into_iter().filter(|_| file.name(tag) == "SubTree");
    let entries: BTreeSet<String> = trees
        .filter_map(|file| Some((file, file.tree(id)?.0)))
        .flat_map(|(file, tree)| file.entries(tree).into_iter().map(|entry| entry.name))
        .filter(|entry| !entry.starts_with('@') && items.iter().all(|item| item.label != *entry))
        .collect();
    let of_entry = |entry: &String| Item::plain(entry, "an entry of the tree", CompletionItemKind::Property);
    items.extend(entries.iter().map(of_entry));
    items
}

/// The values that may be written, and the part of the file that they replace.
fn of_values(
    files: &Files<'_>,
    tag: usize,
    attribute: &str,
    at: Range<usize>,
    byte: usize,
) -> (Vec<Item>, Range<usize>) {
    let file = files.own;
    let names = |names: BTreeSet<&str>, detail: &str| {
        names.into_iter().map(|name| Item::plain(name, detail, CompletionItemKind::Value)).collect::<Vec<_>>()
    };
    let trees = || names(files.all().flat_map(|file| file.trees().map(|(_, at)| &file.text[at])).collect(), "a tree");
    if attribute == "main_tree_to_execute" || attribute == "ID" && file.name(tag) == "SubTree" {
        return (trees(), at);
    }
    if attribute == "ID" {
        let of_kind = |kind: &str| kind == file.name(tag);
        let models = files.all().flat_map(|file| file.models().map(move |model| (file, model)));
        let models = models.filter(|(_, model)| of_kind(model.kind));
        return (names(models.map(|(file, model)| &file.text[model.id]).collect(), "a model"), at);
    }
    let entries = file.tree_of(tag).map(|tree| file.entries(tree)).unwrap_or_default();
    // The entry that is being typed does not exist yet.
    let entries: BTreeSet<String> =
        entries.into_iter().filter(|entry| !touches(&entry.at, byte)).map(|entry| entry.name).collect();
    if file.is_script(tag, attribute) {
        let is_name = |c: char| c.is_ascii_alphanumeric() || c == '_';
        let start = at.start + file.text[at.start..byte].trim_end_matches(is_name).len();
        let end = file.text[byte..at.end].find(|c| !is_name(c)).map_or(at.end, |after| byte + after);
        let items = entries.iter().map(|entry| Item::plain(entry, "an entry", CompletionItemKind::Variable));
        return (items.collect(), start..end);
    }
    let takes = file.builtin(tag).and_then(|builtin| builtin.port(attribute)).map(|port| port.takes);
    let words: &[&str] = match takes {
        Some(Takes::Bool) => &["true", "false"],
        Some(Takes::Status) => &["SUCCESS", "FAILURE", "RUNNING", "SKIPPED"],
        _ if attribute == "_autoremap" => &["true", "false"],
        _ => &[],
    };
    let mut items: Vec<Item> = words.iter().map(|word| Item::plain(word, "", CompletionItemKind::EnumMember)).collect();
    items.extend(entries.iter().map(|entry| {
        let mut item = Item::plain(&format!("{{{entry}}}"), "an entry", CompletionItemKind::Variable);
        item.snippet = item.snippet.replace('}', "\\}");
        item
    }));
    (items, at)
}

fn touches(at: &Range<usize>, byte: usize) -> bool {
    at.start <= byte && byte <= at.end
}
