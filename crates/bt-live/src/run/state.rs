//! Where an agent is in a program.

use bt::__private::live::{ErasedValue, Slotted};
use bt::__private::{Branch, ItemNumber, Timer};
use bt_compiler::tree::ir::{PlaceId, ValueId};

use super::left::Left;

/// Where a region is.
#[derive(Default)]
pub enum State {
    /// Nothing is active.
    #[default]
    Idle,
    /// A branch that has ended.
    Ended(bool),
    /// In a place.
    At(PlaceId, Held),
}

/// What a place holds.
pub enum Held {
    Nothing,
    Leaf(Slotted),
    /// The fields of a frame, and the states of its children in the order of the layout.
    Frame(Fields, Vec<State>),
}

/// Values that a frame holds. Those of a group are set.
pub type Values = Vec<(ValueId, Option<ErasedValue>)>;

/// The fields of a frame, beside the states of its children.
pub enum Fields {
    /// None: `cooldown`, `simple_parallel`.
    None,
    /// A group, or what a reactive node keeps.
    Values(Values),
    /// `wait`, `wait_between`, `delay`, and `timeout`.
    Timer(Timer),
    Every {
        period: Timer,
        left: Timer,
    },
    Counted {
        left: u32,
    },
    /// The `random_*` nodes, `utility` and `priority`.
    Left(Left),
    /// `reactive_utility`.
    Contest {
        left: Left,
        margin: f64,
    },
    Recover {
        left: u32,
        recovers: bool,
    },
    /// How the child has ended, if it has, with its value.
    Finally(Option<Result<Option<ErasedValue>, ()>>),
    RoundRobin {
        failed: u32,
    },
    /// The thresholds that were read, and the values of the branches.
    Parallel {
        read: Vec<u32>,
        given: Vec<Option<ErasedValue>>,
    },
    Pipeline {
        reached: usize,
        values: Values,
    },
    /// `keyed`, and `observe`, which has no key before it has read one.
    Key(Option<ErasedValue>),
    ForEach {
        number: ItemNumber,
        item: Values,
    },
    /// A decorator or a composite of the user. `turn` is the child that has the turn, counted from 1.
    Custom {
        made: Option<Slotted>,
        turn: u32,
        given: Option<ErasedValue>,
    },
}

impl State {
    pub fn is_idle(&self) -> bool {
        matches!(self, State::Idle)
    }
}

impl Branch for State {
    const IDLE: Self = State::Idle;

    fn end(success: bool) -> Self {
        State::Ended(success)
    }

    fn ended(&self) -> Option<bool> {
        match self {
            State::Ended(success) => Some(*success),
            State::Idle | State::At(..) => None,
        }
    }
}

impl Fields {
    /// The values that nodes inside can use.
    pub fn values(&mut self) -> &mut [(ValueId, Option<ErasedValue>)] {
        match self {
            Fields::Values(values) | Fields::Pipeline { values, .. } | Fields::ForEach { item: values, .. } => values,
            _ => &mut [],
        }
    }
}
