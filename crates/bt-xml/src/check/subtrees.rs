//! Checks that no tree contains itself.

use crate::named::Named;
use crate::problem::Problems;
use crate::visit::subtrees_of;

/// Reports each subtree node through which a tree contains itself.
pub fn check(named: &Named<'_>, problems: &mut Problems) {
    let trees = &named.document.trees;
    let mut places = vec![0; trees.len()];
    named.subtrees_first().into_iter().enumerate().for_each(|(place, tree)| places[tree] = place);
    for (number, tree) in trees.iter().enumerate() {
        // Only a tree that contains this one does not come before it.
        let contains = |subtree: usize| places[subtree] >= places[number];
        for subtree in subtrees_of(&tree.root).into_iter().filter(|node| named.number_of(node).is_some_and(contains)) {
            problems.error(subtree.id.at.clone(), format!("the tree `{}` contains itself", subtree.id.text));
        }
    }
}
