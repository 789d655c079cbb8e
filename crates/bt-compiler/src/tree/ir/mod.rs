//! The machine that a tree compiles to, as plain data without syntax.
//!
//! - A *region* is one state enum and its functions. Region 0 is the state of the whole tree.
//! - A *place* is where a region can wait between ticks: a variant of its enum.
//! - A *part* is one function of a region. Most parts are [flows](flow::Flow): steps in order. After success and after
//!   failure, each step continues at a later step or at the end of the flow.
//! - A node that runs code in every tick (a loop, a guard, a reactive node) is a separate part of the same region.
//! - A node that holds data in addition to its child's state (a counter, a decorator, the branches of a `parallel`) is
//!   a [frame](frame::Frame): a place with fields. The child's state is one of the fields, and a region of its own.
//!
//! `sequence < a, repeat(3) < b > >` compiles to two regions:
//!
//! ```text
//! region 0: places  A(a), Repeat { left, child: region 1 }
//!           flow    a:       success -> repeat,        failure -> end(failure)
//!                   repeat:  success -> end(success),  failure -> end(failure)
//! region 1: places  B(b)
//!           flow    b:       success -> end(success),  failure -> end(failure)
//! ```

use std::ops::{Index, Range};

pub mod flow;
pub mod frame;
pub mod part;

pub use super::ids::{CellId, CodeId, NodeId, PartId, PlaceId, RegionId, StepId, ValueId};
pub use super::outcome::{Loop, Outcome};
pub use flow::{Act, Call, Choice, End, Exit, Exits, Flow, Slot, Step, Target};
pub use frame::{Frame, Needs};
pub use part::{Body, Part};

/// A whole tree. Region 0 is its state.
#[derive(Debug, Default)]
pub struct Machine {
    pub regions: Vec<Region>,
    /// The consequences of each node's start and end for its parent, for observers.
    pub links: Vec<Link>,
    /// What all frames and calls together need from a tick.
    pub needs: Needs,
    /// Whether the root is reactive, so that the tree can be the child of an `observe` in another tree.
    pub reactive: bool,
    /// The moments that each node forgets when it starts. The entries of other nodes are empty.
    pub forgets: Vec<Throttled>,
    /// The moments that nothing in this tree forgets, so the outer tree must, or the end of this one.
    pub open: Throttled,
    /// The node of each kept cell, excluding those of subtrees. The cells of a node are adjacent.
    pub cells: Vec<NodeId>,
    /// The first cell of each moment that is kept.
    pub clock_cells: Vec<CellId>,
}

/// One state enum, and the functions that work on it.
#[derive(Debug)]
pub struct Region {
    /// The topmost node in it.
    pub node: NodeId,
    pub after_end: AfterEnd,
    pub places: Vec<Place>,
    pub parts: Vec<Part>,
    /// The part that ticks the whole region.
    pub entry: PartId,
    /// The node whose value the region returns on success, if any. Its children may share the value.
    pub gives: Option<NodeId>,
}

/// What remains in the state of a region that has ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AfterEnd {
    /// Nothing: the state is idle.
    Idle,
    /// Its outcome: the region is a branch of a `parallel` that continues with other branches.
    Outcome,
}

/// Where a region can wait between ticks: a variant of its state enum.
#[derive(Debug)]
pub struct Place {
    /// The node that waits here.
    pub node: NodeId,
    pub holds: Holds,
}

/// The data in a place.
#[derive(Debug)]
pub enum Holds {
    /// No data: the next tick calls a function again, or a loop begins its next pass.
    Nothing,
    /// No data. No tree ever waits here: a frame sets this place to start the child that it has picked.
    Begin,
    /// A leaf.
    Leaf(CodeId),
    /// The fields of a frame.
    Frame(Frame),
}

/// The moments of `throttle` nodes, in this tree and in leaves that are trees.
#[derive(Clone, Debug, Default)]
pub struct Throttled {
    /// The first of the two cells of each moment.
    pub cells: Vec<CellId>,
    /// The user's leaves that may be trees.
    pub leaves: Vec<NodeId>,
}

/// The consequences of a node's start and end for its parent, if the parent has no code of its own.
///
/// A `sequence` has no code: the exits of a leaf lead straight to the next leaf. Links record which nodes start and end
/// on the way, so that observers receive all events.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Link {
    /// The parent starts with the node.
    pub starts: bool,
    /// The parent has no code of its own that reports the parent's end.
    pub passes: bool,
    /// How the parent ends after the node's success, if it does.
    pub success: Option<Outcome>,
    /// How the parent ends after the node's failure, if it does.
    pub failure: Option<Outcome>,
}

impl Machine {
    /// Whether an abort can start nodes: the cleanup of a `finally`.
    pub fn cleans_up(&self) -> bool {
        self.places().any(|place| matches!(place.holds, Holds::Frame(Frame::Finally(_))))
    }

    /// The places of all regions.
    pub fn places(&self) -> impl Iterator<Item = &Place> {
        self.regions.iter().flat_map(|region| &region.places)
    }
}

impl Region {
    /// The places that belong to a part.
    pub fn places_of(&self, part: PartId) -> impl Iterator<Item = PlaceId> + use<> {
        let Range { start, end } = self[part].places;
        (start.0..end.0).map(PlaceId)
    }

    /// The function of the `action` that waits in a place.
    pub fn action_at(&self, place: PlaceId) -> Option<CodeId> {
        let flows = self.parts.iter().filter_map(|part| match &part.body {
            Body::Flow(flow) => Some(flow),
            _ => None,
        });
        flows.flat_map(|flow| &flow.steps).find_map(|step| match step.act {
            Act::Call { call: Call::Action(action), place: Some(at), .. } if at == place => Some(action),
            _ => None,
        })
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
