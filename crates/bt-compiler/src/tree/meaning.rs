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

    /// Whether it can start a child again while it is active.
    pub fn restarts(self) -> bool {
        use Meaning::{ForEach, Keyed, Loop, Pipeline, Recover};
        self.is_reactive() || matches!(self, Loop(..) | ForEach | Keyed | Pipeline | Recover)
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

    /// Whether its first child starts together with the node, and never again while it is active.
    pub fn starts_first(self) -> bool {
        matches!(self, Meaning::Chain(_) | Meaning::IfElse | Meaning::Finally | Meaning::SimpleParallel)
    }

    /// Whether all its children, or the only one that runs, start together with the node.
    pub fn starts_all(self) -> bool {
        use Meaning::{Cooldown, Every, Guard, Map, Parallel, ParallelAll, Passes, Precondition, Probability};
        use Meaning::{Race, RunLimit, RunOnce, Switch, Timeout, Weighted};
        matches!(self, Map(..) | Parallel | ParallelAll | Race | Switch | Weighted | Guard | Precondition | Passes)
            || matches!(self, Cooldown | Every | Probability | RunLimit | RunOnce | Timeout)
    }

    /// Whether several of its children can be active after a tick.
    pub fn has_several_active(self) -> bool {
        use Meaning::{Parallel, ParallelAll, Pipeline, Race, SimpleParallel};
        matches!(self, Parallel | ParallelAll | Pipeline | Race | SimpleParallel)
    }

    /// Whether it stores nothing while a child is active, and only passes on the child's result.
    pub fn is_plain(self) -> bool {
        matches!(self, Meaning::Chain(_) | Meaning::Map(..))
    }
}
