//! Four trees for microcontrollers. Their leaves read and write registers.

#![no_std]
#![forbid(unsafe_code)]
#![deny(missing_docs)]

mod board;
pub mod crew;
pub mod door;
pub mod rover;
pub mod sentry;

use core::time::Duration;

pub use bt::Status;

pub use board::Board;

/// The time between two ticks.
pub const PERIOD: Duration = Duration::from_millis(20);

/// How many ticks a program runs.
pub const TICKS: usize = 400;

/// What runs on the board: a tree, or nothing.
pub trait Program {
    /// Before its first tick.
    const NEW: Self;

    /// Ticks it for a [`PERIOD`].
    fn tick(&mut self, board: &mut Board) -> Status;
}

/// No tree: measures the cost of everything else.
pub struct Nothing;

impl Program for Nothing {
    const NEW: Self = Nothing;

    fn tick(&mut self, _: &mut Board) -> Status {
        Status::Running
    }
}

/// The ticks of a program, one after another. `tick` makes one: so a firmware can make it a function with a name.
pub fn run<P: Program>(tick: fn(&mut P, &mut Board) -> Status) -> Trace {
    let (mut program, mut board, mut trace) = (P::NEW, Board::default(), Trace { statuses: [0; TICKS], outputs: 0 });
    for status in &mut trace.statuses {
        board.sense();
        *status = match tick(&mut program, &mut board) {
            Status::Success => b'S',
            Status::Failure => b'F',
            Status::Running => b'R',
        };
        trace.outputs = trace.outputs.rotate_left(5).wrapping_mul(31) ^ board.output;
    }
    trace
}

/// What happened in all ticks.
#[derive(Debug, PartialEq, Eq)]
pub struct Trace {
    /// A letter for the status of each tick.
    pub statuses: [u8; TICKS],
    /// Everything that was written to the output register, as a hash.
    pub outputs: u32,
}
