//! W7: an agent that rests, and walks two ways, the second one in half a second at most.

use bt::Status;

use super::way::Way;
use crate::world::World;

/// How long the agent rests, in seconds.
pub const REST: f64 = 0.1;

/// How long the second way may take, in seconds.
pub const LIMIT: f64 = 0.5;

/// The agent.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Patrol {
    /// Where it goes.
    pub way: Way,
    /// How often it has gone all of it.
    pub rounds: u32,
}

impl World for Patrol {
    const NAME: &'static str = "W7 patrol";
    const JITTERED: &'static str = "W7 patrol, jittered frames";

    fn drawn(chance: u64) -> Self {
        Patrol { way: Way::drawn(chance), rounds: 0 }
    }

    #[inline(always)]
    fn prepare(&mut self) {}
}

/// Goes on, and turns round where it has arrived.
#[inline(always)]
pub fn goto(patrol: &mut Patrol) -> Status {
    let status = patrol.way.goto();
    if status.is_success() {
        patrol.way.turn_round();
    }
    status
}

/// Has gone both ways: the next ones are a metre longer, and at last short again.
#[inline(always)]
pub fn arrive(patrol: &mut Patrol) {
    patrol.rounds += 1;
    let longer = patrol.way.target.abs() + 1.0;
    patrol.way.target = if longer > 7.0 { 1.0 } else { longer };
}
