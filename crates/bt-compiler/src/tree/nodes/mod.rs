//! The built-in nodes: one small file each, with everything that is particular to it.

use crate::tree::analyse::judge::Judge;
use crate::tree::analyse::results::Results;
use crate::tree::ir::{Exits, Target};
use crate::tree::lower::writer::Writer;
use crate::tree::model::{Kind, Node};

pub use crate::tree::builtin::{Builtin, Children, Meaning, Need, Param, Passes, Sort, Takes};

mod custom;
mod prelude;
mod table;
#[cfg(test)]
mod tests;

/// A built-in node: its facts, and the two functions of its file.
struct Definition {
    builtin: &'static Builtin,
    /// Finds what it can return.
    results: fn(&mut Judge, &Node) -> Results,
    /// Writes it into the machine, and returns where it begins.
    lower: fn(&mut Writer, &Node, Exits) -> Target,
}

/// Calls a macro with the names of all built-in nodes.
#[macro_export]
macro_rules! all_nodes {
    ($macro:ident) => {
        $macro! {
            action condition cooldown delay dynamic every fail finally for_each force_failure force_success forever
            forget guard if_else inverter keyed observe parallel parallel_all pipeline precondition priority
            probability race random_selector random_sequence reactive_if_else reactive_selector reactive_sequence
            reactive_switch reactive_utility recalls recover remember repeat repeat_until_failure
            repeat_until_success retry round_robin run_limit run_once running selector sequence simple_parallel
            succeed switch throttle timeout unchecked utility wait wait_between wait_until weighted
        }
    };
}

/// Declares the module of each node, and the list of all.
macro_rules! nodes {
    ($($node:ident)*) => {
        $(mod $node;)*

        /// All built-in nodes.
        static ALL: &[Definition] =
            &[$(Definition { builtin: &$node::NODE, results: $node::results, lower: $node::lower }),*];
    };
}

all_nodes!(nodes);

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
            if builtin.meaning.restarts() {
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

/// The reactive form of a built-in, or the plain form of a reactive one.
pub fn other_form(name: &str) -> Option<&'static str> {
    let reactive = all().find(|node| node.plain_form == Some(name)).map(|node| node.name);
    reactive.or_else(|| find(name)?.plain_form)
}

/// The names of the built-ins that are leaves.
pub fn names_of_leaves() -> impl Iterator<Item = &'static str> {
    all().filter(|node| node.children == Children::None).map(|node| node.name)
}

/// The names of the built-ins that take children.
pub fn names_with_children() -> impl Iterator<Item = &'static str> + Clone {
    all().filter(|node| node.children != Children::None).map(|node| node.name)
}
