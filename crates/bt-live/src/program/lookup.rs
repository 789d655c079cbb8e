//! Finds pieces of code by their keys.

use std::any::TypeId;
use std::convert::Infallible;
use std::rc::Rc;

use bt::__private::live::{Code, Kind, LeafType, LeafUnit, Unit, ValueType, leaf_units, units};
use bt_compiler::error::counted;

use super::Callee;
use super::resolve_path::{Means, Names};
use crate::text::blocks::Sees;
use crate::text::modules::around;
use crate::text::problem::Said;

/// The pieces that a tree may call: its own; then those of other trees in its module with the same context; then leaves
/// with this context that are in no tree.
pub struct Pieces<'f> {
    of_trees: Vec<(Code, Callee)>,
    leaves: Vec<(Code, Callee)>,
    /// The leaves whose errors this tree cannot return.
    with_other_errors: Vec<Code>,
    /// The path of the tree.
    path: &'static str,
    pub sees: Sees<'f>,
    /// Whether the text is that of a Rust file: there, a number is not a `Duration`.
    pub is_rust: bool,
    /// Explains why a text outside of Rust cannot use something.
    missing: Option<Missing>,
    /// Replaces pieces that do not exist.
    pub stand_in: Option<StandIns>,
}

/// Makes the replacement of a piece, if possible.
pub type StandIns = Rc<dyn Fn(&Asked<'_>) -> Option<StandIn>>;

/// What replaces a piece. It reads no values, and takes any arguments.
pub struct StandIn {
    pub index: u32,
    pub leaf: Option<Box<LeafType>>,
    pub value: Option<ValueType>,
}

/// Explains why something may not be used.
pub type Missing = Box<dyn Fn(&Asked<'_>) -> Said>;

/// A piece that does not exist.
pub struct Asked<'a> {
    pub kind: Kind,
    pub key: &'a str,
    /// The name of its node.
    pub node: &'a str,
    /// How many children the node has.
    #[cfg_attr(not(feature = "script"), expect(dead_code, reason = "only stand-ins need it"))]
    pub children: usize,
    /// Its code as written; empty for a leaf.
    #[cfg_attr(not(feature = "script"), expect(dead_code, reason = "only stand-ins need it"))]
    pub written: &'a str,
    /// The number of its arguments.
    pub args: usize,
    /// The first argument that needs code, as written.
    pub code: Option<&'a str>,
}

/// What a text requires of a piece, besides its key.
#[derive(Default)]
pub struct Wanted<'w> {
    /// The names that its code uses.
    pub names: Vec<&'w str>,
    /// Its key with the constants as written, if there are any.
    pub exact: Option<&'w str>,
    /// Which of its arguments are names.
    pub named_args: Vec<usize>,
}

/// Why there is no piece.
pub enum NotFound {
    New,
    /// Several leaves have this name.
    Several(Vec<String>),
    /// The leaf has an error type that no built tree converts to that of this tree.
    OtherError,
    /// The leaf takes this number of arguments instead.
    Arguments(usize),
}

impl<'f> Pieces<'f> {
    pub fn of(unit: &Unit, sees: Sees<'f>) -> Self {
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
        let with_context = leaf_units().filter(|leaf| (leaf.context)() == (unit.context)());
        let (leaves, refused): (Vec<&LeafUnit>, Vec<&LeafUnit>) =
            with_context.partition(|leaf| errors.contains(&(leaf.error)()));
        let with_other_errors = refused.into_iter().map(|leaf| (leaf.code)()).collect();
        let leaves =
            leaves.into_iter().map(|leaf| ((leaf.code)(), Callee { adapter: Some((leaf.adapter)()), index: 0 }));
        Pieces {
            of_trees: own.chain(others).collect(),
            leaves: leaves.collect(),
            with_other_errors,
            path: (unit.tree)(),
            sees,
            is_rust: true,
            missing: None,
            stand_in: None,
        }
    }

    /// The pieces that a text outside of Rust may call.
    pub fn new(all: Vec<(Code, Callee)>, missing: Missing) -> Self {
        let (leaves, with_other_errors) = (Vec::new(), Vec::new());
        Pieces {
            of_trees: all,
            leaves,
            with_other_errors,
            path: "",
            sees: Sees::default(),
            is_rust: false,
            missing: Some(missing),
            stand_in: None,
        }
    }

    /// These pieces, with replacements for those that do not exist.
    #[cfg(feature = "script")]
    pub fn with_stand_ins(self, stand_ins: StandIns) -> Self {
        Pieces { stand_in: Some(stand_ins), ..self }
    }

    /// All code that exists.
    pub fn codes(&self) -> impl Iterator<Item = &Code> {
        self.of_trees.iter().chain(&self.leaves).map(|(code, _)| code)
    }

