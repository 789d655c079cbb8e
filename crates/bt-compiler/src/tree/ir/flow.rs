//! Flows: steps in order, each with its exits for success and failure.
//!
//! `selector < a, b >` is a flow of two steps. The selector itself has no step: it only determines exits.
//!
//! ```text
//! a:  success -> end(success)   failure -> b
//! b:  success -> end(success)   failure -> end(failure)
//! ```

use super::{CellId, CodeId, NodeId, Outcome, PartId, PlaceId, StepId, ValueId};
use crate::sorted::SortedSet;
use crate::tree::model::Number;

/// Steps in order. All jumps go forward.
#[derive(Debug)]
pub struct Flow {
    pub entry: Target,
    pub steps: Vec<Step>,
}

impl Flow {
    /// Its variables: the values that its steps bind.
    pub fn locals(&self) -> SortedSet<ValueId> {
        let slots = self.steps.iter().flat_map(|step| step.act.exits()).filter_map(|exit| exit.value);
        let bound = slots.filter_map(|slot| if let Slot::Local(value) = slot { Some(value) } else { None });
        bound.chain(self.steps.iter().filter_map(|step| step.act.matches())).collect()
    }
}

/// One thing to do for one node.
#[derive(Debug)]
pub struct Step {
    pub node: NodeId,
    pub act: Act,
    /// Whether the step must report the start of the node to observers, because nothing else does.
    pub starts: bool,
}

/// What a step does, and where it goes from there.
#[derive(Debug)]
pub enum Act {
    /// Starts a leaf.
    Leaf { leaf: CodeId, place: PlaceId, exits: Exits },
    /// Calls a function of the runtime library. There is a place if the call can answer running.
    Call { call: Call, place: Option<PlaceId>, exits: Exits },
    /// Begins a frame.
    Frame { place: PlaceId, exits: Exits },
    /// Calls another part of the region.
    Part { part: PartId, exits: Exits },
    /// Starts a child that a frame has picked.
    Begin { place: PlaceId, first: Target },
    /// Asks observers for the result of a node with children, before the node starts. Without observers this does
    /// nothing, and the node starts.
    Mock { exits: Exits, node: Target },
    /// Chooses one of the exits.
    Choose { choice: Choice, exits: Vec<Exit> },
}

/// A call of the runtime library.
#[derive(Clone, Copy, Debug)]
pub enum Call {
    /// Calls a function that acts.
    Action(CodeId),
    /// Calls a function that acts and takes the remaining time.
    TimedAction(CodeId),
    /// Checks whether a condition holds.
    Condition(CodeId),
    /// Runs until a condition holds.
    WaitUntil(CodeId),
    /// Is always running.
    Running,
    /// Succeeds or fails immediately.
    Constant(Outcome),
    /// Succeeds immediately, with a value.
    Give(CodeId),
    /// Checks whether a cell is still empty.
    IsEmpty(CellId),
    /// Checks whether the outcome in a cell is a success.
    KeptSuccess(CellId),
    /// Stores an outcome.
    Keep(CellId, Outcome),
    /// Checks whether the count in a cell is still below a limit.
    IsBelow(CellId, CodeId),
    /// Adds one to the count in a cell.
    CountUp(CellId),
    /// Checks whether enough time has passed since the stop recorded in a cell.
    HasCooled(CellId, CodeId),
    /// Stores the moment at which the child of a `throttle` succeeds.
    KeepMoment(CellId),
    /// Succeeds with this probability.
    Chance(CodeId),
    /// Remembers a key and its value, with an optional position.
    Remember(CodeId, CodeId, Option<CodeId>),
    /// Checks whether a key is remembered, optionally with this value.
    Recalls(CodeId, Option<CodeId>),
    /// Forgets a key.
    Forget(CodeId),
}

/// How one of several children is chosen.
#[derive(Clone, Debug)]
pub enum Choice {
    /// A condition: the first child if it holds, else the second.
    If(CodeId),
    /// A `match` with one arm per child. Also the matched value, if a child uses a name from a pattern.
    Match(CodeId, Option<ValueId>),
    /// A draw with a weight for each child. If no weight is above 0, the last exit is chosen, which follows those of
    /// the children.
    Weighted(Vec<Number>),
}

/// Where a step goes after success and after failure.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Exits {
    pub success: Exit,
    pub failure: Exit,
}

/// An exit of a step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Exit {
    pub to: Target,
    /// The node that ends on this exit; the innermost one if several end.
    pub ends: Option<End>,
    /// Where the value of the step goes on this exit, if it is used.
    pub value: Option<Slot>,
}

