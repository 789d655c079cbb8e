//! The built-in nodes: one small file each, with all that is particular to it.

use crate::tree::analyse::judge::Judge;
use crate::tree::analyse::results::Results;
use crate::tree::ir::{Exits, Target};
use crate::tree::lower::writer::Writer;
use crate::tree::model::{Kind, Node};

pub use crate::tree::builtin::{Builtin, Children, Need, Param, Passes, Sort, Takes, Unset};

mod custom;
mod prelude;
mod table;
#[cfg(test)]
mod tests;

mod action;
mod condition;
mod cooldown;
mod delay;
mod dynamic;
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

/// A built-in node: its facts, and the two functions of its file.
struct Definition {
    builtin: &'static Builtin,
    /// Finds what it can return.
    results: fn(&mut Judge, &Node) -> Results,
    /// Writes it into the machine, and returns where it begins.
    lower: fn(&mut Writer, &Node, Exits) -> Target,
}

macro_rules! definitions {
    ($($node:ident)*) => {
        &[$(Definition { builtin: &$node::NODE, results: $node::results, lower: $node::lower }),*]
    };
}

/// All built-in nodes.
static ALL: &[Definition] = definitions![
    action condition cooldown delay dynamic every fail finally for_each force_failure force_success forever
    forget guard if_else inverter keyed observe parallel parallel_all pipeline precondition priority
    probability race random_selector random_sequence reactive_if_else reactive_selector reactive_sequence
    reactive_switch reactive_utility recalls recover remember repeat repeat_until_failure
    repeat_until_success retry round_robin run_limit run_once running selector sequence simple_parallel
    succeed switch throttle timeout unchecked utility wait wait_between wait_until weighted
];

/// Finds what a node of a resolved tree can return.
pub fn results(judge: &mut Judge, node: &Node) -> Results {
    match node.kind {
        Kind::Builtin(builtin) if judge.is_sound(node.id) => (definition(builtin).results)(judge, node),
        Kind::Leaf(leaf) => custom::leaf_results(judge, leaf),
        Kind::Composite(composite) => custom::composite_results(judge, composite),
        Kind::Builtin(_) | Kind::Decorator(_) | Kind::Unknown => Results::ANYTHING,
    }
}

/// Writes a node of a resolved tree into the machine, and returns where it begins.
pub fn lower(writer: &mut Writer, node: &Node, exits: Exits) -> Target {
    match node.kind {
        Kind::Builtin(builtin) => {
            if builtin.restarts() {
                node.children.iter().for_each(|&child| writer.starts_again(child));
            }
            (definition(builtin).lower)(writer, node, exits)
        }
        Kind::Leaf(leaf) => custom::lower_leaf(writer, node, leaf, exits),
        Kind::Decorator(decorator) => custom::lower_decorator(writer, node, decorator, exits),
        Kind::Composite(composite) => custom::lower_composite(writer, node, composite, exits),
        Kind::Unknown => unreachable!("a tree with errors is not lowered"),
    }
}

/// The functions of a built-in.
fn definition(builtin: &Builtin) -> &'static Definition {
    let found = ALL.iter().find(|node| node.builtin.name == builtin.name);
    found.expect("each built-in is in the list")
}

/// The table of all built-ins, for the documentation.
pub fn table() -> String {
    table::table(&all().collect::<Vec<_>>())
}

/// Links to all built-ins, for the documentation.
pub fn index() -> String {
    table::index(&all().collect::<Vec<_>>())
}

/// All built-ins, in the order of their names.
pub fn all() -> impl Iterator<Item = &'static Builtin> + Clone {
    ALL.iter().map(|node| node.builtin)
}

/// The built-in of this name.
pub fn find(name: &str) -> Option<&'static Builtin> {
    all().find(|node| node.name == name)
}

/// The built-in that other libraries call by this name.
pub fn find_other(name: &str) -> Option<&'static Builtin> {
    all().find(|node| node.other_names.contains(&name))
}

/// The names of the built-ins that are leaves.
pub fn names_of_leaves() -> impl Iterator<Item = &'static str> {
    all().filter(|node| node.children == Children::None).map(|node| node.name)
}

/// The names of the built-ins that take children.
pub fn names_with_children() -> impl Iterator<Item = &'static str> + Clone {
    all().filter(|node| node.children != Children::None).map(|node| node.name)
}
