//! `cooldown`: fails until some time has passed since its child last stopped.

pub use super::custom::child_or_failure as results;
use super::prelude::*;

pub static NODE: Builtin = Builtin {
    name: "cooldown",
    does: "fails until `time` has passed since the child last stopped, aborts included; then runs the child",
    params: &[Param { name: "time", takes: Takes::Time }],
    children: Children::One,
    needs: &[Need::Time],
    passes: Passes::Children,
    ..Builtin::of(Meaning::Cooldown)
};

pub fn lower(writer: &mut Writer, node: &Node, exits: Exits) -> Target {
    let cell = writer.moment(node);
    let child = writer.child_region(node.children[0]);
    let child = writer.frame(node, Frame::Cooldown(Cooldown { cell, child }), exits);
    writer.call(node, Call::HasCooled(cell, node.code(0)), exits.with(Outcome::Success, child))
}
