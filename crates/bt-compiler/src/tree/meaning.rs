//! `Meaning`: how a node is ticked, for whatever does that without its machine.

use crate::tree::outcome::{Loop, Outcome};

/// How a node is ticked: what it asks, which child runs, and what follows from its result.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Meaning {
    /// A leaf of which only the user's code knows how it ends.
    Anything,
    /// A leaf, and how it can answer.
    Leaf(Answers),
    /// A leaf that asks a condition once.
    Condition,
    /// A leaf that asks a condition in every tick until it holds.
    WaitUntil,
    /// Runs its children in order while they end like this.
    Chain(Outcome),
    /// A chain that begins with its first child in every tick.
    Reactive(Outcome),
    /// Runs its children in some order while they end like this.
    Unordered(Outcome),
    /// Runs one child, drawn by weight.
    Weighted,
    /// A condition, which may be its first child, chooses a child when it starts.
    IfElse,
    /// A pattern chooses a child when it starts.
    Switch,
    /// A pattern chooses a child in every tick.
    ReactiveSwitch,
    /// A condition chooses a child in every tick.
    ReactiveIf,
    /// In every tick, runs the first child whose condition holds.
    Priority,
    /// In every tick, runs the child with the best score.
    Contest,
    /// Begins with the child after the one that ran last.
    RoundRobin,
    /// A chain that ticks the children that have succeeded, too.
    Pipeline,
    /// Runs the second child after a failure of the first one, and that again.
    Recover,
    /// Runs the second child after the first one, or when it is aborted.
    Finally,
    /// Lets its child look at its conditions when a key has changed.
    Observe,
    /// Ticks all children, until so many have succeeded or failed as its arguments say: all, or any.
    Parallel,
    /// Ticks all children, until one has ended.
    Race,
    /// Ticks all children, until all have ended.
    ParallelAll,
    /// Ticks the second child, too, until the first one ends.
    SimpleParallel,
    /// What success and failure of its child become.
    Map(Outcome, Outcome),
    /// Runs its child again and again.
    Loop(Loop, Times),
    /// Runs its child for each item.
    ForEach,
    /// Asks a condition before its child.
    Precondition,
    /// Asks a condition before its child in every tick.
    Guard,
    /// Runs its child with a probability.
    Probability,
    /// Waits before its child.
    Delay,
    /// Aborts its child after a time.
    Timeout,
    /// Fails for a time after its child has ended.
    Cooldown,
    /// Starts its child again when a key has changed.
    Keyed,
    /// Runs its child until that has ended once.
    RunOnce,
    /// Runs its child as often as its argument says.
    RunLimit,
    /// Passes its child on, and calls a function from time to time.
    Every,
    /// Passes its child on.
    Passes,
}

/// How a leaf can answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Answers {
    pub success: bool,
    pub failure: bool,
    pub running: bool,
}

/// How many passes a loop makes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Times {
    Endless,
    /// As its argument says.
    Counted,
}

impl Answers {
    pub const ANY: Answers = Answers { success: true, failure: true, running: true };
    pub const SUCCESS: Answers = Answers { success: true, failure: false, running: false };
    pub const FAILURE: Answers = Answers { success: false, failure: true, running: false };
    pub const RUNNING: Answers = Answers { success: false, failure: false, running: true };
    /// Success or failure, at once.
    pub const BOOL: Answers = Answers { success: true, failure: true, running: false };
    /// Success, after a time.
    pub const WAITS: Answers = Answers { success: true, failure: false, running: true };
}

impl Meaning {
    /// How it can answer, if it is a leaf.
    pub fn answers(self) -> Option<Answers> {
        match self {
            Meaning::Anything => Some(Answers::ANY),
            Meaning::Leaf(answers) => Some(answers),
            Meaning::Condition => Some(Answers::BOOL),
            Meaning::WaitUntil => Some(Answers::WAITS),
            _ => None,
        }
    }

    /// Whether it is a leaf that ends in the moment in which it starts.
    pub fn ends_at_once(self) -> bool {
        self.answers().is_some_and(|answers| !answers.running)
    }

    /// Whether it always ends in the same way, if it ends.
    pub fn ends_one_way(self) -> bool {
        match self {
            Meaning::Map(success, failure) => success == failure,
            _ => self.answers().is_some_and(|answers| answers.success != answers.failure),
        }
    }

    /// Whether it starts from its first child, or chooses again, in every tick.
    pub fn is_reactive(self) -> bool {
        use Meaning::{Contest, Priority, Reactive, ReactiveIf, ReactiveSwitch};
        matches!(self, Reactive(_) | ReactiveSwitch | ReactiveIf | Priority | Contest)
    }

    /// Whether it can start a child again while it is active.
    pub fn restarts(self) -> bool {
        use Meaning::{ForEach, Keyed, Loop, Pipeline, Recover};
        self.is_reactive() || matches!(self, Loop(..) | ForEach | Keyed | Pipeline | Recover)
    }

    /// Whether its children are steps of the flow around it.
    pub fn is_in_flow(self) -> bool {
        matches!(self, Meaning::Chain(_))
    }

    /// Whether several of its children can be active after a tick.
    pub fn has_several_active(self) -> bool {
        use Meaning::{Parallel, ParallelAll, Pipeline, Race, SimpleParallel};
        matches!(self, Parallel | ParallelAll | Pipeline | Race | SimpleParallel)
    }

    /// Whether it holds nothing while a child is active, and does nothing but pass on how that ends.
    pub fn is_plain(self) -> bool {
        matches!(self, Meaning::Chain(_) | Meaning::Map(..))
    }
}
