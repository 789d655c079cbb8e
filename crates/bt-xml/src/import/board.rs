//! The struct that takes the place of all blackboards: a field for each entry.

use std::collections::{BTreeSet, HashSet};
use std::fmt::Write as _;

use super::scopes::{EntryId, Meaning, Scopes, asks_for_writes, visit};
use super::types::{Ty, Types};
use crate::document::{Document, Value};
use crate::names::{unique, value_name};

/// The fields, in the order of the entries.
pub struct Board {
    pub fields: Vec<Field>,
    /// The names in scripts that are values of enums.
    pub enums: BTreeSet<String>,
}

pub struct Field {
    pub name: String,
    pub ty: Ty,
    /// Whether it is a binding, and no field.
    pub is_bound: bool,
    /// The field that counts how often it is written, if a node asks for that.
    pub writes: Option<String>,
    /// The key that it has in XML, and the tree on whose blackboard it is.
    docs: String,
}

impl Board {
    pub fn new(document: &Document, scopes: &Scopes, types: &mut Types) -> Self {
        let (mut taken, counted) = (HashSet::new(), counted(document, scopes));
        let fields = scopes.entries.iter().enumerate().map(|(entry, (key, tree))| {
            let tree = &document.trees[*tree].name.text;
            let (plain, ty) = (value_name(key), types.of_entry(entry, key));
            let name = if taken.contains(&plain) {
                format!("{}_{plain}", value_name(tree).trim_end_matches('_'))
            } else {
                plain
            };
            let name = unique(name, "_", &mut taken);
            let writes = counted.contains(&entry).then(|| unique(format!("{name}_writes"), "_", &mut taken));
            Field { name, ty, is_bound: false, writes, docs: format!("`{{{key}}}` of `{tree}`.") }
        });
        Board { fields: fields.collect(), enums: scopes.enums.clone() }
    }

    /// The types of the user's in the fields.
    pub fn own_types(&self) -> BTreeSet<String> {
        let own = self.fields.iter().filter_map(|field| match &field.ty {
            Ty::Own(name) => Some(name.clone()),
            _ => None,
        });
        own.collect()
    }

    /// The struct, and a function for each field that leaves write.
    pub fn text(&self, written: &BTreeSet<usize>, has_outputs: bool, seen: &[Seen]) -> String {
        let mut text = String::from("/// What the trees know: the entries of their blackboards.\n");
        text += "#[derive(Clone, Debug, Default)]\npub struct Board {\n";
        for field in self.fields.iter().filter(|field| !field.is_bound) {
            let _ = writeln!(text, "    /// {}\n    pub {}: {},", field.docs, field.name, field.ty.name());
            if let Some(writes) = &field.writes {
                let _ = writeln!(text, "    /// How often `{}` has been written.\n    pub {writes}: u64,", field.name);
            }
        }
        for Seen { name, writes } in seen {
            let _ = writeln!(text, "    /// What `{writes}` was when a node last asked.\n    pub {name}: u64,");
        }
        text += "}\n";
        if has_outputs {
            text += "\n/// A field of the board that a leaf writes.\npub type Entry<T> = fn(&mut Board) -> &mut T;\n";
        }
        if !written.is_empty() {
            text += "\nimpl Board {\n";
            for (number, field) in written.iter().map(|entry| &self.fields[*entry]).enumerate() {
                let (gap, name) = (if number == 0 { "" } else { "\n" }, &field.name);
                let _ = write!(
                    text,
                    "{gap}    /// The field of this name.\n    pub fn {name}(&mut self) -> &mut {} {{\n",
                    field.ty.name()
                );
                if let Some(writes) = &field.writes {
                    let _ = writeln!(text, "        self.{writes} += 1;");
                }
                let _ = write!(text, "        &mut self.{name}\n    }}\n");
            }
            text += "}\n";
        }
        text
    }
}

/// A field in which a node keeps how often an entry had been written.
pub struct Seen {
    pub name: String,
    pub writes: String,
}

impl Field {
    /// The statement after one that writes the field.
    pub fn counts(&self) -> String {
        self.writes.as_ref().map(|writes| format!(" board.{writes} += 1;")).unwrap_or_default()
    }
}

/// The entries of which nodes ask whether they were written.
fn counted(document: &Document, scopes: &Scopes) -> HashSet<EntryId> {
    let mut counted = HashSet::new();
    for scope in &scopes.all {
        visit(&document.trees[scope.tree].root, &mut |node| {
            let entry = node.ports.iter().find(|port| asks_for_writes(node) && port.name.text == "entry");
            if let Some(Value::Key(key) | Value::Literal(key)) = entry.map(|port| &port.value)
                && let Some(Meaning::Entry(entry)) = scope.keys.get(key.trim())
            {
                counted.insert(*entry);
            }
        });
    }
    counted
}
