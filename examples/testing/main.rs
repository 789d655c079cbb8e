//! How a tree is tested: a watchdog, whose body follows a script and keeps a record of what happens.
//!
//! The chapter on testing in the book explains each step. The program shows a night of the dog; the tests are in
//! `tests.rs`.
//!
//! ```text
//! cargo run --example testing
//! cargo test --example testing
//! ```

#[cfg(test)]
mod tests;

use std::collections::BTreeMap;
use std::process::ExitCode;
use std::time::Duration;

use bt::{Behavior, Outcome, Status, bt};
use bt_examples::replay::{Replay, with_replay};
use bt_examples::say;

/// The senses and actions of a dog for the tree. In a game, the engine implements them.
trait Body {
    fn hears_intruder(&self) -> bool;
    fn begin(&mut self, act: &'static str);
    fn go_on(&mut self, act: &'static str) -> Status;
    fn end(&mut self, act: &'static str, outcome: Outcome);
}

/// An action of the body, which may take several ticks.
#[derive(Behavior)]
#[behavior(context = impl Body)]
struct Act {
    name: &'static str,
}

impl Act {
    fn new(name: &'static str) -> Self {
        Act { name }
    }

    fn start(&mut self, body: &mut impl Body) {
        body.begin(self.name);
    }

    fn run(&mut self, body: &mut impl Body) -> Status {
        body.go_on(self.name)
    }

    fn finish(&mut self, body: &mut impl Body, outcome: Outcome) {
        body.end(self.name, outcome);
    }
}

bt! {
    /// Chases an intruder as long as it hears one. Otherwise it patrols, and rests.
    Watchdog(impl Body) = forever < force_success <
        reactive_if_else(|dog| dog.hears_intruder()) <
            alarm: sequence < act("bark"), timeout(5.0) < act("chase") >, act("bite") >,
            round: sequence < act("patrol"), rest: wait(8.0), act("stretch") >,
        >
    > >
}

/// A body that follows a script.
#[derive(Default)]
struct Scripted {
    intruder: bool,
    /// The answers of each action: `R`unning, `S`uccess or `F`ailure, a letter for each run. The last one repeats.
    scripts: BTreeMap<&'static str, &'static str>,
    /// What has happened.
    trace: Vec<String>,
}

impl Scripted {
    fn new<const N: usize>(scripts: [(&'static str, &'static str); N]) -> Self {
        Scripted { scripts: scripts.into(), ..Scripted::default() }
    }

    /// What has happened since the last call.
    fn take(&mut self) -> String {
        std::mem::take(&mut self.trace).join(", ")
    }
}

impl Body for Scripted {
    fn hears_intruder(&self) -> bool {
        self.intruder
    }

    fn begin(&mut self, act: &'static str) {
        self.trace.push(format!("start {act}"));
    }

    fn go_on(&mut self, act: &'static str) -> Status {
        let script = self.scripts.get_mut(act).unwrap_or_else(|| panic!("there is no script for `{act}`"));
        let (letter, rest) = script.split_at(1);
        if !rest.is_empty() {
            *script = rest;
        }
        match letter {
            "R" => Status::Running,
            "S" => Status::Success,
            "F" => Status::Failure,
            other => panic!("`{other}` in the script for `{act}`"),
        }
    }

    fn end(&mut self, act: &'static str, outcome: Outcome) {
        self.trace.push(format!("{act}: {outcome:?}"));
    }
}

/// A dog, and a clock that the test controls.
struct Stage {
    dog: Watchdog,
    body: Scripted,
    now: Duration,
    replay: Replay,
}

impl Stage {
    fn new(body: Scripted) -> Self {
        Stage { dog: Watchdog::new(), body, now: Duration::ZERO, replay: Replay::off() }
    }

    /// Ticks for a time, and returns the events.
    fn pass(&mut self, time: Duration) -> String {
        self.replay.frame(time);
        let status = self.dog.tick_for_with(time, &mut self.body, &mut self.replay.tick::<Watchdog>("dog", time));
        assert_eq!(status, Status::Running, "a watchdog is never done");
        self.now += time;
        self.body.take()
    }

    /// The active part of the tree, and the active leaf.
    fn place(&self) -> String {
        let nodes: Vec<_> = self.dog.active().collect();
        let part = nodes.iter().find_map(|node| node.label).unwrap_or("nowhere");
        let leaf = nodes.last().map_or("nothing", |node| node.label.unwrap_or(node.args));
        format!("{part}: {}", leaf.trim_matches(['(', '"', ')']))
    }
}

/// What the program prints.
fn story(replay: &mut Replay) -> String {
    let heading = "When, ! if it hears an intruder, the active part and leaf, what happens";
    format!("{heading}\n\n{}", night(replay).join("\n"))
}

/// A night with an intruder in it, a line for each tick of half a second in which something happens.
fn night(replay: &mut Replay) -> Vec<String> {
    let scripts = [
        ("patrol", "RRRSRRRSRRRSRRRS"),
        ("stretch", "RSRSRS"),
        ("bark", "RSRS"),
        ("chase", "RRRRRRRRRRRRRRS"),
        ("bite", "R"),
    ];
    let mut stage = Stage { replay: std::mem::take(replay), ..Stage::new(Scripted::new(scripts)) };
    let mut lines = Vec::new();
    while stage.now < Duration::from_secs(36) {
        let now = stage.now.as_secs_f64();
        stage.body.intruder = (14.0..23.0).contains(&now);
        let events = stage.pass(Duration::from_millis(500));
        if !events.is_empty() {
            let ear = if stage.body.intruder { '!' } else { ' ' };
            lines.push(format!("{now:5.1} s  {ear}  {:14}  {events}", stage.place()));
        }
    }
    *replay = stage.replay;
    lines
}

fn main() -> ExitCode {
    with_replay("testing", |replay| say!("{}", story(replay)))
}
