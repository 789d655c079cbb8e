//! A bot that walks through a door: a sequence of four leaves.

use bt::{Status, bt, leaf};

use crate::{Board, Program};

#[leaf]
fn walk(board: &mut Board) -> Status {
    board.set(0, true);
    if board.encoder.is_multiple_of(8) { Status::Success } else { Status::Running }
}

#[leaf]
fn open_door(board: &mut Board) -> bool {
    board.set(1, true);
    !board.is_on(28)
}

#[leaf]
fn step_through(board: &mut Board) -> Status {
    board.set(0, true);
    if board.encoder.is_multiple_of(4) { Status::Success } else { Status::Running }
}

#[leaf]
fn close_door(board: &mut Board) {
    board.set(1, false);
}

bt! {
    /// The tree.
    pub Door(Board) = sequence < walk, open_door, step_through, close_door >
}

impl Program for Door {
    const NEW: Self = Door::new();

    fn tick(&mut self, board: &mut Board) -> Status {
        Door::tick(self, board)
    }
}
