//! `if_else`: a condition, which is its first child or in parentheses, chooses one of two children at the start.

use super::prelude::*;

pub static NODE: Builtin = Builtin {
    name: "if_else",
    does: "runs `condition` to its end, then `then` after its success or `else` after its failure; a condition in \
           parentheses is checked once, when the node starts",
    params: &[Param { name: "condition", takes: Takes::FirstChild }],
    children: Children::Roles { needed: &["condition", "then"], optional: Some("else") },
    passes: Passes::Branches,
    other_names: &["if_then_else", "if"],
    ..Builtin::of(Meaning::IfElse)
};

pub fn lower(writer: &mut Writer, node: &Node, exits: Exits) -> Target {
    match node.optional_code(0) {
        Some(condition) => with_condition(writer, node, condition, exits),
        None => run(writer, node, exits),
    }
}

/// The condition is in parentheses.
fn with_condition(writer: &mut Writer, node: &Node, condition: CodeId, exits: Exits) -> Target {
    let mut ways = writer.children(node, exits);
    if ways.len() == 1 {
        ways.push(exits.failure);
    }
    writer.step(node, Act::Choose { choice: Choice::If(condition), exits: ways })
}

/// The condition is the first child.
fn run(writer: &mut Writer, node: &Node, exits: Exits) -> Target {
    let otherwise = match node.children.get(2) {
        Some(&otherwise) => writer.child(node, otherwise, exits).into(),
        None => exits.failure,
    };
    let then = writer.child_after(node, node.children[0], node.children[1], exits);
    writer.child(node, node.children[0], Exits { success: then.into(), failure: otherwise })
}

pub fn results(judge: &mut Judge, node: &Node) -> Results {
    if node.optional_code(0).is_some() {
        return judge.branches(node);
    }
    let (condition, checked) = (node.children[0], judge.child(node, 0).clone());
    let holds = judge.reached(node.children[1], condition, "before it", Outcome::Success);
    let (fails, otherwise) = match node.children.get(2) {
        Some(&otherwise) => {
            (judge.reached(otherwise, condition, "before it", Outcome::Failure), judge.child(node, 2).clone())
        }
        None => (checked.failure, Results::known(false, true, false)),
    };
    let then = judge.child(node, 1);
    let either = |then: &Possible, otherwise: &Possible| any([&all([&holds, then]), &all([&fails, otherwise])]);
    Results {
        success: either(&then.success, &otherwise.success),
        failure: either(&then.failure, &otherwise.failure),
        running: any([&checked.running, &then.running, &otherwise.running]),
    }
}
