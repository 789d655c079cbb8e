//! The machine that a tree compiles to, as plain data.
//!
//! A *region* is one state: an enum over the places where it can wait. A *part* of a region is one function. Most parts
//! are flows: steps in the order of the tree, of which each goes on to a later step, or to the end of the flow, for
//! success and for failure. What must be looked at in every tick (a loop, a guard, a reactive node) is a part of its
//! own, in the same region; what holds data beside the state of its child (a counter, a decorator, the branches of a
//! `parallel`) is a *frame*: a place with fields, of which the states of its children are some.

use crate::tree::model::{CodeId, NodeId, Weight};

pub type RegionId = usize;
/// Index into the parts of a region.
pub type PartId = usize;
/// Index into the places of a region.
pub type PlaceId = usize;
/// Index into the kept cells of a tree.
pub type CellId = usize;

/// A whole tree. Region 0 is its state.
#[derive(Debug, Default)]
pub struct Machine {
    pub regions: Vec<Region>,
    /// How many cells of kept state the tree has of its own.
    pub cells: usize,
}

impl Machine {
    /// Whether a tick must say how long it lasts.
    pub fn keeps_time(&self) -> bool {
        self.frames().any(|frame| {
            use Frame::{Cooldown, Every, Timeout, Timer};
            matches!(frame, Timer { .. } | Timeout { .. } | Every { .. } | Cooldown { .. })
        })
    }

    /// Whether it must be known how late it is in the tree.
    pub fn keeps_clock(&self) -> bool {
        self.frames().any(|frame| matches!(frame, Frame::Cooldown { .. }))
    }

    /// Whether there is something that can be told to look.
    pub fn looks(&self) -> bool {
        self.frames().any(|frame| matches!(frame, Frame::Observe { .. }))
    }

