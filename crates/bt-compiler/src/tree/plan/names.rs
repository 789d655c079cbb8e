//! The names of generated items. Each is unique, and the same in every build.

use proc_macro2::Ident;

use crate::sorted::SortedMap;
use crate::tree::case::{camel_case, last_name, snake_case};
use crate::tree::ir::{Frame, Holds, Machine, PartId, PlaceId, RegionId};
use crate::tree::keyword::is_reserved;
use crate::tree::model::{Bound, CodeId, Kind, Model, ValueId};
use crate::tree::plan::slots::Slots;
use crate::tree::source::Source;

/// The name of a tree that is an expression.
pub const UNNAMED: &str = "__Tree";

/// The names of one tree.
pub struct Names {
    /// The types of the states, one for each region.
    pub regions: Vec<String>,
    /// For each region, the variants of its places.
    pub places: Vec<Vec<String>>,
    /// For each region, the functions of its parts.
    pub parts: Vec<Vec<String>>,
    /// The names of nodes, for fields and labels.
    pub nodes: Vec<String>,
    /// The aliases for the slots of leaves, each with the first leaf or decorator of its type.
    pub slots: SortedMap<CodeId, String>,
    /// The aliases for the slots of values, each with the group that holds the value.
    pub held_slots: SortedMap<(RegionId, PlaceId, ValueId), String>,
    /// The variables of values.
    pub values: Vec<String>,
    /// The constants for times.
    pub times: SortedMap<CodeId, String>,
}

impl Names {
    pub fn new(tree: &str, model: &Model, machine: &Machine, source: &Source, sizes: &Slots) -> Self {
        let nodes = node_names(model);
        let mut taken = Taken::default();
        let mut places = Vec::new();
        let mut parts = Vec::new();
        for region in &machine.regions {
            let names = region.places.iter().map(|place| {
                let node = &nodes[place.node.0];
                word(&taken.unique(&match place.holds {
                    Holds::Frame(Frame::Group(_)) => format!("{node}_group"),
                    Holds::Begin => format!("begin_{node}"),
                    Holds::Nothing | Holds::Leaf(_) | Holds::Frame(_) => node.clone(),
                }))
            });
            places.push(names.collect());
            let mut taken = Taken::default();
            let named = region.parts.iter().enumerate().map(|(id, part)| match PartId(id) == region.entry {
                true => word("tick"),
                false => word(&taken.unique(&format!("tick_{}", nodes[part.node.0]))),
            });
            parts.push(named.collect());
        }
        let regions = region_names(tree, machine, &nodes);
        let values = value_names(model);
        let (slots, held_slots) =
            (slot_names(tree, model, &nodes, source), held_slot_names(tree, machine, &nodes, &values));
        let times = sizes.constants.iter().enumerate();
        let times =
            times.map(|(at, &time)| (time, word(&format!("__{}Time{}", tree.trim_start_matches("r#"), at + 1))));
        let times = times.collect();
        Names { regions, places, parts, nodes, slots, held_slots, values, times }
    }

    /// The field of a frame that holds a value.
    pub fn held(&self, value: ValueId) -> String {
        format!("held_{}", bare(&self.values[value.0]))
    }
}

/// Variables of the functions of a `parallel` and a `pipeline`. Their branches are variables that are named after
/// nodes, so no node gets one of these names.
const VARIABLES: [&str; 18] = [
    "params",
    "context",
    "inputs",
    "ended",
    "tally",
    "end",
    "search",
    "message",
    "by",
    "node",
    "branch",
    "step",
    "leaf",
    "place",
    "successes",
    "failures",
    "reached",
    "whole",
];

/// The label or the name of each node, with a number if it is not the first of that name.
fn node_names(model: &Model) -> Vec<String> {
    let mut taken = Taken::default();
    for variable in VARIABLES {
        taken.unique(variable);
    }
    let name = |node: &crate::tree::model::Node| {
        let name = node.title();
        let last = last_name(name);
        taken.unique(&snake_case(last.trim_start_matches("r#")))
    };
    model.nodes.iter().map(name).collect()
}

fn region_names(tree: &str, machine: &Machine, nodes: &[String]) -> Vec<String> {
    let tree = tree.trim_start_matches("r#");
    let mut taken = Taken::default();
    // `__PatrolState_Walk` cannot be the state of another tree: that tree would have to be called `PatrolState_Walk`.
    let names = machine.regions.iter().enumerate().map(|(id, region)| match id {
        0 => word(&taken.unique(&format!("__{tree}State"))),
        _ => word(&taken.unique(&format!("__{tree}State_{}", camel_case(&nodes[region.node.0])))),
    });
    names.collect()
}

fn slot_names(tree: &str, model: &Model, nodes: &[String], source: &Source) -> SortedMap<CodeId, String> {
    let tree = tree.trim_start_matches("r#");
    let mut names = SortedMap::new();
    for node in &model.nodes {
        if let Kind::Leaf(leaf) = node.kind {
            // The first of its type may be a decorator.
            let name = || word(&format!("__{tree}Wait_{}", camel_case(&nodes[node.id.0])));
            names.get_or_insert_with(source.first_alike(leaf), name);
        }
    }
    names
}

fn held_slot_names(
    tree: &str,
    machine: &Machine,
    nodes: &[String],
    values: &[String],
) -> SortedMap<(RegionId, PlaceId, ValueId), String> {
    let tree = tree.trim_start_matches("r#");
    let mut taken = Taken::default();
    let mut names = SortedMap::new();
    for (id, region) in machine.regions.iter().enumerate() {
        for (at, place) in region.places.iter().enumerate() {
            let Holds::Frame(Frame::Group(group)) = &place.holds else { continue };
            for &value in &group.holds {
                let (value_name, node) = (camel_case(bare(&values[value.0])), camel_case(&nodes[place.node.0]));
                let name = taken.unique(&format!("__{tree}Held_{value_name}_{node}"));
                names.insert((RegionId(id), PlaceId(at), value), word(&name));
            }
        }
    }
    names
}

/// The name of a value in the tree, without what marks its variable.
fn bare(variable: &str) -> &str {
    variable.trim_start_matches("bound_")
}

/// A variable for each value. Values whose scopes do not overlap may have the same name in the tree.
fn value_names(model: &Model) -> Vec<String> {
    let mut taken = Taken::default();
    let name = |bound: &Bound| {
        let names = bound.names.iter().filter(|name| name.used || !bound.is_matched());
        let mut names: Vec<&str> = names.map(|name| name.name.trim_start_matches("r#")).collect();
        // Several patterns may have the same name.
        names.dedup();
        format!("bound_{}", taken.unique(&names.join("_and_")))
    };
    model.values.iter().map(name).collect()
}

/// Names that are in use.
#[derive(Default)]
pub struct Taken {
    /// Each name, and the number that the next candidate for it gets.
    names: SortedMap<String, usize>,
}

impl Taken {
    /// The name itself, or, if it is in use, with the first number that makes it different.
    pub fn unique(&mut self, name: &str) -> String {
        let mut free = name.to_owned();
        while self.names.contains_key(&free) {
            let next = self.names.get_or_insert_with(name.to_owned(), || 2);
            free = format!("{name}_{next}");
            *next += 1;
        }
        self.names.insert(free.clone(), 2);
        free
    }
}

/// A name that is an identifier; a keyword gets an underscore, since not every keyword can be raw.
pub fn word(name: &str) -> String {
    match syn::parse_str::<Ident>(name) {
        Ok(_) if !is_reserved(name) => name.to_owned(),
        _ => format!("{name}_"),
    }
}
