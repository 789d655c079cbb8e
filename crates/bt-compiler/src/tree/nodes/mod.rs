//! The built-in nodes: one small file each, with all that is particular to it.

use crate::tree::analyse::judge::Judge;
use crate::tree::analyse::results::Results;
use crate::tree::ir::{Exits, Target};
use crate::tree::lower::writer::Writer;
use crate::tree::model::{Kind, Node, NodeId};

pub use builtin::{Builtin, Children, Need, Param, Passes, Starts, Takes};

mod builtin;
mod custom;
mod prelude;
mod table;
#[cfg(test)]
mod tests;

mod action;
mod condition;
mod cooldown;
mod delay;
mod every;
mod fail;
mod finally;
mod for_each;
mod force_failure;
mod force_success;
mod forever;
mod forget;
mod guard;
mod if_else;
mod inverter;
mod keyed;
mod observe;
mod parallel;
mod parallel_all;
mod pipeline;
mod precondition;
mod priority;
mod probability;
mod race;
mod random_selector;
mod random_sequence;
mod reactive_if_else;
mod reactive_selector;
mod reactive_sequence;
mod reactive_switch;
mod reactive_utility;
mod recalls;
mod recover;
mod remember;
mod repeat;
mod repeat_until_failure;
mod repeat_until_success;
mod retry;
mod round_robin;
mod run_limit;
mod run_once;
mod running;
mod selector;
mod sequence;
mod simple_parallel;
mod succeed;
mod switch;
mod throttle;
mod timeout;
mod unchecked;
mod utility;
mod wait;
mod wait_between;
mod wait_until;
mod weighted;

/// All built-in nodes.
static ALL: &[&Builtin] = &[
    &action::NODE,
    &condition::NODE,
    &cooldown::NODE,
    &delay::NODE,
    &every::NODE,
    &fail::NODE,
    &finally::NODE,
    &for_each::NODE,
    &force_failure::NODE,
    &force_success::NODE,
    &forever::NODE,
    &forget::NODE,
    &guard::NODE,
    &if_else::NODE,
    &inverter::NODE,
    &keyed::NODE,
    &observe::NODE,
    &parallel::NODE,
    &parallel_all::NODE,
    &pipeline::NODE,
    &precondition::NODE,
    &priority::NODE,
    &probability::NODE,
    &race::NODE,
    &random_selector::NODE,
    &random_sequence::NODE,
    &reactive_if_else::NODE,
    &reactive_selector::NODE,
    &reactive_sequence::NODE,
    &reactive_switch::NODE,
    &reactive_utility::NODE,
    &recalls::NODE,
    &recover::NODE,
    &remember::NODE,
    &repeat::NODE,
    &repeat_until_failure::NODE,
    &repeat_until_success::NODE,
    &retry::NODE,
    &round_robin::NODE,
    &run_limit::NODE,
    &run_once::NODE,
    &running::NODE,
    &selector::NODE,
    &sequence::NODE,
    &simple_parallel::NODE,
    &succeed::NODE,
    &switch::NODE,
    &throttle::NODE,
    &timeout::NODE,
    &unchecked::NODE,
    &utility::NODE,
    &wait::NODE,
    &wait_between::NODE,
    &wait_until::NODE,
    &weighted::NODE,
];

/// Finds what a node of a resolved tree can return.
pub fn results(judge: &mut Judge, node: &Node) -> Results {
    match node.kind {
        Kind::Builtin(name) if node.sound => (get(name).results)(judge, node),
        Kind::Leaf(leaf) => custom::leaf_results(judge, leaf),
        Kind::Builtin(_) | Kind::Decorator(_) | Kind::Unknown => Results::ANYTHING,
    }
}

/// Writes a node of a resolved tree into the machine, and returns where it begins.
pub fn lower(writer: &mut Writer, node: &Node, exits: Exits) -> Target {
    match node.kind {
        Kind::Builtin(name) => {
            if get(name).restarts() {
                writer.restarts(node);
            }
            (get(name).lower)(writer, node, exits)
        }
        Kind::Leaf(leaf) => custom::lower_leaf(writer, node, leaf, exits),
        Kind::Decorator(decorator) => custom::lower_decorator(writer, node, decorator, exits),
        Kind::Unknown => unreachable!("a tree with mistakes is not lowered"),
    }
}

/// The table of all built-ins, for the documentation.
pub fn table() -> String {
    table::table(ALL)
}

/// All built-ins, in the order of their names.
pub fn all() -> impl Iterator<Item = &'static Builtin> {
    ALL.iter().copied()
}

/// The built-in of this name.
pub fn find(name: &str) -> Option<&'static Builtin> {
    ALL.iter().copied().find(|node| node.name == name)
}

/// The built-in that a resolved node names.
pub fn get(name: &str) -> &'static Builtin {
    find(name).expect("a resolved name is known")
}

/// The names of the built-ins that are leaves.
pub fn names_of_leaves() -> impl Iterator<Item = &'static str> {
    ALL.iter().filter(|node| node.children == Children::None).map(|node| node.name)
}

/// The names of the built-ins that take children.
pub fn names_with_children() -> impl Iterator<Item = &'static str> {
    ALL.iter().filter(|node| node.children != Children::None).map(|node| node.name)
}

/// Whether the children of this node have patterns before them.
pub fn has_arms(name: &str) -> bool {
    find(name).is_some_and(|node| node.children == Children::Arms)
}

/// Whether the children of this node have conditions before them.
pub fn has_conditions(name: &str) -> bool {
    find(name).is_some_and(|node| node.children == Children::Conditions)
}

/// Whether what this node binds is for its child, and stands before it.
pub fn binds_for_its_child(name: &str) -> bool {
    find(name).is_some_and(|node| node.passes == Passes::Items)
}

/// The children whose value a node has; `None` if it has none. A node with a value of its own has no such children.
pub fn passing(node: &Node) -> Option<Vec<NodeId>> {
    let name = match node.kind {
        Kind::Leaf(_) => return Some(Vec::new()),
        Kind::Decorator(_) => return Some(node.children.clone()),
        Kind::Unknown => return None,
        Kind::Builtin(name) => name,
    };
    let has_own = || node.args.first().is_some_and(|value| value.code().is_some());
    match get(name).passes {
        Passes::Nothing | Passes::Items => None,
        Passes::Own => has_own().then(Vec::new),
        Passes::Children | Passes::Each => Some(node.children.clone()),
        Passes::First => Some(node.children.first().copied().into_iter().collect()),
        Passes::Last => Some(node.children.last().copied().into_iter().collect()),
        Passes::Branches => Some(node.children.iter().skip(usize::from(!has_own())).copied().collect()),
    }
}
