//! The field, the pen, and the animals on it.

use bevy::prelude::*;

/// How wide and how high the field is. Its middle is the origin.
pub const FIELD: Vec2 = Vec2::new(960.0, 540.0);
/// The middle of the pen.
pub const PEN: Vec2 = Vec2::new(330.0, 0.0);
/// How far the pen reaches from its middle.
pub const PEN_RADIUS: f32 = 110.0;

#[derive(Component, Clone)]
pub struct Sheep {
    pub at: Vec2,
    /// The direction of its next walk.
    pub heading: Vec2,
    /// How long it grazes in one place, in seconds.
    pub appetite: f32,
}

#[derive(Component, Clone)]
pub struct Dog {
    pub at: Vec2,
}

impl Sheep {
    pub fn new(number: u16) -> Self {
        let turn = Vec2::from_angle(f32::from(number) * 2.4);
        let at = Vec2::new(-210.0, 20.0) + turn * 38.0 * f32::from(number + 1).sqrt();
        Sheep { at, heading: turn, appetite: 1.0 + f32::from(number % 5) }
    }

    pub fn is_in_pen(&self) -> bool {
        self.at.distance(PEN) < PEN_RADIUS - 25.0
    }
}

/// The place after a step of this length in a direction, clamped to the field.
pub fn step(from: Vec2, direction: Vec2, length: f32) -> Vec2 {
    let edge = FIELD / 2.0 - 15.0;
    (from + direction.normalize_or_zero() * length).clamp(-edge, edge)
}
