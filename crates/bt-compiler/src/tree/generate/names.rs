//! The names of the plan as identifiers.

use proc_macro2::{Ident, Span};

use crate::sorted::SortedMap;
use crate::tree::ir::{PartId, PlaceId, RegionId, ValueId};
use crate::tree::model::{CodeId, NodeId};
use crate::tree::plan::Plan;
use crate::tree::plan::names::word;

/// The names of one tree.
pub struct Names {
    /// The types of the states, one for each region.
    pub regions: Vec<Ident>,
    places: Vec<Vec<Ident>>,
    parts: Vec<Vec<Ident>>,
    nodes: Vec<String>,
    slots: SortedMap<CodeId, Ident>,
    held_slots: SortedMap<(RegionId, PlaceId, ValueId), Ident>,
    times: SortedMap<CodeId, Ident>,
    /// The variables of values.
    pub values: Vec<Ident>,
}

impl Names {
    pub fn new(plan: &Plan) -> Self {
        let names = &plan.names;
        Names {
            regions: idents(&names.regions),
            places: names.places.iter().map(|places| idents(places)).collect(),
            parts: names.parts.iter().map(|parts| idents(parts)).collect(),
            nodes: names.nodes.clone(),
            slots: names.slots.iter().map(|(&leaf, name)| (leaf, named(name))).collect(),
            held_slots: names.held_slots.iter().map(|(&at, name)| (at, named(name))).collect(),
            times: names.times.iter().map(|(&time, name)| (time, named(name))).collect(),
            values: idents(&names.values),
        }
    }

    /// The variant of a place.
    pub fn place(&self, region: RegionId, place: PlaceId) -> &Ident {
        &self.places[region.0][place.0]
    }

    /// The function of a part.
    pub fn part(&self, region: RegionId, part: PartId) -> &Ident {
        &self.parts[region.0][part.0]
    }

    /// The alias for the slots of all leaves of a type, by the first leaf or decorator of it.
    pub fn slot(&self, leaf: CodeId) -> &Ident {
        &self.slots[&leaf]
    }

    /// All of these aliases.
    pub fn slots(&self) -> impl Iterator<Item = (CodeId, &Ident)> {
        self.slots.iter().map(|(&leaf, name)| (leaf, name))
    }

    /// The alias for the slot of a value that a group holds.
    pub fn held_slot(&self, region: RegionId, place: PlaceId, value: ValueId) -> &Ident {
        &self.held_slots[&(region, place, value)]
    }

    /// The constant for a time, if the time is one.
    pub fn time(&self, time: CodeId) -> Option<&Ident> {
        self.times.get(&time)
    }

    /// The constant for the number of bytes of a timer for a constant time.
    pub fn timer_bytes(&self, time: CodeId) -> Ident {
        named(&format!("{}Bytes", self.times[&time]))
    }

    /// The function that ticks what is in a place.
    pub fn frame(&self, region: RegionId, place: PlaceId) -> Ident {
        ident(&format!("tick_in_{}", self.place(region, place)))
    }

    /// The function that begins what is in a place.
    pub fn begin(&self, region: RegionId, place: PlaceId) -> Ident {
        ident(&format!("begin_{}", self.place(region, place)))
    }

    /// The name of a node, for fields and labels.
    pub fn node(&self, node: NodeId) -> &str {
        &self.nodes[node.0]
    }
}

fn idents(names: &[String]) -> Vec<Ident> {
    names.iter().map(|name| named(name)).collect()
}

/// A name that is an identifier already.
pub fn named(name: &str) -> Ident {
    Ident::new(name, Span::call_site())
}

/// An identifier; a keyword gets an underscore.
pub fn ident(name: &str) -> Ident {
    named(&word(name))
}
