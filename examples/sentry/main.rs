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

use std::process::ExitCode;
use std::time::Duration;

use bt_examples::replay::Replay;
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

/// It makes the guard angry from behind, and runs past it.
const TEASE: [(f32, Act); 3] = [(4.0, Act::Hit("guard")), (9.0, Act::Run(45)), (12.0, Act::Run(2))];

/// It crosses the field below a pack.
const CROSS: [(f32, Act); 1] = [(1.0, Act::Run(26))];

/// A game of so many seconds: a line for each event, and a picture whenever somebody is surprised.
fn tell(mut world: World, seconds: u64, replay: &mut Replay) -> String {
    world.replay = std::mem::take(replay);
    let mut story = format!("{}\n", world.picture());
    while world.now() < Duration::from_secs(seconds) {
        world.replay.frame(FRAME);
        world.frame(FRAME);
        let mut surprise = false;
        for Event { time, who, what, mind } in world.events.drain(..) {
            surprise |= what.contains("Surprised");
            let line = format!("{:6.2} s  {who:8}  {what:48}  {mind}", time.as_secs_f32());
            story += &format!("{}\n", line.trim_end());
        }
        if surprise {
            story += &format!("\n{}\n", world.picture());
        }
    }
    *replay = std::mem::take(&mut world.replay);
    story + &format!("\n{}\nhits: {}\n", world.picture(), world.player.hits)
}

fn main() -> ExitCode {
    with_seed("sentry", |seed, replay| {
        println!("S sentry, G guard, @ player, o bomb\n");
        println!("A sentry and a guard\n\n{}", tell(World::with_two(seed, Player::new(33, &SNEAK)), 60, replay));
        println!(
            "Two guards, on patrol and on a rock\n\n{}",
            tell(World::with_guards(seed, Player::new(12, &TEASE)), 20, replay)
        );
        println!("A pack of six\n\n{}", tell(World::with_pack(seed, Player::new(2, &CROSS)), 5, replay));
    })
}
