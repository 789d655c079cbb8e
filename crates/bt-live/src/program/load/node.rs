//! The nodes of a program.

use bt::__private::live;
use bt_compiler::tree::Program as Compiled;
use bt_compiler::tree::model::{Kind as NodeKind, Model};
use bt_compiler::tree::pieces::key;
use bt_compiler::tree::source::{Code as Written, Make};

use crate::program::Node;

pub fn nodes(tree: &Compiled, given: Vec<Option<live::ValueType>>) -> Vec<Node> {
    let model: &Model = &tree.model;
    let node = |(node, value): (&bt_compiler::tree::model::Node, Option<live::ValueType>)| {
        let name = match node.kind {
            NodeKind::Leaf(code) | NodeKind::Decorator(code) | NodeKind::Composite(code) => {
                match tree.source.get(code) {
                    Written::Made(made) => {
                        let way = match &made.make {
                            Make::Call { path, .. } => key(path).unwrap_or_default(),
                            _ => String::new(),
                        };
                        format!("{}{way}", key(&made.ty).unwrap_or_default())
                    }
                    _ => node.name.clone(),
                }
            }
            NodeKind::Builtin(_) | NodeKind::Unknown => node.name.clone(),
        };
        Node {
            children: node.children.clone(),
            label: node.label.as_ref().map(|label| label.name.clone()),
            is_plain: node.kind.is(|builtin| builtin.meaning.is_plain()),
            name,
            args: node.args_text.split_whitespace().collect(),
            is_value_used: model.is_value_used(node.id),
            value,
        }
    };
    model.nodes.iter().zip(given).map(node).collect()
}
