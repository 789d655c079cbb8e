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
        let mut news = std::mem::take(&mut world.events);
        news.retain(|event| {
            let kind = event.kind().to_owned();
            !event.is_routine() && last.insert(event.who, kind.clone()) != Some(kind)
        });
        for alike in news.chunk_by(|one, next| (one.kind(), &one.mind) == (next.kind(), &next.mind)) {
            story += &line(alike);
        }
        if !is_drawn && world.now() >= picture {
            is_drawn = true;
            story += &format!("\n{}\n", world.picture());
        }
    }
    *replay = std::mem::take(&mut world.replay);
    story + &format!("hits: {}\n", world.player.hits)
}

/// What somebody does at one moment, or what several do: "sentry 1, 2, 4".
fn line(alike: &[Event]) -> String {
    let Event { time, who, what, mind } = &alike[0];
    let others = alike[1..].iter().map(|event| format!(", {}", event.who.trim_start_matches("sentry ")));
    let who = others.fold(who.to_string(), |all, other| all + &other);
    let what = if alike.len() == 1 { what } else { alike[0].kind() };
    let words = format!("{:6.2} s  {:62}{mind}", time.as_secs_f32(), format!("{who}: {what}"));
    format!("{}\n", words.trim_end())
}

/// What the program prints.
fn story(seed: u64, replay: &mut Replay) -> String {
    let moment = Duration::from_millis;
    let two = World::with_two(seed, Player::new(33, &SNEAK));
    let two = tell(two, 35, moment(19_500), replay);
    let guards = World::with_guards(seed, Player::new(2, &TEASE));
    let guards = tell(guards, 15, moment(8_500), replay);
    let pack = World::with_pack(seed, Player::new(2, &CROSS));
    let pack = tell(pack, 7, moment(6_500), replay);
    format!(
        "S sentry, G guard, @ player, o bomb, + stop on a round\n\n\
         A sentry and a guard\n{two}\n\
         Two guards, on patrol and on a rock\n{guards}\n\
         A pack of six\n{pack}"
    )
}

fn main() -> ExitCode {
    with_seed("sentry", 1, |seed, replay| say!("{}", story(seed, replay).trim_end()))
}
