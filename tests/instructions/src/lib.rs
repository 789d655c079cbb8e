//! A tree that is ticked with the observer that a feature names, or with none: `tests/it/instructions.rs` compares what
//! rustc makes of it.

use bt::{Behavior, NodeEvent, Outcome, Status, TreeObserver, bt};

/// What the leaves work on.
#[derive(Debug)]
pub struct Room {
    /// It goes on from leaf to leaf.
    pub number: u64,
}

/// Works for a while.
#[derive(Behavior)]
#[behavior(context = Room)]
struct Work {
    factor: u64,
}

impl Work {
    fn new(factor: u64) -> Self {
        Work { factor }
    }

    fn start(&mut self, room: &mut Room) {
        room.number ^= 1;
    }

    fn run(&mut self, room: &mut Room) -> Status {
        room.number = room.number.wrapping_mul(31) + self.factor;
        if room.number.is_multiple_of(16) { Status::Running } else { Status::from(room.number & 1 == 0) }
    }

    fn finish(&mut self, room: &mut Room, outcome: Outcome) {
        room.number ^= if outcome == Outcome::Aborted { 2 } else { 4 };
    }
}

bt! {
    /// Stands as a leaf in the other.
    Help(Room) = sequence < work(1), inverter < work(2) > >
}

bt! {
    /// Something of everything.
    pub Agent(Room) = selector <
        sequence < work(3), condition(|room| room.number > 9), work(4) >,
        guard(|room| room.number != 7) < repeat(3) < selector < work(5), help > > >,
        reactive_sequence < work(6), parallel < work(7), force_success < work(8) > > >,
        run_once < retry(2) < work(9) > >,
    >
}

/// Is told everything, and makes nothing of it.
pub struct Idle;

impl TreeObserver for Idle {}

/// Counts what has started.
pub struct Counting(pub usize);

impl TreeObserver for Counting {
    fn start(&mut self, _: &NodeEvent) {
        self.0 += 1;
    }
}

/// One tick, with the observer that the feature names.
#[inline(never)]
pub fn tick(agent: &mut Agent, room: &mut Room) -> Status {
    if cfg!(feature = "nobody") {
        agent.tick_with(room, &mut ())
    } else if cfg!(feature = "idle") {
        agent.tick_with(room, &mut Idle)
    } else if cfg!(feature = "counting") {
        agent.tick_with(room, &mut Counting(0))
    } else {
        agent.tick(room)
    }
}

/// An abort, with the same observer.
#[inline(never)]
pub fn abort(agent: &mut Agent, room: &mut Room) {
    if cfg!(feature = "nobody") {
        agent.abort_with(room, &mut ());
    } else if cfg!(feature = "idle") {
        agent.abort_with(room, &mut Idle);
    } else if cfg!(feature = "counting") {
        agent.abort_with(room, &mut Counting(0));
    } else {
        agent.abort(room);
    }
}