    fn frames(&self) -> impl Iterator<Item = &Frame> {
        self.regions.iter().flat_map(|region| &region.places).filter_map(|place| match &place.holds {
            Holds::Frame(frame) => Some(frame),
            Holds::Nothing | Holds::Begin | Holds::Leaf(_) => None,
        })
    }
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

impl Region {
    /// Whether the code of each leaf may stand in it twice, once where it begins and once where it goes on. That is
    /// faster, for nothing must be asked on the way from the one to the other; more of it compiles slowly, and is too
    /// much to be put in place of a call.
    pub fn is_small(&self) -> bool {
        self.places.len() <= 16
    }
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
    /// Nothing, and nothing ever rests there: a node of several begins here when it is picked.
    Begin,
    Leaf(CodeId),
    Frame(Frame),
}

/// A place with fields of its own.
#[derive(Debug)]
pub enum Frame {
    /// A part of a large tree, cut off to keep functions short.
    Group { child: RegionId },
    /// A loop with a counter.
    Loop { turns: Loop, count: CodeId, child: RegionId },
    /// A decorator of the user's.
    Decorated { decorator: CodeId, child: RegionId },
    /// A time to wait.
    Timer { duration: Duration },
    /// A child that has so long.
    Timeout { duration: CodeId, child: RegionId },
    /// A child beside which a function is called from time to time.
    Every { duration: CodeId, action: CodeId, child: RegionId },
    /// A child of which a cell keeps when it stopped.
    Cooldown { cell: CellId, child: RegionId },
    /// Children that are picked one after the other, each from its place in the region.
    Pick { pick: Pick, go_on_after: bool, begins: Vec<PlaceId>, child: RegionId },
    /// A reactive child that looks again when a key changes.
    Observe { key: CodeId, child: RegionId },
    /// The branches of a `parallel`.
    Parallel { rule: Rule, branches: Vec<RegionId> },
}

/// How long something takes.
#[derive(Clone, Copy, Debug)]
pub enum Duration {
    For(CodeId),
    /// A time that is drawn, from the first to the second.
    Between(CodeId, CodeId),
}

/// How the next of the children that are left is picked.
#[derive(Clone, Debug)]
pub enum Pick {
    AtRandom,
    /// By the highest score; one for each child.
    Best(Vec<CodeId>),
}

/// When a `parallel` ends.
#[derive(Clone, Copy, Debug)]
pub enum Rule {
    /// As soon as so many children have succeeded or failed.
    Parallel { success: usize, failure: usize },
    /// When all children have ended: with failure if so many have failed.
    All { failure: usize },
}

/// A function of a region.
#[derive(Debug)]
pub struct Part {
    pub node: NodeId,
    pub body: Body,
    /// The places of the region that lie in it.
    pub places: std::ops::Range<PlaceId>,
    /// Whether its active child may be resumed alone, without looking at the others.
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

/// How one of several children is chosen.
#[derive(Clone, Debug)]
pub enum Choice {
    /// A condition: the first child if it holds, else the second.
    If(CodeId),
    /// A `match`, one arm a child.
    Match(CodeId),
    /// A draw by weight, one for each child; what comes after the children is chosen if none has any.
    Weighted(Vec<Weight>),
}

/// Steps in order. All jumps go forward.
#[derive(Debug)]
pub struct Flow {
    pub entry: Target,
    pub steps: Vec<Step>,
}

/// One thing to do.
#[derive(Debug)]
pub struct Step {
    pub node: NodeId,
    pub act: Act,
    pub tells: Tells,
}

/// What a step tells of its node to those who look on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Tells {
    /// The node starts with it.
    pub start: bool,
    /// The node has ended after its success.
    pub success: bool,
    /// The node has ended after its failure.
    pub failure: bool,
}

impl Tells {
    /// It is all of the node.
    pub const WHOLE: Tells = Tells { start: true, success: true, failure: true };
    /// It comes before the children; they come after its success.
    pub const ENTRY: Tells = Tells { success: false, ..Tells::WHOLE };
    /// It comes before the children, however it ends.
    pub const START: Tells = Tells { failure: false, ..Tells::ENTRY };
    /// It comes after another one.
    pub const END: Tells = Tells { start: false, ..Tells::WHOLE };
    /// Something else tells of the node.
    pub const NOTHING: Tells = Tells { start: false, success: false, failure: false };
}

/// What a step does, and where it goes from there.
#[derive(Debug)]
pub enum Act {
    /// Starts a leaf.
    Leaf { leaf: CodeId, place: PlaceId, exits: Exits },
    /// Calls a function of the runtime library; with a place if the call can say that it is still running.
    Call { call: Call, place: Option<PlaceId>, exits: Exits },
    /// Begins a frame.
    Frame { place: PlaceId, exits: Exits },
    /// Calls another part of the region.
    Part { part: PartId, exits: Exits },
    /// Where a picked child begins.
    Begin { place: PlaceId, first: Target },
    /// Goes to the step that is chosen.
    Choose { choice: Choice, targets: Vec<Target> },
}

/// A call of the runtime library.
#[derive(Debug)]
pub enum Call {
    Action(CodeId),
    Condition(CodeId),
    WaitUntil(CodeId),
    Running,
    /// Success or failure at once.
    Constant(bool),
    /// Whether a cell is still empty.
    IsEmpty(CellId),
    /// Whether the outcome that a cell keeps is a success.
    KeptSuccess(CellId),
    /// Keeps an outcome.
    Keep(CellId, bool),
    /// Whether a count is still below its limit.
    IsBelow(CellId, CodeId),
    /// Counts one up.
    CountUp(CellId),
    /// Whether so much time has passed since the stop that a cell keeps.
    HasCooled(CellId, CodeId),
    /// Draws with this probability.
    Chance(CodeId),
    /// Remembers a key and its value.
    Remember(CodeId, CodeId),
    /// Whether a key is remembered, or a key with this value.
    Recalls(CodeId, Option<CodeId>),
    /// Forgets a key.
    Forget(CodeId),
}

/// Where a step goes after success and after failure.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Exits {
    pub success: Target,
    pub failure: Target,
}

impl Exits {
    /// The exits of a whole flow.
    pub const END: Exits = Exits { success: Target::End(true), failure: Target::End(false) };

    /// Success and failure exchanged.
    pub fn swapped(self) -> Exits {
        Exits { success: self.failure, failure: self.success }
    }

    /// The exit for this result.
    pub fn after(self, success: bool) -> Target {
        if success { self.success } else { self.failure }
    }

    /// The same exits, but for this result.
    pub fn with(self, success: bool, target: Target) -> Exits {
        if success { Exits { success: target, ..self } } else { Exits { failure: target, ..self } }
    }

    /// One exit for both results.
    pub fn both(target: Target) -> Exits {
        Exits { success: target, failure: target }
    }
}

/// Where to go on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Target {
    /// A step of the same flow.
    Step(usize),
    /// The end of the flow, with success or failure.
    End(bool),
}
