//! The trees that live agents run, and their programs as compiled.

use std::collections::BTreeMap;
use std::sync::Arc;

use bt::__private::live::{Unit, units};
use bt_compiler::tree::pieces::key;
use proc_macro2::TokenStream;

use crate::program::Program;
use crate::program::load::load;
use crate::program::new_tree::New;
use crate::text::blocks::{File, Found, Sees, header};
use crate::text::problem::Problem;
use crate::text::uses::Use;

/// The trees that live agents run, and the trees inside those, by the paths of their types.
pub type Trees = BTreeMap<&'static str, Tree>;

/// A tree that live agents run, or that is in such a tree.
pub struct Tree {
    pub unit: &'static Unit,
    pub program: Arc<Program>,
    pub text: Text,
    /// Its tokens without spacing.
    pub key: Option<String>,
    /// Its header, which a text cannot change.
    pub header: Option<String>,
    /// The conditions of the `cfg`s around it, once its file has been read.
    pub cfgs: Option<Vec<String>>,
    /// A hash of the rest of its file when the file was first read.
    pub rest: Option<u64>,
    /// The last text that was read from the file.
    pub seen: String,
    /// Whether that text was refused.
    pub is_refused: bool,
}

/// The text of a tree, and what it sees of its file.
#[derive(Clone)]
pub struct Text {
    pub tokens: String,
    uses: Vec<Use>,
    functions: usize,
    /// The trees of its file, which it may use as leaves.
    pub trees: Arc<[Named]>,
}

/// A tree of a file, by its name.
pub struct Named {
    name: String,
    key: Option<String>,
    text: Text,
}

impl Text {
    pub fn sees(&self) -> Sees<'_> {
        Sees { uses: self.uses.iter().collect(), functions: self.functions }
    }

    pub fn of(found: &Found, file: &File, trees: Arc<[Named]>) -> Self {
        let Sees { uses, functions } = file.sees(found);
        Text { tokens: found.text(), uses: uses.into_iter().cloned().collect(), functions, trees }
    }

    /// The trees of its file. Their positions in the file are unknown here.
    pub fn new_trees(&self) -> Vec<New<'_>> {
        self.trees.iter().filter_map(Named::new_tree).collect()
    }
}

impl Named {
    fn new_tree(&self) -> Option<New<'_>> {
        let (tokens, sees) = (self.text.tokens.parse().ok()?, self.text.sees());
        Some(New { name: &self.name, key: self.key.as_deref(), tokens, sees })
    }
}

/// The trees of a file that other trees may use as leaves.
pub fn new_trees(file: &File) -> Vec<New<'_>> {
    let mut trees = Vec::new();
    for found in &file.trees {
        if let Some(name) = found.name.as_deref() {
            trees.push(New { name, key: found.key.as_deref(), tokens: found.tokens(), sees: file.sees(found) });
        }
    }
    trees
}

pub fn named_trees(file: &File) -> Arc<[Named]> {
    let named = |found: &Found| {
        let text = Text::of(found, file, Arc::new([]));
        Some(Named { name: found.name.clone()?, key: found.key.clone(), text })
    };
    file.trees.iter().filter_map(named).collect()
}

/// The program of a tree as compiled. The tree becomes live, and so do the trees inside it.
pub fn as_built(unit: &'static Unit, trees: &mut Trees) -> Result<Arc<Program>, Vec<Problem>> {
    let tokens: TokenStream = unit.text.parse().expect("rustc has read it");
    let (key, header) = (key(&tokens), header(&tokens));
    let read = bt_compiler::tree::read(tokens).map_err(Problem::all)?;
    let text = Text { tokens: unit.text.to_owned(), uses: Vec::new(), functions: 0, trees: Arc::new([]) };
    let program = Arc::new(load(read, unit, text.sees(), &[], &mut |path| of_built(path, trees))?);
    let seen = String::new();
    let tree = Tree {
        unit,
        program: Arc::clone(&program),
        text,
        key,
        header,
        cfgs: None,
        rest: None,
        seen,
        is_refused: false,
    };
    trees.insert((unit.tree)(), tree);
    Ok(program)
}

/// The program of a tree inside another one; `None` if it must run as compiled.
pub fn of_built(path: &'static str, trees: &mut Trees) -> Option<Arc<Program>> {
    if let Some(tree) = trees.get(path) {
        return Some(Arc::clone(&tree.program));
    }
    as_built(units().find(|unit| (unit.tree)() == path)?, trees).ok()
}
