//! Finds a node of an older text in a newer one.

use bt_text::syntax::{Node, Tree};
use bt_text::{At, Text};

/// Where a node is now: the node with its label, else the node with its text at the same place, else the only node with
/// its text. `None` if that is ambiguous.
pub fn again(old: &Text, at: At, new: &Text) -> Option<At> {
    let (name, path) = (old.name(old.trees().get(at.tree)?)?, old.path(at)?);
    let named = |(_, tree): &(usize, &Tree)| new.name(tree) == Some(name);
    let (number, tree) = only(new.trees().iter().enumerate().filter(named))?;
    let node = *path.last()?;
    let nodes = tree.nodes();
    let with =
        |is: &dyn Fn(&Node) -> bool| only(nodes.iter().enumerate().filter(|(_, node)| is(node)).map(|(at, _)| at));
    let found = match &node.label {
        Some(label) => with(&|other| other.label.as_ref().is_some_and(|other| new.slice(other) == old.slice(label))),
        None => {
            let own = |text: &str| text.split_whitespace().collect::<String>();
            let text = own(old.slice(&node.whole()));
            let indices = path.windows(2).map(|pair| pair[0].index_of(pair[1]));
            let same_place = indices.collect::<Option<Vec<usize>>>().and_then(|path| at_path(tree, &path));
            let is_same = |other: &Node| own(new.slice(&other.whole())) == text;
            let there = same_place.filter(|other| is_same(other));
            let there = there.and_then(|there| nodes.iter().position(|node| std::ptr::eq(*node, there)));
            there.or_else(|| with(&is_same))
        }
    };
    Some(At { tree: number, node: found? })
}

fn at_path<'t>(tree: &'t Tree, path: &[usize]) -> Option<&'t Node> {
    path.iter().try_fold(tree.roots.first()?, |node, &index| node.nodes().get(index))
}

fn only<T>(mut all: impl Iterator<Item = T>) -> Option<T> {
    let first = all.next()?;
    all.next().is_none().then_some(first)
}
