//! Checks that everything in a tree has the traits that the tree derives, as rustc would for a built tree.

use std::collections::BTreeMap;

use bt::__private::live::LeafType;
use bt_compiler::tree::Program as Compiled;
use bt_compiler::tree::ir::CodeId;
use bt_compiler::tree::model::{Kind, Model};

use super::Subtree;
use crate::text::problem::Problem;

/// A problem for each leaf and value that lacks a trait. Conditional derives are not checked.
pub fn check<'l>(
    tree: &Compiled,
    leaf: impl Fn(CodeId) -> Option<&'l LeafType>,
    subtrees: &BTreeMap<CodeId, Subtree>,
) -> Vec<Problem> {
    let model: &Model = &tree.model;
    let derives = tree.header.item.iter().flat_map(|item| &item.attributes).filter_map(|attribute| attribute.derive());
    let names: Vec<String> = derives.filter(|derive| derive.condition.is_none()).map(|derive| derive.name()).collect();
    let made = model.nodes.iter().filter_map(|node| match node.kind {
        Kind::Leaf(code) | Kind::Decorator(code) | Kind::Composite(code) => Some((node, code, leaf(code)?)),
        Kind::Builtin(_) | Kind::Unknown => None,
    });
    let problem = |(node, code, leaf): (&bt_compiler::tree::model::Node, CodeId, &LeafType)| {
        let ty = leaf.type_name;
        Some(match subtrees.get(&code).and_then(|subtree| subtree.new.as_ref()) {
            Some(new) => {
                let missing = names.iter().find(|name| OF_ALL.contains(&&***name) && !new.derives(name))?;
                Problem::new(node.span, format!("the tree derives `{missing}`, so `{ty}` must derive it, too"))
            }
            None => {
                let missing = names.iter().find(|name| !has(leaf, name))?;
                Problem::to_build(node.span, format!("the tree derives `{missing}`, and `{ty}` does not have it"))
            }
        })
    };
    made.filter_map(problem).collect()
}

/// The derives that need their trait for everything in the type.
const OF_ALL: [&str; 9] =
    ["Clone", "Debug", "Deserialize", "Eq", "Hash", "Ord", "PartialEq", "PartialOrd", "Serialize"];

fn has(leaf: &LeafType, name: &str) -> bool {
    match name {
        "Clone" => leaf.slotting.clone.is_some(),
        "Debug" => leaf.slotting.debug.is_some(),
        #[cfg(feature = "serde")]
        "Serialize" => leaf.slotting.save.is_some(),
        #[cfg(feature = "serde")]
        "Deserialize" => leaf.slotting.load.is_some(),
        _ => true,
    }
}
