//! Walks through the nodes of a tree, in file order.

use crate::document::{Kind, Node};

/// Calls a function with a node and each of its descendants.
pub fn visit<'d>(node: &'d Node, each: &mut impl FnMut(&'d Node)) {
    each(node);
    node.children.iter().for_each(|child| visit(child, each));
}

/// The subtrees below a node.
pub fn subtrees_of(node: &Node) -> Vec<&Node> {
    let mut found = Vec::new();
    visit(node, &mut |node| {
        if matches!(node.kind, Kind::SubTree) {
            found.push(node);
        }
    });
    found
}

/// The numbers below `count`, each after the numbers in its `below`.
pub fn subtrees_first(count: usize, below: impl Fn(usize) -> Vec<usize>) -> Vec<usize> {
    let (mut order, mut seen) = (Vec::new(), vec![false; count]);
    // A list serves as the stack, since trees may be nested deeply.
    let mut open: Vec<(usize, bool)> = (0..count).rev().map(|number| (number, false)).collect();
    while let Some((number, is_last)) = open.pop() {
        if is_last {
            order.push(number);
        } else if !std::mem::replace(&mut seen[number], true) {
            open.push((number, true));
            open.extend(below(number).into_iter().rev().map(|below| (below, false)));
        }
    }
    order
}
