//! The sheep: their tree, context and leaves.

use bevy::prelude::*;
use bevy_bt_trees::{BtAgent, BtView};
use bt::{Span, Status, bt, leaf};

use crate::field::{Dog, PEN, Sheep, step};

/// Sheep flee from a dog that is nearer than this.
const FEAR: f32 = 85.0;
/// A sheep that is farther than this from all others is lost.
const LOST: f32 = 70.0;
/// Speeds, in pixels a second.
const FLEE: f32 = 95.0;
const TROT: f32 = 45.0;
const AMBLE: f32 = 15.0;

bt! {
    /// The first condition that holds decides what the sheep does.
    #[derive(Component)]
    pub SheepMind(Ewe<'_>) = forever < priority <
        |ewe| ewe.sheep.is_in_pen() => settle,
        |ewe| ewe.dog.is_some() => flee,
        |ewe| ewe.is_lost() => rejoin,
        sequence < graze: wait(|ewe| ewe.sheep.appetite), amble(25.0) >,
    > >
}

/// The context: a sheep and what it sees.
pub struct Ewe<'a> {
    sheep: Mut<'a, Sheep>,
    /// The way from a dog that is too near.
    dog: Option<Vec2>,
    /// The way to the nearest other sheep.
    next: Vec2,
}

impl Ewe<'_> {
    fn is_lost(&self) -> bool {
        self.next.length() > LOST
    }

    fn go(&mut self, direction: Vec2, speed: f32, span: &Span) {
        self.sheep.at = step(self.sheep.at, direction, speed * span.seconds_f32());
    }
}

#[leaf]
fn flee(ewe: &mut Ewe<'_>, span: &mut Span) -> Status {
    ewe.go(ewe.dog.unwrap_or_default(), FLEE, span);
    Status::Running
}

#[leaf]
fn rejoin(ewe: &mut Ewe<'_>, span: &mut Span) -> Status {
    ewe.go(ewe.next, TROT, span);
    Status::Running
}

/// Walks towards the middle of the pen, unless another sheep is near.
#[leaf]
fn settle(ewe: &mut Ewe<'_>, span: &mut Span) -> Status {
    if ewe.next.length() > 24.0 {
        ewe.go(PEN - ewe.sheep.at, AMBLE, span);
    }
    Status::Running
}

/// Walks this distance, and turns.
#[leaf]
fn amble(ewe: &mut Ewe<'_>, left: &mut f32, span: &mut Span) -> Status {
    ewe.go(ewe.sheep.heading, AMBLE, span);
    *left -= AMBLE * span.seconds_f32();
    if *left > 0.0 {
        return Status::Running;
    }
    ewe.sheep.heading = ewe.sheep.heading.rotate(Vec2::from_angle(2.0));
    Status::Success
}

impl BtAgent for SheepMind {
    type Param = (Res<'static, BtView<Sheep>>, Res<'static, BtView<Dog>>);
    type Data = &'static mut Sheep;
    type Filter = ();
    type Context<'a> = Ewe<'a>;
    type Answer = Status;

    fn context<'a>(
        me: Entity,
        (flock, dogs): &'a (Res<BtView<Sheep>>, Res<BtView<Dog>>),
        sheep: Mut<'a, Sheep>,
        _: Commands<'a, 'a>,
    ) -> Ewe<'a> {
        let nearest = |ways: &mut dyn Iterator<Item = Vec2>| ways.min_by(|a, b| a.length().total_cmp(&b.length()));
        let next = nearest(&mut flock.iter().filter(|(other, _)| *other != me).map(|(_, other)| other.at - sheep.at));
        let dog = nearest(&mut dogs.iter().map(|(_, dog)| sheep.at - dog.at));
        Ewe { dog: dog.filter(|way| way.length() < FEAR), next: next.unwrap_or_default(), sheep }
    }
}
