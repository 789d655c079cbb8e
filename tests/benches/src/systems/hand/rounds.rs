//! W9 by hand: one state, and the data that the hooks of a composite would keep.

use bt::{Look, Next, Status};

use crate::systems::ours::{InTurn, InTurnWithLook};
use crate::workloads::rounds::{Rounds, TASKS, after, work};
use crate::world::Tick;

/// The active task, with the number of its runs.
#[derive(Default)]
enum State {
    #[default]
    Idle,
    Dig(u8),
    Carry(u8),
    Rest(u8),
}

impl State {
    #[inline(always)]
    fn begin(task: usize) -> Self {
        match task {
            0 => State::Dig(0),
            1 => State::Carry(0),
            _ => State::Rest(0),
        }
    }

    /// The number of the active task, and a run of it.
    #[inline(always)]
    fn run(&mut self, rounds: &mut Rounds) -> (usize, Status) {
        match self {
            State::Dig(runs) => (0, work(0, runs, rounds)),
            State::Carry(runs) => (1, work(1, runs, rounds)),
            State::Rest(runs) => (2, work(2, runs, rounds)),
            State::Idle => unreachable!("a task is active"),
        }
    }
}

/// Without a look.
#[derive(Default)]
pub struct Hooks {
    state: State,
    turns: InTurn,
}

impl Tick<Rounds> for Hooks {
    #[inline]
    fn tick(&mut self, rounds: &mut Rounds) -> Status {
        if let State::Idle = self.state {
            self.turns = InTurn::default();
            match self.turns.first(rounds, TASKS) {
                Next::Child(task) => self.state = State::begin(task),
                Next::End(status) => return status,
            }
        }
        loop {
            let (task, status) = self.state.run(rounds);
            if status.is_running() {
                return status;
            }
            match self.turns.after(rounds, task, status) {
                Next::Child(task) => self.state = State::begin(task),
                Next::End(status) => {
                    self.state = State::Idle;
                    return status;
                }
            }
        }
    }
}

/// With a look.
#[derive(Default)]
pub struct HooksAndLook {
    state: State,
    turns: InTurnWithLook,
}

impl Tick<Rounds> for HooksAndLook {
    #[inline]
    fn tick(&mut self, rounds: &mut Rounds) -> Status {
        let active = match self.state {
            State::Idle => {
                self.turns = InTurnWithLook::default();
                match self.turns.first(rounds, TASKS) {
                    Next::Child(task) => self.state = State::begin(task),
                    Next::End(status) => return status,
                }
                None
            }
            State::Dig(_) => Some(0),
            State::Carry(_) => Some(1),
            State::Rest(_) => Some(2),
        };
        if let Some(active) = active {
            match self.turns.look(rounds, active) {
                Look::Switch(task) if task != active => self.state = State::begin(task),
                Look::Stay | Look::Switch(_) => {}
                Look::End(status) => {
                    self.state = State::Idle;
                    return status;
                }
            }
        }
        loop {
            let (task, status) = self.state.run(rounds);
            if status.is_running() {
                return status;
            }
            match self.turns.after(rounds, task, status) {
                Next::Child(task) => self.state = State::begin(task),
                Next::End(status) => {
                    self.state = State::Idle;
                    return status;
                }
            }
        }
    }
}

/// `round_robin`: what has failed, and the task that goes first next time.
#[derive(Default)]
pub struct Kept {
    state: State,
    failed: usize,
    first: usize,
}

impl Tick<Rounds> for Kept {
    #[inline]
    fn tick(&mut self, rounds: &mut Rounds) -> Status {
        if let State::Idle = self.state {
            self.failed = 0;
            self.state = State::begin(self.first);
        }
        loop {
            let (task, status) = self.state.run(rounds);
            if status.is_running() {
                return status;
            }
            self.failed += usize::from(!status.is_success());
            if status.is_success() {
                self.first = after(task);
            }
            if status.is_success() || self.failed == TASKS {
                self.state = State::Idle;
                return status;
            }
            self.state = State::begin(after(task));
        }
    }
}
