//! W9: three tasks in turn, each of several runs, until one succeeds; the next activation begins with the next task.

use bt::Status;

use crate::world::World;

/// The tasks, and what has come of them.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Rounds {
    /// What decides whether a task succeeds: a linear congruential generator draws it before each tick.
    pub chance: u64,
    /// The task that is next: the one after the last success.
    pub next: usize,
    /// It is never raised, which no system knows.
    pub alarm: bool,
    /// How often each task has ended.
    pub ended: [u32; TASKS],
}

/// How many tasks there are.
pub const TASKS: usize = 3;

/// The runs that a task takes.
const LONG: u8 = 3;

impl World for Rounds {
    const NAME: &'static str = "W9 rounds";

    fn drawn(chance: u64) -> Self {
        Rounds { chance, ..Rounds::default() }
    }

    #[inline(always)]
    fn prepare(&mut self) {
        self.chance = self.chance.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
    }
}

/// Works on a task; `runs` is how often it has done so.
#[inline(always)]
pub fn work(task: usize, runs: &mut u8, rounds: &mut Rounds) -> Status {
    *runs += 1;
    if *runs < LONG {
        return Status::Running;
    }
    rounds.ended[task] += 1;
    let success = rounds.chance >> 62 == 0;
    if success {
        rounds.next = after(task);
    }
    Status::from(success)
}

/// The task after this one.
#[inline(always)]
pub fn after(task: usize) -> usize {
    if task + 1 == TASKS { 0 } else { task + 1 }
}
