//! The state of an agent in a program.

use bt::__private::live::{ErasedValue, Slotted};
use bt::__private::{Branch, ItemNumber, Region, Timer};
use bt_compiler::tree::ir::{PlaceId, ValueId};

use super::left::Left;

/// The state of a region.
#[derive(Default)]
pub enum State {
    /// Nothing is active.
    #[default]
    Idle,
    /// An ended branch.
    Ended(bool),
    /// It waits in a place.
    At(PlaceId, Held),
}

/// The content of a place.
pub enum Held {
    Nothing,
    Leaf(Slotted),
    /// The fields of a frame, in the order of the layout.
    Frame(Vec<Datum>),
}

/// The content of a frame's field: see [`Data`](bt_compiler::tree::plan::layout::Data).
pub enum Datum {
    State(State),
    Number(u32),
    Flag(bool),
    /// How a child ended, if it has, with its value if the layout stores that.
    Ended(Option<Result<Option<ErasedValue>, ()>>),
    Left(Left),
    Timer(Timer),
    Margin(f64),
    /// A user's decorator or composite; `None` while one of its hooks is called.
    Custom(Option<Slotted>),
    /// A named value, which nodes inside can use.
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
    fn idle(&mut self) {
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
