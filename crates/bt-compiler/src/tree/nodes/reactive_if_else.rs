//! `reactive_if_else`: a condition chooses one of two children in every tick.

use super::prelude::*;

pub static NODE: Builtin = Builtin {
    name: "reactive_if_else",
    does: "checks the condition in every tick; when the answer changes, aborts the active branch and starts the other \
           one",
    params: &[Param { name: "condition", takes: Takes::Function }],
    children: Children::Roles { needed: &["then"], optional: Some("else") },
    plain_form: Some("if_else"),
    passes: Passes::Children,
    other_names: &["while_do_else"],
    ..Builtin::of(Meaning::ReactiveIf)
};

pub fn lower(writer: &mut Writer, node: &Node, exits: Exits) -> Target {
    writer.part(node, exits, |writer| {
        let then = Some(writer.child_part(node, node.children[0]));
        let otherwise = node.children.get(1).map(|&child| writer.child_part(node, child));
        Body::Rechoose {
            choice: Choice::If(node.code(0)),
            children: vec![then, otherwise],
            locals: Vec::new(),
            keeps: Vec::new(),
        }
    })
}

pub fn results(judge: &mut Judge, node: &Node) -> Results {
    judge.branches(node)
}
