//! Compares the nodes of a file with those of the palette.

use std::collections::BTreeSet;

use bt_xml::parts::{BUILTINS, Direction, Kind, Model, ModelPort, Name, Node, Opened, Value as Written};

use super::palette::{Entry, Palette};
use super::port::Port;

/// The nodes that cannot run from XML, and why.
const REFUSED: [(&str, &str); 1] = [("NonblockingSequence", "its children are ticked again after they have ended")];

/// The palette's nodes, for the checks that apply to all files.
pub fn models<C: ?Sized>(palette: &Palette<C>) -> impl Iterator<Item = Model> {
    let name = |text: &str| Name { text: text.to_owned(), at: 0..0 };
    palette.entries().map(move |(id, entry)| Model {
        id: name(id),
        kind: entry.kind,
        docs: Vec::new(),
        ports: entry.ports.iter().map(|port| model_port(port, name(port.name))).collect(),
        metadata: Vec::new(),
        is_version_3: false,
        is_extra: false,
        is_of_code: true,
    })
}

fn model_port(port: &Port, name: Name) -> ModelPort {
    let direction = if port.is_output { Direction::Output } else { Direction::Input };
    ModelPort { name, direction, ty: None, default: port.default.clone(), description: None }
}

/// Reports every node that the palette lacks or defines differently.
pub fn check<C: ?Sized>(opened: &mut Opened, palette: &Palette<C>) {
    let trees = std::mem::take(&mut opened.document.trees);
    let names: BTreeSet<&str> = trees.iter().map(|tree| &*tree.name.text).collect();
    let misses_files = opened.problems.misses_files();
    for tree in &trees {
        let mut open = vec![&tree.root];
        while let Some(node) = open.pop() {
            open.extend(&node.children);
            match node.kind {
                Kind::SubTree if !misses_files && !names.contains(&*node.id.text) => {
                    let message = format!("there is no tree `{}` in the files", node.id.text);
                    opened.problems.unknown(node.id.at.clone(), message, &node.id.text, names.iter().copied());
                }
                Kind::Builtin(builtin) => {
                    if let Some((_, why)) = REFUSED.iter().find(|(name, _)| *name == builtin.name) {
                        let message = format!("`{}` cannot run here: {why}", builtin.name);
                        opened.problems.error(node.id.at.clone(), message);
                    }
                }
                Kind::SubTree | Kind::Wrong => {}
                _ => match palette.entry(&node.id.text) {
                    Some(entry) => check_node(opened, node, entry),
                    None => unknown(opened, node, palette),
                },
            }
        }
    }
    opened.document.trees = trees;
}

fn unknown<C: ?Sized>(opened: &mut Opened, node: &Node, palette: &Palette<C>) {
    let known = palette.entries().map(|(id, _)| id).chain(BUILTINS.iter().map(|builtin| builtin.name));
    opened.problems.unknown(node.id.at.clone(), format!("there is no node `{}`", node.id.text), &node.id.text, known);
}

fn check_node<C: ?Sized>(opened: &mut Opened, node: &Node, entry: &Entry<C>) {
    let (id, count) = (&node.id.text, node.children.len());
    if matches!(entry.kind, Kind::Control) && count == 1 {
        opened.problems.error(node.id.at.clone(), format!("`{id}` takes at least 2 children, but has 1"));
    }
    for port in &entry.ports {
        let given = node.ports.iter().find(|given| given.name.text == port.name);
        match given.map(|given| (&given.value, given.at.clone())) {
            None if port.default.is_none() && !port.is_optional => {
                opened.problems.error(node.id.at.clone(), format!("`{id}` needs the port `{}`", port.name));
            }
            Some((Written::Literal(_), at)) if port.is_output => {
                let message = format!("`{}` is an output, and what it writes goes to no entry", port.name);
                opened.problems.warn_with(at, message, "write `{key}`");
            }
            Some((Written::Literal(text), at)) => {
                if let Err(what) = port.convert(text) {
                    opened.problems.error(at, format!("`{}` is {what}", port.name));
                }
            }
            _ => {}
        }
    }
}
