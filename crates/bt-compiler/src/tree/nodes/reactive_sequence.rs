//! `reactive_sequence`: a `sequence` that starts from its first child in every tick.

use super::prelude::*;

pub static NODE: Builtin = Builtin {
    name: "reactive_sequence",
    does: "a `sequence` that begins with its first child in every tick; a running child continues when its turn \
           comes, and is aborted if an earlier child fails or is running",
    children: Children::Many,
    plain_form: Some("sequence"),
    passes: Passes::Last,
    throttled_last: true,
    other_names: &["dynamic_sequence"],
    ..Builtin::of(Meaning::Reactive(Outcome::Success))
};

pub fn lower(writer: &mut Writer, node: &Node, exits: Exits) -> Target {
    let bound = writer.bound_by_children(node);
    writer.part_with_values(node, exits, bound, |writer, locals, keeps| {
        let children = node.children.iter().map(|&child| writer.child_part(node, child)).collect();
        Body::Reactive { go_on_after: Outcome::Success, children, locals, keeps }
    })
}

pub fn results(judge: &mut Judge, node: &Node) -> Results {
    judge.claim_unthrottled(node);
    judge.chain(node, Outcome::Success)
}
