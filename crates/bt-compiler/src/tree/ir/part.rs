//! The functions of a region.

use std::ops::Range;

use super::flow::{Choice, Flow};
use super::{CodeId, NodeId, PartId, PlaceId};

/// A function of a region.
#[derive(Debug)]
pub struct Part {
    pub node: NodeId,
    pub body: Body,
    /// The places of the region that lie in it.
    pub places: Range<PlaceId>,
    /// Whether its active child may be resumed alone, without asking the others.
    pub observed: bool,
}

/// What a part does.
#[derive(Debug)]
pub enum Body {
    Flow(Flow),
    /// Repeats `child`; where it yields, the region waits in `rest`.
    Loop {
        turns: Loop,
        rest: PlaceId,
        child: PartId,
    },
    /// Asks in every tick before the child.
    Guard {
        ask: CodeId,
        child: PartId,
    },
    /// Runs all children from the first in every tick, and goes on to the next after this result.
    Reactive {
        go_on_after: bool,
        children: Vec<PartId>,
    },
    /// Chooses a child in every tick; no child means failure.
    Rechoose {
        choice: Choice,
        children: Vec<Option<PartId>>,
    },
}

/// How a loop goes round.
#[derive(Clone, Copy, Debug)]
pub struct Loop {
    /// The result of a pass after which there is another; when a count runs out, also the result of the loop.
    pub again_after: bool,
    /// The result of the loop after the other result.
    pub result: bool,
}
