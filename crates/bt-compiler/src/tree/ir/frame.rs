//! Frames: places with fields. Among the fields are the states of the children.
//!
//! Each frame has a file in `generate/frames` that writes its code.

use super::{CellId, CodeId, Loop, Outcome, PlaceId, RegionId, ValueId};
use crate::tree::model::{Number, Threshold};

/// A place with fields.
#[derive(Debug)]
pub enum Frame {
    Group(Group),
    Counted(Counted),
    Decorated(Decorated),
    Composed(Composed),
    Timer(Timer),
    Timeout(Timeout),
    Every(Every),
    Cooldown(Cooldown),
    Pick(Pick),
    Observe(Observe),
    Keyed(Keyed),
    Keep(Keep),
    ForEach(ForEach),
    Priority(Priority),
    Contest(Contest),
    Recover(Recover),
    Finally(Finally),
    RoundRobin(RoundRobin),
    Parallel(Parallel),
    Pipeline(Pipeline),
    SimpleParallel(SimpleParallel),
}

/// A piece of a tree, cut off to keep functions short, or to hold values while it is active.
#[derive(Debug)]
pub struct Group {
    pub child: RegionId,
    pub holds: Vec<ValueId>,
    /// The result after which the values go back into variables of the function, if something uses them then.
    pub gives_back_after: Option<Outcome>,
}

/// A reactive node whose values outlast the tick that bound them: a child that is resumed uses them, or a cleanup does.
#[derive(Debug)]
pub struct Keep {
    pub child: RegionId,
    pub keeps: Vec<ValueId>,
}

/// A child that runs for one item after another.
#[derive(Debug)]
pub struct ForEach {
    pub items: CodeId,
    pub child: RegionId,
}

/// A loop with a counter.
#[derive(Debug)]
pub struct Counted {
    pub turns: Loop,
    pub count: CodeId,
    pub child: RegionId,
}

/// A decorator of the user around its child.
#[derive(Debug)]
pub struct Decorated {
    pub decorator: CodeId,
    pub child: RegionId,
}

/// A composite of the user, which says which of its children is active.
///
/// All children are in one region. Each has a place in it where it begins.
#[derive(Debug)]
pub struct Composed {
    pub composite: CodeId,
    pub begins: Vec<PlaceId>,
    pub child: RegionId,
}

/// A time to wait.
#[derive(Debug)]
pub struct Timer {
    pub duration: Duration,
}

/// A child with a time limit.
#[derive(Debug)]
pub struct Timeout {
    pub duration: CodeId,
    pub child: RegionId,
}

/// A child, and a function that is called in regular intervals while the child is active.
#[derive(Debug)]
pub struct Every {
    pub period: Period,
    pub action: CodeId,
    pub child: RegionId,
}

/// A child, and a kept cell for the time at which it stopped.
#[derive(Debug)]
pub struct Cooldown {
    pub cell: CellId,
    pub child: RegionId,
}

/// Children that run one after another; the next one is picked among those that have not run.
///
/// All children are in one region. Each has a place in it where it begins.
#[derive(Debug)]
pub struct Pick {
    pub by: PickBy,
    /// The result of a child after which another one is picked.
    pub go_on_after: Outcome,
    pub begins: Vec<PlaceId>,
    pub child: RegionId,
}

/// A reactive child that checks all its conditions again only when a key changes.
#[derive(Debug)]
pub struct Observe {
    pub key: CodeId,
    pub child: RegionId,
}

/// Children of which one has the turn, and a bit for each that has not failed.
#[derive(Debug)]
pub struct Priority {
    pub children: usize,
    pub child: RegionId,
}

/// Children of which the best has the turn, and a bit for each that has not failed.
#[derive(Debug)]
pub struct Contest {
    pub children: usize,
    /// By how much another child must be better than the active one.
    pub margin: Number,
    pub child: RegionId,
}

/// A child, and a recovery after which the child runs again.
///
/// Both are in one region. Each has a place in it where it begins.
#[derive(Debug)]
pub struct Recover {
    /// How many recoveries there are at most.
    pub count: CodeId,
    pub begins: Vec<PlaceId>,
    pub child: RegionId,
}

/// A child, and a cleanup that runs after it.
///
/// Both are in one region. Each has a place in it where it begins.
#[derive(Debug)]
pub struct Finally {
    pub begins: Vec<PlaceId>,
    pub child: RegionId,
    /// Whether the value of the child is kept while the cleanup runs.
    pub keeps_value: bool,
}

/// Children that run in turn, and a kept cell for the child that is the first one next time.
///
/// All children are in one region. Each has a place in it where it begins.
#[derive(Debug)]
pub struct RoundRobin {
    pub cell: CellId,
    pub begins: Vec<PlaceId>,
    pub child: RegionId,
}

/// The branches of a `parallel`.
#[derive(Debug)]
pub struct Parallel {
    pub rule: Rule,
    pub branches: Vec<RegionId>,
}

/// The children of a `pipeline`, and how many of them have been reached.
#[derive(Debug)]
pub struct Pipeline {
    pub children: Vec<RegionId>,
    /// The values that children bind for later ones.
    pub keeps: Vec<ValueId>,
}

/// The two children of a `simple_parallel`.
#[derive(Debug)]
pub struct SimpleParallel {
    pub main: RegionId,
    pub background: RegionId,
}

/// A child that restarts when a key changes.
#[derive(Debug)]
pub struct Keyed {
    pub key: CodeId,
    pub child: RegionId,
}

