//! `ir` -> plan: decides everything that the machine leaves open, once and as data.
//!
//! - `layout` is the saved state: enums, variants and fields, with their names and order.
//! - `names` are the names of all generated items.
//! - `places`, `parts` and `frames` say how each of them runs: what it reads, where a flow continues, how a reactive
//!   node finds its active child, which functions are inlined.
//!
//! `generate` writes the plan as Rust. An interpreter of the machine reads the same plan.

use crate::sorted::{SortedMap, SortedSet};
use crate::tree::ast::Header;
use crate::tree::ir::{Holds, Machine, NodeId, PartId, PlaceId, RegionId, Throttled, ValueId};
use crate::tree::model::{Kind, Model};
use crate::tree::source::Source;
use frames::Frame;
use layout::Layout;
use leaf_types::LeafTypes;
use moves::Moves;
use names::Names;
use parts::Part;
use places::Place;
use reads::Reads;
use slots::Slots;
use subtrees::Subtrees;
use timed::Timed;

mod actions;
pub mod constants;
pub mod context;
pub mod frames;
pub mod layout;
pub mod leaf_types;
pub mod moves;
pub mod names;
pub mod parts;
pub mod places;
pub mod reads;
pub mod slots;
pub mod subtrees;
#[cfg(test)]
mod tests;
pub mod timed;

/// How a machine runs, and what is saved.
pub struct Plan {
    pub names: Names,
    pub layout: Layout,
    pub slots: Slots,
    /// Which values functions take.
    pub reads: Reads,
    /// Which of them are moved.
    pub moves: Moves,
    pub regions: Vec<Region>,
    pub subtrees: Subtrees,
    pub timed: Timed,
    pub leaf_types: LeafTypes,
    /// The moments that each node clears when it starts.
    pub forgets: Vec<Throttled>,
    /// The moments that are left to the outer tree.
    pub open: Throttled,
    /// For each node with a cleanup: the values that are unset while the cleanup runs.
    pub unset_in_cleanups: SortedMap<NodeId, SortedSet<ValueId>>,
    /// Whether an abort can start nodes: the cleanup of a `finally`.
    pub cleans_up: bool,
}

/// How a region runs.
pub struct Region {
    /// Its places in the order of their nodes in the tree, without those that no state is ever in.
    pub order: Vec<PlaceId>,
    /// Its places in groups that share code.
    pub alike: Vec<Vec<PlaceId>>,
    pub places: Vec<Place>,
    pub parts: Vec<Part>,
    /// Whether none of its places is a frame.
    pub is_flat: bool,
    /// The value that it binds when it succeeds, if the value is used.
    pub binds: Option<ValueId>,
    /// The values that it reads from the surrounding `pipeline`.
    pub from_pipeline: Vec<ValueId>,
    /// Whether its tick takes the turn: the number of the child that begins if the region is idle, counted from 1. The
    /// tick sets the turn to the child that it has ticked. That is a constant in each place, so rustc knows which child
    /// has ended.
    pub takes_turns: bool,
}

/// Plans a tree without mistakes.
pub fn plan(header: &Header, model: &Model, source: &Source, machine: &Machine) -> Plan {
    let slots = Slots::new(header, model, source);
    let tree = header.item.as_ref().map_or_else(|| names::UNNAMED.to_owned(), |item| item.name.to_string());
    let names = Names::new(&tree, model, machine, source, &slots);
    let reads = Reads::new(model, machine);
    let moves = Moves::new(model, source, machine, &reads);
    let takes_turns = machine.places().filter_map(|place| match &place.holds {
        Holds::Frame(frame) => frame.describe().takes_turns(),
        Holds::Nothing | Holds::Begin | Holds::Leaf(_) => None,
    });
    let planner = Planner {
        model,
        source,
        machine,
        slots: &slots,
        reads: &reads,
        moves: &moves,
        takes_turns: takes_turns.collect(),
    };
    let mut regions: Vec<Region> = (0..machine.regions.len()).map(|id| planner.region(RegionId(id))).collect();
    for (child, values) in planner.read_from_pipelines() {
        regions[child.0].from_pipeline = values;
    }
    let order: Vec<&[PlaceId]> = regions.iter().map(|region| &region.order[..]).collect();
    Plan {
        layout: Layout::new(model, machine, &names, &slots, &order),
        forgets: machine.forgets.iter().map(|forgets| planner.throttled(forgets)).collect(),
        open: planner.throttled(&machine.open),
        unset_in_cleanups: planner.unset_in_cleanups(),
        cleans_up: machine.cleans_up(),
        subtrees: planner.subtrees(),
        timed: planner.timed(),
        leaf_types: planner.leaf_types(),
        names,
        slots,
        reads,
        moves,
        regions,
    }
}

impl Plan {
    pub fn region(&self, region: RegionId) -> &Region {
        &self.regions[region.0]
    }

    pub fn place(&self, region: RegionId, place: PlaceId) -> &Place {
        &self.regions[region.0].places[place.0]
    }

    pub fn part(&self, region: RegionId, part: PartId) -> &Part {
        &self.regions[region.0].parts[part.0]
    }

    /// The plan of a place that is a frame.
    pub fn frame(&self, region: RegionId, place: PlaceId) -> &Frame {
        self.place(region, place).frame.as_ref().expect("the place is a frame")
    }
}

/// The inputs of the plan.
struct Planner<'a> {
    model: &'a Model,
    source: &'a Source,
    machine: &'a Machine,
    slots: &'a Slots,
    reads: &'a Reads,
    moves: &'a Moves,
    /// The regions whose tick takes the turn.
    takes_turns: SortedSet<RegionId>,
}

impl Planner<'_> {
    fn region(&self, id: RegionId) -> Region {
        let order = self.in_tree_order(id);
        let alike = self.alike(id, &order);
        let region = &self.machine[id];
        Region {
            places: self.places(id),
            parts: (0..region.parts.len()).map(|part| self.part(id, PartId(part))).collect(),
            is_flat: !region.places.iter().any(|place| matches!(place.holds, Holds::Frame(_))),
            from_pipeline: Vec::new(),
            takes_turns: self.takes_turns.contains(&id),
            binds: region.gives.and_then(|node| self.model.live(node)),
            order,
            alike,
        }
    }

    /// Only leaves that may be trees have moments.
    fn throttled(&self, throttled: &Throttled) -> Throttled {
        let may_be_tree = |node: &NodeId| match self.model[*node].kind {
            Kind::Leaf(leaf) => self.source.may_be_tree(leaf),
            Kind::Builtin(_) | Kind::Decorator(_) | Kind::Composite(_) | Kind::Unknown => false,
        };
        let leaves = throttled.leaves.iter().copied().filter(may_be_tree).collect();
        Throttled { cells: throttled.cells.clone(), leaves }
    }
}
