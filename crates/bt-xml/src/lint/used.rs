//! Trees that nothing runs.

use std::collections::HashSet;

use crate::named::Named;
use crate::problem::Problems;
use crate::visit::subtrees_of;

/// Warns of trees in the file of the main tree that the main tree does not contain. Only the program knows what other
/// files are for. If no file names a main tree, or several do, only the program knows which tree runs.
pub fn lint(named: &Named<'_>, problems: &mut Problems) {
    let document = named.document;
    let [main] = &document.mains[..] else { return };
    let main = &*main.text;
    let Some(file) = named.tree(main).map(|tree| tree.file) else { return };
    let (mut next, mut used) = (vec![main], HashSet::new());
    while let Some(name) = next.pop() {
        if let Some(tree) = named.tree(name).filter(|_| used.insert(name)) {
            next.extend(subtrees_of(&tree.root).into_iter().map(|node| &*node.id.text));
        }
    }
    for tree in document.trees.iter().filter(|tree| tree.file == file && !used.contains(&*tree.name.text)) {
        let message = format!("the tree `{}` is never used: `{main}` runs, and does not contain it", tree.name.text);
        problems.warn(tree.name.at.clone(), message);
    }
}
