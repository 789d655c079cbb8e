//! Invariants of time, judged by the span of a tick: for nodes with a leaf as a direct child.

use crate::program::{Id, Kind, Node, Time};
use crate::world::Event;

/// All nodes that are watched, and the clock.
#[derive(Clone, Default)]
pub struct Times {
    clock: u64,
    cooldowns: Vec<Cooldown>,
    beats: Vec<Beats>,
}

/// A leaf in a `cooldown`.
#[derive(Clone)]
struct Cooldown {
    leaf: Id,
    time: u64,
    /// The beginning of the tick in which it last stopped.
    stopped: Option<u64>,
}

/// A leaf in an `every`.
#[derive(Clone)]
struct Beats {
    leaf: Id,
    id: Id,
    between: u64,
    /// How long the leaf has been active in ticks that lie between its start and its end, and the beats in them.
    active: u64,
    count: u64,
}

impl Times {
    /// For this tree.
    pub fn new(root: &Node) -> Self {
        let mut times = Times::default();
        for node in root.all() {
            let leaf = node.children.first().map(|child| &child.kind);
            match (&node.kind, leaf) {
                (Kind::Cooldown(Time::Of(time)), Some(Kind::Leaf(_, leaf) | Kind::Argued(leaf, _))) => {
                    times.cooldowns.push(Cooldown { leaf: *leaf, time: *time, stopped: None });
                }
                (Kind::Every(Time::Of(between @ 1..), id), Some(Kind::Leaf(_, leaf) | Kind::Argued(leaf, _))) => {
                    times.beats.push(Beats { leaf: *leaf, id: *id, between: *between, active: 0, count: 0 });
                }
                _ => {}
            }
        }
        times
    }

    /// One step. `were_active` are the leaves that were active before it.
    pub fn step(&mut self, nanos: u64, events: &[Event], were_active: &[Option<u32>]) -> Result<(), String> {
        let (began, end) = (self.clock, self.clock + nanos);
        self.clock = end;
        self.cooldowns.iter_mut().try_for_each(|cooldown| cooldown.step(began, end, events))?;
        self.beats.iter_mut().try_for_each(|beats| {
            let was_active = were_active[beats.leaf as usize].is_some();
            beats.step(nanos, was_active, events)
        })
    }
}

impl Cooldown {
    fn is_too_early(&self, end: u64) -> bool {
        self.stopped.is_some_and(|stopped| end < stopped.saturating_add(self.time))
    }

    /// A leaf that has stopped in one tick does not start in a tick that ends too early for it.
    fn step(&mut self, began: u64, end: u64, events: &[Event]) -> Result<(), String> {
        for event in events {
            if matches!(event, Event::Finish(id, ..) if *id == self.leaf) {
                self.stopped = Some(began);
            }
            if matches!(event, Event::Start(id, _) if *id == self.leaf) && self.is_too_early(end) {
                return Err(format!("the leaf {} starts too early", self.leaf));
            }
        }
        Ok(())
    }
}

impl Beats {
    /// While the leaf is active, there is a beat in each period; otherwise there is none.
    fn step(&mut self, nanos: u64, was_active: bool, events: &[Event]) -> Result<(), String> {
        let begins = events.iter().any(|event| matches!(event, Event::Start(id, _) if *id == self.leaf));
        let ends = events.iter().any(|event| matches!(event, Event::Finish(id, ..) if *id == self.leaf));
        let count = events.iter().filter(|event| **event == Event::Beat(self.id)).count() as u64;
        if begins || ends || !was_active {
            (self.active, self.count) = (0, 0);
            let fine = count == 0 || begins || was_active;
            return if fine { Ok(()) } else { Err(format!("there are beats of {} without its child", self.id)) };
        }
        self.active += nanos;
        self.count += count;
        let fine = (self.active / self.between..=self.active.div_ceil(self.between)).contains(&self.count);
        let Beats { id, active, count, .. } = self;
        if fine { Ok(()) } else { Err(format!("there are {count} beats of {id} in {active} ns")) }
    }
}
