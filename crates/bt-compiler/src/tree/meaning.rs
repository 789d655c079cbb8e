//! `Meaning`: how a node is ticked, for everything that ticks it without its machine.

use crate::tree::outcome::{Loop, Outcome};

/// How a node is ticked: what it checks, which child runs, and what follows from the result. A variant named after a
/// node stands for that node only.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Meaning {
    /// A leaf that can do anything, as only the user's code decides.
    Anything,
    /// A leaf that can only answer like this.
    Leaf(Answers),
    Condition,
    WaitUntil,
    /// Runs its children in order as long as they end like this.
    Chain(Outcome),
    /// A chain that starts from its first child every tick.
    Reactive(Outcome),
    /// Runs its children in some order as long as they end like this.
    Unordered(Outcome),
    Weighted,
    IfElse,
    Switch,
    ReactiveSwitch,
    /// A condition chooses a child every tick.
    ReactiveIf,
    Priority,
    /// Runs the child with the best score every tick.
    Contest,
    RoundRobin,
    Pipeline,
    Recover,
    Finally,
    Observe,
    Parallel,
    Race,
    ParallelAll,
    SimpleParallel,
    /// Replaces the success and the failure of its child.
    Map(Outcome, Outcome),
    /// Runs its child again and again.
    Loop(Loop, Times),
    ForEach,
    Precondition,
    Guard,
    Probability,
    /// Waits before its child runs.
    Delay,
    Timeout,
    Cooldown,
    Keyed,
    RunOnce,
    RunLimit,
    Every,
    /// Takes on the result of its child.
    Passes,
}

/// How a leaf can answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Answers {
    pub success: bool,
    pub failure: bool,
    pub running: bool,
}

/// When the children of a node start.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Starts {
    /// All of them, or the only one that runs, start together with the node.
    All,
    /// The first one does, and never starts again while the node is active.
    First,
    /// At some time while the node is active, or never.
    Later,
    /// A child can start again while the node is active.
    Again,
}

/// How many passes a loop makes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Times {
    Endless,
    /// As many as its argument says.
    Counted,
}

impl Answers {
    pub const ANY: Answers = Answers { success: true, failure: true, running: true };
    pub const SUCCESS: Answers = Answers { success: true, failure: false, running: false };
    pub const FAILURE: Answers = Answers { success: false, failure: true, running: false };
    pub const RUNNING: Answers = Answers { success: false, failure: false, running: true };
    /// Success or failure, immediately.
    pub const BOOL: Answers = Answers { success: true, failure: true, running: false };
    /// Success, after some time.
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

    /// Whether it is a leaf that ends as soon as it starts.
    pub fn ends_at_once(self) -> bool {
        self.answers().is_some_and(|answers| !answers.running)
    }

    /// Whether it always ends in the same way, if at all.
    pub fn ends_one_way(self) -> bool {
        match self {
            Meaning::Map(success, failure) => success == failure,
            _ => self.answers().is_some_and(|answers| answers.success != answers.failure),
        }
    }

    /// Whether it starts from its first child, or chooses again, every tick.
    pub fn is_reactive(self) -> bool {
        use Meaning::{Contest, Priority, Reactive, ReactiveIf, ReactiveSwitch};
        matches!(self, Reactive(_) | ReactiveSwitch | ReactiveIf | Priority | Contest)
    }

    /// When its children start.
    pub fn starts(self) -> Starts {
        match self {
            Meaning::Map(..) | Meaning::Passes | Meaning::Precondition | Meaning::Guard | Meaning::Timeout => {
                Starts::All
            }
            Meaning::Parallel | Meaning::ParallelAll | Meaning::Race => Starts::All,
            Meaning::Switch | Meaning::Weighted | Meaning::Probability => Starts::All,
            Meaning::Cooldown | Meaning::Every | Meaning::RunLimit | Meaning::RunOnce => Starts::All,
            Meaning::Chain(_) | Meaning::IfElse | Meaning::Finally | Meaning::SimpleParallel => Starts::First,
            Meaning::Anything | Meaning::Leaf(_) | Meaning::Condition | Meaning::WaitUntil => Starts::Later,
            Meaning::Unordered(_) | Meaning::RoundRobin | Meaning::Observe | Meaning::Delay => Starts::Later,
            Meaning::Reactive(_) | Meaning::ReactiveSwitch | Meaning::ReactiveIf => Starts::Again,
            Meaning::Priority | Meaning::Contest | Meaning::Pipeline | Meaning::Recover => Starts::Again,
            Meaning::Loop(..) | Meaning::ForEach | Meaning::Keyed => Starts::Again,
        }
    }

    /// Whether it can start a child again while it is active.
    pub fn restarts(self) -> bool {
        self.starts() == Starts::Again
    }

    /// Whether its children are steps of the flow around it.
    pub fn is_in_flow(self) -> bool {
        matches!(self, Meaning::Chain(_))
    }

    /// Whether it runs only one of its children, apart from a condition.
    pub fn runs_one_child(self) -> bool {
        use Meaning::{IfElse, ReactiveIf, ReactiveSwitch, Switch, Weighted};
        matches!(self, IfElse | ReactiveIf | ReactiveSwitch | Switch | Weighted)
    }

    /// Whether several of its children can be active after a tick.
    pub fn has_several_active(self) -> bool {
        use Meaning::{Parallel, ParallelAll, Pipeline, Race, SimpleParallel};
        matches!(self, Parallel | ParallelAll | Pipeline | Race | SimpleParallel)
    }

    /// Whether it keeps something after it has ended.
    pub fn keeps(self) -> bool {
        matches!(self, Meaning::RunOnce | Meaning::RunLimit | Meaning::Cooldown | Meaning::RoundRobin)
    }

    /// Whether it stores nothing while a child is active, and only passes on the child's result.
    pub fn is_plain(self) -> bool {
        matches!(self, Meaning::Chain(_) | Meaning::Map(..))
    }
}
