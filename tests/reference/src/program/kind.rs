//! What a node is, and its arguments.

use std::cell::Cell;

use super::{Id, Name, asking, counting, lasting, no_argument};

/// What a node is.
#[derive(Clone, Debug, PartialEq)]
pub enum Kind {
    /// A leaf with a type of its own.
    Leaf(Leaf, Id),
    /// A leaf with an argument.
    Argued(Id, Number),
    /// A function that acts.
    Action(Id),
    /// A function that acts, and has a value.
    Fetch(Id),
    /// A function that answers true or false.
    Condition(Id),
    /// Another tree.
    Subtree {
        /// Which one.
        tree: usize,
        /// What its ids are counted from.
        base: Id,
    },
    /// `succeed`
    Succeed,
    /// `succeed`, with a value.
    SucceedWith(Number),
    /// `fail`
    Fail,
    /// `running`
    Running,
    /// `wait_until`
    WaitUntil(Id),
    /// `wait`
    Wait(Time),
    /// `wait_between`
    WaitBetween(Time, Time),
    /// `remember`, with a key, a value and perhaps a position.
    Remember(Number, Number, Option<Number>),
    /// `recalls`, with a key and perhaps a value.
    Recalls(Number, Option<Number>),
    /// `forget`
    Forget(Number),
    /// `sequence`
    Sequence,
    /// `selector`
    Selector,
    /// `reactive_sequence`
    ReactiveSequence,
    /// `reactive_selector`
    ReactiveSelector,
    /// `parallel`, with its thresholds if they are given.
    Parallel(Option<Threshold>, Option<Threshold>),
    /// `parallel_all`
    ParallelAll(Option<Threshold>),
    /// `race`
    Race,
    /// `random_sequence`
    RandomSequence,
    /// `random_selector`
    RandomSelector,
    /// `weighted`
    Weighted(Vec<Weight>),
    /// `utility`
    Utility(Vec<Score>),
    /// `if_else`
    IfElse,
    /// `if_else`, with its condition in parentheses.
    If(Id),
    /// `reactive_if_else`
    ReactiveIfElse(Id),
    /// `switch`
    Switch(Id, Vec<Pattern>),
    /// `reactive_switch`
    ReactiveSwitch(Id, Vec<Pattern>),
    /// `priority`, with what comes before each child.
    Priority(Vec<Turn>),
    /// `reactive_utility`, with its margin if it is given.
    ReactiveUtility(Vec<Score>, Option<Chance>),
    /// `round_robin`
    RoundRobin,
    /// `pipeline`
    Pipeline,
    /// `recover`
    Recover(Number),
    /// `finally`
    Finally,
    /// `observe`
    Observe(Id),
    /// `inverter`
    Inverter,
    /// `unchecked`
    Unchecked,
    /// `force_success`
    ForceSuccess,
    /// `force_failure`
    ForceFailure,
    /// `repeat`
    Repeat(Number),
    /// `forever`
    Forever,
    /// `repeat_until_failure`
    RepeatUntilFailure,
    /// `repeat_until_success`
    RepeatUntilSuccess,
    /// `for_each`
    ForEach(Id),
    /// `retry`
    Retry(Number),
    /// `precondition`
    Precondition(Id),
    /// `guard`
    Guard(Id),
    /// `run_once`
    RunOnce,
    /// `run_limit`
    RunLimit(Number),
    /// `probability`
    Probability(Chance),
    /// `delay`
    Delay(Time),
    /// `timeout`
    Timeout(Time),
    /// `cooldown`
    Cooldown(Time),
    /// `throttle`
    Throttle(Time),
    /// `keyed`
    Keyed(Id),
    /// `keyed`, with a bound value as its key.
    KeyedBy,
    /// `simple_parallel`
    SimpleParallel,
    /// `every`
    Every(Time, Id),
    /// A decorator of the user's.
    Moody(Moods, Id),
    /// A composite of the user's.
    Turns(Turns, Id),
}

/// The types of decorators of the user's.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Moods {
    /// By hand.
    Moody,
    /// Through the derive, with errors: its start and what it does before its child can fail.
    Shaky,
}

/// The types of composites of the user's.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Turns {
    /// By hand, with a look in every tick.
    Fickle,
    /// Through the derive, without a look.
    Steady,
    /// Through the derive, with a look, and errors, also at its start.
    Brittle,
    /// Through the derive, with a look. Has the value of its child.
    Giving,
}

/// The types of leaves.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Leaf {
    /// Answers anything.
    Scripted,
    /// Answers anything, through the derive.
    Derived,
    /// A variant of an enum of leaves.
    Chosen,
    /// Another variant, which answers `bool`.
    ChosenQuick,
    /// Answers `bool`.
    Quick,
    /// Answers `()`.
    Sure,
    /// Answers anything, or an error.
    Fallible,
    /// Takes the span, and uses some of it.
    Busy,
    /// Receives messages, and answers them.
    Alert,
    /// Receives messages, and has no answer to them.
    Aware,
    /// A variant that receives messages, of an enum of leaves.
    ChosenAlert,
    /// Has a value; answers `Poll<Option<_>>`.
    Find,
    /// Has a value; answers `Option<_>`, through the derive.
    Spot,
    /// Has a value; answers `Poll<_>`, through the derive.
    Collect,
    /// Has a value; answers `Result<Poll<Option<_>>, _>`.
    Dig,
    /// Has a value; receives messages, and answers them.
    Scout,
    /// Waits for a request, which may find a value.
    Asked,
    /// Waits for a request, which may have an error.
    Demanded,
}

