//! Parts: the functions of a region, except those of frames.

use std::ops::Range;

use super::flow::{Choice, Flow};
use super::{CodeId, Loop, NodeId, Outcome, PartId, PlaceId, ValueId};

/// A function of a region.
#[derive(Debug)]
pub struct Part {
    /// The node whose code it is.
    pub node: NodeId,
    pub body: Body,
    /// The places of the region that lie in it.
    pub places: Range<PlaceId>,
    /// Whether an `observe` above can make it resume its active child without deciding again.
    pub observed: bool,
    /// The node whose value it returns with its success, if any.
    pub gives: Option<NodeId>,
}

/// The behavior of a part.
#[derive(Debug)]
pub enum Body {
    Flow(Flow),
    /// Repeats `child`. If the tick must end between two passes, the region waits in `rest`.
    Loop {
        turns: Loop,
        rest: PlaceId,
        child: PartId,
    },
    /// Checks a condition every tick, before the child.
    Guard {
        ask: CodeId,
        child: PartId,
    },
    /// Runs all children from the first one every tick, and continues with the next after this result.
    Reactive {
        go_on_after: Outcome,
        children: Vec<PartId>,
        /// The values that children bind every tick: variables of the function, or fields of the surrounding frame.
        locals: Vec<ValueId>,
        keeps: Vec<ValueId>,
    },
    /// Every tick, the first child whose condition holds has the turn. The frame of the region has a bit for each child
    /// that has not failed.
    Priority {
        conditions: Vec<Option<CodeId>>,
        /// For each child, whether its condition counts as true while it is active, without being checked.
        keep_turn: Vec<bool>,
        children: Vec<PartId>,
    },
    /// Every tick, the child that leads by score has the turn. The frame of the region has a bit for each child that
    /// has not failed.
    Contest {
        scores: Vec<CodeId>,
        children: Vec<PartId>,
    },
    /// Chooses a child every tick. `None` is a choice without a child: failure.
    Rechoose {
        choice: Choice,
        children: Vec<Option<PartId>>,
        /// The value that the patterns match: a variable of the function, or a field of the frame around it.
        locals: Vec<ValueId>,
        keeps: Vec<ValueId>,
    },
}

impl Body {
    /// The values that are variables of its function.
    pub fn locals(&self) -> &[ValueId] {
        match self {
            Body::Reactive { locals, .. } | Body::Rechoose { locals, .. } => locals,
            _ => &[],
        }
    }

    /// The values kept in the surrounding frame.
    pub fn keeps(&self) -> &[ValueId] {
        match self {
            Body::Reactive { keeps, .. } | Body::Rechoose { keeps, .. } => keeps,
            _ => &[],
        }
    }

    /// The children of a node that chooses one of them every tick, or that restarts its child within a tick.
    pub fn chosen(&self) -> Vec<PartId> {
        match self {
            Body::Loop { child, .. } => vec![*child],
            Body::Priority { children, .. } | Body::Contest { children, .. } => children.clone(),
            Body::Rechoose { children, .. } => children.iter().copied().flatten().collect(),
            Body::Flow(_) | Body::Guard { .. } | Body::Reactive { .. } => Vec::new(),
        }
    }

    /// Whether it decides again every tick.
    pub fn is_reactive(&self) -> bool {
        matches!(self, Body::Reactive { .. } | Body::Priority { .. } | Body::Contest { .. } | Body::Rechoose { .. })
    }
}