/// Where a value goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Slot {
    /// To a variable of the function.
    Local(ValueId),
    /// To the caller of the function.
    Out,
}

/// The end of a node.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct End {
    pub node: NodeId,
    pub outcome: Outcome,
}

/// Where the flow continues.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Target {
    /// A step of the same flow.
    Step(StepId),
    /// The end of the flow.
    End(Outcome),
}

/// An exit on which no node ends.
impl From<Target> for Exit {
    fn from(to: Target) -> Self {
        Exit { to, ends: None, value: None }
    }
}

impl Exit {
    /// How this node ends on this exit, if it does.
    pub fn end_of(self, node: NodeId) -> Option<Outcome> {
        self.ends.filter(|end| end.node == node).map(|end| end.outcome)
    }
}

impl Exits {
    /// The exits of a whole flow.
    pub const END: Exits = Exits {
        success: Exit { to: Target::End(Outcome::Success), ends: None, value: None },
        failure: Exit { to: Target::End(Outcome::Failure), ends: None, value: None },
    };

    /// Swaps success and failure.
    pub fn swapped(self) -> Exits {
        Exits { success: self.failure, failure: self.success }
    }

    /// The exit for this outcome.
    pub fn after(self, outcome: Outcome) -> Exit {
        match outcome {
            Outcome::Success => self.success,
            Outcome::Failure => self.failure,
        }
    }

    /// The same exits, except for this outcome.
    pub fn with(self, outcome: Outcome, exit: impl Into<Exit>) -> Exits {
        match outcome {
            Outcome::Success => Exits { success: exit.into(), ..self },
            Outcome::Failure => Exits { failure: exit.into(), ..self },
        }
    }

    /// One exit for both results.
    pub fn both(exit: impl Into<Exit>) -> Exits {
        let exit = exit.into();
        Exits { success: exit, failure: exit }
    }

    /// The same exits, each of which also ends this node with the matching outcome.
    pub fn ending(self, node: NodeId) -> Exits {
        let end = |outcome| Exit { ends: Some(End { node, outcome }), ..self.after(outcome) };
        Exits { success: end(Outcome::Success), failure: end(Outcome::Failure) }
    }

    /// The same exits, without ending any node: something else reports the ends to observers.
    pub fn without_ends(self) -> Exits {
        let without_ends = |exit: Exit| Exit { ends: None, ..exit };
        Exits { success: without_ends(self.success), failure: without_ends(self.failure) }
    }

    /// The same exits, with a place for the value of a success.
    pub fn with_value(self, value: Option<Slot>) -> Exits {
        Exits { success: Exit { value, ..self.success }, failure: Exit { value: None, ..self.failure } }
    }

    /// Exits that lead to the ends of a flow, and end the same nodes as these.
    pub fn of_flow(self) -> Exits {
        Exits {
            success: Exit {
                ends: self.success.ends,
                value: self.success.value.map(|_| Slot::Out),
                ..Exits::END.success
            },
            failure: Exit { ends: self.failure.ends, ..Exits::END.failure },
        }
    }
}

impl Act {
    /// All exits of the step.
    pub fn exits(&self) -> Vec<Exit> {
        match self {
            Act::Leaf { exits, .. } | Act::Call { exits, .. } | Act::Frame { exits, .. } | Act::Part { exits, .. } => {
                vec![exits.success, exits.failure]
            }
            Act::Begin { first, .. } => vec![(*first).into()],
            Act::Mock { exits, node } => vec![exits.success, exits.failure, (*node).into()],
            Act::Choose { exits, .. } => exits.clone(),
        }
    }

    /// The value that the patterns of its choice match, if a child uses it.
    pub fn matches(&self) -> Option<ValueId> {
        match self {
            Act::Choose { choice: Choice::Match(_, matched), .. } => *matched,
            _ => None,
        }
    }

    /// The targets of all exits, for modification.
    pub fn targets_mut(&mut self) -> Vec<&mut Target> {
        match self {
            Act::Leaf { exits, .. } | Act::Call { exits, .. } | Act::Frame { exits, .. } | Act::Part { exits, .. } => {
                vec![&mut exits.success.to, &mut exits.failure.to]
            }
            Act::Begin { first, .. } => vec![first],
            Act::Mock { exits, node } => vec![&mut exits.success.to, &mut exits.failure.to, node],
            Act::Choose { exits, .. } => exits.iter_mut().map(|exit| &mut exit.to).collect(),
        }
    }
}
