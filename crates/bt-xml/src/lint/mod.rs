//! Finds what BehaviorTree.CPP accepts although it is probably a mistake. Such a file would load and run, so only what
//! is nearly always wrong is reported.

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

/// Warns of likely mistakes. `is_whole`: the document contains all files.
pub fn lint(document: &Document, is_whole: bool, problems: &mut Problems) {
    let known = order::known(document);
    for tree in &document.trees {
        visit(&tree.root, &mut |node| reactive::lint(node, problems));
    }
    ends::lint(document, &known, problems);
    types::lint(document, &known, problems);
    if is_whole {
        used::lint(&known.named, problems);
        given::lint(document, &known, problems);
    }
}
