//! Ten sprites run around a square forever, until a bullet hits one of them.
//!
//! After the Lua tutorial "AI: Behavior trees". A goal spends just the time that it needs and leaves the rest to the
//! next one, so sprites turn at corners at the exact moment, at any frame rate. A shot is a message: it goes through
//! the post to the sprite that was hit, and there to its active goal. A dead sprite has no active goal.
//!
//! ```text
//! cargo run --example squares
//! cargo run --example squares -- --live
//! ```

mod gun;
mod sprite;
#[cfg(test)]
mod tests;
mod world;

use std::process::ExitCode;
use std::time::Duration;

use bt_examples::replay::{Replay, with_replay};
use bt_examples::say;
use world::World;

/// What the program prints, at this frame rate: the events, and pictures of two moments.
fn tell(frames: u32, replay: &mut Replay) -> String {
    let mut world = World::new();
    world.replay = std::mem::take(replay);
    let mut story =
        "A to J sprites, capital or small as they blink; ^ gun, ' bullet, x a sprite that was hit\n".to_owned();
    for picture in [4.45, 12.0].map(Duration::from_secs_f64) {
        while world.now < picture {
            let frame = Duration::from_secs(1) / frames;
            world.replay.frame(frame);
            world.frame(frame);
            if world.replay.is_on() {
                let svg = world.svg();
                world.replay.world(|| svg);
            }
            for (time, what) in world.events.drain(..) {
                story += &format!("{:6.2} s  {what}\n", time.as_secs_f64());
            }
        }
        story += &format!("\n{:6.2} s\n{}\n", world.now.as_secs_f64(), world.picture());
    }
    *replay = world.replay;
    story
}

fn main() -> ExitCode {
    with_replay("squares", |replay| say!("{}", tell(60, replay).trim_end()))
}
