//! Which nodes a title or a path means.

use core::fmt::{self, Display, Formatter};

use crate::describe::Description;
use crate::node_info::NodeInfo;

/// Whether a node is meant: by its title, its path, or an end of its path that no other node has.
pub fn is_meant(tree: Description, node: NodeInfo, name: &str) -> bool {
    match end(tree, node, name) {
        Some(is_whole) => is_whole || ends(tree, name).count() == 1,
        None => false,
    }
}

/// Whether a name ends the path of a node. `Some(true)` if it is the whole path, or a title.
fn end(tree: Description, node: NodeInfo, name: &str) -> Option<bool> {
    let mut here = Some(node);
    for title in name.rsplit('/') {
        here = parent(tree, here.filter(|node| node.title() == title)?);
    }
    // The title of the root is not in the path.
    if name.contains('/') { here.map(|node| node.depth == 0) } else { Some(true) }
}

/// The nodes whose paths end so, each with whether it is the whole path.
fn ends(tree: Description, name: &str) -> impl Iterator<Item = (NodeInfo, bool)> + '_ {
    tree.nodes().filter_map(move |node| Some((node, end(tree, node, name)?)))
}

/// Panics if a tree has no node that is meant. The nodes of a boxed tree may be meant, too.
pub fn check(tree: Description, name: &str) {
    if tree.holds_trees() || ends(tree, name).any(|(_, is_whole)| is_whole) {
        return;
    }
    let mut ends = ends(tree, name).map(|(node, _)| Path(tree, node));
    match (ends.next(), ends.next()) {
        (Some(one), Some(other)) => {
            panic!("`{name}` is the end of several paths in this tree, `{one}` and `{other}`:\n{tree}")
        }
        (Some(_), None) => return,
        (None, _) => {}
    }
    match closest(tree, name) {
        Some(node) if name.contains('/') => {
            panic!("there is no node `{name}` to mock in this tree, did you mean `{}`?\n{tree}", Path(tree, node))
        }
        Some(node) => {
            panic!("there is no node `{name}` to mock in this tree, did you mean `{}`?\n{tree}", node.title())
        }
        None => panic!("there is no node `{name}` to mock in this tree:\n{tree}"),
    }
}

/// The node whose title is most like the last one of a path.
fn closest(tree: Description, name: &str) -> Option<NodeInfo> {
    let last = name.rsplit('/').next()?;
    let ranked = tree.nodes().filter_map(|node| Some((distance(last, node.title())?, node)));
    let (changes, node) = ranked.min_by_key(|(changes, _)| *changes)?;
    (changes <= (last.len() / 3).max(1)).then_some(node)
}

/// The longest word that may be meant.
const LONGEST: usize = 31;

/// How many letters must change for two words to be the same.
fn distance(one: &str, other: &str) -> Option<usize> {
    if one.len().max(other.len()) > LONGEST {
        return None;
    }
    let mut row: [usize; LONGEST + 1] = core::array::from_fn(|at| at);
    for (at, letter) in one.bytes().enumerate() {
        let mut before = core::mem::replace(&mut row[0], at + 1);
        for (to, same) in other.bytes().enumerate() {
            let changed = before + usize::from(letter != same);
            before = row[to + 1];
            row[to + 1] = changed.min(row[to] + 1).min(before + 1);
        }
    }
    Some(row[other.len()])
}

/// The path of a node.
struct Path(Description, NodeInfo);

impl Display for Path {
    fn fmt(&self, formatter: &mut Formatter<'_>) -> fmt::Result {
        let Path(tree, node) = *self;
        if let Some(parent) = parent(tree, node).filter(|parent| parent.depth > 0) {
            write!(formatter, "{}/", Path(tree, parent))?;
        }
        formatter.write_str(node.title())
    }
}

/// The parent of a node.
fn parent(tree: Description, child: NodeInfo) -> Option<NodeInfo> {
    tree.nodes().take(child.position).filter(|node| node.depth + 1 == child.depth).last()
}
