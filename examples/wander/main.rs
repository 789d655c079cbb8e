//! A creature wanders: it draws a point around its home, goes there, and gives up if it gets stuck.
//!
//! After part 1 of the Lua tutorial on behavior trees. A steering behavior moves the creature, and walls stop it. The
//! program prints a map with all its walks, and a log of them. Another seed produces other walks.
//!
//! ```text
//! cargo run --example wander
//! cargo run --example wander -- 7
//! cargo run --example wander -- --live
//! ```

mod level;
mod npc;
mod picture;
#[cfg(test)]
mod tests;
mod tree;

use std::process::ExitCode;
use std::time::Duration;

use bt_examples::replay::Replay;
use bt_examples::say;
use bt_examples::seed::with_seed;
use glam::Vec2;
use level::GARDEN;
use npc::Npc;
use picture::{Picture, letter, log, svg};
use tree::Roam;

/// Lets a creature wander for some time, at `rate` frames a second, and shows its walks.
fn live(npc: &mut Npc, seconds: u32, rate: u32, replay: &mut Replay) -> Picture {
    let mut picture = Picture::new(npc.map);
    let mut roam = Roam::new(Vec2::ZERO, 100.0);
    let frame = Duration::from_secs(1) / rate;
    for _ in 0..seconds * rate {
        replay.frame(frame);
        roam.tick_for_with(frame, npc, &mut replay.tick::<Roam>("creature", frame));
        npc.advance(frame);
        replay.world(|| svg(npc));
        picture.put(npc.position, letter(npc.walks.len()));
    }
    // The current walk ends here, and counts, too.
    roam.abort_with(npc, &mut replay.abort::<Roam>("creature"));
    picture.mark(&npc.walks);
    picture
}

/// With this seed, it is stuck now and then.
const SEED: u64 = 1;

const HEADING: &str = "Each walk is drawn in its letter, its end in a capital. ? is a point that it has not reached.";

/// What the program prints.
fn story(seed: u64, replay: &mut Replay) -> String {
    let mut npc = Npc::new(GARDEN, seed);
    let picture = live(&mut npc, 75, 60, replay);
    format!("{HEADING}\n\n{}\n\n{}", picture.text(), log(&npc.walks).join("\n"))
}

fn main() -> ExitCode {
    with_seed("wander", SEED, |seed, replay| say!("{}", story(seed, replay)))
}
