//! A sheep, and its tree.

use std::time::Duration;

use bt::{Span, Status, bt, leaf};
use bt_examples::dice::Dice;

/// A point on the meadow, in metres.
pub type Point = (f64, f64);

/// A sheep on a meadow of a square kilometre.
#[derive(Clone, Debug, PartialEq)]
pub struct Sheep {
    pub at: Point,
    /// The direction in which it looks.
    to: Point,
    pub meals: u32,
    /// The sum of the spans of its ticks.
    pub age: Duration,
    chance: u64,
}

impl Sheep {
    pub fn new(number: u64) -> Self {
        let chance = Dice::new(number).any();
        let coordinate = |bits: u64| (bits % 1_000_000) as f64 / 1000.0;
        let at = (coordinate(chance >> 40), coordinate(chance >> 20));
        Sheep { at, to: (1.0, 0.0), meals: 0, age: Duration::ZERO, chance }
    }

    /// Draws a new direction, and new durations.
    fn turn(&mut self) {
        self.chance = self.chance.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        let (sine, cosine) = ((self.chance >> 40) as f64 * 1e-3).sin_cos();
        self.to = (cosine, sine);
    }

    /// A duration of this many seconds at most.
    fn some(&self, seconds: u64) -> Duration {
        Duration::from_millis((self.chance >> 33) % (1000 * seconds))
    }

    pub fn distance(&self, other: Point) -> f64 {
        (self.at.0 - other.0).hypot(self.at.1 - other.1)
    }
}

/// Walks straight on for some time, half a metre in a second.
#[leaf]
fn trot(sheep: &mut Sheep, left: &mut Duration, span: &mut Span) -> Status {
    let before = span.left();
    let arrives = span.spend(*left);
    let walked = if arrives { *left } else { before };
    *left -= walked;
    sheep.at.0 += 0.5 * sheep.to.0 * walked.as_secs_f64();
    sheep.at.1 += 0.5 * sheep.to.1 * walked.as_secs_f64();
    if arrives { Status::Success } else { Status::Running }
}

bt! {
    /// Grazes, looks for another place, and ruminates now and then.
    pub Graze(Sheep) = forever < sequence <
        search: repeat(3) < sequence <
            action(|sheep| sheep.turn()),
            trot(|sheep| sheep.some(3)),
            wait(|sheep| sheep.some(2)),
            action(|sheep| sheep.meals += 1),
        > >,
        ruminate: wait(|sheep| sheep.some(9)),
    > >
}
