//! The five kinds of creatures: their trees and leaves. They use nothing of Bevy but `Component`.

use bevy_ecs::prelude::Component;
use bt::{Behavior, Outcome, Span, Status, bt, leaf};

use crate::creature::{Bite, Creature};

bt! {
    /// Grazes until it is bitten, then flees. The third bite kills it.
    #[derive(Component)]
    pub Sheep(impl Creature) on Bite = forever < selector < graze, sequence < bleed, flee >, die > >
}

bt! {
    /// Prowls, and bites its mark when it is near.
    #[derive(Component)]
    pub Wolf(impl Creature) = forever < reactive_selector <
        sequence < condition(|wolf| wolf.distance().is_some_and(|far| far < 10.0)), cooldown(0.5) < snap > >,
        go(3.0),
    > >
}

bt! {
    /// Follows its mark, and waits when it is gone.
    #[derive(Component)]
    pub Dog(impl Creature) = forever < selector < guard(|dog| dog.distance().is_some()) < go(2.0) >, wait(1.0) > >
}

bt! {
    /// Lays an egg now and then.
    #[derive(Component)]
    pub Hen(impl Creature) = forever < sequence < go(0.5), timeout(2.0) < breed > > >
}

bt! {
    /// Walks to a place near by, then grows up: the tree ends.
    #[derive(Component)]
    pub Chick(impl Creature) = sequence < go(0.2), wait(0.7), action(|chick| chick.note("grown up")) >
}

/// Walks to a random place near by, and records whether it arrived or was stopped on the way.
#[derive(Behavior)]
#[behavior(context = impl Creature)]
pub struct Go {
    speed: f64,
    goal: f32,
}

impl Go {
    fn new(speed: f64) -> Self {
        Go { speed, goal: 0.0 }
    }

    fn start(&mut self, creature: &mut impl Creature) {
        self.goal = *creature.place() + 4.0 * creature.body().draw() - 2.0;
    }

    fn run(&mut self, creature: &mut impl Creature, span: &mut Span) -> Status {
        let way = self.goal - *creature.place();
        if span.spend(f64::from(way.abs()) / self.speed) {
            *creature.place() = self.goal;
            return Status::Success;
        }
        *creature.place() += way.signum() * (self.speed * span.seconds()) as f32;
        Status::Running
    }

    fn finish(&mut self, creature: &mut impl Creature, outcome: Outcome) {
        creature.note(if outcome == Outcome::Aborted { "stopped" } else { "arrived" });
    }
}

/// Eats grass until it is bitten.
#[derive(Behavior, Default)]
#[behavior(context = impl Creature, message = Bite)]
pub struct Graze;

impl Graze {
    fn run(&mut self, sheep: &mut impl Creature) -> Status {
        if sheep.body().draw() < 0.05 {
            sheep.note("chews");
        }
        Status::Running
    }

    fn receive(&mut self, sheep: &mut impl Creature, _: &Bite) -> Status {
        sheep.note("bitten");
        Status::Failure
    }

    fn finish(&mut self, sheep: &mut impl Creature, outcome: Outcome) {
        sheep.note(if outcome == Outcome::Aborted { "dies at ease" } else { "alarmed" });
    }
}

#[leaf]
fn bleed(sheep: &mut impl Creature) -> bool {
    sheep.body().health -= 1;
    sheep.body().health > 0
}

#[leaf]
fn flee(sheep: &mut impl Creature) {
    *sheep.place() += 5.0;
    sheep.note("fled");
}

/// Dies: the sheep is removed after this frame, which aborts this leaf.
#[derive(Behavior, Default)]
#[behavior(context = impl Creature)]
pub struct Die;

impl Die {
    fn start(&mut self, sheep: &mut impl Creature) {
        sheep.die();
    }

    fn run(&mut self, _: &mut impl Creature) -> Status {
        Status::Running
    }

    fn finish(&mut self, sheep: &mut impl Creature, _: Outcome) {
        sheep.note("died");
    }
}

#[leaf]
fn snap(wolf: &mut impl Creature) {
    wolf.bite();
    wolf.note("bites");
}

#[leaf]
fn breed(hen: &mut impl Creature) -> Status {
    if hen.body().draw() < 0.9 {
        return Status::Running;
    }
    hen.hatch();
    hen.note("hatched");
    Status::Success
}
