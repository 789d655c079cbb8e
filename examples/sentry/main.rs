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
use world::{Event, PACK, World};

/// The length of a frame. It can be any, since the game has fixed steps.
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

/// The player hits the guard from the tunnel, comes out when the guard comes, dodges its shots, and hides again.
const TEASE: [(f32, Act); 5] =
    [(4.0, Act::Hit("guard")), (7.0, Act::Run(14)), (9.5, Act::Run(9)), (10.0, Act::Run(14)), (10.5, Act::Run(2))];

/// The player stops below a pack, without cover, then dodges the bombs, and hides again.
const CROSS: [(f32, Act); 4] = [(1.0, Act::Run(18)), (4.0, Act::Run(27)), (5.5, Act::Run(22)), (6.6, Act::Run(33))];

/// Plays a game of this many seconds. Returns a line for each time somebody does something new, and a picture of one
/// moment.
fn tell(mut world: World, seconds: u64, picture: Duration, replay: &mut Replay) -> String {
    world.replay = std::mem::take(replay);
    let (mut story, mut news, mut last) = (String::new(), Vec::new(), BTreeMap::new());
    let mut is_drawn = false;
    while world.now() < Duration::from_secs(seconds) {
        world.replay.frame(FRAME);
        world.frame(FRAME);
        for event in world.events.drain(..).filter(|event| !event.is_routine()) {
            if event.is_hit() || last.insert(event.who, event.kind().to_owned()).is_none_or(|kind| kind != event.kind())
            {
                add(&mut news, event);
            }
        }
        if !is_drawn && world.now() >= picture {
            is_drawn = true;
            story += &news.drain(..).map(|alike: Vec<Event>| line(&alike)).collect::<String>();
            story += &format!("\n{}\n", world.picture());
        }
    }
    *replay = std::mem::take(&mut world.replay);
    story += &news.iter().map(|alike| line(alike)).collect::<String>();
    story + &format!("hits: {}\n", world.player.hits)
}

/// What several do within this time becomes one line.
const MOMENT: Duration = Duration::from_millis(500);

/// Adds an event to those like it, if others have just done the same.
fn add(news: &mut Vec<Vec<Event>>, event: Event) {
    let is_like = |other: &Event| other.kind() == event.kind() && other.who != event.who;
    let mut alike = news.iter_mut().rev().take_while(|alike| event.time < alike[0].time + MOMENT);
    match alike.find(|alike| alike.iter().all(is_like)) {
        Some(alike) => alike.push(event),
        None => news.push(vec![event]),
    }
}

/// What somebody does at one moment, or what several do: "sentry 1, 2, 4". The mind is that of the first one.
fn line(alike: &[Event]) -> String {
    let Event { time, who, what, mind } = &alike[0];
    let others = alike[1..].iter().map(|event| format!(", {}", event.who.trim_start_matches("sentry ")));
    let who = match alike.len() {
        all if all == PACK.len() => "all sentries".to_owned(),
        _ => others.fold(who.to_string(), |all, other| all + &other),
    };
    let what = if alike.len() == 1 { what } else { alike[0].kind() };
    let words = format!("{:6.2} s  {:40} {mind}", time.as_secs_f32(), format!("{who}: {what}"));
    format!("{}\n", words.trim_end())
}

/// With this seed, the pack hits the player a few times.
const SEED: u64 = 1;

/// What the program prints.
fn story(seed: u64, replay: &mut Replay) -> String {
    let moment = Duration::from_millis;
    let two = World::with_two(seed, Player::new(33, &SNEAK));
    let two = tell(two, 35, moment(19_500), replay);
    let guards = World::with_guards(seed, Player::new(2, &TEASE));
    let guards = tell(guards, 15, moment(8_500), replay);
    let pack = World::with_pack(seed, Player::new(2, &CROSS));
    let pack = tell(pack, 11, moment(4_300), replay);
    format!(
        "S sentry, G guard, @ player, o bomb, + stop; right: awareness, and the age of memories in seconds\n\n\
         A sentry and a guard\n{two}\n\
         Two guards, on patrol and on a rock\n{guards}\n\
         A pack of six\n{pack}"
    )
}

fn main() -> ExitCode {
    with_seed("sentry", SEED, |seed, replay| say!("{}", story(seed, replay).trim_end()))
}
