//! Finds what a new text changes: which live trees it has, and the programs of those that changed.

use std::collections::BTreeMap;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::path::Path;
use std::sync::Arc;

use bt::__private::live::{Condition, conditions};
use bt_compiler::tree::Program as Compiled;
use proc_macro2::Span;

use super::loading::{Loading, Programs, contains_itself};
use super::trees::{Text, Tree, Trees, named_trees, new_trees};
use crate::program::new_tree::{self, New};
use crate::text::blocks::{File, Found, file as read};
use crate::text::modules::assign;
use crate::text::problem::{Problem, Said};

/// The path and the name of a type in the file.
pub type Type = (&'static str, &'static str);

/// A tree in a new text of its file.
pub struct Changed {
    pub key: Option<String>,
    pub cfgs: Vec<String>,
    pub rest: u64,
    /// The new text; `None` if the tree has not changed.
    pub text: Option<Text>,
}

/// Each tree of a file in a new text (`None` if it is not there), and the new programs; or all problems.
pub fn changed(
    live: &mut Trees,
    of_file: &[&'static str],
    types: &[Type],
    path: &Path,
    text: &str,
) -> Result<(Vec<Option<Changed>>, Programs), Vec<Problem>> {
    let of_crate = of_file.first().and_then(|path| path.split("::").next());
    let file = read(text, &|predicate| held(predicate, of_crate)).map_err(|problem| vec![problem])?;
    let (places, new_trees) = (places(path, types, &file.trees), new_trees(&file));
    let mut reading = Reading::new(&file, &new_trees);
    let mut changed = Vec::new();
    for name in of_file {
        let tree = live.get(name).expect("the trees of the file are among the live ones");
        changed.push(reading.tree(name, tree, places.get(name).map_or(&[], Vec::as_slice)));
    }
    let Reading { read, problems, spans, .. } = reading;
    let mut loading = Loading { live, of_file, new_trees: &new_trees, read, programs: BTreeMap::new(), problems };
    loading.all();
    loading.around();
    let Loading { live, programs, mut problems, .. } = loading;
    for (name, at) in spans {
        if contains_itself(name, &programs, live)
            && let Some(tree) = live.get(name)
        {
            problems.push(Problem::new(at, format!("`{}` contains itself, by the trees in it", tree.unit.name)));
        }
    }
    if !problems.is_empty() {
        return Err(problems);
    }
    // A tree that uses others of its file needs their texts when a tree of another file changes.
    let uses_others = |name: &&'static str| programs.get(*name).is_some_and(|program| !program.new_trees.is_empty());
    if of_file.iter().any(uses_others) {
        let named = named_trees(&file);
        for (_, changed) in of_file.iter().zip(&mut changed).filter(|(name, _)| uses_others(name)) {
            if let Some(Changed { text: Some(text), .. }) = changed {
                text.trees = Arc::clone(&named);
            }
        }
    }
    Ok((changed, programs))
}

/// Whether a predicate of a `cfg` held when this crate was built, if that is known.
fn held(predicate: &str, of_crate: Option<&str>) -> Option<bool> {
    let is = |known: &&Condition| known.predicate == predicate && known.module.split("::").next() == of_crate;
    conditions().find(is).map(|known| known.holds)
}

/// Finds the live trees of a file in its new text, and reads those that have changed.
struct Reading<'f> {
    file: &'f File,
    new_trees: &'f [New<'f>],
    rest: u64,
    read: BTreeMap<&'static str, (Compiled, Text)>,
    /// The places of the changed trees.
    spans: Vec<(&'static str, Span)>,
    problems: Vec<Problem>,
    /// Whether a tree of the file has mistakes: then other problems may be mere consequences.
    has_mistakes: bool,
}

impl<'f> Reading<'f> {
    fn new(file: &'f File, new_trees: &'f [New<'f>]) -> Self {
        let problems: Vec<Problem> = file.trees.iter().flat_map(|found| found.problems.clone()).collect();
        let has_mistakes = !problems.is_empty();
        Reading { file, new_trees, rest: rest(file), read: BTreeMap::new(), spans: Vec::new(), problems, has_mistakes }
    }

    /// A live tree in the new text, `None` if it is not there. `candidates` are the trees of the text that it may be.
    fn tree(&mut self, name: &'static str, tree: &Tree, candidates: &[usize]) -> Option<Changed> {
        let Some(at) = choose(tree, candidates, &self.file.trees) else {
            if candidates.len() > 1 && !self.has_mistakes {
                let said = Said::to_build(format!("this file has several trees `{}`", tree.unit.name));
                self.problems.push(Problem { needs_build: true, ..Problem::of_file(said.message) });
            }
            return None;
        };
        let found = &self.file.trees[at];
        let mut changed = Changed { key: found.key.clone(), cfgs: found.cfgs.clone(), rest: self.rest, text: None };
        if self.has_changed(tree, found) {
            if found.header != tree.header {
                self.problems.push(Problem::to_build(found.at, "the header of this tree has changed"));
                return None;
            }
            let text = Text::of(found, self.file, Arc::new([]));
            self.spans.push((name, found.at));
            self.read.insert(name, (found.read()?, text.clone()));
            changed.text = Some(text);
        }
        Some(changed)
    }

    /// Whether the text of a tree has changed, or that of a new tree inside it.
    fn has_changed(&self, tree: &Tree, found: &Found) -> bool {
        let is_other = |(name, key): &(String, Option<String>)| {
            new_tree::find(self.new_trees, name).is_none_or(|new| new.key != key.as_deref())
        };
        found.key.is_none() || found.key != tree.key || tree.program.new_trees.iter().any(is_other)
    }
}

/// A hash of all code that stays as compiled: everything outside of trees, and trees that cannot be live.
fn rest(file: &File) -> u64 {
    let mut hasher = DefaultHasher::new();
    file.rest.hash(&mut hasher);
    for found in &file.trees {
        if found.context.as_deref().is_none_or(|context| context.starts_with("impl ")) {
            found.key.hash(&mut hasher);
        }
    }
    hasher.finish()
}

/// For each type of the file, the trees that it may be.
fn places(path: &Path, types: &[Type], found: &[Found]) -> BTreeMap<&'static str, Vec<usize>> {
    let trees: Vec<_> = found.iter().map(|found| (found.name.as_deref(), &*found.scope)).collect();
    let places = assign(path, types, &trees);
    types.iter().map(|(path, _)| *path).zip(places).collect()
}

/// The tree of a type. If there are several candidates, the unchanged one, else the one under the same conditions.
fn choose(tree: &Tree, candidates: &[usize], found: &[Found]) -> Option<usize> {
    let only = |is: &dyn Fn(&Found) -> bool| {
        let mut fitting = candidates.iter().filter(|&&at| is(&found[at]));
        fitting.next().filter(|_| fitting.next().is_none()).copied()
    };
    let same_text = only(&|found| found.key.is_some() && found.key == tree.key);
    let same_conditions = only(&|found| Some(&found.cfgs) == tree.cfgs.as_ref());
    only(&|_| true).or(same_text).or(same_conditions)
}
