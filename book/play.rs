//! Shared code of the short examples of the book: a world, scripted leaves, and a function that plays a tree.

use std::str::Chars;

use bt::{Behavior, Memory, Outcome, Random, Remembers, Status, TreeFor, TreeObserver};
use rand_pcg::Pcg32;
use rand_pcg::rand_core::SeedableRng;

use crate::picture::Picture;

/// The context of the short examples.
#[derive(Clone, Debug)]
pub struct World {
    /// The number of the current tick, counted from 1.
    pub tick: u32,
    /// Metres, for leaves that move.
    pub metres: f64,
    events: Vec<String>,
    memory: Memory<&'static str, u32>,
    rng: Pcg32,
}

impl World {
    /// A world in which nothing has happened yet.
    pub fn new() -> Self {
        World { tick: 0, metres: 0.0, events: Vec::new(), memory: Memory::lasting(), rng: Pcg32::seed_from_u64(4) }
    }

    /// Adds a word to the trace of this tick.
    pub fn note(&mut self, word: impl Into<String>) {
        self.events.push(word.into());
    }

    /// The trace since the last call.
    pub fn take_trace(&mut self) -> String {
        std::mem::take(&mut self.events).join(" ")
    }
}

impl Default for World {
    fn default() -> Self {
        World::new()
    }
}

impl Random for World {
    type Rng = Pcg32;

    fn rng(&mut self) -> &mut Pcg32 {
        &mut self.rng
    }
}

impl Remembers for World {
    type Memory = Memory<&'static str, u32>;

    fn memory(&self) -> &Self::Memory {
        &self.memory
    }

    fn memory_mut(&mut self) -> &mut Self::Memory {
        &mut self.memory
    }
}

/// Answers according to its script: a letter for each run; the last letter repeats.
#[derive(Clone, Debug)]
struct Script {
    letters: Chars<'static>,
    last: char,
    started: bool,
}

impl Script {
    fn new(script: &'static str) -> Self {
        Script { letters: script.chars(), last: 'S', started: false }
    }

    fn run(&mut self, name: &str, world: &mut World) -> Status {
        self.last = self.letters.next().unwrap_or(self.last);
        let plus = if self.started { "" } else { "+" };
        self.started = true;
        world.note(format!("{plus}{name}:{}", self.last));
        match self.last {
            'S' => Status::Success,
            'F' => Status::Failure,
            'R' => Status::Running,
            letter => panic!("a script has no letter `{letter}`"),
        }
    }
}

macro_rules! leaves {
    ($($leaf:ident $name:literal;)*) => {$(
        /// A leaf with a script, such as `"RRS"`: a letter for each run.
        #[derive(Behavior, Clone, Debug)]
        #[behavior(context = World)]
        pub struct $leaf {
            script: Script,
        }

        impl $leaf {
            /// A leaf with this script.
            pub fn new(script: &'static str) -> Self {
                $leaf { script: Script::new(script) }
            }

            fn run(&mut self, world: &mut World) -> Status {
                self.script.run($name, world)
            }

            fn finish(&mut self, world: &mut World, outcome: Outcome) {
                if outcome == Outcome::Aborted {
                    world.note(concat!("-", $name));
                }
            }
        }
    )*};
}

leaves! { A "a"; B "b"; C "c"; D "d"; }

/// Ticks a tree without time, and returns the trace of each tick.
pub fn play(tree: impl TreeFor<World, Answer = Status>, ticks: u32) -> Vec<String> {
    played(tree, "tick", (1..=ticks).map(|tick| (0.0, tick.to_string())))
}

/// Ticks a tree for spans of this many seconds, and returns the trace of each tick.
pub fn play_for(tree: impl TreeFor<World, Answer = Status>, seconds: f64, ticks: u32) -> Vec<String> {
    played(tree, "seconds", (1..=ticks).map(|tick| (seconds, (seconds * f64::from(tick)).to_string())))
}

/// Ticks a tree for these spans, each with the head of its column in the picture.
fn played(
    mut tree: impl TreeFor<World, Answer = Status>,
    title: &'static str,
    spans: impl Iterator<Item = (f64, String)>,
) -> Vec<String> {
    let (mut world, mut picture) = (World::new(), Picture::new(title, &tree));
    let mut trace = Vec::new();
    for (seconds, head) in spans {
        picture.begin_tick(head);
        trace.push(step_with(&mut tree, &mut world, seconds, &mut picture));
        picture.end_tick(tree.active());
    }
    picture.keep();
    trace
}

/// Ticks a tree once, and returns the trace.
pub fn step(tree: &mut impl TreeFor<World, Answer = Status>, world: &mut World, seconds: f64) -> String {
    step_with(tree, world, seconds, &mut ())
}

fn step_with(
    tree: &mut impl TreeFor<World, Answer = Status>,
    world: &mut World,
    seconds: f64,
    observer: &mut impl TreeObserver,
) -> String {
    world.tick += 1;
    let letter = match tree.tick_for_with(seconds, world, observer) {
        Status::Success => "S",
        Status::Failure => "F",
        Status::Running => "R",
    };
    let trace = world.take_trace();
    if trace.is_empty() { format!("| {letter}") } else { format!("{trace} | {letter}") }
}
