//! The behavior of a creature.

use std::f32::consts::TAU;

use bt::{Behavior, Outcome, Status, bt, leaf};
use glam::Vec2;
use rand::RngExt;

use crate::npc::{Npc, Walk};

/// Within this distance of its target, it has arrived.
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

    /// However it ends, it switches the steering off and clears the target. A stuck move does not affect the next
    /// one.
    fn finish(&mut self, npc: &mut Npc, outcome: Outcome) {
        npc.arrive_at = None;
        npc.blackboard.stuck = false;
        if let Some(target) = npc.blackboard.target.take() {
            npc.walks.push(Walk { target, end: npc.position, time: [npc.walk_began, npc.now], outcome });
        }
    }
}

bt! {
    /// Goes to a point in a circle. Every 4 seconds it compares its position with the previous one.
    ///
    /// The watch ends with its move. A timer of the object, as in the tutorial, would continue after it, and each
    /// move would add another one.
    pub Wander(Npc) { centre: Vec2, radius: f32 } = sequence <
        action(Npc::clear_blackboard),
        find_wander_point(centre, radius),
        every(4.0, Npc::check_progress) < move_to_point >,
    >
}

bt! {
    /// Wanders again and again, and looks around after each walk, whatever its result.
    pub Roam(Npc) { centre: Vec2, radius: f32 } = forever < sequence <
        force_success < wander(centre, radius) >,
        look_round: wait_between(0.5, 1.5),
    > >
}
