//! A rover that drives, grips and charges: with timers, retries and a guard.

use bt::{Status, bt, leaf};

use crate::{Board, PERIOD, Program};

#[leaf]
fn charge(board: &mut Board) -> Status {
    board.set(4, true);
    if board.is_on(30) { Status::Success } else { Status::Running }
}

#[leaf]
fn drive(board: &mut Board) -> Status {
    board.set(0, true);
    if board.encoder.is_multiple_of(16) { Status::Success } else { Status::Running }
}

#[leaf]
fn grip(board: &mut Board) -> Status {
    board.set(1, true);
    match board.input >> 20 & 3 {
        0 => Status::Running,
        1 => Status::Success,
        _ => Status::Failure,
    }
}

#[leaf]
fn beep(board: &mut Board) {
    board.set(5, true);
}

bt! {
    /// The tree.
    pub Rover(Board) = forever < priority <
        |board| board.is_on(29) => charge,
        sequence < drive, timeout(2.0) < retry(3) < grip > >, drive, beep, wait(0.1) >,
    > >
}

impl Program for Rover {
    const NEW: Self = Rover::new();

    fn tick(&mut self, board: &mut Board) -> Status {
        self.tick_for(PERIOD, board)
    }
}
