//! Tests of `lower`: how large trees are split, and which nodes are separate parts.

use super::lower;
use crate::error::Errors;
use crate::tree::ir::Machine;
use crate::tree::{nodes, parse, resolve};

fn machine(tree: &str) -> Machine {
    let mut errors = Errors::default();
    let tree = parse::parse(tree.parse().expect("it is tokens"), &mut errors);
    let (model, _) = resolve::resolve(&quote::quote!(::bt::__private), &tree, &mut errors).expect("it has a node");
    assert!(errors.check().is_ok());
    lower(&model, nodes::lower)
}

/// How many places each region has.
fn places(tree: &str) -> Vec<usize> {
    machine(tree).regions.iter().map(|region| region.places.len()).collect()
}

/// A node around this many leaves.
fn around(node: &str, leaves: usize) -> String {
    format!("{node} < {} >", vec!["walk"; leaves].join(", "))
}

#[test]
fn what_fits_into_one_region_is_not_cut() {
    assert_eq!(places(&around("sequence", 64)), [64]);
    assert_eq!(places(&format!("if_else < walk, {}, {} >", around("sequence", 31), around("selector", 32))), [64]);
}

#[test]
fn a_long_chain_is_cut_into_groups() {
    // The last leaf alone needs no region of its own.
    assert_eq!(places(&around("sequence", 65)), [2, 64]);
    assert_eq!(places(&format!("sequence < {}, walk >", around("selector", 64))), [2, 64]);
    assert_eq!(places(&format!("selector < {} >", around("sequence", 65))), [1, 2, 64]);
}

#[test]
fn even_a_chain_of_thousands_has_no_more_groups_than_a_region_takes() {
    let places = places(&around("sequence", 5000));
    assert!(places[0] <= 64, "{}", places[0]);
}

#[test]
fn large_children_are_cut_off_where_a_node_overfills_its_region() {
    let places = places(&format!("if_else < walk, {}, {} >", around("sequence", 40), around("selector", 40)));
    assert_eq!(places, [3, 40, 40]);
}

#[test]
fn a_node_with_fields_takes_one_place_however_large_it_is() {
    assert_eq!(places(&format!("sequence < {}, walk >", around("parallel", 70)))[0], 2);
    assert_eq!(places(&format!("sequence < mood < {} >, walk >", around("sequence", 64))), [2, 64]);
}

#[test]
fn children_that_are_picked_take_a_place_more_each() {
    let tree = |children: usize| {
        let children = vec!["sequence < a, b, c, d, e >"; children];
        places(&format!("T(Room) = random_sequence < {} >", children.join(", ")))
    };
    // Ten times six places fit into one region, eleven times six do not.
    assert_eq!(tree(10), [1, 60]);
    assert_eq!(tree(11).len(), 13);
}

#[test]
fn a_flow_that_only_calls_a_part_is_that_part() {
    let parts = |tree: &str| machine(tree).regions[0].parts.len();
    assert_eq!(parts("forever < running >"), 2);
    assert_eq!(parts("(Room) = guard(Room::safe) < forever < running > >"), 3);
    assert_eq!(parts("inverter < forever < running > >"), 3);
}
