//! The behavior of a guard: the tree that polls in each tick, and the one that waits for events.

use bt::{Behavior, Status, bt, leaf};

use crate::body::{LOST, POSTS, REACH, RUN, Scene, Senses, WALK};

#[leaf]
fn is_hurt(scene: &mut Scene<'_>) -> bool {
    scene.body.counts.asked += 1;
    scene.body.senses.hurt
}

#[leaf]
fn sees_player(scene: &mut Scene<'_>) -> bool {
    scene.body.counts.asked += 1;
    scene.body.senses.player_near
}

/// Runs from the player until it is aborted.
#[derive(Behavior, Default)]
#[behavior(context = Scene<'_>, returns(running))]
struct RunAway;

impl RunAway {
    fn run(&self, scene: &mut Scene<'_>) -> Status {
        scene.body.go(-RUN.copysign(scene.way_to_player()));
        Status::Running
    }
}

/// Clears the pain.
#[leaf]
fn heal(scene: &mut Scene<'_>) {
    scene.body.senses.hurt = false;
}

/// Runs after the player, and stays close. Fails when the player has got away.
#[derive(Behavior, Default)]
#[behavior(context = Scene<'_>, returns(running, failure))]
struct Follow;

impl Follow {
    fn run(&self, scene: &mut Scene<'_>) -> Status {
        let way = scene.way_to_player();
        if way.abs() > LOST {
            return Status::Failure;
        }
        scene.body.go(if way.abs() < REACH / 2.0 { 0.0 } else { RUN.copysign(way) });
        Status::Running
    }
}

#[derive(Behavior)]
#[behavior(context = Scene<'_>, returns(running, success))]
struct WalkTo {
    place: f32,
}

impl WalkTo {
    fn new(place: f32) -> Self {
        WalkTo { place }
    }

    fn run(&self, scene: &mut Scene<'_>) -> Status {
        let way = self.place - scene.body.position;
        if way.abs() < 0.1 {
            return Status::Success;
        }
        scene.body.go(WALK.copysign(way));
        Status::Running
    }
}

bt! {
    /// While it flees, it does not check again whether it is hurt.
    pub Escape(Scene<'_>) = sequence < is_hurt, race < wait(3.0), run_away >, heal >
}

bt! { pub Pursue(Scene<'_>) = sequence < sees_player, follow > }

bt! { pub Round(Scene<'_>) = forever < sequence < walk_to(POSTS[1]), wait(1.0), walk_to(POSTS[0]), wait(1.0) > > }

bt! {
    /// Checks in each tick whether there is something more urgent.
    pub InEachTick(Scene<'_>) = forever < reactive_selector < flee: escape, chase: pursue, patrol: round > >
}

bt! {
    /// Makes the same decisions, but only checks when it starts and when its senses have changed. In all other ticks it
    /// compares the key, and continues with the running leaf.
    pub OnEvents(Scene<'_>) = forever <
        observe(|scene| -> Senses { scene.body.senses }) < reactive_selector <
            flee: escape,
            chase: pursue,
            patrol: round,
        > >
    >
}
