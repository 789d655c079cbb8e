//! Again after every success; a failure ends it.

use super::{Builtin, Children, Passes};
use crate::tree::analyse::judge::Judge;
use crate::tree::analyse::results::{Possible, Results, any};
use crate::tree::ir::{Body, Exits, Loop, Target};
use crate::tree::lower::writer::Writer;
use crate::tree::model::Node;

pub static NODE: Builtin = Builtin {
    name: "forever",
    params: &[],
    children: Children::One,
    opens_region: false,
    passes: Passes::Nothing,
    lower,
    results,
};

fn lower(writer: &mut Writer, node: &Node, exits: Exits) -> Target {
    writer.part(node, exits, |writer| {
        let child = writer.child_part(node, node.children[0]);
        let turns = Loop { again_after: true, result: false };
        Body::Loop { turns, rest: writer.rest(node), child }
    })
}

fn results(judge: &mut Judge, node: &Node) -> Results {
    let child = judge.child(node, 0);
    let running = any([&child.running, &child.success]);
    Results { success: Possible::Known(false), failure: child.failure.clone().strictly(), running }
}
