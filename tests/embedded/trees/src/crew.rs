//! A crew of three that work side by side, one of them with a cooldown: the tree with the largest state.

use bt::{Status, bt, leaf};

use crate::{Board, PERIOD, Program};

/// Holds an output on until a sensor is on.
#[leaf]
fn until(board: &mut Board, output: u32, sensor: u32) -> Status {
    let is_done = board.is_on(sensor);
    board.set(output, !is_done);
    if is_done { Status::Success } else { Status::Running }
}

/// Toggles a light.
#[leaf]
fn blink(board: &mut Board) {
    board.output ^= 1 << 9;
}

bt! {
    /// The tree.
    pub Crew(Board) = forever < parallel_all <
        pump: timeout(1.0) < until(0, 29) >,
        valve: repeat(3) < until(1, 30) >,
        light: sequence < blink, wait(0.3), blink >,
        alarm: force_success < cooldown(2.0) < until(2, 31) > >,
    > >
}

impl Program for Crew {
    const NEW: Self = Crew::new();

    fn tick(&mut self, board: &mut Board) -> Status {
        self.tick_for(PERIOD, board)
    }
}
