//! Checks that no tree contains itself.

use std::collections::HashMap;

use crate::document::{Document, Node};
use crate::problem::Problems;
use crate::visit::subtrees_of;

/// The progress of the search for cycles at a tree.
#[derive(Clone, Copy, PartialEq, Eq)]
enum State {
    New,
    Open,
    Done,
}

struct Search<'d> {
    trees: HashMap<&'d str, &'d Node>,
    states: HashMap<&'d str, State>,
}

/// Reports each subtree node through which a tree contains itself.
pub fn check(document: &Document, problems: &mut Problems) {
    let trees: HashMap<_, _> = document.trees.iter().map(|tree| (&*tree.name.text, &tree.root)).collect();
    let mut search = Search { states: trees.keys().map(|name| (*name, State::New)).collect(), trees };
    for tree in &document.trees {
        search.tree(&tree.name.text, problems);
    }
}

impl<'d> Search<'d> {
    /// Visits a tree and the trees in it. It keeps its own stack, since a file may have many trees.
    fn tree(&mut self, name: &'d str, problems: &mut Problems) {
        let mut open = vec![(name, Vec::new())];
        self.open(name, &mut open);
        while let Some((name, subtrees)) = open.last_mut() {
            let Some(subtree) = subtrees.pop() else {
                self.states.insert(name, State::Done);
                open.pop();
                continue;
            };
            let subtree: &Node = subtree;
            match self.states.get(&*subtree.id.text) {
                Some(State::New) => {
                    let name = &*subtree.id.text;
                    open.push((name, Vec::new()));
                    self.open(name, &mut open);
                }
                Some(State::Open) => {
                    let message = format!("the tree `{}` contains itself", subtree.id.text);
                    problems.error(subtree.id.at.clone(), message);
                }
                Some(State::Done) | None => {}
            }
        }
    }

    /// Marks the tree on top of the stack as open, unless it is done, and lists its subtrees.
    fn open(&mut self, name: &'d str, open: &mut [(&'d str, Vec<&'d Node>)]) {
        if self.states.get(name) != Some(&State::New) {
            return;
        }
        self.states.insert(name, State::Open);
        if let (Some((_, subtrees)), Some(root)) = (open.last_mut(), self.trees.get(name)) {
            *subtrees = subtrees_of(root);
            subtrees.reverse();
        }
    }
}
