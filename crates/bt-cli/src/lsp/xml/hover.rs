//! Explains a node, a port or an entry.

use std::ops::Range;

use bt_xml::parts::{Builtin, Direction, Does};
use gen_lsp_types::{Contents, Hover, MarkupContent, MarkupKind};

use super::file::{File, Model, Port, Use};
use super::known::Files;
use super::place::{Place, place};
use crate::lsp::document::Document;

/// The text shown at a byte.
pub fn hover(document: &Document, files: &Files<'_>, byte: usize) -> Option<Hover> {
    let (value, at) = text(files, byte)?;
    let contents = Contents::MarkupContent(MarkupContent { kind: MarkupKind::Markdown, value });
    Some(Hover { contents, range: Some(document.range(&at)) })
}

fn text(files: &Files<'_>, byte: usize) -> Option<(String, Range<usize>)> {
    let file = files.own;
    match place(file, byte)? {
        Place::Name { tag: Some(tag), at, .. } => Some((of_node(files, tag)?, at)),
        Place::Attribute { tag, at } if !at.is_empty() => Some((of_port(files, tag, &file.text[at.clone()])?, at)),
        Place::Value { tag, attribute: "ID", at } => Some((of_node(files, tag)?, at)),
        Place::Value { tag, .. } => {
            let tree = file.tree_of(tag)?;
            let entries = file.entries(tree);
            let here = entries.iter().find(|entry| entry.at.start <= byte && byte <= entry.at.end)?;
            Some((of_entry(files, here, &entries), here.at.clone()))
        }
        _ => None,
    }
}

fn of_node(files: &Files<'_>, tag: usize) -> Option<String> {
    let file = files.own;
    if let Some(builtin) = file.builtin(tag) {
        return Some(of_builtin(builtin));
    }
    let id = &file.text[file.id(tag)?];
    let model = files.model(id).map(|(file, model)| of_model(file, &model));
    let tree = files.with_tree(id).first().and_then(|file| Some((*file, file.tree(id)?.0)));
    let tree = tree.map(|(file, tree)| {
        let docs = file.value(tree, "_description").unwrap_or_default();
        format!("`{id}`, a tree in `{}`\n\n{docs}", file.path.file_name().unwrap_or_default().to_string_lossy())
    });
    match (tree, model) {
        (Some(tree), Some(model)) => Some(format!("{tree}\n\n{model}")),
        (one, other) => one.or(other),
    }
}

fn of_builtin(builtin: &Builtin) -> String {
    let mut text = format!("`{}` takes {}.\n", builtin.name, builtin.children);
    for port in builtin.ports {
        let default = port.default.map_or(", must be written".to_owned(), |default| format!(" = `{default}`"));
        text += &format!("\n- `{}`{default}", port.name);
    }
    text
}

fn of_model(file: &File, model: &Model<'_>) -> String {
    let mut text = format!("{} `{}`\n", model.kind, &file.text[model.id.clone()]);
    for port in &model.ports {
        text += &format!("\n- {}", port_text(file, port));
    }
    text
}

fn port_text(file: &File, port: &Port<'_>) -> String {
    let direction = match port.direction {
        Direction::Input => "reads",
        Direction::Output => "writes",
        Direction::InOut => "reads and writes",
    };
    let ty = port.ty.map(|ty| format!(": `{ty}`")).unwrap_or_default();
    let default = port.default.map(|default| format!(" = `{default}`")).unwrap_or_default();
    let docs = if port.docs.is_empty() { String::new() } else { format!(" {}", port.docs) };
    format!("`{}`{ty}{default}, {direction}.{docs}", &file.text[port.name.clone()])
}

fn of_port(files: &Files<'_>, tag: usize, name: &str) -> Option<String> {
    let file = files.own;
    if let Some(builtin) = file.builtin(tag) {
        let port = builtin.port(name)?;
        let default =
            port.default.map_or("It must be written.".to_owned(), |default| format!("`{default}` if not written."));
        return Some(format!("`{name}` of `{}`. {default}", builtin.name));
    }
    let (of, model) = files.model(&file.text[file.id(tag)?])?;
    let port = model.ports.iter().find(|port| of.text[port.name.clone()] == *name)?;
    Some(port_text(of, port))
}

fn of_entry(files: &Files<'_>, here: &Use, all: &[Use]) -> String {
    let mut text = format!("`{}`, an entry of the tree.\n", here.name);
    for used in all.iter().filter(|used| used.name == here.name) {
        let id = files.own.id(used.tag).map_or("", |at| &files.own.text[at]);
        text += &format!("\n- {} by `{}` of `{id}`", does(files, used), used.port);
    }
    text
}

/// How a node uses an entry.
fn does(files: &Files<'_>, used: &Use) -> &'static str {
    match writes(files, used) {
        Some(true) => "written",
        Some(false) => "read",
        None => "used",
    }
}

/// Whether a node writes an entry, if that is known.
pub fn writes(files: &Files<'_>, used: &Use) -> Option<bool> {
    let file = files.own;
    if let Some(builtin) = file.builtin(used.tag) {
        return match builtin.port(&used.port)?.does {
            Does::Writes => Some(true),
            Does::Reads | Does::Asks if !file.is_script(used.tag, &used.port) => Some(false),
            _ => None,
        };
    }
    let (of, model) = files.model(&file.text[file.id(used.tag)?])?;
    let port = model.ports.iter().find(|port| of.text[port.name.clone()] == *used.port)?;
    match port.direction {
        Direction::Input => Some(false),
        Direction::Output => Some(true),
        Direction::InOut => None,
    }
}