/// A threshold.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Threshold {
    /// A number.
    Of(usize),
    /// `all`
    All,
    /// `any`
    Any,
    /// A number from the context.
    Asked(Id),
}

/// What comes before a child of a `priority`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Turn {
    /// A condition that is checked in every tick, with or without `while`.
    While(Id),
    /// `if`, and a condition that is not checked while the child is active.
    If(Id),
    /// Nothing, which only the last child may have.
    Otherwise,
}

impl Turn {
    /// The condition, if there is one.
    pub fn condition(self) -> Option<Id> {
        match self {
            Turn::While(id) | Turn::If(id) => Some(id),
            Turn::Otherwise => None,
        }
    }

    fn with_ids(self, id: impl Fn(Id) -> Id) -> Turn {
        match self {
            Turn::While(own) => Turn::While(id(own)),
            Turn::If(own) => Turn::If(id(own)),
            Turn::Otherwise => Turn::Otherwise,
        }
    }
}

/// A pattern of a `switch` over a small number.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Pattern {
    /// `2`
    Is(u32),
    /// `1 | 4`
    Either(u32, u32),
    /// `n if n > 2`
    Above(u32),
    /// `_`
    Any,
    /// `value_1 if above(&value_1, 2)`
    AboveAs(u32, Name),
    /// `value_1`
    As(Name),
}

/// The weight of a child.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Weight {
    /// `2`
    Whole(i32),
    /// `0.5`
    Part(f64),
    /// An integer from the context.
    Asked(Id),
    /// A score from the context.
    Scored(Id),
}

/// How good a child is.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Score {
    /// A float from the context.
    Float(Id),
    /// An integer from the context.
    Whole(Id),
    /// As it is written.
    Of(f64),
}

/// An argument that may come from the context.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Given<T> {
    /// As it is written.
    Of(T),
    /// What the context says.
    Asked(Id),
    /// What is bound to the name that the node uses.
    Bound,
}

/// How often, or what is remembered.
pub type Number = Given<u32>;

/// How long, in nanoseconds.
pub type Time = Given<u64>;

/// How likely.
pub type Chance = Given<f64>;

impl Leaf {
    /// Whether messages reach it.
    pub fn hears(self) -> bool {
        matches!(self, Leaf::Alert | Leaf::Aware | Leaf::ChosenAlert | Leaf::Scout)
    }

    /// Whether it has a value when it succeeds.
    pub fn finds(self) -> bool {
        matches!(self, Leaf::Find | Leaf::Spot | Leaf::Collect | Leaf::Dig | Leaf::Scout) || self.asks()
    }

    /// Whether it waits for a request.
    pub fn asks(self) -> bool {
        matches!(self, Leaf::Asked | Leaf::Demanded)
    }
}

impl Leaf {
    /// The leaf that replaces it if no messages arrive.
    fn deaf(self) -> Leaf {
        match self {
            Leaf::Scout => Leaf::Find,
            Leaf::Alert | Leaf::Aware | Leaf::ChosenAlert => Leaf::Scripted,
            Leaf::Scripted | Leaf::Derived | Leaf::Chosen | Leaf::ChosenQuick | Leaf::Quick | Leaf::Sure => self,
            Leaf::Fallible | Leaf::Busy | Leaf::Find | Leaf::Spot | Leaf::Collect | Leaf::Dig => self,
            Leaf::Asked | Leaf::Demanded => self,
        }
    }
}

impl Threshold {
    /// The number of children, if the literal says it.
    pub fn number(self, children: usize) -> Option<usize> {
        match self {
            Threshold::Of(number) => Some(number),
            Threshold::All => Some(children),
            Threshold::Any => Some(1),
            Threshold::Asked(_) => None,
        }
    }

    fn with_ids(self, id: impl Fn(Id) -> Id) -> Self {
        match self {
            Threshold::Asked(asked) => Threshold::Asked(id(asked)),
            Threshold::Of(_) | Threshold::All | Threshold::Any => self,
        }
    }
}

impl Kind {
    /// The patterns of a `switch`.
    pub fn patterns(&self) -> &[Pattern] {
        if let Kind::Switch(_, arms) | Kind::ReactiveSwitch(_, arms) = self { arms } else { &[] }
    }
}

impl Pattern {
    /// Whether it matches.
    pub fn matches(self, number: u32) -> bool {
        match self {
            Pattern::Is(value) => number == value,
            Pattern::Either(one, other) => number == one || number == other,
            Pattern::Above(value) | Pattern::AboveAs(value, _) => number > value,
            Pattern::Any | Pattern::As(_) => true,
        }
    }

