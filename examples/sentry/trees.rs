//! What agents do: leaves, subtrees that all kinds of agents share, and a tree for each kind.

use bt::{Behavior, Status, bt};

use crate::agent::{Agent, Awareness, BombKind, Deed, Fact, Steering};
use crate::level::{Point, tile_at};

/// Plays a sound, which the player hears.
#[derive(Behavior)]
#[behavior(context = Agent)]
struct PlaySoundOnce {
    sound: &'static str,
}

impl PlaySoundOnce {
    fn new(sound: &'static str) -> Self {
        PlaySoundOnce { sound }
    }

    fn run(&self, agent: &mut Agent) {
        agent.tell(format!("plays \"{}\"", self.sound));
    }
}

/// Drops a bomb beside itself, and keeps above the player.
#[derive(Behavior)]
#[behavior(context = Agent)]
struct BombPlayer {
    offset: Point,
    kind: BombKind,
}

impl BombPlayer {
    fn new(x: f32, y: f32, kind: BombKind) -> Self {
        BombPlayer { offset: [x, y], kind }
    }

    fn run(&self, agent: &mut Agent) {
        let at = [0, 1].map(|axis| agent.at[axis] + self.offset[axis]);
        agent.steering = Steering::Chase;
        agent.deeds.push(Deed::Bomb { at, kind: self.kind });
        agent.tell("drops a bomb");
    }
}

/// Makes a target of something remembered.
#[derive(Behavior)]
#[behavior(context = Agent)]
struct TargetMemory {
    fact: Fact,
}

impl TargetMemory {
    fn new(fact: Fact) -> Self {
        TargetMemory { fact }
    }

    fn run(&self, agent: &mut Agent) -> bool {
        let place = agent.place_of(self.fact);
        if let Some(place) = place {
            agent.memory.insert_at(Fact::Target, true, place);
        }
        place.is_some()
    }
}

/// Goes to the target and stays there, until it has forgotten why.
#[derive(Behavior, Default)]
#[behavior(context = Agent, returns(running, failure))]
struct FollowTarget;

impl FollowTarget {
    fn start(&self, agent: &mut Agent) {
        let column = agent.place_of(Fact::Target).map(|at| tile_at(at)[0]);
        agent.tell(format!("makes for column {}", column.unwrap_or_default()));
    }

    fn run(&self, agent: &mut Agent) -> Status {
        let Some([x, y]) = agent.place_of(Fact::Target) else {
            return Status::Failure;
        };
        agent.steering = Steering::Arrive([x, y + agent.kind.hover]);
        Status::Running
    }
}

/// Whether it is as aware as that.
#[derive(Behavior)]
#[behavior(context = Agent)]
struct IsAware {
    awareness: Awareness,
}

impl IsAware {
    fn new(awareness: Awareness) -> Self {
        IsAware { awareness }
    }

    fn run(&self, agent: &Agent) -> bool {
        agent.awareness == self.awareness
    }
}

/// Waits until it has come to the next node of its route.
#[derive(Behavior, Default)]
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
    /// Who has become more aware does nothing else for half a second: the player has time to react.
    Surprise(Agent) { sound: &'static str } = sequence <
        remember(Fact::IsSurprised, false),
        action(Agent::is_startled),
        remember(Fact::IsSurprised, true),
        play_sound_once(sound),
        action(Agent::stop),
        wait(0.5),
        remember(Fact::IsSurprised, false),
    >
}

bt! {
    /// One bomb, as long as the player is seen and near. The pause after it is drawn anew for each.
    PesterPlayer(Agent) = sequence <
        condition(Agent::can_see_player),
        condition(Agent::within_range),
        forget(Fact::Noise),
        bomb_player(0.0, -6.0, BombKind::Floating),
        reload: wait_between(0.5, 0.8),
    >
}

bt! {
    /// Three shots in a row, and a pause.
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
    TrackTarget(Agent) = sequence < recalls(Fact::Target), follow_target >
}

bt! {
    /// A noise becomes the target, which is tracked from the next frame on.
    InvestigateNoise(Agent) = sequence < recalls(Fact::Noise), target_memory(Fact::Noise) >
}

bt! {
    pub Patrol(Agent) = sequence <
        is_aware(Awareness::Low),
        action(Agent::fly_patrol),
        goto_node,
        wait_between(1.5, 3.0),
    >
}

bt! {
    StandGuard(Agent) = sequence < is_aware(Awareness::Low), action(Agent::fly_patrol), goto_node, running >
}

bt! {
    /// Either branch may fail while the other goes on, so each is a loop that nothing ends. The selector is reactive: what
    /// stands first in it interrupts the rest, surprise most of all.
    pub SentryPatrol(Agent) = parallel <
        forever < force_success < surprise("sentrySurprised") > >,
        forever < force_success <
            reactive_selector <
                recalls(Fact::IsSurprised, true),
                pester_player,
                track_target,
                investigate_noise,
                patrol,
            >
        > >,
    >
}

bt! {
    /// Most of a guard is a sentry.
    pub GuardStatic(Agent) = parallel <
        forever < force_success < surprise("guardSurprised") > >,
        forever < force_success <
            reactive_selector <
                recalls(Fact::IsSurprised, true),
                shoot_player,
                track_target,
                investigate_noise,
                stand_guard,
            >
        > >,
    >
}
