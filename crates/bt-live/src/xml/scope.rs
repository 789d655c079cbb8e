//! `Scope`: what the keys of a tree mean at one of the places that use it.

use std::collections::BTreeMap;

use bt_xml::parts::{Node, Value as Written};

use super::Value;
use super::entry::{Entry, Link};

/// A tree at one place.
pub struct Scope<'s> {
    /// The prefix of its own keys on the board.
    pub prefix: String,
    /// The keys that a port of the `SubTree` maps.
    given: BTreeMap<String, Entry>,
    /// The surrounding tree, and whether keys of the same name are connected.
    around: Option<(&'s Scope<'s>, bool)>,
}

impl<'s> Scope<'s> {
    /// The main tree.
    pub fn main() -> Self {
        Scope { prefix: String::new(), given: BTreeMap::new(), around: None }
    }

    /// The tree of a `SubTree` in this one. `name` is unique among its siblings.
    pub fn inside(&'s self, node: &Node, name: &str) -> Scope<'s> {
        let prefix = format!("{}{name}/", self.prefix);
        let mut given = BTreeMap::new();
        for port in &node.ports {
            let key = port.name.text.clone();
            let entry = match &port.value {
                Written::Key(key) => self.entry(key),
                Written::Literal(text) => {
                    Entry { key: format!("{prefix}{key}"), constant: Some(Value::of_constant(text)) }
                }
                Written::Script(_) | Written::Wrong => continue,
            };
            given.insert(key, entry);
        }
        Scope { prefix, given, around: Some((self, node.connects_same_names())) }
    }

    /// The entry that a key means here.
    pub fn entry(&self, key: &str) -> Entry {
        if let Some(key) = key.strip_prefix('@') {
            return Entry { key: key.to_owned(), constant: None };
        }
        let mut scope = self;
        loop {
            if let Some(entry) = scope.given.get(key) {
                return entry.clone();
            }
            match scope.around {
                // Keys that begin with `_` are private.
                Some((around, true)) if !key.starts_with('_') => scope = around,
                _ => return Entry { key: format!("{}{key}", scope.prefix), constant: None },
            }
        }
    }

    /// The connection of a port whose text is not a literal.
    pub fn link(&self, value: &Written) -> Option<Link> {
        match value {
            Written::Key(key) => Some(Link::Entry(self.entry(key))),
            _ => None,
        }
    }
}
