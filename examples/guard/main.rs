//! A game object that owns its behavior tree: a guard who patrols, chases a player who comes near, and flees for some
//! time when it is hurt.
//!
//! After the last exercise of the C++ tutorial "AI - Behaviour Trees". That tutorial also shows how a tree can check
//! less: it checks its conditions only after an event, and otherwise continues with the running leaf. Here are both,
//! the tree that polls in each tick and the one that waits for events. They make the same decisions; the program
//! shows these, and how many checks each tree made.
//!
//! ```text
//! cargo run --example guard
//! ```

mod body;
mod chart;
mod game;
#[cfg(test)]
mod tests;
mod trees;

use std::process::ExitCode;

use bt_examples::replay::{Replay, with_replay};
use bt_examples::say;
use chart::{axis, bars, chart, table};
use game::{Script, play};
use trees::{InEachTick, OnEvents};

fn main() -> ExitCode {
    with_replay("guard", |replay| say!("{}", story(replay)))
}

/// What the program prints.
fn story(replay: &mut Replay) -> String {
    let script = Script::visit();
    let (each_tick, on_events) = (play::<InEachTick>(&script, replay), play::<OnEvents>(&script, replay));
    let mut lines = vec!["The player is *. The guard is p, c or f: it patrols, chases or flees.\n".to_owned()];
    lines.extend(chart(&each_tick));
    lines.push(axis(&each_tick));
    lines.push("\nconditions asked".to_owned());
    lines.push(format!("in each tick |{}", bars(&each_tick)));
    lines.push(format!("   on events |{}\n", bars(&on_events)));
    lines.extend(table(&each_tick, &on_events));
    lines.join("\n")
}
