//! `Meaning`: how a node is ticked, for whatever does that without its machine.

use crate::tree::outcome::{Loop, Outcome};

/// How a node is ticked: what it asks, which child runs, and what follows from its result. A variant with the name of a
/// node is that node alone.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Meaning {
    /// A leaf: only the user's code knows how it ends.
    Anything,
    /// A leaf, and how it can answer.
    Leaf(Answers),
    Condition,
    WaitUntil,
    /// Runs its children in order while they end like this.
    Chain(Outcome),
    /// A chain that begins with its first child in every tick.
    Reactive(Outcome),
    /// Runs its children in some order while they end like this.
    Unordered(Outcome),
    Weighted,
    IfElse,
    Switch,
    ReactiveSwitch,
    /// A condition chooses a child in every tick.
    ReactiveIf,
    Priority,
    /// In every tick, runs the child with the best score.
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
    /// What success and failure of its child become.
    Map(Outcome, Outcome),
    /// Runs its child again and again.
    Loop(Loop, Times),
    ForEach,
    Precondition,
    Guard,
    Probability,
    /// Waits before its child.
    Delay,
    Timeout,
    Cooldown,
    Keyed,
    RunOnce,
    RunLimit,
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

    /// Whether only one of its children runs, apart from a condition.
    pub fn runs_one_child(self) -> bool {
        use Meaning::{IfElse, ReactiveIf, ReactiveSwitch, Switch, Weighted};
        matches!(self, IfElse | ReactiveIf | ReactiveSwitch | Switch | Weighted)
    }

    /// Whether its first child begins in the moment in which it starts, and never again while it is active.
    pub fn starts_first(self) -> bool {
        matches!(self, Meaning::Chain(_) | Meaning::IfElse | Meaning::Finally | Meaning::SimpleParallel)
    }

    /// Whether all its children, or the one that runs, begin in that moment.
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

    /// Whether it holds nothing while a child is active, and does nothing but pass on how that ends.
    pub fn is_plain(self) -> bool {
        matches!(self, Meaning::Chain(_) | Meaning::Map(..))
    }
}
