//! The struct that replaces all blackboards: a field for each entry.

use std::collections::{BTreeSet, HashMap, HashSet};
use std::fmt::Write as _;

use super::facts::Facts;
use super::keys::asks_for_writes;
use super::parameters::Way;
use super::scopes::{EntryId, Meaning, Scope, Scopes};
use super::ty::Ty;
use super::types::Types;
use crate::document::Document;
use crate::names::{unique, value_name};
use crate::visit::visit;

/// The fields, in the order of the entries.
pub struct Board {
    pub fields: Vec<Field>,
    /// The names in scripts that are values of enums.
    pub enums: BTreeSet<String>,
}

pub struct Field {
    pub name: String,
    pub ty: Ty,
    /// Whether it is a binding instead of a field.
    pub is_bound: bool,
    /// How it is a parameter of its tree, if it is one.
    pub parameter: Option<Way>,
    /// The field that counts its writes, if a node asks for that.
    pub writes: Option<String>,
    /// Its key in XML, and the tree that owns its blackboard.
    docs: String,
}

impl Board {
    pub fn new(facts: &Facts<'_>, scopes: &Scopes, types: &mut Types) -> Self {
        let (mut taken, counted) = (HashSet::new(), counted(facts.document, scopes));
        let (parameters, names) = named_parameters(scopes);
        let fields = scopes.entries.iter().enumerate().map(|(entry, (key, tree_number))| {
            let tree = &facts.document.trees[*tree_number].name.text;
            let (plain, ty) = (value_name(key), types.of_entry(entry, key));
            let docs = format!("`{{{key}}}` of `{tree}`.");
            if let Some(name) = parameters.get(&entry).cloned() {
                let parameter = scopes.parameters.get(&entry).copied();
                return Field { name, ty, is_bound: false, parameter, writes: None, docs };
            }
            // In its tree, the entry may be a binding, and the names of parameters are taken, too.
            let in_tree = |name: &String| names.get(tree_number).is_some_and(|names| names.contains(name));
            let name = if taken.contains(&plain) || in_tree(&plain) {
                format!("{}_{plain}", value_name(tree).trim_end_matches('_'))
            } else {
                plain
            };
            let mut name = unique(name, "_", &mut taken);
            while in_tree(&name) {
                name = unique(name, "_", &mut taken);
            }
            let writes = counted.contains(&entry).then(|| unique(format!("{name}_writes"), "_", &mut taken));
            Field { name, ty, is_bound: false, parameter: None, writes, docs }
        });
        Board { fields: fields.collect(), enums: facts.enums.clone() }
    }

    /// The user's types in the fields.
    pub fn own_types(&self) -> BTreeSet<String> {
        let own = self.fields.iter().filter_map(|field| match &field.ty {
            Ty::Own(name) => Some(name.clone()),
            _ => None,
        });
        own.collect()
    }

    /// Turns entries into bindings, which are names inside their trees only.
    pub fn bind(&mut self, entries: &BTreeSet<EntryId>, scopes: &Scopes) {
        entries.iter().for_each(|entry| self.fields[*entry].is_bound = true);
        let fields = self.fields.iter().filter(|field| !field.is_bound && field.parameter.is_none());
        let others: HashSet<String> = fields.map(|field| field.name.clone()).chain(["board".to_owned()]).collect();
        let (_, mut taken) = named_parameters(scopes);
        for entry in entries {
            let (key, tree) = &scopes.entries[*entry];
            let (plain, taken) = (value_name(key), taken.entry(*tree).or_default());
            if !others.contains(&plain) && taken.insert(plain.clone()) {
                self.fields[*entry].name = plain;
            }
        }
    }

    /// The parameters of a tree, as written after its context.
    pub fn parameters(&self, scope: &Scope) -> String {
        let parameters = scope.parameters.iter().map(|(_, entry)| {
            let Field { name, ty, parameter, .. } = &self.fields[*entry];
            match parameter {
                Some(Way::Output) => format!("{name}: Entry<{}>", ty.name()),
                _ => format!("{name}: {}", ty.name()),
            }
        });
        let parameters: Vec<_> = parameters.collect();
        if parameters.is_empty() { String::new() } else { format!(" {{ {} }}", parameters.join(", ")) }
    }

    /// The text of the struct, and of a function for each field that leaves write.
    pub fn text(&self, written: &BTreeSet<usize>, has_outputs: bool, seen: &[Seen]) -> String {
        let mut text = String::from("/// What the trees know: the entries of their blackboards.\n");
        text += "#[derive(Clone, Debug, Default)]\npub struct Board {\n";
        for field in self.fields.iter().filter(|field| !field.is_bound && field.parameter.is_none()) {
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
                    "{gap}    /// For leaves that write `{name}`.\n    pub fn {name}(&mut self) -> &mut {} {{\n",
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

/// A field in which a node remembers how often an entry had been written.
pub struct Seen {
    pub name: String,
    pub writes: String,
}

impl Field {
    /// How a closure names the field or the parameter.
    pub fn place(&self) -> String {
        if self.parameter.is_some() || self.is_bound { self.name.clone() } else { format!("board.{}", self.name) }
    }

    /// How an argument gets its value.
    pub fn argument(&self) -> String {
        match (self.is_bound, self.parameter.is_some()) {
            (true, _) if matches!(self.ty, Ty::Own(_)) => format!("Some({})", self.name),
            (true, _) | (_, true) => self.name.clone(),
            _ => format!("|board| board.{}{}", self.name, self.ty.clone_call()),
        }
    }

    /// How a leaf gets it as an entry.
    pub fn entry(&self) -> String {
        if self.parameter.is_some() { self.name.clone() } else { format!("Board::{}", self.name) }
    }

    /// The statement that counts a write of the field.
    pub fn counts(&self) -> String {
        self.writes.as_ref().map(|writes| format!(" board.{writes} += 1;")).unwrap_or_default()
    }
}

/// The names of the parameters, by entry and by tree. A parameter is only visible inside its tree.
fn named_parameters(scopes: &Scopes) -> (HashMap<EntryId, String>, HashMap<usize, HashSet<String>>) {
    let (mut found, mut names): (HashMap<_, _>, HashMap<usize, HashSet<String>>) = Default::default();
    for entry in scopes.parameters.keys() {
        let (key, tree) = &scopes.entries[*entry];
        let taken = names.entry(*tree).or_insert_with(|| ["board".to_owned()].into());
        found.insert(*entry, unique(value_name(key), "_", taken));
    }
    (found, names)
}

/// The entries that nodes check for writes.
fn counted(document: &Document, scopes: &Scopes) -> HashSet<EntryId> {
    let mut counted = HashSet::new();
    for scope in &scopes.all {
        visit(&document.trees[scope.tree].root, &mut |node| {
            if asks_for_writes(node)
                && let Some(Meaning::Entry(entry)) = scope.meaning_of_name(node, "entry")
            {
                counted.insert(*entry);
            }
        });
    }
    counted
}
