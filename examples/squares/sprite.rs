//! A sprite runs around a square forever, with an animation.

use bt::{Behavior, Span, Status, bt};
use glam::{DVec2, dvec2};

/// The message.
pub struct Shot;

/// The context of a goal: its owner.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Sprite {
    pub at: DVec2,
    /// The number of animation frames so far.
    pub looks: u32,
    pub destroyed: bool,
}

impl Sprite {
    pub fn change_looks(&mut self) {
        self.looks += 1;
    }
}

/// Moves straight to a place.
#[derive(Behavior)]
#[behavior(context = Sprite, message = Shot)]
pub struct MoveTo {
    goal: DVec2,
    /// In pixels a second.
    speed: f64,
}

impl MoveTo {
    pub fn new(x: f64, y: f64, speed: f64) -> Self {
        MoveTo { goal: dvec2(x, y), speed }
    }

    fn run(&self, sprite: &mut Sprite, span: &mut Span) -> Status {
        if span.spend(sprite.at.distance(self.goal) / self.speed) {
            sprite.at = self.goal;
            return Status::Success;
        }
        sprite.at = sprite.at.move_towards(self.goal, self.speed * span.seconds());
        Status::Running
    }

    fn receive(&self, sprite: &mut Sprite, _: &Shot) -> Status {
        sprite.destroyed = true;
        Status::Failure
    }
}

bt! {
    /// Once around the square, counterclockwise.
    Lap(Sprite) on Shot = sequence <
        move_to(100.0, 100.0, 150.0),
        move_to(-100.0, 100.0, 150.0),
        move_to(-100.0, -100.0, 150.0),
        move_to(100.0, -100.0, 150.0),
    >
}

bt! {
    /// The tutorial's first goal: a sequence in a loop.
    pub Square(Sprite) on Shot = forever < lap >
}

bt! {
    /// Moves and is animated at the same time, until a shot ends the move, and with it the animation.
    pub Enemy(Sprite) on Shot = selector <
        alive: parallel <
            square,
            blink: forever < sequence < wait(0.25), action(Sprite::change_looks) > >,
        >,
        dead: running,
    >
}
