//! The nodes of a program.

use bt::__private::live;
use bt_compiler::tree::Program as Compiled;
use bt_compiler::tree::model::{Kind as NodeKind, Model};
use bt_compiler::tree::pieces::key;
use bt_compiler::tree::source::{Code as Written, Make};

use crate::program::Node;

/// The names of built-ins that hold nothing.
const PLAIN: [&str; 5] = ["sequence", "selector", "inverter", "force_success", "force_failure"];

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
            is_plain: PLAIN.contains(&name.as_str()),
            name,
            args: node.args_text.split_whitespace().collect(),
            is_value_used: model.is_value_used(node.id),
            value,
        }
    };
    model.nodes.iter().zip(given).map(node).collect()
}
