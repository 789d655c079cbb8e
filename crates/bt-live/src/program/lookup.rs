//! Finds pieces of code by their keys.

use std::any::TypeId;
use std::convert::Infallible;

use bt::__private::live::{Code, Kind, Unit, leaf_units, units};

use super::Callee;

/// The pieces that a tree may call: its own first, then those of the other trees of its module with the same context. Then
/// the leaves with this context that no tree has.
pub struct Pieces {
    of_trees: Vec<(Code, Callee)>,
    leaves: Vec<Leaf>,
    module: &'static str,
    missing: Missing,
}

/// Says what may not be used, if there is no piece of a kind, with a key, at a node with a name; and what may help.
pub type Missing = Box<dyn Fn(Kind, &str, &str) -> (String, Option<String>)>;

/// A leaf by itself.
struct Leaf {
    code: Code,
    callee: Callee,
    module: &'static str,
}

/// Why there is no piece.
pub enum NotFound {
    New,
    /// Several leaves have this name.
    Several(Vec<&'static str>),
}

impl Pieces {
    pub fn of(unit: &Unit) -> Self {
        let others = units().filter(|other| {
            (other.tree)() != (unit.tree)()
                && module(other) == module(unit)
                && (other.context)() == (unit.context)()
                && (other.error)() == (unit.error)()
        });
        let own = numbered(unit).map(|(code, index)| (code, Callee { adapter: None, index }));
        let others = others.flat_map(|other| {
            let adapter = (other.adapter)();
            numbered(other).map(move |(code, index)| (code, Callee { adapter: Some(adapter.clone()), index }))
        });
        let errors = [(unit.error)(), TypeId::of::<Infallible>()];
        let leaves =
            leaf_units().filter(|leaf| (leaf.context)() == (unit.context)() && errors.contains(&(leaf.error)()));
        let leaves = leaves.map(|leaf| Leaf {
            code: (leaf.code)(),
            callee: Callee { adapter: Some((leaf.adapter)()), index: 0 },
            module: leaf.module,
        });
        Pieces {
            of_trees: own.chain(others).collect(),
            leaves: leaves.collect(),
            module: module(unit),
            missing: Box::new(build_again),
        }
    }

    /// The pieces that a text may call that was never Rust.
    pub fn new(all: Vec<(Code, Callee)>, missing: Missing) -> Self {
        Pieces { of_trees: all, leaves: Vec::new(), module: "", missing }
    }

    /// Why there is no such piece, and what may help.
    pub fn missing(&self, why: &NotFound, kind: Kind, key: &str, node: &str) -> (String, Option<String>) {
        let NotFound::Several(paths) = why else { return (self.missing)(kind, key, node) };
        let paths: Vec<String> = paths.iter().map(|path| format!("`{path}`")).collect();
        let message = format!("several leaves have this name: {}; write the path of one of them", paths.join(", "));
        (message, None)
    }

    /// The piece with this key, that uses these names.
    pub fn find(&self, kind: Kind, key: &str, names: &[&str]) -> Result<(&Code, &Callee), NotFound> {
        let same_names = |code: &Code| code.reads.iter().map(|read| read.name).eq(names.iter().copied());
        let in_trees = self.of_trees.iter().find(|(code, _)| code.kind == kind && code.key == key && same_names(code));
        match in_trees {
            Some((code, callee)) => Ok((code, callee)),
            None if kind == Kind::Leaf => self.leaf(key),
            None => Err(NotFound::New),
        }
    }

    /// The leaf with this key: of the tree's module, or else the only one of its crate.
    fn leaf(&self, key: &str) -> Result<(&Code, &Callee), NotFound> {
        let path_end = key.find(['(', '=', '{']).unwrap_or(key.len());
        let (path, args) = key.split_at(path_end);
        let (within, name) = path.rsplit_once("::").map_or((None, path), |(within, name)| (Some(within), name));
        let named: Vec<&Leaf> =
            self.leaves.iter().filter(|leaf| leaf.code.key.strip_prefix(name) == Some(args)).collect();
        let same_crate = |leaf: &&&Leaf| crate_of(leaf.module) == crate_of(self.module);
        let is_in = |leaf: &&&Leaf, within: &str| match within.strip_prefix("crate::") {
            Some(rest) => same_crate(leaf) && leaf.module.ends_with(&format!("::{rest}")),
            None => leaf.module == within || leaf.module.ends_with(&format!("::{within}")),
        };
        let found: Vec<&&Leaf> = match within {
            Some("self") => named.iter().filter(|leaf| self.is_around(leaf.module)).collect(),
            Some("crate") => named.iter().filter(same_crate).filter(|leaf| !leaf.module.contains("::")).collect(),
            Some(within) => named.iter().filter(|leaf| is_in(leaf, within)).collect(),
            None => match named.iter().find(|leaf| self.is_around(leaf.module)) {
                Some(own) => vec![own],
                None => named.iter().filter(same_crate).collect(),
            },
        };
        match &found[..] {
            [] => Err(NotFound::New),
            [leaf] => Ok((&leaf.code, &leaf.callee)),
            several => {
                let path = |leaf: &&&Leaf| leaf.code.leaf.as_ref().map_or(leaf.code.key, |leaf| leaf.type_name);
                Err(NotFound::Several(several.iter().map(path).collect()))
            }
        }
    }

    /// Whether the tree stands in this module, or in a function of it.
    fn is_around(&self, module: &str) -> bool {
        let inside = self.module.strip_prefix(module);
        inside.is_some_and(|rest| rest.is_empty() || rest.starts_with("::"))
    }
}

fn build_again(kind: Kind, _: &str, _: &str) -> (String, Option<String>) {
    let what = match kind {
        Kind::Leaf => "no built tree has this leaf",
        Kind::Decorator => "no built tree has this decorator",
        Kind::Composite => "no built tree has this composite",
        Kind::Type => "no built tree has a value of this type",
        _ => "this code is new",
    };
    (format!("{what}: build again"), None)
}

fn crate_of(path: &str) -> &str {
    path.split("::").next().unwrap_or(path)
}

/// The module or function in which a tree stands.
fn module(unit: &Unit) -> &'static str {
    (unit.tree)().rsplit_once("::").map_or("", |(module, _)| module)
}

fn numbered(unit: &Unit) -> impl Iterator<Item = (Code, u32)> + use<> {
    (unit.codes)().into_iter().zip(0..)
}