    /// Why there is no such piece, and a hint.
    pub fn missing(&self, why: &NotFound, asked: &Asked<'_>) -> Said {
        match why {
            NotFound::New => self.missing.as_ref().map_or_else(|| self.build_again(asked), |missing| missing(asked)),
            NotFound::Several(paths) => {
                let paths: Vec<String> = paths.iter().map(|path| format!("`{path}`")).collect();
                let paths = paths.join(", ");
                Said::new(format!("several leaves have this name: {paths}; write the path of one of them"), None)
            }
            NotFound::OtherError => {
                Said::to_build("no built tree converts the error of this leaf to that of this tree")
            }
            NotFound::Arguments(takes) => Said::new(format!("this leaf takes {}", counted(*takes, "argument")), None),
        }
    }

    /// The piece with this key, and whether its constants are the same.
    pub fn find(&self, kind: Kind, key: &str, wanted: &Wanted<'_>) -> Result<(&Code, &Callee, bool), NotFound> {
        let same_names = |code: &Code| code.reads.iter().map(|read| read.name).eq(wanted.names.iter().copied());
        let fits = |code: &Code| {
            code.constants.iter().all(|constant| !wanted.named_args.contains(constant)) && same_names(code)
        };
        let found = || self.of_trees.iter().filter(|(code, _)| code.kind == kind && code.key == key && fits(code));
        let same_constants = found().find(|(code, _)| code.exact.is_some() && code.exact == wanted.exact);
        match same_constants.or_else(|| found().next()) {
            Some((code, callee)) => Ok((code, callee, same_constants.is_some())),
            None if kind == Kind::Leaf => self.leaf(key).map(|(code, callee)| (code, callee, false)),
            None => Err(NotFound::New),
        }
    }

    /// The leaf with this key, if no tree of the module has it.
    fn leaf(&self, key: &str) -> Result<(&Code, &Callee), NotFound> {
        let (path, args) = split(key);
        let around = around(self.path);
        let (module, functions) = around.split_at(around.len().saturating_sub(self.sees.functions));
        let of_trees = self.of_trees.iter().map(|(code, _)| code).filter(|code| code.kind == Kind::Leaf);
        let names = |leaves: Vec<&'static str>| Names {
            module: module.to_vec(),
            functions: functions.to_vec(),
            built: of_trees.clone().map(|code| (split(code.key).0, type_of(code))).collect(),
            uses: self.sees.uses.clone(),
            leaves,
        };
        let meant = match names(self.leaves.iter().map(|(code, _)| type_of(code)).collect()).find(path) {
            Means::Nothing => {
                let others = names(self.with_other_errors.iter().map(type_of).collect());
                return Err(match others.find(path) {
                    Means::Nothing => NotFound::New,
                    _ => NotFound::OtherError,
                });
            }
            Means::Several(paths) => return Err(NotFound::Several(paths.into_iter().map(str::to_owned).collect())),
            Means::One(path) => path,
        };
        let is_meant = |code: &Code| type_of(code) == meant && split(code.key).1 == args;
        let found = self.leaves.iter().find(|(code, _)| is_meant(code));
        let (code, callee) = found.ok_or_else(|| self.not_with(meant, args))?;
        Ok((code, callee))
    }

    /// Why a known leaf cannot take these arguments.
    fn not_with(&self, meant: &str, args: &str) -> NotFound {
        let known = self.leaves.iter().filter(|(code, _)| type_of(code) == meant && code.refused.is_none());
        let takes = known.filter_map(|(code, _)| simple_args(split(code.key).1)).max();
        match (takes, simple_args(args)) {
            (Some(takes), Some(given)) if takes != given => NotFound::Arguments(takes),
            _ => NotFound::New,
        }
    }
}

/// The number of arguments in a key, if none of them is code.
fn simple_args(args: &str) -> Option<usize> {
    let is_simple = args.chars().all(|letter| "(_,)".contains(letter));
    is_simple.then(|| args.matches('_').count())
}

/// The path of a type in a key, and its arguments.
pub fn split(key: &str) -> (&str, &str) {
    key.split_at(key.find(['(', '=', '{']).unwrap_or(key.len()))
}

fn type_of(code: &Code) -> &'static str {
    code.leaf.as_ref().map_or(code.key, |leaf| leaf.type_name)
}

/// The module or function that contains a tree.
fn module(unit: &Unit) -> &'static str {
    (unit.tree)().rsplit_once("::").map_or("", |(module, _)| module)
}

fn numbered(unit: &Unit) -> impl Iterator<Item = (Code, u32)> + use<> {
    (unit.codes)().into_iter().zip(0..)
}
