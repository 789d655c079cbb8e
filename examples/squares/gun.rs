//! The gun and its bullets.

use bt::{Post, Span, Status, bt, leaf};
use glam::DVec2;

use crate::sprite::{Enemy, Shot, Sprite};

/// A gun or a bullet.
#[derive(Debug)]
pub struct Thing {
    pub at: DVec2,
    /// A direction, of length 1.
    pub facing: DVec2,
    /// The bullets that it fired in this step.
    pub fired: Vec<Thing>,
    /// The number of a bullet, for the replay.
    pub number: usize,
}

impl Thing {
    pub fn new(at: DVec2, facing: DVec2) -> Self {
        Thing { at, facing, fired: Vec::new(), number: 0 }
    }
}

pub type Letters = Post<usize, Shot, 16>;

/// The context of guns and bullets, borrowed for one tick: themselves, their surroundings, and the post.
pub struct Scene<'w> {
    pub me: &'w mut Thing,
    pub enemies: &'w [(Sprite, Enemy)],
    pub post: &'w mut Letters,
}

impl Scene<'_> {
    /// The number of the nearest sprite, and where it is.
    fn nearest(&self) -> Option<(usize, DVec2)> {
        let places = self.enemies.iter().map(|(sprite, _)| sprite.at).enumerate();
        places.min_by(|(_, one), (_, other)| self.me.at.distance(*one).total_cmp(&self.me.at.distance(*other)))
    }

    fn left_the_picture(&self) -> bool {
        self.me.at.abs().max_element() > 700.0
    }
}

// The conditional goals. All of them are about the nearest sprite.

/// Whether it is within this distance.
#[leaf]
pub fn is_in_range(scene: &Scene<'_>, pixels: f64) -> bool {
    scene.nearest().is_some_and(|(_, at)| scene.me.at.distance(at) <= pixels)
}

/// Whether the outlines of the two overlap.
#[leaf]
pub fn is_touching(scene: &Scene<'_>, one: f64, other: f64) -> bool {
    scene.nearest().is_some_and(|(_, at)| scene.me.at.distance(at) < one + other)
}

/// Whether the sprite is in the line of sight, or at most this many pixels next to it.
#[leaf]
pub fn is_facing(scene: &Scene<'_>, pixels: f64) -> bool {
    let Some((_, at)) = scene.nearest() else { return false };
    let way = at - scene.me.at;
    way.dot(scene.me.facing) > 0.0 && way.perp_dot(scene.me.facing).abs() <= pixels
}

/// Fires a bullet.
#[leaf]
fn fire(scene: &mut Scene<'_>) {
    let bullet = Thing::new(scene.me.at, scene.me.facing);
    scene.me.fired.push(bullet);
}

/// Flies straight on until it has left the picture.
#[leaf]
fn fly_on(scene: &mut Scene<'_>, speed: f64, span: &mut Span) -> Status {
    if scene.left_the_picture() {
        return Status::Success;
    }
    scene.me.at += scene.me.facing * speed * span.seconds();
    Status::Running
}

/// Sends the hit to the sprite. The sprite may be in its own tick right now, so the message goes through the post.
#[leaf]
pub fn strike(scene: &mut Scene<'_>) -> bool {
    scene.nearest().is_some_and(|(id, _)| scene.post.post(id, Shot).is_ok())
}

bt! {
    /// Two bullets at any sprite in front of it; `succeed` ends each round without one.
    pub Gun(Scene<'_>) = forever < selector <
        sequence <
            is_in_range(200.0),
            is_facing(4.0),
            repeat(2) < sequence < fire, wait(0.05) > >,
            reload: wait(60.0),
        >,
        succeed,
    > >
}

bt! {
    /// Success is a hit; `fail` means that it hit nothing.
    pub Bullet(Scene<'_>) = sequence <
        reactive_selector < is_touching(5.0, 3.0), fly_on(400.0) >,
        if_else < is_touching(5.0, 3.0), strike, fail >,
    >
}
