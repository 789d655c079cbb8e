//! Turns trees that were read into programs.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use bt_compiler::tree::Program as Compiled;

use super::trees::{Text, Tree, Trees, of_built};
use crate::program::Program;
use crate::program::load::load;
use crate::program::new_tree::New;
use crate::text::problem::Problem;

/// New programs, by the paths of their types.
pub type Programs = BTreeMap<&'static str, Arc<Program>>;

/// Turns the changed trees of a text into programs, inner trees first.
pub struct Loading<'l> {
    pub live: &'l mut Trees,
    /// The live trees of the file, and all trees inside them.
    pub of_file: &'l [&'static str],
    pub new_trees: &'l [New<'l>],
    pub read: BTreeMap<&'static str, (Compiled, Text)>,
    pub programs: Programs,
    pub problems: Vec<Problem>,
}

impl Loading<'_> {
    /// The program of a tree in its new text, or its current program if it has not changed.
    fn program(&mut self, path: &'static str) -> Option<Arc<Program>> {
        let (Some((read, text)), Some(tree)) = (self.read.remove(path), self.live.get(path)) else {
            return self.programs.get(path).cloned().or_else(|| of_built(path, self.live));
        };
        let unit = tree.unit;
        let of_other = if self.of_file.contains(&path) { None } else { Some(text.new_trees()) };
        let new_trees = of_other.as_deref().unwrap_or(self.new_trees);
        match load(read, unit, text.sees(), new_trees, &mut |path| self.program(path)) {
            Ok(program) => {
                let program = Arc::new(program);
                self.programs.insert(path, Arc::clone(&program));
                Some(program)
            }
            Err(found) => {
                self.problems.extend(found);
                None
            }
        }
    }

    /// Loads all trees that were read.
    pub fn all(&mut self) {
        while let Some(&path) = self.read.keys().next() {
            self.program(path);
        }
    }

    /// Reloads the trees around those that have changed, from their current texts.
    pub fn around(&mut self) {
        loop {
            let is_around = |path: &&'static str, tree: &Tree| {
                !self.programs.contains_key(*path)
                    && tree.program.subtrees().any(|in_it| self.programs.contains_key(in_it))
            };
            let around: Vec<(&'static str, Text)> = self
                .live
                .iter()
                .filter(|(path, tree)| is_around(path, tree))
                .map(|(path, tree)| (*path, tree.text.clone()))
                .collect();
            if around.is_empty() || !self.problems.is_empty() {
                return;
            }
            for (path, text) in around {
                if let Some(Ok(read)) = text.tokens.parse().ok().map(bt_compiler::tree::read) {
                    self.read.insert(path, (read, text));
                }
            }
            self.all();
        }
    }
}

/// Whether a tree directly or indirectly contains itself.
pub fn contains_itself(path: &'static str, programs: &Programs, live: &Trees) -> bool {
    let program = |path| programs.get(path).or_else(|| Some(&live.get(path)?.program));
    let (mut seen, mut next) = (BTreeSet::new(), vec![path]);
    while let Some(subtrees) = next.pop().map(|path| program(path).into_iter().flat_map(|program| program.subtrees())) {
        next.extend(subtrees.filter(|subtree| seen.insert(*subtree)));
    }
    seen.contains(path)
}
