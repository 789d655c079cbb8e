//! What BehaviorTree.CPP accepts, but is probably a mistake. Each of these reports is about one file of trees that
//! would load; so only what is nearly always wrong is one.

mod ends;
mod given;
mod order;
mod reactive;
mod types;
mod used;
mod uses;

use crate::document::Document;
use crate::problem::Problems;
use crate::visit::visit;

/// Warns of likely mistakes. `is_whole` tells whether all files are part of the document.
pub fn lint(document: &Document, is_whole: bool, problems: &mut Problems) {
    let known = order::known(document);
    for tree in &document.trees {
        visit(&tree.root, &mut |node| reactive::lint(node, problems));
    }
    ends::lint(document, &known, problems);
    types::lint(document, &known, problems);
    if is_whole {
        used::lint(document, problems);
        given::lint(document, &known, problems);
    }
}
