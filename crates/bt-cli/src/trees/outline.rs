//! The nodes of a tree, in the form that the drawings of `bt-view` need.

use bt_compiler::tree::model::{self, NodeId, Sort};
use bt_view::{Node, Outline};

use super::{Project, Tree};

/// The nodes of a tree as written: a subtree is one node.
pub fn outline(tree: &Tree) -> Outline {
    Outline::from_nodes(tree.known.model.nodes.iter().map(node))
}

/// The nodes of a tree with subtrees written out, as a compiled tree describes itself.
pub fn outline_with_subtrees(project: &Project, tree: &Tree) -> Outline {
    let mut nodes = Vec::new();
    add(project, tree, None, &mut vec![], &mut nodes);
    Outline::from_nodes(nodes)
}

/// Adds the nodes of a tree. In a subtree, `place` is the node that runs it.
fn add<'t>(
    project: &'t Project,
    tree: &'t Tree,
    place: Option<&Node>,
    above: &mut Vec<&'t Tree>,
    nodes: &mut Vec<Node>,
) {
    above.push(tree);
    for (index, written) in tree.known.model.nodes.iter().enumerate() {
        let mut node = node(written);
        if let Some(place) = place {
            node.depth += place.depth;
            // The root of a subtree takes the subtree's label or name.
            if index == 0 {
                node.label = Some(place.title().to_owned());
                node.arm.clone_from(&place.arm);
            }
        }
        match project.subtree_at(above, NodeId(index)) {
            Some(below) => add(project, below, Some(&node), above, nodes),
            None => nodes.push(node),
        }
    }
    above.pop();
}

fn node(written: &model::Node) -> Node {
    let kind = match written.kind.sort() {
        Sort::Composite => bt::describe::NodeKind::Composite,
        Sort::Decorator => bt::describe::NodeKind::Decorator,
        Sort::Leaf => bt::describe::NodeKind::Leaf,
    };
    let at = written.span.start();
    let mut node = Node::new(kind, &written.name, written.depth);
    node.label = written.label.as_ref().map(|label| label.name.clone());
    node.args.clone_from(&written.args_text);
    node.arm.clone_from(&written.arm_text);
    (node.line, node.column) = (at.line, at.column + 1);
    node
}
