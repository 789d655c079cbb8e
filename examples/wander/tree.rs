//! What a creature does.

use std::f32::consts::TAU;

use bt::{Behavior, Outcome, Status, bt, leaf};
use glam::Vec2;
use rand::RngExt;

use crate::npc::{Npc, Walk};

/// So near to its target, it is there.
pub const NEAR: f32 = 10.0;

/// Draws a point in a circle, for the move that comes after it.
#[leaf]
pub fn find_wander_point(npc: &mut Npc, centre: Vec2, radius: f32) {
    let angle = npc.chance.random_range(0.0..TAU);
    let distance = npc.chance.random_range(0.0..=radius);
    npc.blackboard.target = Some(centre + distance * Vec2::from_angle(angle));
}

/// Goes to the target on the blackboard, and fails if there is none or if it gets stuck.
#[derive(Behavior, Default)]
#[behavior(context = Npc)]
pub struct MoveToPoint;

impl MoveToPoint {
    fn start(&mut self, npc: &mut Npc) {
        npc.walk_began = npc.now;
        npc.arrive_at = npc.blackboard.target;
        npc.blackboard.seen_at = npc.position;
    }

    fn run(&mut self, npc: &mut Npc) -> Status {
        if npc.blackboard.stuck {
            return Status::Failure;
        }
        match npc.blackboard.target {
            None => Status::Failure,
            Some(target) if npc.position.distance(target) < NEAR => Status::Success,
            Some(_) => Status::Running,
        }
    }

    /// However it ends, the steering is off and the target is gone. Whether it was stuck is no matter of the next move.
    fn finish(&mut self, npc: &mut Npc, outcome: Outcome) {
        npc.arrive_at = None;
        npc.blackboard.stuck = false;
        if let Some(target) = npc.blackboard.target.take() {
            npc.walks.push(Walk { target, end: npc.position, time: [npc.walk_began, npc.now], outcome });
        }
    }
}

bt! {
    /// Goes to some point in a circle. Every 4 seconds it is compared where it is and where it was.
    ///
    /// The watch ends with the move that it watches. A timer of the object, as in the tutorial, would go on after it,
    /// and with each move there would be one more of them.
    pub Wander(Npc) { centre: Vec2, radius: f32 } = sequence <
        action(Npc::clear_blackboard),
        find_wander_point(centre, radius),
        every(4.0, Npc::check_progress) < move_to_point >,
    >
}

bt! {
    /// Wanders again and again, and looks round after each walk, whatever has become of it.
    pub Roam(Npc) { centre: Vec2, radius: f32 } = forever < sequence <
        force_success < wander(centre, radius) >,
        look_round: wait_between(0.5, 1.5),
    > >
}
