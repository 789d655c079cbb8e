//! Where an agent is in a program.

use bt::__private::live::{ErasedValue, Slotted};
use bt::__private::{Branch, ItemNumber, Region, Timer};
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
    /// The fields of a frame, in the order of the layout.
    Frame(Vec<Datum>),
}

/// What a field of a frame holds: see [`Data`](bt_compiler::tree::plan::layout::Data).
pub enum Datum {
    State(State),
    Number(u32),
    Flag(bool),
    /// How a child has ended, if it has, with its value where the layout asks for it.
    Ended(Option<Result<Option<ErasedValue>, ()>>),
    Left(Left),
    Timer(Timer),
    Margin(f64),
    /// A decorator or a composite of the user; `None` while one of its hooks is called.
    Custom(Option<Slotted>),
    /// A value with a name, which nodes inside can use.
    Bound(ValueId, Option<ErasedValue>),
    /// A key, or the value of a child.
    Value(Option<ErasedValue>),
    ItemNumber(ItemNumber),
}

/// The states of the children of a frame.
pub fn states(data: &[Datum]) -> impl Iterator<Item = &State> {
    data.iter().filter_map(|datum| match datum {
        Datum::State(state) => Some(state),
        _ => None,
    })
}

/// The states of the children of a frame.
pub fn states_mut(data: &mut [Datum]) -> impl Iterator<Item = &mut State> {
    data.iter_mut().filter_map(|datum| match datum {
        Datum::State(state) => Some(state),
        _ => None,
    })
}

impl State {
    pub fn is_idle(&self) -> bool {
        matches!(self, State::Idle)
    }
}

impl Region for State {
    fn clear(&mut self) {
        *self = State::Idle;
    }
}

impl Branch for State {
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
