//! Which nodes have a value, and where a name can be used.

use std::collections::BTreeSet;

use crate::program::{Gives, Kind, Name, Node, Program, Reaches, Threshold, Tree};

/// What the macro knows about the value of a node.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Known {
    /// It has none.
    Nothing,
    /// The macro cannot infer its type: a closure of `action`, or an argument of `succeed`.
    Value,
    /// Its type is known: from a leaf, or from the header of a tree.
    Type,
}

/// What the macro knows about the value of a node.
pub fn known(node: &Node, program: &Program) -> Known {
    if let Kind::Subtree { tree, .. } = node.kind {
        return if program.trees[tree].gives { Known::Type } else { Known::Nothing };
    }
    if let Gives::Own(known) = node.kind.facts().gives {
        return known;
    }
    let children = deciders(&node.kind, node.children.len()).unwrap_or_default();
    node.children[children].iter().map(|child| known(child, program)).min().unwrap_or(Known::Nothing)
}

/// The children, one of which gives the value of the node when it succeeds: the child that has decided it.
pub fn deciders(kind: &Kind, children: usize) -> Option<std::ops::Range<usize>> {
    match kind.facts().gives {
        Gives::Nothing | Gives::Own(_) => None,
        Gives::First => Some(0..1),
        Gives::Last => Some(children - 1..children),
        Gives::Later => Some(1..children),
        Gives::Any => Some(0..children),
    }
}

/// Whether a node has a value.
pub fn has_value(node: &Node, program: &Program) -> bool {
    known(node, program) != Known::Nothing
}

/// Whether success of a node is success of all its children, so that the value of each can be bound.
pub fn gives_all(kind: &Kind) -> bool {
    matches!(kind, Kind::Parallel(None | Some(Threshold::All), _))
}

/// Whether the node at this place can use what another child binds.
pub fn reaches(kind: &Kind, from: usize, to: usize) -> bool {
    match kind.facts().reaches {
        Reaches::None => false,
        Reaches::Later => from < to,
        Reaches::Second => (from, to) == (0, 1),
    }
}

/// Whether every binding in a tree binds values, to names that are in no scope yet, and every use is in the scope of
/// its binding; and whether it has the value that it says it has.
pub fn are_legal(tree: &Tree, program: &Program) -> bool {
    let root = &tree.root;
    let is_used_nowhere = !root.binds.is_empty() && !root.kind.facts().binds_items;
    let gives = !tree.gives || has_value(root, program);
    gives && !is_used_nowhere && is_legal(root, &BTreeSet::new(), program)
}

fn is_legal(node: &Node, scope: &BTreeSet<Name>, program: &Program) -> bool {
    let uses = node.uses_what_it_can() && node.uses.iter().all(|name| scope.contains(name));
    let in_patterns = node.kind.patterns().iter().filter_map(|arm| arm.name());
    let mut bound: Vec<Name> = node.names().chain(in_patterns).collect();
    bound.sort_unstable();
    let news = bound.windows(2).all(|pair| pair[0] != pair[1]) && bound.iter().all(|name| !scope.contains(name));
    uses && news
        && binds_values(node, program)
        && (0..node.children.len()).all(|child| {
            let mut inner = scope.clone();
            inner.extend(visible(node, child));
            is_legal(&node.children[child], &inner, program)
        })
}

/// The names that a node binds for this child.
pub fn visible(node: &Node, child: usize) -> impl Iterator<Item = Name> {
    let items = node.names().filter(|_| node.kind.facts().binds_items);
    let before = (0..child).filter(move |&before| reaches(&node.kind, before, child));
    let siblings = before.map(|before| &node.children[before]);
    let bound = siblings.filter(|sibling| !sibling.kind.facts().binds_items).flat_map(Node::names);
    let in_pattern = node.kind.patterns().get(child).and_then(|arm| arm.name());
    items.chain(bound).chain(in_pattern)
}

fn binds_values(node: &Node, program: &Program) -> bool {
    match (&node.binds[..], &node.kind) {
        ([], _) | ([Some(_)], Kind::ForEach(_)) => true,
        ([Some(_)], _) => has_value(node, program),
        (names, kind) => {
            let named = |(name, child): (&Option<Name>, &Node)| name.is_none() || known(child, program) == Known::Type;
            let each = names.len() == node.children.len() && names.iter().zip(&node.children).all(named);
            gives_all(kind) && each && names.len() > 1 && names.iter().any(Option::is_some)
        }
    }
}
