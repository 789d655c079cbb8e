//! The facts about each kind of node, besides what it does and how it is written: one line for each.

use super::{Kind, Leaf, Turns};
use crate::values::Known;

/// The facts about a kind of node.
#[derive(Clone, Copy, Debug)]
pub struct Facts {
    /// Where its value comes from.
    pub gives: Gives,
    /// Which children can use what the children before them bind.
    pub reaches: Reaches,
    /// Whether the names of the node are those of its items, for its child.
    pub binds_items: bool,
    /// Whether several children can be active at the same time.
    pub branches: bool,
    /// Whether it checks its earlier children again, or chooses again, in each tick: such a node can be the child of
    /// `observe`.
    pub looks: bool,
    /// Which children it can start again while it is active.
    pub restarts: Restarts,
    /// Whether it begins to wait in a `throttle`.
    pub waits: Waits,
    /// Whether it takes time, or uses what is left of it.
    pub is_timed: bool,
    /// Whether it needs random words.
    pub draws: bool,
    /// Whether it needs a memory.
    pub remembers: bool,
    /// Whether an idle tree may differ from a new one, since the node keeps a count.
    pub counts: bool,
}

/// Where the value of a node comes from.
#[derive(Clone, Copy, Debug)]
pub enum Gives {
    /// It has none.
    Nothing,
    /// It finds one itself.
    Own(Known),
    /// From its first child.
    First,
    /// From its last child.
    Last,
    /// From a child after the first one.
    Later,
    /// From the child that has decided.
    Any,
}

/// Which children can use what the children before them bind.
#[derive(Clone, Copy, Debug)]
pub enum Reaches {
    /// None.
    None,
    /// All of them.
    Later,
    /// The second one.
    Second,
}

/// Which children a node can start again while it is active.
#[derive(Clone, Copy, Debug)]
pub enum Restarts {
    /// None.
    None,
    /// All of them.
    All,
    /// Those after the first one.
    Later,
}

/// Whether a node begins to wait in a `throttle`.
#[derive(Clone, Copy, Debug)]
pub enum Waits {
    /// It does not.
    Never,
    /// If its child does.
    WithChild,
    /// It is one.
    Itself,
}

const PLAIN: Facts = Facts {
    gives: Gives::Nothing,
    reaches: Reaches::None,
    binds_items: false,
    branches: false,
    looks: false,
    restarts: Restarts::None,
    waits: Waits::Never,
    is_timed: false,
    draws: false,
    remembers: false,
    counts: false,
};

/// A decorator that has the value of its child.
const PASSES: Facts = Facts { gives: Gives::First, ..PLAIN };

/// A decorator that has the value of its child, and begins with it.
const BEGINS: Facts = Facts { waits: Waits::WithChild, ..PASSES };

/// A composite that has the value of the child that decided.
const CHOOSES: Facts = Facts { gives: Gives::Any, ..PLAIN };

/// A composite whose children follow each other.
const FOLLOWS: Facts = Facts { gives: Gives::Last, reaches: Reaches::Later, ..PLAIN };

const fn timed(facts: Facts) -> Facts {
    Facts { is_timed: true, ..facts }
}

const fn draws(facts: Facts) -> Facts {
    Facts { draws: true, ..facts }
}

const fn restarts(facts: Facts) -> Facts {
    Facts { restarts: Restarts::All, ..facts }
}

const fn looks(facts: Facts) -> Facts {
    Facts { looks: true, restarts: Restarts::All, ..facts }
}

const fn branches(facts: Facts) -> Facts {
    Facts { branches: true, ..facts }
}

const fn counts(facts: Facts) -> Facts {
    Facts { counts: true, ..facts }
}

impl Kind {
    /// The facts about it.
    pub fn facts(&self) -> Facts {
        match self {
            Kind::Leaf(Leaf::Busy, _) => timed(PLAIN),
            Kind::Leaf(leaf, _) if leaf.finds() => Facts { gives: Gives::Own(Known::Type), ..PLAIN },
            Kind::Leaf(..) | Kind::Argued(..) | Kind::Action(_) | Kind::Condition(_) | Kind::WaitUntil(_) => PLAIN,
            Kind::Fetch(_) | Kind::SucceedWith(_) => Facts { gives: Gives::Own(Known::Value), ..PLAIN },
            Kind::Subtree { .. } | Kind::Succeed | Kind::Fail | Kind::Running => PLAIN,
            Kind::Wait(_) => timed(PLAIN),
            Kind::WaitBetween(..) => timed(draws(PLAIN)),
            Kind::Remember(..) | Kind::Recalls(..) | Kind::Forget(_) => Facts { remembers: true, ..PLAIN },
            Kind::Sequence => FOLLOWS,
            Kind::ReactiveSequence => looks(FOLLOWS),
            Kind::Pipeline => branches(restarts(FOLLOWS)),
            Kind::Selector | Kind::RoundRobin | Kind::Utility(_) => CHOOSES,
            Kind::Switch(..) | Kind::If(_) => CHOOSES,
            Kind::ReactiveSelector | Kind::ReactiveIfElse(_) | Kind::ReactiveSwitch(..) => looks(CHOOSES),
            Kind::Priority(_) | Kind::ReactiveUtility(..) => looks(CHOOSES),
            Kind::RandomSelector | Kind::Weighted(_) => draws(CHOOSES),
            Kind::RandomSequence => draws(PLAIN),
            Kind::IfElse => Facts { gives: Gives::Later, reaches: Reaches::Second, ..PLAIN },
            Kind::Parallel(..) | Kind::ParallelAll(_) => branches(PLAIN),
            Kind::Race => branches(CHOOSES),
            Kind::SimpleParallel => branches(Facts { restarts: Restarts::Later, ..PASSES }),
            Kind::Recover(_) => restarts(PASSES),
            Kind::Finally | Kind::Observe(_) => PASSES,
            Kind::Keyed(_) | Kind::KeyedBy => restarts(PASSES),
            Kind::Inverter | Kind::ForceSuccess | Kind::ForceFailure => Facts { waits: Waits::WithChild, ..PLAIN },
            Kind::Unchecked | Kind::Precondition(_) | Kind::Guard(_) => BEGINS,
            Kind::Probability(_) => draws(BEGINS),
            Kind::Delay(_) | Kind::Timeout(_) | Kind::Cooldown(_) | Kind::Every(..) => timed(BEGINS),
            Kind::Throttle(_) => Facts { waits: Waits::Itself, ..timed(PASSES) },
            Kind::RunOnce => counts(Facts { waits: Waits::WithChild, ..PLAIN }),
            Kind::RunLimit(_) => counts(BEGINS),
            Kind::Repeat(_) | Kind::Forever | Kind::RepeatUntilFailure => restarts(PLAIN),
            Kind::Retry(_) | Kind::RepeatUntilSuccess => restarts(PASSES),
            Kind::ForEach(_) => Facts { binds_items: true, ..restarts(PLAIN) },
            Kind::Moody(..) => PLAIN,
            Kind::Turns(Turns::Giving, _) => restarts(CHOOSES),
            Kind::Turns(..) => restarts(PLAIN),
        }
    }
}
