//! `reactive_selector`: a `selector` that starts from its first child in every tick.

use super::prelude::*;

pub static NODE: Builtin = Builtin {
    name: "reactive_selector",
    does: "a `selector` that begins with its first child in every tick; a running child continues when its turn \
           comes, and is aborted if an earlier child succeeds or is running",
    children: Children::Many,
    plain_form: Some("selector"),
    passes: Passes::Children,
    other_names: &["reactive_fallback", "dynamic_selector"],
    ..Builtin::of(Meaning::Reactive(Outcome::Failure))
};

pub fn lower(writer: &mut Writer, node: &Node, exits: Exits) -> Target {
    writer.part(node, exits, |writer| {
        let children = node.children.iter().map(|&child| writer.child_part(node, child)).collect();
        Body::Reactive { go_on_after: Outcome::Failure, children, locals: Vec::new(), keeps: Vec::new() }
    })
}

pub fn results(judge: &mut Judge, node: &Node) -> Results {
    judge.chain(node, Outcome::Failure)
}
