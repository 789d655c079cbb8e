//! The names of generated items. Each is unique, and the same in every build.

use std::collections::{BTreeMap, BTreeSet};

use proc_macro2::{Ident, Span};
use quote::format_ident;

use crate::tree::case::{camel_case, snake_case};
use crate::tree::ir::{Frame, Holds, Machine, PartId, PlaceId, RegionId};
use crate::tree::model::{Bound, CodeId, Kind, Model, NodeId};

/// The names of one tree.
pub struct Names {
    /// The types of the states, one for each region.
    pub regions: Vec<Ident>,
    places: Vec<Vec<Ident>>,
    parts: Vec<Vec<Ident>>,
    nodes: Vec<String>,
    waits: BTreeMap<CodeId, Ident>,
    /// The variables of values.
    pub values: Vec<Ident>,
}

impl Names {
    pub fn new(tree: &Ident, model: &Model, machine: &Machine, repeated: &BTreeSet<CodeId>) -> Self {
        let nodes = node_names(model);
        let mut taken = Taken::default();
        let mut places = Vec::new();
        let mut parts = Vec::new();
        for region in &machine.regions {
            let names = region.places.iter().map(|place| {
                let node = &nodes[place.node.0];
                ident(&taken.unique(&match place.holds {
                    Holds::Frame(Frame::Group(_)) => format!("{node}_group"),
                    Holds::Begin => format!("begin_{node}"),
                    Holds::Nothing | Holds::Leaf(_) | Holds::Frame(_) => node.clone(),
                }))
            });
            places.push(names.collect());
            let mut taken = Taken::default();
            let named = region.parts.iter().enumerate().map(|(id, part)| match PartId(id) == region.entry {
                true => ident("tick"),
                false => ident(&taken.unique(&format!("tick_{}", nodes[part.node.0]))),
            });
            parts.push(named.collect());
        }
        let regions = region_names(&tree.to_string(), machine, &nodes);
        let waits = wait_names(&tree.to_string(), model, &nodes, repeated);
        Names { regions, places, parts, nodes, waits, values: value_names(model) }
    }

    /// The variant of a place.
    pub fn place(&self, region: RegionId, place: PlaceId) -> &Ident {
        &self.places[region.0][place.0]
    }

    /// The function of a part.
    pub fn part(&self, region: RegionId, part: PartId) -> &Ident {
        &self.parts[region.0][part.0]
    }

    /// The alias for the slots of all leaves of a type, if there are several.
    pub fn wait(&self, leaf: CodeId) -> Option<&Ident> {
        self.waits.get(&leaf)
    }

    /// All aliases for slots, each with the first leaf of its type.
    pub fn waits(&self) -> impl Iterator<Item = (CodeId, &Ident)> {
        self.waits.iter().map(|(&leaf, name)| (leaf, name))
    }

    /// The function that ticks what is in a place.
    pub fn frame(&self, region: RegionId, place: PlaceId) -> Ident {
        ident(&format!("tick_in_{}", self.place(region, place).to_string().trim_start_matches("r#")))
    }

    /// The function that begins what is in a place.
    pub fn begin(&self, region: RegionId, place: PlaceId) -> Ident {
        ident(&format!("begin_{}", self.place(region, place).to_string().trim_start_matches("r#")))
    }

    /// The name of a node, for fields and labels.
    pub fn node(&self, node: NodeId) -> &str {
        &self.nodes[node.0]
    }
}

/// Variables of the functions of a `parallel` and a `pipeline`. Their branches are variables that are named after nodes, so no node gets
/// one of these names.
const VARIABLES: [&str; 17] = [
    "params",
    "context",
    "inputs",
    "ended",
    "tally",
    "end",
    "search",
    "message",
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

/// Words that are keywords in newer editions than the one that `syn` knows.
const NEW_KEYWORDS: [&str; 1] = ["gen"];

/// The label or the name of each node, with a number if it is not the first of that name.
fn node_names(model: &Model) -> Vec<String> {
    let mut taken = Taken::default();
    for variable in VARIABLES {
        taken.unique(variable);
    }
    let name = |node: &crate::tree::model::Node| {
        let name = node.title();
        let last = name.rsplit("::").next().unwrap_or(name);
        taken.unique(&snake_case(last.trim_start_matches("r#")))
    };
    model.nodes.iter().map(name).collect()
}

fn region_names(tree: &str, machine: &Machine, nodes: &[String]) -> Vec<Ident> {
    let tree = tree.trim_start_matches("r#");
    let mut taken = Taken::default();
    // `__PatrolState_Walk` cannot be the state of another tree, whose name would have to be `PatrolState_Walk`.
    let names = machine.regions.iter().enumerate().map(|(id, region)| match id {
        0 => ident(&taken.unique(&format!("__{tree}State"))),
        _ => ident(&taken.unique(&format!("__{tree}State_{}", camel_case(&nodes[region.node.0])))),
    });
    names.collect()
}

fn wait_names(tree: &str, model: &Model, nodes: &[String], repeated: &BTreeSet<CodeId>) -> BTreeMap<CodeId, Ident> {
    let tree = tree.trim_start_matches("r#");
    let names = model.nodes.iter().filter_map(|node| match node.kind {
        Kind::Leaf(leaf) if repeated.contains(&leaf) => {
            Some((leaf, ident(&format!("__{tree}Wait_{}", camel_case(&nodes[node.id.0])))))
        }
        _ => None,
    });
    names.collect()
}

/// A variable for each value: those of scopes that do not overlap may have the same name in the tree.
fn value_names(model: &Model) -> Vec<Ident> {
    let mut taken = Taken::default();
    let name = |bound: &Bound| {
        let names = bound.names.iter().filter(|name| name.used || !bound.is_matched());
        let mut names: Vec<&str> = names.map(|name| name.name.trim_start_matches("r#")).collect();
        // Several patterns may have the same name.
        names.dedup();
        format_ident!("bound_{}", taken.unique(&names.join("_and_")))
    };
    model.values.iter().map(name).collect()
}

/// Names that are in use.
#[derive(Default)]
pub struct Taken {
    /// Each name, and the number that the next candidate for it gets.
    names: BTreeMap<String, usize>,
}

impl Taken {
    /// The name itself, or, if it is in use, with the first number that makes it different.
    pub fn unique(&mut self, name: &str) -> String {
        let mut free = name.to_owned();
        while self.names.contains_key(&free) {
            let next = self.names.entry(name.to_owned()).or_insert(2);
            free = format!("{name}_{next}");
            *next += 1;
        }
        self.names.insert(free.clone(), 2);
        free
    }
}

/// An identifier; a keyword gets an underscore, since not every keyword can be raw.
pub fn ident(name: &str) -> Ident {
    match syn::parse_str::<Ident>(name) {
        Ok(ident) if !NEW_KEYWORDS.contains(&name) => ident,
        _ => Ident::new(&format!("{name}_"), Span::call_site()),
    }
}
