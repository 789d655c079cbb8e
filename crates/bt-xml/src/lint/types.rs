//! Checks the values of ports, and the entries that ports share, against the types in their models.

use std::collections::{BTreeMap, HashMap};
use std::ops::Range;
use std::rc::Rc;

use super::uses::Known;
use crate::builtin::is_bool;
use crate::document::{Document, Model, Node, Port, Value};
use crate::problem::Problems;

/// Warns of values that BehaviorTree.CPP cannot read, and of ports with different types that share an entry. It refuses
/// both. These are not errors, as the model in a file may be older than the C++ node.
pub fn lint(document: &Document, known: &Known<'_>, problems: &mut Problems) {
    let mut search = Search { known, of_trees: HashMap::new(), problems };
    for tree in known.named.subtrees_first().into_iter().map(|tree| &document.trees[tree]) {
        let mut types = Types::new();
        search.node(&tree.root, &mut types);
        search.of_trees.insert(&tree.name.text, Rc::new(types));
    }
}

/// A C++ type that BehaviorTree.CPP compares.
#[derive(Clone, Debug)]
struct Typed {
    ty: &'static str,
    /// The port that has the type.
    at: Range<usize>,
    model: String,
}

type Types<'d> = BTreeMap<&'d str, Typed>;

struct Search<'s, 'd> {
    known: &'s Known<'d>,
    /// The types of entries, by tree.
    of_trees: HashMap<&'d str, Rc<Types<'d>>>,
    problems: &'s mut Problems,
}

impl<'d> Search<'_, 'd> {
    /// Visits nodes in the order in which BehaviorTree.CPP creates them: the first port that uses an entry decides its
    /// type.
    fn node(&mut self, node: &'d Node, types: &mut Types<'d>) {
        if let Some(tree) = self.known.named.tree_of(node) {
            let inside = Rc::clone(&self.of_trees[&*tree.name.text]);
            for port in &node.ports {
                if let (Value::Key(around), Some(typed)) = (&port.value, inside.get(&*port.name.text)) {
                    self.shares(around, typed, types);
                }
            }
            if node.connects_same_names() {
                let is_same = |entry: &str| node.port(entry).is_none() && !entry.starts_with('_');
                let same = inside.iter().filter(|(entry, _)| is_same(entry));
                same.for_each(|(entry, typed)| self.shares(entry, typed, types));
            }
        } else if let Some(model) = self.known.named.model(&node.id.text).filter(|_| node.builtin().is_none()) {
            for port in &node.ports {
                let known = model.ports.iter().find(|known| known.name.text == port.name.text);
                if let Some(ty) = known.and_then(|known| scalar(known.ty.as_deref()?)) {
                    self.port(port, model, ty, types);
                }
            }
        }
        node.children.iter().for_each(|child| self.node(child, types));
    }

    fn port(&mut self, port: &'d Port, model: &Model, ty: &'static str, types: &mut Types<'d>) {
        match &port.value {
            Value::Key(entry) => {
                let typed = Typed { ty, at: port.at.clone(), model: model.id.text.clone() };
                self.shares(entry, &typed, types);
            }
            Value::Literal(text) => {
                if let Some(expected) = expects(ty, text) {
                    let message = format!("`{}` of `{}` is {expected}", port.name.text, model.id.text);
                    self.problems.warn(port.at.clone(), message);
                }
            }
            Value::Script(_) | Value::Wrong => {}
        }
    }

    fn shares(&mut self, entry: &'d str, typed: &Typed, types: &mut Types<'d>) {
        let Some(first) = types.get(entry) else {
            types.insert(entry, typed.clone());
            return;
        };
        // A text can be read as any type.
        if first.ty != typed.ty && first.ty != TEXT {
            let message = format!(
                "`{{{entry}}}` is `{}` in the model of `{}`, and `{}` in that of `{}`: an entry has one type",
                first.ty, first.model, typed.ty, typed.model
            );
            self.problems.warn(typed.at.clone(), message);
        }
    }
}

const TEXT: &str = "std::string";

/// Types of C++ and of messages. Names in one row mean the same type.
const SCALARS: [&[&str]; 12] = [
    &["bool"],
    &["int", "int32_t", "int32"],
    &["unsigned int", "unsigned", "uint32_t", "uint32"],
    &["int8_t", "signed char", "int8"],
    &["uint8_t", "unsigned char", "uint8"],
    &["int16_t", "short", "int16"],
    &["uint16_t", "unsigned short", "uint16"],
    &["int64_t", "long", "int64"],
    &["uint64_t", "unsigned long", "uint64", "size_t", "std::size_t"],
    &["double", "float64"],
    &["float", "float32"],
    &[TEXT, "string", "std::__cxx11::basic_string<char, std::char_traits<char>, std::allocator<char> >"],
];

/// The first name in the row of a type, if it is a number, a text, or the like.
fn scalar(cpp: &str) -> Option<&'static str> {
    let all = SCALARS.iter().find(|all| all.contains(&cpp.trim()))?;
    all.first().copied()
}

/// What to write instead of this text, if BehaviorTree.CPP cannot read it.
fn expects(ty: &str, text: &str) -> Option<&'static str> {
    let number = text.strip_prefix('-').unwrap_or(text);
    let begins = number.starts_with(|c: char| c.is_ascii_digit());
    match ty {
        TEXT => None,
        "bool" => (!is_bool(text)).then_some("`true` or `false`"),
        "double" | "float" => {
            let is_named = ["inf", "nan"].iter().any(|name| number.to_lowercase().starts_with(name));
            (!begins && !number.starts_with('.') && !is_named).then_some("a number")
        }
        _ => (!begins).then_some("a whole number"),
    }
}
