//! The machine that a tree compiles to, as plain data.
//!
//! A *region* is one state: an enum over the places where it can wait. A *part* of a region is one function. Most parts
//! are [flows](flow::Flow): steps in the order of the tree, of which each goes on to a later step, or to the end of the
//! flow, for success and for failure. What must be asked in every tick (a loop, a guard, a reactive node) is a part of
//! its own, in the same region. What holds data beside the state of its child (a counter, a decorator, the branches of a
//! `parallel`) is a [frame](frame::Frame): a place with fields, of which the states of its children are some.

use std::ops::{Index, Range};

pub mod flow;
pub mod frame;
pub mod part;

pub use super::ids::{CellId, CodeId, NodeId, PartId, PlaceId, RegionId, StepId};
pub use flow::{Act, Call, Choice, End, Exit, Exits, Flow, Step, Target};
pub use frame::{Frame, Needs};
pub use part::{Body, Loop, Part};

/// A whole tree. Region 0 is its state.
#[derive(Debug, Default)]
pub struct Machine {
    pub regions: Vec<Region>,
    /// How each node hangs on its parent, for observers.
    pub links: Vec<Link>,
    /// What its frames need of a tick.
    pub needs: Needs,
    /// How many cells of kept state the tree has of its own.
    pub cells: usize,
}

/// One state, and the functions that work on it.
#[derive(Debug)]
pub struct Region {
    /// The node that it is the state of.
    pub node: NodeId,
    /// Whether it is a branch of a `parallel`, which remembers how it ended.
    pub branch: bool,
    pub places: Vec<Place>,
    pub parts: Vec<Part>,
    /// The part that ticks the whole region.
    pub entry: PartId,
}

/// Where a region can wait.
#[derive(Debug)]
pub struct Place {
    pub node: NodeId,
    pub holds: Holds,
}

/// What a place holds.
#[derive(Debug)]
pub enum Holds {
    Nothing,
    /// Nothing, and nothing ever rests there: a child that was picked begins here.
    Begin,
    Leaf(CodeId),
    Frame(Frame),
}

/// What the start and the end of a node mean for its parent, where the parent has no code of its own: the exits of a
/// leaf lead straight to the next one, and observers find out from this which nodes start and end on the way.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Link {
    /// The parent starts with the node.
    pub starts: bool,
    /// The parent has no code of its own that could tell of its end.
    pub passes: bool,
    /// How the parent ends after the node's success, if it does.
    pub success: Option<bool>,
    /// How the parent ends after the node's failure, if it does.
    pub failure: Option<bool>,
}

impl Machine {
    /// The places of all regions.
    pub fn places(&self) -> impl Iterator<Item = &Place> {
        self.regions.iter().flat_map(|region| &region.places)
    }
}

impl Region {
    /// The places that lie in a part.
    pub fn places_of(&self, part: PartId) -> impl Iterator<Item = PlaceId> + use<> {
        let Range { start, end } = self[part].places;
        (start.0..end.0).map(PlaceId)
    }

    /// All places.
    pub fn place_ids(&self) -> impl Iterator<Item = PlaceId> + use<> {
        (0..self.places.len()).map(PlaceId)
    }
}

impl Index<RegionId> for Machine {
    type Output = Region;

    fn index(&self, id: RegionId) -> &Region {
        &self.regions[id.0]
    }
}

impl Index<PlaceId> for Region {
    type Output = Place;

    fn index(&self, id: PlaceId) -> &Place {
        &self.places[id.0]
    }
}

impl Index<PartId> for Region {
    type Output = Part;

    fn index(&self, id: PartId) -> &Part {
        &self.parts[id.0]
    }
}
