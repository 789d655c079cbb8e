//! A sentry: a selector of five sequences with 13 leaves, without timers.

use bt::{Status, bt, leaf};

use crate::{Board, Program};

/// A sensor.
#[leaf]
fn sees(board: &Board, sensor: u32) -> bool {
    board.is_on(sensor)
}

/// An output that is on for a tick.
#[leaf]
fn set(board: &mut Board, output: u32) {
    board.set(output, true);
}

/// Flies until the encoder says that it has arrived.
#[leaf]
fn fly(board: &mut Board) -> Status {
    board.set(0, true);
    if board.encoder.is_multiple_of(32) { Status::Success } else { Status::Running }
}

bt! {
    /// The tree.
    pub Sentry(Board) = selector <
        sequence < surprised: sees(31), react: set(2) >,
        sequence < sees_enemy: sees(27), is_near: sees(26), bomb: set(3) >,
        sequence < has_target: sees(25), track: set(4) >,
        sequence < hears: sees(24), turn: set(5) >,
        sequence < is_low: sees(23), fly, land: set(6), rest: set(7) >,
    >
}

impl Program for Sentry {
    const NEW: Self = Sentry::new();

    fn tick(&mut self, board: &mut Board) -> Status {
        Sentry::tick(self, board)
    }
}
