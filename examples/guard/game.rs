//! The game: a guard that owns its tree, and a player who follows a script.

use std::time::Duration;

use bt::describe::NodeInfo;
use bt_examples::replay::Replay;

use crate::body::{Body, Counts, POSTS, REACH, SIGHT, Scene, Senses};
use crate::trees::{InEachTick, OnEvents};

/// The interface of a tree for the object.
pub trait Mind {
    fn think(&mut self, dt: Duration, scene: &mut Scene<'_>, replay: &mut Replay);

    /// Its current action.
    fn act(&self) -> &'static str;
}

impl Mind for InEachTick {
    fn think(&mut self, dt: Duration, scene: &mut Scene<'_>, replay: &mut Replay) {
        self.tick_for_with(dt, scene, &mut replay.tick::<InEachTick>("in each tick", dt));
    }

    fn act(&self) -> &'static str {
        label(self.active())
    }
}

impl Mind for OnEvents {
    fn think(&mut self, dt: Duration, scene: &mut Scene<'_>, replay: &mut Replay) {
        self.tick_for_with(dt, scene, &mut replay.tick::<OnEvents>("on events", dt));
    }

    fn act(&self) -> &'static str {
        label(self.active())
    }
}

/// The outermost label.
pub fn label(mut active: impl Iterator<Item = NodeInfo>) -> &'static str {
    active.find_map(|node| node.label).unwrap_or("nothing")
}

/// The object: a body, and a mind of its own.
#[derive(Default)]
pub struct Guard<M> {
    body: Body,
    mind: M,
}

impl<M: Mind> Guard<M> {
    /// A frame of the game.
    fn update(&mut self, dt: Duration, player: f32, replay: &mut Replay) {
        self.body.senses.player_near = (player - self.body.position).abs() < SIGHT;
        self.mind.think(dt, &mut Scene { body: &mut self.body, player }, replay);
        self.body.advance(dt);
    }
}

/// The script of the player.
pub struct Script {
    /// Where the player is, and at which second. In between, the player walks.
    pub way: Vec<(f32, f32)>,
    /// When the player strikes, which hurts a guard within reach.
    pub strikes: Vec<f32>,
}

impl Script {
    /// The game that the program shows. The second strike is out of reach.
    pub fn visit() -> Self {
        let way = [
            (0.0, 38.0),
            (3.0, 38.0),
            (6.0, 25.0),
            (9.5, 25.0),
            (12.0, 20.0),
            (13.0, 20.0),
            (15.0, 40.0),
            (17.0, 40.0),
            (22.0, 15.0),
            (24.0, 8.0),
            (26.0, 8.0),
            (27.5, 4.0),
            (28.5, 4.0),
            (32.0, 40.0),
        ];
        Script { way: way.to_vec(), strikes: vec![7.0, 14.0, 24.5] }
    }

    pub fn player(&self, seconds: f32) -> f32 {
        let Some(pair) = self.way.windows(2).find(|pair| seconds < pair[1].0) else {
            return self.way.last().map_or(0.0, |(_, place)| *place);
        };
        let [(from_time, from), (to_time, to)] = [pair[0], pair[1]];
        from + (to - from) * (seconds - from_time) / (to_time - from_time)
    }

    /// Whether the player strikes in the frame that begins then.
    pub fn strikes(&self, seconds: f32, frame: Duration) -> bool {
        let frame = seconds..seconds + frame.as_secs_f32();
        self.strikes.iter().any(|strike| frame.contains(strike))
    }
}

/// How long a game lasts, in seconds.
const SECONDS: u32 = 32;
/// The program makes fifty frames a second.
pub const FRAME: Duration = Duration::from_millis(20);

/// The visible state at the end of a frame.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Moment {
    pub player: f32,
    pub guard: f32,
    pub act: &'static str,
    pub senses: Senses,
    pub counts: Counts,
}

/// Lets a guard with a mind of some kind meet the player.
pub fn play<M: Mind + Default>(script: &Script, replay: &mut Replay) -> Vec<Moment> {
    play_at::<M>(50, script, replay)
}

/// Plays the script at this frame rate.
pub fn play_at<M: Mind + Default>(rate: u32, script: &Script, replay: &mut Replay) -> Vec<Moment> {
    let dt = Duration::from_secs(1) / rate;
    let mut guard = Guard::<M>::default();
    guard.body.position = POSTS[0];
    let frame = |number| {
        let now = (dt * number).as_secs_f32();
        let player = script.player(now);
        if script.strikes(now, dt) && (player - guard.body.position).abs() < REACH {
            guard.body.senses.hurt = true;
        }
        replay.frame(dt);
        guard.update(dt, player, replay);
        let Body { position, senses, counts, .. } = guard.body;
        Moment { player, guard: position, act: guard.mind.act(), senses, counts }
    };
    (0..SECONDS * rate).map(frame).collect()
}
