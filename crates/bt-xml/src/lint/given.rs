//! Entries that a subtree reads, and that nobody gives it.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use super::each;
use crate::document::{Direction, Document, Kind, Model, Node, Value};
use crate::problem::Problems;
use crate::script::{Expr, Script};

/// A blackboard of a subtree begins empty, but for the ports that its `SubTree` passes. So an entry that is read there must
/// be passed, or written in it.
pub fn lint(document: &Document, problems: &mut Problems) {
    let models: HashMap<&str, &Model> = document.models.iter().map(|model| (&*model.id.text, model)).collect();
    let needs: HashMap<&str, BTreeSet<&str>> =
        document.trees.iter().map(|tree| (&*tree.name.text, needs(&tree.root, &models))).collect();
    // The program itself may set the entries of a tree that it makes.
    let mains: BTreeSet<&str> = document.mains.iter().map(|main| &*main.text).collect();
    for tree in &document.trees {
        each(&tree.root, &mut |node| {
            if !matches!(node.kind, Kind::SubTree) || node.connects_same_names() || mains.contains(&*node.id.text) {
                return;
            }
            let passed: BTreeSet<&str> = node.ports.iter().map(|port| &*port.name.text).collect();
            for entry in needs.get(&*node.id.text).into_iter().flatten().filter(|entry| !passed.contains(*entry)) {
                let name = &node.id.text;
                let message = format!(
                    "`{name}` reads `{{{entry}}}`, which nothing in it writes, and this `SubTree` does not pass it"
                );
                problems.warn_with(
                    node.id.at.clone(),
                    message,
                    format!("write `{entry}=\"{{..}}\"`, or `_autoremap=\"true\"`"),
                );
            }
        });
    }
}

/// What happens to an entry in a tree.
#[derive(Default)]
struct Entry {
    is_read: bool,
    may_be_written: bool,
}

/// The entries that nodes of a tree read, and that none of them can write.
fn needs<'d>(root: &'d Node, models: &HashMap<&str, &'d Model>) -> BTreeSet<&'d str> {
    let (mut entries, mut is_open) = (BTreeMap::<&str, Entry>::new(), false);
    each(root, &mut |node| {
        // A subtree with the same entries may write any of them.
        is_open |= node.connects_same_names();
        for port in &node.ports {
            let entry = match &port.value {
                Value::Key(key) if key == "=" => &*port.name.text,
                Value::Key(key) => key,
                // Some nodes name the entry that they write without braces.
                Value::Literal(text) => text.trim(),
                Value::Script(script) => {
                    each_assigned(script, &mut |name| entries.entry(name).or_default().may_be_written = true);
                    continue;
                }
                Value::Wrong => continue,
            };
            let entry = entries.entry(entry).or_default();
            let reads = matches!(port.value, Value::Key(_)) && only_reads(node, &port.name.text, models);
            entry.is_read |= reads;
            entry.may_be_written |= !reads;
        }
        for condition in &node.conditions {
            each_assigned(&condition.script, &mut |name| entries.entry(name).or_default().may_be_written = true);
        }
    });
    let needs = entries.into_iter().filter(|(_, entry)| entry.is_read && !entry.may_be_written && !is_open);
    // An entry of the main tree.
    needs.map(|(name, _)| name).filter(|name| !name.starts_with('@')).collect()
}

/// Whether a node is known to read a port and not to write it.
fn only_reads(node: &Node, port: &str, models: &HashMap<&str, &Model>) -> bool {
    match node.kind {
        // The others write, or ask whether somebody has written.
        Kind::Builtin(builtin) => {
            let is_entry = ["entry", "key", "output_key", "queue", "value"].contains(&port);
            builtin.port(port).is_some() && !is_entry
        }
        // What the tree in it does with the entry is not followed.
        Kind::SubTree | Kind::Wrong => false,
        _ => models.get(&*node.id.text).is_some_and(|model| {
            let known = model.ports.iter().find(|known| known.name.text == port);
            known.is_some_and(|known| known.direction == Direction::Input)
        }),
    }
}

/// Calls `see` with the names to which a script assigns.
fn each_assigned<'s>(script: &'s Script, see: &mut impl FnMut(&'s str)) {
    fn assigned<'s>(of: &'s Expr, see: &mut impl FnMut(&'s str)) {
        match of {
            Expr::Assign(_, to, value) => {
                if let Expr::Name(name) = &**to {
                    see(name);
                }
                assigned(value, see);
            }
            Expr::Unary(_, of) => assigned(of, see),
            Expr::Binary(_, left, right) => [left, right].into_iter().for_each(|of| assigned(of, see)),
            Expr::Compare(first, rest) => {
                assigned(first, see);
                rest.iter().for_each(|(_, of)| assigned(of, see));
            }
            Expr::Choose(all) => all.iter().for_each(|of| assigned(of, see)),
            Expr::Number(_) | Expr::Bool(_) | Expr::Text(_) | Expr::Name(_) => {}
        }
    }
    script.statements.iter().for_each(|statement| assigned(statement, see));
}
