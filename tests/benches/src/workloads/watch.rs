//! W8: a watchman that rests most of the time, and walks to the other end of its beat in between.

use bt::Status;

use super::way::Way;
use crate::world::World;

/// How long the watchman rests, in seconds: some 240 ticks. Then it walks for two to sixteen.
pub const REST: f64 = 4.0;

/// The watchman.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Watch {
    /// Where it goes.
    pub way: Way,
    /// How often it has gone it.
    pub rounds: u32,
}

impl World for Watch {
    const NAME: &'static str = "W8 watch";
    const JITTERED: &'static str = "W8 watch, jittered frames";
    const MOST_WARM_UP_TICKS: u64 = 256;

    fn drawn(chance: u64) -> Self {
        Watch { way: Way { at: 0.0, target: ((chance >> 61) + 1) as f32 * 0.5 }, rounds: 0 }
    }

    #[inline(always)]
    fn prepare(&mut self) {}
}

/// Goes on.
#[inline(always)]
pub fn goto(watch: &mut Watch) -> Status {
    watch.way.goto()
}

/// Is at the end, and turns round.
#[inline(always)]
pub fn arrive(watch: &mut Watch) {
    watch.rounds += 1;
    watch.way.turn_round();
}
