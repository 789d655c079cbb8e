//! Tests that the files of the nodes agree with the machine, and with the table of nodes.

use super::{all, lower, results};
use crate::error::Errors;
use crate::tree::builtin::{Builtin, Children, Need, Takes};
use crate::tree::ir::Machine;
use crate::tree::{analyse, check, lower as phase, parse, resolve};

/// The machine of a tree that is this node alone, around leaves.
fn machine(node: &Builtin) -> Machine {
    let mut errors = Errors::default();
    let text = format!("T(Room) = {}{}{}", node.name, args(node), children(node));
    let tree = parse::parse(text.parse().expect("it is tokens"), &mut errors);
    let (model, source) = resolve::resolve(&quote::quote!(::bt::__private), &tree, &mut errors).expect("it has a node");
    let mistaken = check::check(&model, &source, &mut errors);
    analyse::analyse(&model, &source, &mistaken, results, &mut errors);
    assert!(errors.check().is_ok(), "{text}");
    phase::lower(&model, lower)
}

fn args(node: &Builtin) -> String {
    let arg = |takes| match takes {
        Takes::Function | Takes::Effect | Takes::Action | Takes::Choice => "f",
        Takes::Score => "f, f",
        Takes::Weight => "1, 1",
        Takes::Count | Takes::Value | Takes::Optional => "1",
        Takes::Time | Takes::Probability => "0.5",
        Takes::Key => "|room| -> u32 { room.alarms }",
        Takes::Items => "|room, i| -> Option<u32> { None }",
        Takes::Threshold | Takes::NamedNumber | Takes::NamedValue | Takes::FirstChild => "",
    };
    let args: Vec<&str> = node.params.iter().map(|param| arg(param.takes)).filter(|arg| !arg.is_empty()).collect();
    if args.is_empty() { String::new() } else { format!("({})", args.join(", ")) }
}

fn children(node: &Builtin) -> &'static str {
    match node.children {
        Children::None => "",
        Children::One => " < a >",
        Children::Reactive => " < reactive_selector < a, b > >",
        Children::Many => " < a, b >",
        Children::Roles { needed, .. } if needed.len() == 1 => " < a >",
        Children::Roles { .. } => " < a, b >",
        Children::Arms => " < 1 => a, _ => b >",
        Children::Conditions => " < f => a, b >",
    }
}

#[test]
fn a_node_says_that_it_needs_time_if_it_does() {
    for node in all() {
        // The type of a leaf that holds a tree says that it takes time.
        let is_timed = machine(node).needs.time || node.holds_tree;
        assert_eq!(node.needs.contains(&Need::Time), is_timed, "{}", node.name);
    }
}

#[test]
fn the_file_of_a_node_says_all_that_the_documentation_shows() {
    for node in all() {
        assert!(!node.name.is_empty() && !node.does.is_empty() && !node.does.ends_with('.'), "{}", node.name);
        if let Children::Roles { needed, optional } = node.children {
            for role in needed.iter().copied().chain(optional) {
                assert!(node.row().contains(role), "{} has a child `{role}`", node.name);
            }
        }
    }
}

#[test]
fn nodes_are_listed_in_the_order_of_their_names_and_once() {
    assert!(all().map(|node| node.name).is_sorted_by(|one, other| one < other));
}

#[test]
fn rows_show_how_a_node_is_written() {
    let row = |name: &str| all().find(|node| node.name == name).expect("it is a node").row();
    assert!(row("timeout").starts_with("| [`timeout(time) < child >`](#timeout) |"), "{}", row("timeout"));
    assert!(row("recalls").starts_with("| [`recalls(key)`](#recalls), `recalls(key, value)` |"), "{}", row("recalls"));
    assert!(row("parallel").starts_with("| [`parallel(success = n, failure = n) < child, .. >`](#parallel) |"));
    assert!(row("weighted").starts_with("| [`weighted(weight, ..) < child, .. >`](#weighted) |"));
    let if_else = "| [`if_else < condition, then, else >`](#if_else), `if_else(condition) < then, else >` |";
    assert!(row("if_else").starts_with(if_else));
}

#[test]
fn a_meaning_says_that_its_nodes_keep_something_if_they_do() {
    // A `throttle` keeps its moment for the node above it.
    for node in all().filter(|node| !node.throttles) {
        assert_eq!(node.meaning.keeps(), !machine(node).cells.is_empty(), "{}", node.name);
    }
}
