//! An object of a game that owns its behavior tree: a guard who goes its round, chases a player who comes near, and
//! flees for a while when it is hurt.
//!
//! After the last exercise of the C++ tutorial "AI - Behaviour Trees". That tutorial also says how a tree can ask less:
//! it looks at its conditions only when something has happened, and otherwise goes on with the leaf that is running.
//! Here are both, the tree that asks in each tick and the one that waits for events. They decide the same; the program
//! shows what happens, and how often each of them has asked.
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
    with_replay("guard", tell)
}

fn tell(replay: &mut Replay) {
    let script = Script::visit();
    let (each_tick, on_events) = (play::<InEachTick>(&script, replay), play::<OnEvents>(&script, replay));
    let mut lines = vec!["The player is *. The guard is p, c or f: it patrols, chases or flees.\n".to_owned()];
    lines.extend(chart(&each_tick));
    lines.push(axis(&each_tick));
    lines.push("\nconditions asked".to_owned());
    lines.push(format!("in each tick |{}", bars(&each_tick)));
    lines.push(format!("   on events |{}\n", bars(&on_events)));
    lines.extend(table(&each_tick, &on_events));
    say!("{}", lines.join("\n"));
}