/// How long a timer runs.
#[derive(Clone, Copy, Debug)]
pub enum Duration {
    For(CodeId),
    /// A time that is drawn, from the first to the second.
    Between(CodeId, CodeId),
    /// The rest of a time since the moment in a kept cell; no time if the cell is empty.
    Since(CellId, CodeId),
}

/// The time between two calls.
#[derive(Clone, Copy, Debug)]
pub enum Period {
    /// A literal. Its value is the same everywhere, so that it needs no field.
    Literal(CodeId),
    /// Any other code. It is evaluated once, and its value is a field.
    Once(CodeId),
}

impl Period {
    pub fn code(self) -> CodeId {
        match self {
            Period::Literal(code) | Period::Once(code) => code,
        }
    }
}

/// How the next child is picked among those that have not run.
#[derive(Clone, Debug)]
pub enum PickBy {
    /// At random, each with the same probability.
    Chance,
    /// By the highest score. There is one function for each child.
    Score(Vec<CodeId>),
}

/// When a `parallel` ends.
#[derive(Clone, Copy, Debug)]
pub enum Rule {
    /// Ends as soon as this many children have succeeded or failed.
    Parallel { success: Threshold, failure: Threshold },
    /// Ends when all children have ended, with failure if at least this many have failed.
    All { failure: Threshold },
}

impl Rule {
    /// The thresholds that are read at the start, each with its name, in the order in which they are written.
    pub fn read(self) -> Vec<(&'static str, CodeId)> {
        let named = match self {
            Rule::Parallel { success, failure } => vec![("successes", success), ("failures", failure)],
            Rule::All { failure } => vec![("failures", failure)],
        };
        let code = |(name, threshold)| match threshold {
            Threshold::Known(_) => None,
            Threshold::Code(code) => Some((name, code)),
        };
        let mut read: Vec<(&str, CodeId)> = named.into_iter().filter_map(code).collect();
        read.sort_by_key(|(_, code)| *code);
        read
    }
}

/// What frames need of a tick.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Needs {
    /// A tick must say how long it lasts.
    pub time: bool,
    /// The tree counts the time from its first tick on.
    pub clock: bool,
    /// The tree has an `observe`, in which `look` triggers a check of all conditions.
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
    /// The regions of its children.
    pub fn children(&self) -> Vec<RegionId> {
        match self {
            Frame::Timer(_) => Vec::new(),
            Frame::Parallel(frame) => frame.branches.clone(),
            Frame::Pipeline(frame) => frame.children.clone(),
            Frame::SimpleParallel(frame) => vec![frame.main, frame.background],
            Frame::Group(frame) => vec![frame.child],
            Frame::Counted(frame) => vec![frame.child],
            Frame::Decorated(frame) => vec![frame.child],
            Frame::Composed(frame) => vec![frame.child],
            Frame::Timeout(frame) => vec![frame.child],
            Frame::Every(frame) => vec![frame.child],
            Frame::Cooldown(frame) => vec![frame.child],
            Frame::Pick(frame) => vec![frame.child],
            Frame::Observe(frame) => vec![frame.child],
            Frame::Keyed(frame) => vec![frame.child],
            Frame::Keep(frame) => vec![frame.child],
            Frame::ForEach(frame) => vec![frame.child],
            Frame::Priority(frame) => vec![frame.child],
            Frame::Contest(frame) => vec![frame.child],
            Frame::Recover(frame) => vec![frame.child],
            Frame::Finally(frame) => vec![frame.child],
            Frame::RoundRobin(frame) => vec![frame.child],
        }
    }

    /// The region whose tick takes the number of the child that has the turn, if the frame has one. The other frames
    /// put the state into the place where a child begins.
    pub fn takes_turns(&self) -> Option<RegionId> {
        match self {
            Frame::Composed(frame) => Some(frame.child),
            Frame::Pick(frame) => Some(frame.child),
            Frame::RoundRobin(frame) => Some(frame.child),
            _ => None,
        }
    }

    /// What the frame needs of a tick.
    pub fn needs(&self) -> Needs {
        match self {
            Frame::Timer(Timer { duration: Duration::Since(..) }) => {
                Needs { time: true, clock: true, ..Needs::NOTHING }
            }
            Frame::Timer(_) | Frame::Timeout(_) | Frame::Every(_) => Needs { time: true, ..Needs::NOTHING },
            Frame::Cooldown(_) => Needs { time: true, clock: true, look: false },
            Frame::Observe(_) => Needs { look: true, ..Needs::NOTHING },
            Frame::Group(_)
            | Frame::Counted(_)
            | Frame::Decorated(_)
            | Frame::Composed(_)
            | Frame::Pick(_)
            | Frame::Priority(_)
            | Frame::Contest(_)
            | Frame::Recover(_)
            | Frame::Finally(_)
            | Frame::RoundRobin(_)
            | Frame::Parallel(_)
            | Frame::Pipeline(_)
            | Frame::SimpleParallel(_)
            | Frame::Keyed(_)
            | Frame::Keep(_)
            | Frame::ForEach(_) => Needs::NOTHING,
        }
    }
}

impl Finally {
    /// The field that says how the child has ended, with its value where that is asked for: a save cannot have one of
    /// them without the other.
    pub fn ended(&self) -> &'static str {
        if self.keeps_value { "ended_with" } else { "ended" }
    }
}
