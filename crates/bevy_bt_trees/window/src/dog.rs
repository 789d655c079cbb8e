//! The dog: its tree, its context and its leaves.

use bevy::prelude::*;
use bevy_bt_trees::{BtAgent, BtView};
use bt::{Span, Status, bt, leaf};

use crate::field::{Dog, PEN, Sheep, step};

/// In pixels a second.
const RUN: f32 = 190.0;

bt! {
    /// Fetches one sheep after the other, the farthest first.
    #[derive(Component)]
    pub DogMind(Collie<'_>) = forever < priority <
        |collie| collie.farthest().is_some() => sequence < find -> sheep, circle(sheep), drive(sheep) >,
        lie_down: running,
    > >
}

/// The context: the dog and what it sees.
pub struct Collie<'a> {
    dog: Mut<'a, Dog>,
    flock: &'a BtView<Sheep>,
}

impl Collie<'_> {
    /// The sheep that is farthest from the pen; `None` if all are in it.
    fn farthest(&self) -> Option<Entity> {
        let outside = self.flock.iter().filter(|(_, sheep)| !sheep.is_in_pen());
        let farthest = outside.max_by(|(_, a), (_, b)| a.at.distance(PEN).total_cmp(&b.at.distance(PEN)));
        farthest.map(|(entity, _)| entity)
    }

    /// Where a sheep is that is not in the pen.
    fn outside(&self, sheep: Entity) -> Option<Vec2> {
        self.flock.get(sheep).filter(|sheep| !sheep.is_in_pen()).map(|sheep| sheep.at)
    }

    /// Runs towards a place for the span. Returns whether the dog is there.
    fn run_to(&mut self, place: Vec2, span: &Span) -> bool {
        let way = place - self.dog.at;
        self.dog.at = step(self.dog.at, way, way.length().min(RUN * span.seconds_f32()));
        self.dog.at.distance(place) < 4.0
    }
}

/// A place on the far side of a sheep.
fn behind(sheep: Vec2, far: f32) -> Vec2 {
    sheep + (sheep - PEN).normalize_or_zero() * far
}

#[leaf]
fn find(collie: &mut Collie<'_>) -> Option<Entity> {
    collie.farthest()
}

/// Runs round a sheep to its far side, at a distance that does not make it flee to the wrong side.
#[leaf]
fn circle(collie: &mut Collie<'_>, sheep: &Entity, span: &mut Span) -> Status {
    let Some(at) = collie.outside(*sheep) else { return Status::Success };
    let (goal, dog) = (behind(at, 60.0), collie.dog.at);
    let is_past = (dog - at).dot(at - PEN) > 0.0;
    let side = (at - PEN).normalize_or_zero().perp();
    let goal = if is_past { goal } else { at + side * 100.0 * (dog - at).dot(side).signum() };
    if collie.run_to(goal, span) && is_past { Status::Success } else { Status::Running }
}

/// Drives a sheep to the pen. Succeeds when the sheep is there, or has escaped to the side.
#[leaf]
fn drive(collie: &mut Collie<'_>, sheep: &Entity, span: &mut Span) -> Status {
    let Some(at) = collie.outside(*sheep) else { return Status::Success };
    collie.run_to(behind(at, 40.0), span);
    let is_in_line = (at - collie.dog.at).angle_to(PEN - at).abs() < 1.0;
    if is_in_line { Status::Running } else { Status::Success }
}

impl BtAgent for DogMind {
    type Param = Res<'static, BtView<Sheep>>;
    type Data = &'static mut Dog;
    type Filter = ();
    type Context<'a> = Collie<'a>;
    type Answer = Status;

    fn context<'a>(_: Entity, flock: &'a Res<BtView<Sheep>>, dog: Mut<'a, Dog>, _: Commands<'a, 'a>) -> Collie<'a> {
        Collie { dog, flock }
    }
}
