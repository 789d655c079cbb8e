//! How places run: their order, which of them share code, and how each is resumed and sleeps.

use super::Planner;
use super::frames::Frame;
use crate::sorted::{SortedMap, SortedSet};
use crate::tree::ir::{Act, Body, Call, CodeId, Flow, Holds, PartId, PlaceId, RegionId, StepId, Target};

/// The maximum number of places of a region in which the code of each leaf is generated twice, once to begin it and
/// once to resume it. This is faster, since the code need not check whether the leaf is new. Larger regions would
/// compile slowly, and be too long to be inlined.
const SMALL_REGION: usize = 16;

/// How a place runs.
pub struct Place {
    /// Its number among the places of its region, counted from 1 in the order of the tree.
    pub number: usize,
    pub code: Pieces,
    pub begins: Begins,
    pub sleeps: Sleeps,
    /// For a place with fields.
    pub frame: Option<Frame>,
}

/// The code that begins the content of a place, and the code that resumes it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Pieces {
    /// Separate pieces.
    Two,
    /// A single piece: shorter, but slower if the place often begins or ends.
    One,
    /// A single piece if the leaf is a unit, otherwise two. A unit resumes just as it begins, so its place need not be
    /// distinguished from an idle state.
    OneIfUnit,
}

/// Where the code is that begins a place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Begins {
    /// In the flow: a leaf of a small region, without arguments. Without optimization, it is on the stack while later
    /// nodes are ticked.
    InLine,
    /// In a separate function: it has arguments or fields, takes values, or returns one.
    InFunction,
}

/// How long ticks can be skipped while a region waits in a place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sleeps {
    /// Not at all: a node reads the context in every tick.
    Never,
    /// Forever.
    Endless,
    /// As long as the leaf or frame in the place allows.
    AsItHolds,
}

impl Planner<'_> {
    /// The places of a region, in the order of their nodes in the tree. Places that only say which child begins are
    /// left out if the turn says so.
    pub(super) fn in_tree_order(&self, region: RegionId) -> Vec<PlaceId> {
        let by_turn = self.takes_turns.contains(&region);
        let is_state = |&place: &PlaceId| !(by_turn && matches!(self.machine[region][place].holds, Holds::Begin));
        let mut order: Vec<PlaceId> = self.machine[region].place_ids().filter(is_state).collect();
        order.sort_by_key(|&place| self.machine[region][place].node);
        order
    }

    /// The groups of a region: leaves of the same type, and places without data. Other places are groups of one. With
    /// one `match` arm per group, large trees compile faster.
    pub(super) fn alike(&self, region: RegionId, order: &[PlaceId]) -> Vec<Vec<PlaceId>> {
        let mut alike: Vec<Vec<PlaceId>> = Vec::new();
        let mut first: SortedMap<Option<CodeId>, usize> = SortedMap::new();
        for &place in order {
            // The type of the leaves in a group; `None` for the group of places without data.
            let of = match self.machine[region][place].holds {
                Holds::Begin | Holds::Frame(_) => {
                    alike.push(vec![place]);
                    continue;
                }
                Holds::Nothing => None,
                Holds::Leaf(leaf) => Some(self.source.first_alike(leaf)),
            };
            match first.get(&of) {
                Some(&first) => alike[first].push(place),
                None => {
                    first.insert(of, alike.len());
                    alike.push(vec![place]);
                }
            }
        }
        alike
    }

    pub(super) fn places(&self, region: RegionId) -> Vec<Place> {
        let (awake, endless, first) = (self.awake(region), self.endless(region), self.first(region));
        let is_small = self.machine[region].places.len() <= SMALL_REGION;
        let place = |id: PlaceId| {
            let place = &self.machine[region][id];
            let sleeps = match &place.holds {
                _ if awake.contains(&id) => Sleeps::Never,
                Holds::Nothing if endless.contains(&id) => Sleeps::Endless,
                Holds::Nothing | Holds::Begin => Sleeps::Never,
                Holds::Frame(frame) if frame.describe().asks() => Sleeps::Never,
                Holds::Leaf(_) | Holds::Frame(_) => Sleeps::AsItHolds,
            };
            // Code that begins finds values in variables; code that resumes finds them elsewhere.
            let reads = !self.reads.frame(region, id).is_empty() || !self.model[place.node].uses.is_empty();
            let in_one = match &place.holds {
                Holds::Leaf(_) => !is_small,
                Holds::Frame(frame) => !frame.describe().begins_apart() && !reads,
                Holds::Nothing | Holds::Begin => false,
            };
            let frame = match &place.holds {
                Holds::Frame(frame) => Some(self.frame(frame, place.node)),
                Holds::Nothing | Holds::Begin | Holds::Leaf(_) => None,
            };
            let plain = !self.model.is_value_used(place.node) && self.model[place.node].uses.is_empty();
            let in_line = matches!(place.holds, Holds::Leaf(leaf) if self.source.is_bare(leaf)) && !in_one && plain;
            let begins = if in_line { Begins::InLine } else { Begins::InFunction };
            // Flows are lowered backwards, so the ids of places are reversed.
            let number = self.machine[region].places.len() - id.0;
            let code = match in_one {
                true => Pieces::One,
                false if plain && is_small && first.contains(&id) => Pieces::OneIfUnit,
                false => Pieces::Two,
            };
            Place { number, code, begins, sleeps, frame }
        };
        self.machine[region].place_ids().map(place).collect()
    }

    /// The places of leaves that begin a flow and are reached in no other way. A node that chooses its child every tick
    /// already knows whether the child is new.
    fn first(&self, region: RegionId) -> SortedSet<PlaceId> {
        let (parts, by_turn) = (&self.machine[region].parts, self.takes_turns.contains(&region));
        let chosen: SortedSet<PartId> = parts.iter().flat_map(|part| part.body.chosen()).collect();
        let flows = parts.iter().enumerate().filter_map(|(id, part)| match &part.body {
            Body::Flow(flow) if !chosen.contains(&PartId(id)) => Some(flow),
            _ => None,
        });
        flows.filter(|_| !by_turn).filter_map(|flow| self.first_of(flow)).collect()
    }

    fn first_of(&self, flow: &Flow) -> Option<PlaceId> {
        if flow.entry != Target::Step(StepId(0)) {
            return None;
        }
        match flow.steps.iter().find(|step| !matches!(step.act, Act::Mock { .. }))?.act {
            Act::Leaf { leaf, place, .. } if self.source.is_bare(leaf) => Some(place),
            _ => None,
        }
    }

    /// The places below nodes that read the context every tick.
    fn awake(&self, region: RegionId) -> SortedSet<PlaceId> {
        let asks = |body: &Body| matches!(body, Body::Guard { .. }) || body.is_reactive();
        let asking = self.machine[region].parts.iter().filter(|part| asks(&part.body));
        asking.flat_map(|part| part.places.start.0..part.places.end.0).map(PlaceId).collect()
    }

    /// The places of `running`.
    fn endless(&self, region: RegionId) -> SortedSet<PlaceId> {
        let flows = self.machine[region].parts.iter().filter_map(|part| match &part.body {
            Body::Flow(flow) => Some(flow),
            _ => None,
        });
        let places = flows.flat_map(|flow| &flow.steps).filter_map(|step| match step.act {
            Act::Call { call: Call::Running, place, .. } => place,
            _ => None,
        });
        places.collect()
    }
}
