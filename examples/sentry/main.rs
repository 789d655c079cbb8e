//! A sentry flies its patrol, reacts to noises, hunts the player, and forgets; a guard uses the same subtrees.
//!
//! After "Gemini Rising AI - Behavior Trees". Trees decide; the systems of the game sense, update the awareness and
//! steer. An agent stores its knowledge in its memory, and the trees only read the agent. Another seed produces other
//! waits.
//!
//! ```text
//! cargo run --example sentry
//! cargo run --example sentry -- 7
//! cargo run --example sentry -- --replay sentry.html
//! cargo run --example sentry -- --live
//! ```

mod agent;
mod level;
mod player;
#[cfg(test)]
mod tests;
mod trees;
mod world;

use std::collections::BTreeMap;
use std::process::ExitCode;
use std::time::Duration;

use bt_examples::replay::Replay;
use bt_examples::say;
use bt_examples::seed::with_seed;
use player::{Act, Player};
use world::{Event, World};

/// The game of the program. It can have any length.
const FRAME: Duration = Duration::from_millis(20);

/// The player comes out of its tunnel, hides again, goes to see the guard, and escapes.
const SNEAK: [(f32, Act); 6] = [
    (6.0, Act::Throw(14)),
    (16.0, Act::Run(16)),
    (20.0, Act::Run(20)),
    (22.0, Act::Run(33)),
    (33.0, Act::Run(39)),
    (35.0, Act::Run(2)),
];

/// It hits the guard from its tunnel, comes out when that one comes, dodges its shots, and hides again.
const TEASE: [(f32, Act); 5] =
    [(4.0, Act::Hit("guard")), (7.0, Act::Run(14)), (9.5, Act::Run(9)), (10.0, Act::Run(14)), (10.5, Act::Run(2))];

/// It runs out below a pack, and stops where it has no cover.
const CROSS: [(f32, Act); 1] = [(1.0, Act::Run(18))];

/// A game of this many seconds: a line where somebody does something else than before, and a picture of one moment.
fn tell(mut world: World, seconds: u64, picture: Duration, replay: &mut Replay) -> String {
    world.replay = std::mem::take(replay);
    let (mut story, mut last) = (String::new(), BTreeMap::new());
    let mut is_drawn = false;
    while world.now() < Duration::from_secs(seconds) {
        world.replay.frame(FRAME);
        world.frame(FRAME);
        for Event { time, who, what, mind } in world.events.drain(..) {
            let line = format!("{:6.2} s  {who:8}  {what:48}  {mind}", time.as_secs_f32());
            let is_news = !["is there", "bursts on the rock"].contains(&what.as_str());
            if is_news && last.insert(who, what.clone()) != Some(what) {
                story += &format!("{}\n", line.trim_end());
            }
        }
        if !is_drawn && world.now() >= picture {
            is_drawn = true;
            story += &format!("\n{}\n", world.picture());
        }
    }
    *replay = std::mem::take(&mut world.replay);
    story + &format!("hits: {}\n", world.player.hits)
}

fn main() -> ExitCode {
    with_seed("sentry", 1, |seed, replay| {
        say!("S sentry, G guard, @ player, o bomb\n");
        let moment = Duration::from_millis;
        let two = World::with_two(seed, Player::new(33, &SNEAK));
        say!("A sentry and a guard\n\n{}", tell(two, 35, moment(19_500), replay));
        let guards = World::with_guards(seed, Player::new(2, &TEASE));
        say!("Two guards, on patrol and on a rock\n\n{}", tell(guards, 15, moment(8_500), replay));
        let pack = World::with_pack(seed, Player::new(2, &CROSS));
        say!("A pack of six\n\n{}", tell(pack, 7, moment(6_500), replay));
    })
}
