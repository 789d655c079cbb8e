//! Frames: places with fields of their own, among them the states of their children.

use super::{CellId, CodeId, PlaceId, RegionId};
use crate::tree::ir::part::Loop;

/// A place with fields of its own.
#[derive(Debug)]
pub enum Frame {
    Group(Group),
    Counted(Counted),
    Decorated(Decorated),
    Timer(Timer),
    Timeout(Timeout),
    Every(Every),
    Cooldown(Cooldown),
    Pick(Pick),
    Observe(Observe),
    Parallel(Parallel),
}

/// A part of a large tree, cut off to keep functions short.
#[derive(Debug)]
pub struct Group {
    pub child: RegionId,
}

/// A loop with a counter.
#[derive(Debug)]
pub struct Counted {
    pub turns: Loop,
    pub count: CodeId,
    pub child: RegionId,
}

/// A decorator of the user's.
#[derive(Debug)]
pub struct Decorated {
    pub decorator: CodeId,
    pub child: RegionId,
}

/// A time to wait.
#[derive(Debug)]
pub struct Timer {
    pub duration: Duration,
}

/// A child that has so long.
#[derive(Debug)]
pub struct Timeout {
    pub duration: CodeId,
    pub child: RegionId,
}

/// A child beside which a function is called from time to time.
#[derive(Debug)]
pub struct Every {
    pub period: Period,
    pub action: CodeId,
    pub child: RegionId,
}

/// A child of which a cell keeps when it stopped.
#[derive(Debug)]
pub struct Cooldown {
    pub cell: CellId,
    pub child: RegionId,
}

/// Children that are picked one after the other, each from its place in the region.
#[derive(Debug)]
pub struct Pick {
    pub by: PickBy,
    pub go_on_after: bool,
    pub begins: Vec<PlaceId>,
    pub child: RegionId,
}

/// A reactive child that asks all its conditions again when a key changes.
#[derive(Debug)]
pub struct Observe {
    pub key: CodeId,
    pub child: RegionId,
}

/// The branches of a `parallel`.
#[derive(Debug)]
pub struct Parallel {
    pub rule: Rule,
    pub branches: Vec<RegionId>,
}

/// How long something takes.
#[derive(Clone, Copy, Debug)]
pub enum Duration {
    For(CodeId),
    /// A time that is drawn, from the first to the second.
    Between(CodeId, CodeId),
}

/// The time between two calls.
#[derive(Clone, Copy, Debug)]
pub enum Period {
    /// A literal, which can be read in the tree again.
    Literal(CodeId),
    /// Any other code, which is read once: its value is a field.
    Once(CodeId),
}

impl Period {
    pub fn code(self) -> CodeId {
        match self {
            Period::Literal(code) | Period::Once(code) => code,
        }
    }
}

/// How the next of the children that are left is picked.
#[derive(Clone, Debug)]
pub enum PickBy {
    Chance,
    /// The highest score; one for each child.
    Score(Vec<CodeId>),
}

/// When a `parallel` ends.
#[derive(Clone, Copy, Debug)]
pub enum Rule {
    /// As soon as so many children have succeeded or failed.
    Parallel { success: usize, failure: usize },
    /// When all children have ended: with failure if so many have failed.
    All { failure: usize },
}

/// What the frames of a tree need of a tick.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Needs {
    /// A tick must say how long it lasts.
    pub time: bool,
    /// The tree counts the time from its first tick on.
    pub clock: bool,
    /// The tree can be told to ask all conditions again.
    pub look: bool,
}

impl Needs {
    pub const NOTHING: Needs = Needs { time: false, clock: false, look: false };

    /// What both need.
    pub fn and(self, other: Needs) -> Needs {
        Needs { time: self.time | other.time, clock: self.clock | other.clock, look: self.look | other.look }
    }
}

impl Frame {
    /// What the frame needs of a tick.
    pub fn needs(&self) -> Needs {
        match self {
            Frame::Timer(_) | Frame::Timeout(_) | Frame::Every(_) => Needs { time: true, ..Needs::NOTHING },
            Frame::Cooldown(_) => Needs { time: true, clock: true, look: false },
            Frame::Observe(_) => Needs { look: true, ..Needs::NOTHING },
            Frame::Group(_) | Frame::Counted(_) | Frame::Decorated(_) | Frame::Pick(_) | Frame::Parallel(_) => {
                Needs::NOTHING
            }
        }
    }
}
