//! What BehaviorTree.CPP takes, but is probably not meant. Each of these reports is about one file of trees that would
//! load; so only what is nearly always wrong is one.

mod given;
mod reactive;
mod used;

use crate::document::{Document, Node};
use crate::problem::Problems;

/// Warns of what is probably not meant. `is_whole` tells whether all files are part of the document.
pub fn lint(document: &Document, is_whole: bool, problems: &mut Problems) {
    for tree in &document.trees {
        each(&tree.root, &mut |node| reactive::lint(node, problems));
    }
    if is_whole {
        used::lint(document, problems);
        given::lint(document, problems);
    }
}

/// Calls `see` with a node and all below it.
fn each<'n>(node: &'n Node, see: &mut impl FnMut(&'n Node)) {
    see(node);
    node.children.iter().for_each(|child| each(child, see));
}
