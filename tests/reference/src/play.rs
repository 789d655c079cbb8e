//! Plays a script with a tree of any implementation, and records the results.

use std::time::Duration;

use crate::interpreter::{self, Node, Span, Stop};
use crate::program::Program;
use crate::script::{Does, Script};
use crate::world::{Event, Memory, Panicked, Status, Told, World};

/// A tree that can be played with.
pub trait Subject {
    /// One tick of this many nanoseconds.
    fn tick(&mut self, nanos: u64, world: &mut World) -> Said;
    /// Aborts all. Returns whether nothing panicked.
    fn abort(&mut self, world: &mut World) -> bool;
    /// Forgets all.
    fn reset(&mut self);
    /// Sends a message. Returns whether nothing panicked.
    fn send(&mut self, message: u32, world: &mut World) -> bool {
        let _ = (message, world);
        unreachable!("no script sends to a tree that takes no messages")
    }
    /// Makes the next tick look again.
    fn look(&mut self) {
        unreachable!("no script tells a tree to look that observes nothing")
    }
    /// Whether it is running.
    fn is_running(&self) -> bool;
    /// The titles of the active nodes, each with its depth.
    fn active(&self, found: &mut Vec<(usize, &'static str)>);
    /// Whether it is in its initial state, except for kept state; `None` if unknown.
    fn is_as_new(&self) -> Option<bool> {
        None
    }
    /// How long ticks may be skipped; `None` if it is awake, or if this is unknown.
    fn sleep(&self) -> Option<Duration> {
        None
    }
    /// Its whole state as text; `None` if unknown.
    fn state(&self) -> Option<String> {
        None
    }
    /// Whether an observer gets its events.
    fn is_observed(&self) -> bool {
        false
    }
}

/// The answer of a tree.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Said {
    /// A status.
    Status(Status),
    /// The error of the leaf with this id.
    Error(u32),
    /// It panicked.
    Panicked,
    /// It was aborted or reset, or a message was sent to it, or `look` was called.
    Nothing,
}

/// The results of a script.
#[derive(Debug, Default, PartialEq)]
pub struct Log {
    /// All events.
    pub events: Vec<Event>,
    /// The events of the observer, if there was one.
    pub told: Option<Vec<Told>>,
    /// The result of each step.
    pub steps: Vec<Stepped>,
}

/// The result of one step.
#[derive(Clone, Debug, PartialEq)]
pub struct Stepped {
    /// How many events there have been after it.
    pub events: usize,
    /// The number of events of an observer.
    pub told: usize,
    /// The answer of the tree.
    pub said: Said,
    /// Whether the tree is running after it.
    pub is_running: bool,
    /// What is active after it.
    pub active: Vec<(usize, &'static str)>,
    /// Whether an idle tree is as new.
    pub is_as_new: bool,
    /// The memory after it.
    pub memory: Memory,
}

/// Plays a script.
pub fn play(subject: &mut dyn Subject, script: &Script) -> Log {
    let mut world = World::new(script);
    let steps = play_in(subject, script, &mut world);
    let told = subject.is_observed().then(|| world.take_told());
    Log { events: world.into_events(), told, steps }
}

/// How often a script reads a value of a node that has failed after finding it.
pub fn late_reads(program: &Program, script: &Script) -> usize {
    let mut world = World::new(script);
    play_in(&mut Reference::new(program), script, &mut world);
    world.bindings.late_reads()
}

fn play_in(subject: &mut dyn Subject, script: &Script, world: &mut World) -> Vec<Stepped> {
    let mut steps = Vec::with_capacity(script.steps.len());
    for step in &script.steps {
        world.change(step);
        let said = match step.does {
            Does::Tick(nanos) => subject.tick(nanos, world),
            Does::Abort if subject.abort(world) => Said::Nothing,
            Does::Abort => Said::Panicked,
            Does::Reset => {
                subject.reset();
                Said::Nothing
            }
            Does::Send(message) if subject.send(message, world) => Said::Nothing,
            Does::Send(_) => Said::Panicked,
            Does::Look => {
                subject.look();
                Said::Nothing
            }
        };
        let mut active = Vec::new();
        subject.active(&mut active);
        let is_running = subject.is_running();
        let is_as_new = is_running || subject.is_as_new() != Some(false);
        let (events, told, memory) = (world.happened(), world.told(), world.memory());
        steps.push(Stepped { events, told, said, is_running, active, is_as_new, memory });
    }
    steps
}

/// The reference as a tree to play with.
pub struct Reference {
    new: Node,
    tree: Node,
    /// The sum of all spans.
    clock: u64,
    /// What was left of the last one.
    left: u64,
}

impl Reference {
    /// The reference of a program.
    pub fn new(program: &Program) -> Self {
        let new = interpreter::build(program);
        Reference { tree: new.clone(), new, clock: 0, left: 0 }
    }

    /// The moment up to which the last tick has used its time.
    pub fn now(&self) -> u64 {
        self.clock - self.left
    }

    fn or_reset(&mut self, done: Result<(), Panicked>) -> bool {
        if done.is_err() {
            self.reset();
        }
        done.is_ok()
    }
}

impl Subject for Reference {
    fn tick(&mut self, nanos: u64, world: &mut World) -> Said {
        let mut span = Span { now: self.clock, left: nanos };
        world.begin(self.clock);
        let result = self.tree.tick(world, &mut span);
        (self.clock, self.left) = (self.clock + nanos, span.left);
        let may_hold = self.tree.is_active() || result == Err(Stop::Panicked);
        assert!(may_hold || world.bindings.is_empty(), "a value has outlived its scope");
        match result {
            Ok(status) => Said::Status(status),
            Err(Stop::Error(id)) => Said::Error(id),
            Err(Stop::Panicked) => {
                self.reset();
                Said::Panicked
            }
        }
    }

    fn abort(&mut self, world: &mut World) -> bool {
        world.begin(self.clock);
        let was_active = self.tree.is_active();
        let done = self.tree.abort(self.clock, world);
        assert!(!was_active || done.is_err() || world.bindings.is_empty(), "a value has outlived its scope");
        self.or_reset(done)
    }

    fn send(&mut self, message: u32, world: &mut World) -> bool {
        world.begin(self.clock);
        let done = self.tree.receive(message, self.clock, world);
        self.or_reset(done)
    }

    fn look(&mut self) {
        self.tree.look();
    }

    fn reset(&mut self) {
        self.tree = self.new.clone();
        (self.clock, self.left) = (0, 0);
    }

    fn is_running(&self) -> bool {
        self.tree.is_active()
    }

    fn active(&self, found: &mut Vec<(usize, &'static str)>) {
        self.tree.active(0, found);
    }

    fn is_observed(&self) -> bool {
        true
    }
}
