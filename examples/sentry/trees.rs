//! The behavior of agents: leaves, subtrees that all kinds of agents share, and a tree for each kind.

use bt::{Behavior, Status, bt, leaf};
use glam::{Vec2, vec2};

use crate::agent::{Agent, Awareness, BombKind, Deed, Fact, Steering};
use crate::level::tile_at;

/// Plays a sound, which the player hears.
#[leaf]
fn play_sound(agent: &mut Agent, sound: &'static str) {
    agent.tell(format!("plays \"{sound}\""));
}

/// Drops a bomb next to itself, and keeps above the player.
#[leaf]
fn drop_bomb(agent: &mut Agent, offset: Vec2, kind: BombKind) {
    agent.steering = Steering::Chase;
    agent.deeds.push(Deed::Bomb { at: agent.at + offset, kind });
    agent.tell("drops a bomb");
}

/// Makes a remembered position the target.
#[leaf]
fn target_memory(agent: &mut Agent, fact: Fact) -> bool {
    let place = agent.place_of(fact);
    if let Some(place) = place {
        agent.memory.insert_at(Fact::Target, true, place);
    }
    place.is_some()
}

/// Whether it is this aware.
#[leaf]
fn is_aware(agent: &Agent, awareness: Awareness) -> bool {
    agent.awareness == awareness
}

/// Goes to the target and stays there until it has forgotten the reason.
#[derive(Behavior, Clone, Default, PartialEq, Eq, Hash)]
#[behavior(context = Agent, returns(running, failure))]
struct FollowTarget;

impl FollowTarget {
    fn start(&self, agent: &mut Agent) {
        let column = agent.place_of(Fact::Target).map(|at| tile_at(at)[0]);
        agent.tell(format!("makes for column {}", column.unwrap_or_default()));
    }

    fn run(&self, agent: &mut Agent) -> Status {
        let Some(place) = agent.place_of(Fact::Target) else {
            return Status::Failure;
        };
        agent.steering = Steering::Arrive(agent.above(place));
        Status::Running
    }
}

/// Waits until it has come to the next node of its route.
#[derive(Behavior, Clone, Default, PartialEq, Eq, Hash)]
#[behavior(context = Agent, returns(running, success))]
struct GotoNode;

impl GotoNode {
    fn start(&self, agent: &mut Agent) {
        agent.tell(format!("is on its round, to column {}", tile_at(agent.route[0])[0]));
    }

    fn run(&self, agent: &mut Agent) -> Status {
        if agent.at != agent.route[0] {
            return Status::Running;
        }
        agent.route.rotate_left(1);
        agent.tell("is there");
        Status::Success
    }
}

bt! {
    /// An agent whose awareness has risen does nothing else for half a second: the player has time to react.
    #[derive(Clone, PartialEq, Eq, Hash)]
    Surprise(Agent) { sound: &'static str } = sequence <
        remember(Fact::IsSurprised, false),
        action(Agent::is_startled),
        remember(Fact::IsSurprised, true),
        play_sound(sound),
        action(Agent::stop),
        wait(0.5),
        remember(Fact::IsSurprised, false),
    >
}

bt! {
    /// One bomb, as long as the player is visible and near. The pause after it is drawn for each bomb.
    #[derive(Clone, PartialEq, Eq, Hash)]
    PesterPlayer(Agent) = sequence <
        condition(Agent::can_see_player),
        condition(Agent::within_range),
        forget(Fact::Noise),
        drop_bomb(vec2(0.0, -6.0), BombKind::Floating),
        reload: wait_between(0.5, 0.8),
    >
}

bt! {
    /// Three shots in a row, and a pause.
    #[derive(Clone, PartialEq, Eq, Hash)]
    ShootPlayer(Agent) = sequence <
        condition(Agent::can_see_player),
        condition(Agent::within_range),
        forget(Fact::Noise),
        action(Agent::stop),
        repeat(3) < sequence < action(Agent::shoot), wait(0.15) > >,
        reload: wait_between(1.0, 1.5),
    >
}

bt! {
    /// The origin of an attack becomes the target, once for each attack.
    #[derive(Clone, PartialEq, Eq, Hash)]
    TargetTheHurt(Agent) = sequence <
        recalls(Fact::Hurt, true),
        target_memory(Fact::Hurt),
        remember(Fact::Hurt, false),
    >
}

bt! {
    #[derive(Clone, PartialEq, Eq, Hash)]
    TrackTarget(Agent) = sequence < recalls(Fact::Target), follow_target >
}

bt! {
    /// A noise becomes the target, which is tracked from the next frame on.
    #[derive(Clone, PartialEq, Eq, Hash)]
    InvestigateNoise(Agent) = sequence < recalls(Fact::Noise), target_memory(Fact::Noise) >
}

bt! {
    /// From node to node, with a rest at each.
    #[derive(Clone, PartialEq, Eq, Hash)]
    pub Patrol(Agent) = sequence <
        is_aware(Awareness::Low),
        action(Agent::set_out),
        goto_node,
        rest: wait_between(1.5, 3.0),
    >
}

bt! {
    #[derive(Clone, PartialEq, Eq, Hash)]
    StandGuard(Agent) = sequence < is_aware(Awareness::Low), action(Agent::set_out), goto_node, running >
}

bt! {
    /// To any place on the platform, and soon to another one.
    #[derive(Clone, PartialEq, Eq, Hash)]
    WanderOnPlatform(Agent) = sequence <
        is_aware(Awareness::Low),
        action(Agent::draw_node),
        action(Agent::set_out),
        goto_node,
        rest: wait_between(0.5, 1.0),
    >
}

// Each kind of agent does two things at the same time: it is ready to be surprised, and it does what is most urgent.
// Either may fail while the other continues, so each is an endless loop.
//
// The urgent goals are a `reactive_selector`: each child is checked again in every frame, and interrupts those below
// it. In a plain `selector`, a sentry would not see anything before the end of its patrol. In a `priority`, a
// condition would have to hold all the time: a player who steps out of range would end the pause of a sentry, and a
// step back would trigger the next bomb at once. Here the conditions are steps of a `sequence`, so they are checked
// before a bomb, and the pause after it continues.

bt! {
    #[derive(Clone, PartialEq, Eq, Hash)]
    pub SentryPatrol(Agent) = parallel <
        forever < force_success < surprise("sentrySurprised") > >,
        forever < force_success < reactive_selector <
            recalls(Fact::IsSurprised, true),
            pester_player,
            target_the_hurt,
            track_target,
            investigate_noise,
            patrol,
        > > >,
    >
}

bt! {
    /// The subtree that all guards share.
    #[derive(Clone, PartialEq, Eq, Hash)]
    Fight(Agent) = reactive_selector <
        recalls(Fact::IsSurprised, true),
        shoot_player,
        target_the_hurt,
        track_target,
        investigate_noise,
    >
}

bt! {
    #[derive(Clone, PartialEq, Eq, Hash)]
    pub GuardStatic(Agent) = parallel <
        forever < force_success < surprise("guardSurprised") > >,
        forever < force_success < reactive_selector < fight, stand_guard > > >,
    >
}

bt! {
    #[derive(Clone, PartialEq, Eq, Hash)]
    pub GuardPatrol(Agent) = parallel <
        forever < force_success < surprise("guardSurprised") > >,
        forever < force_success < reactive_selector < fight, patrol > > >,
    >
}

bt! {
    #[derive(Clone, PartialEq, Eq, Hash)]
    pub GuardWander(Agent) = parallel <
        forever < force_success < surprise("guardSurprised") > >,
        forever < force_success < reactive_selector < fight, wander_on_platform > > >,
    >
}
