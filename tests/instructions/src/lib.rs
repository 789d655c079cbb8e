//! A tree that is ticked with the observer that a feature names, or with none: `tests/it/instructions.rs` compares
//! the instructions.

use bt::observe::Why;
use bt::{Behavior, NodeEvent, Outcome, Random, Status, TreeObserver, bt, leaf};
use rand_pcg::Pcg32;

/// The context of the leaves.
#[derive(Debug)]
pub struct Room {
    /// It advances from leaf to leaf.
    pub number: u64,
    /// What is drawn from.
    pub chance: Pcg32,
}

impl Random for Room {
    type Rng = Pcg32;

    fn rng(&mut self) -> &mut Pcg32 {
        &mut self.chance
    }
}

/// What is found in a room.
#[derive(Clone, Debug)]
pub struct Thing(u64);

/// A value without a text.
#[derive(Clone, Copy, PartialEq)]
pub struct Mark(u64);

#[leaf]
fn find(room: &mut Room) -> Option<Thing> {
    room.number.is_multiple_of(3).then_some(Thing(room.number))
}

#[leaf]
fn carry(room: &mut Room, thing: Thing) -> Status {
    room.number += thing.0;
    if room.number.is_multiple_of(8) { Status::Running } else { Status::Success }
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
    /// A leaf of the other one.
    Help(Room) = sequence < work(1), inverter < work(2) > >
}

bt! {
    /// All nodes that report reasons to observers.
    Decide(Room) = selector <
        precondition(|room| room.number > 1) < if_else(|room| room.number > 2) < work(10), work(11) > >,
        reactive_if_else(|room| room.number > 3) <
            work(12),
            switch(|room| room.number) < 0 => work(13), _ => work(14) >,
        >,
        reactive_switch(|room| Mark(room.number)) < Mark(0) => work(15), _ => work(16) >,
        priority < |room| room.number > 4 => work(17), if |room| room.number > 7 => work(30), work(18) >,
        utility(|room| room.number, 3) < work(19), work(20) >,
        reactive_utility(|room| room.number, 3) < work(21), work(22) >,
        weighted(|room| room.number, 3) < work(23), probability(0.5) < work(24) > >,
        random_selector <
            work(25),
            sequence < wait_until(|room| room.number > 5), work(29) >,
        >,
        keyed(|room| -> u64 { room.number }) < work(26) >,
        observe(|room| -> Mark { Mark(room.number) }) < reactive_sequence <
            find -> near,
            guard(|_| near.0 > 6) < work(27) >,
        > >,
        sequence < find -> thing, work(28), carry(thing) >,
        pipeline < find -> thing, carry(thing) >,
        for_each(|room, i| -> Option<Thing> { (i < 3).then_some(Thing(room.number)) }) -> thing < carry(thing) >,
    >
}

bt! {
    /// A tree with many kinds of nodes.
    pub Agent(Room) = selector <
        sequence < work(3), condition(|room| room.number > 9 || !(room.number == 2) && room.number < 5), work(4) >,
        guard(|room| room.number != 7) < repeat(3) < selector < work(5), help > > >,
        reactive_sequence < work(6), parallel < work(7), force_success < work(8) > > >,
        run_once < retry(2) < work(9) > >,
        decide,
    >
}

/// Gets all events, and ignores them.
pub struct Idle;

impl TreeObserver for Idle {}

/// Counts starts and bound values.
pub struct Counting(pub usize);

impl TreeObserver for Counting {
    fn start(&mut self, _: &NodeEvent) {
        self.0 += 1;
    }

    fn why(&mut self, _: &NodeEvent, why: Why<'_>) {
        self.0 += usize::from(matches!(why, Why::Bound { .. }));
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
