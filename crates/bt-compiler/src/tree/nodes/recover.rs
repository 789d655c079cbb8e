//! `recover`

use super::prelude::*;

pub static NODE: Builtin = Builtin {
    name: "recover",
    does: "runs `child`; when it fails, runs `recovery` and then `child` again, at most `times` times",
    params: &[Param { name: "times", takes: Takes::Count }],
    children: Children::Roles { needed: &["child", "recovery"], optional: None },
    passes: Passes::First,
    other_names: &["recovery_node"],
    ..Builtin::of(Meaning::Recover)
};

pub fn lower(writer: &mut Writer, node: &Node, exits: Exits) -> Target {
    let (child, begins) = writer.picked_region(node);
    writer.frame(node, Frame::Recover(Recover { count: node.code(0), begins, child }), exits)
}

pub fn results(judge: &mut Judge, node: &Node) -> Results {
    let fails = judge.reached(node.children[1], node.children[0], "before it", Outcome::Failure);
    let (child, recovery) = (judge.child(node, 0), judge.child(node, 1));
    let again = any([&recovery.running, &recovery.success]);
    Results { running: any([&child.running, &all([&fails, &again])]), ..child.clone() }
}