    /// The name in it.
    pub fn name(self) -> Option<Name> {
        match self {
            Pattern::AboveAs(_, name) | Pattern::As(name) => Some(name),
            Pattern::Is(_) | Pattern::Either(..) | Pattern::Above(_) | Pattern::Any => None,
        }
    }

    /// This without a name.
    pub fn unnamed(self) -> Self {
        match self {
            Pattern::AboveAs(value, _) => Pattern::Above(value),
            Pattern::As(_) => Pattern::Any,
            Pattern::Is(_) | Pattern::Either(..) | Pattern::Above(_) | Pattern::Any => self,
        }
    }

    /// Whether it matches everything.
    pub fn matches_all(self) -> bool {
        self.unnamed() == Pattern::Any
    }
}

impl Weight {
    /// As a number, as far as it is written.
    pub fn value(self) -> Option<f64> {
        match self {
            Weight::Whole(value) => Some(value.into()),
            Weight::Part(value) => Some(value),
            Weight::Asked(_) | Weight::Scored(_) => None,
        }
    }

    fn with_ids(self, id: impl Fn(Id) -> Id) -> Self {
        match self {
            Weight::Asked(asked) => Weight::Asked(id(asked)),
            Weight::Scored(asked) => Weight::Scored(id(asked)),
            Weight::Whole(_) | Weight::Part(_) => self,
        }
    }
}

impl<T: Copy> Given<T> {
    fn with_ids(self, id: impl Fn(Id) -> Id) -> Self {
        match self {
            Given::Of(_) | Given::Bound => self,
            Given::Asked(asked) => Given::Asked(id(asked)),
        }
    }
}

impl Score {
    fn with_ids(self, id: impl Fn(Id) -> Id) -> Self {
        match self {
            Score::Float(asked) => Score::Float(id(asked)),
            Score::Whole(asked) => Score::Whole(id(asked)),
            Score::Of(_) => self,
        }
    }
}

impl Kind {
    /// This kind with other ids.
    pub fn with_ids(&self, id: impl Fn(Id) -> Id + Copy) -> Kind {
        let mut kind = self.clone();
        match &mut kind {
            asking!(own) | Kind::Action(own) | Kind::Fetch(own) | Kind::Leaf(_, own) => *own = id(*own),
            Kind::Moody(_, own) | Kind::Turns(_, own) | Kind::Subtree { base: own, .. } => *own = id(*own),
            Kind::Switch(own, _) | Kind::ReactiveSwitch(own, _) => *own = id(*own),
            Kind::Observe(own) | Kind::Keyed(own) | Kind::ForEach(own) => *own = id(*own),
            counting!(number) | Kind::SucceedWith(number) | Kind::Forget(number) => *number = number.with_ids(id),
            lasting!(time) => *time = time.with_ids(id),
            Kind::Argued(own, argument) => (*own, *argument) = (id(*own), argument.with_ids(id)),
            Kind::Every(time, own) => (*time, *own) = (time.with_ids(id), id(*own)),
            Kind::WaitBetween(one, other) => (*one, *other) = (one.with_ids(id), other.with_ids(id)),
            Kind::Probability(chance) => *chance = chance.with_ids(id),
            Kind::Priority(turns) => turns.iter_mut().for_each(|turn| *turn = turn.with_ids(id)),
            Kind::Weighted(weights) => weights.iter_mut().for_each(|weight| *weight = weight.with_ids(id)),
            Kind::Utility(scores) => scores.iter_mut().for_each(|score| *score = score.with_ids(id)),
            Kind::ReactiveUtility(scores, margin) => {
                scores.iter_mut().for_each(|score| *score = score.with_ids(id));
                *margin = margin.map(|margin| margin.with_ids(id));
            }
            Kind::Parallel(success, failure) => {
                [success, failure].into_iter().flatten().for_each(|limit| *limit = limit.with_ids(id));
            }
            Kind::ParallelAll(failure) => *failure = failure.map(|limit| limit.with_ids(id)),
            Kind::Remember(key, value, at) => {
                (*key, *value, *at) = (key.with_ids(id), value.with_ids(id), at.map(|at| at.with_ids(id)));
            }
            Kind::Recalls(key, value) => {
                (*key, *value) = (key.with_ids(id), value.map(|value| value.with_ids(id)));
            }
            no_argument!() | Kind::KeyedBy => {}
        }
        kind
    }

    /// One of the ids in it.
    pub fn any_id(&self) -> Option<Id> {
        let found = Cell::new(None);
        self.with_ids(|id| {
            found.set(Some(found.get().unwrap_or(id)));
            id
        });
        found.get()
    }

    /// The kind that replaces it if no messages arrive: a leaf that does everything else the same.
    pub fn deaf(self) -> Kind {
        if let Kind::Leaf(leaf, id) = self {
            return Kind::Leaf(leaf.deaf(), id);
        }
        self
    }
}
