//! Ticks a compiled tree and the same tree live, side by side.

use std::any::Any;
use std::fmt::Debug;
use std::time::Duration;

use bt::observe::{NodeEvent, TreeObserver, Why};
use bt::{Outcome, Status, TreeFor};

use crate::world::{World, mix};

const AGENTS: u64 = 24;
const TICKS: u64 = 60;

/// All events, as text.
#[derive(Default)]
struct Events(Vec<String>);

impl Events {
    fn note(&mut self, event: &NodeEvent, what: String) {
        self.0.push(format!("{:?} {} {}: {what}", event.time(), event.node().position, event.node().title()));
    }
}

impl TreeObserver for Events {
    fn start(&mut self, event: &NodeEvent) {
        self.note(event, "start".to_owned());
    }

    fn run(&mut self, event: &NodeEvent, status: Status) {
        self.note(event, format!("run {status:?}"));
    }

    fn why(&mut self, event: &NodeEvent, why: Why<'_>) {
        // A live tree does not know how to show an error.
        if let Why::Lost(_) = why {
            return;
        }
        self.note(event, format!("why {why}"));
    }

    fn finish(&mut self, event: &NodeEvent, outcome: Outcome) {
        self.note(event, format!("finish {outcome:?}"));
    }
}

/// Answers for some nodes instead of them.
struct Mocks {
    events: Events,
    seed: u64,
    asked: u64,
}

impl TreeObserver for Mocks {
    fn mock(&mut self, event: &NodeEvent) -> Option<Status> {
        self.asked += 1;
        self.events.note(event, "asked".to_owned());
        match mix(self.seed ^ mix(self.asked)) % 12 {
            0 => Some(Status::Success),
            1 => Some(Status::Failure),
            2 => Some(Status::Running),
            _ => None,
        }
    }

    fn mock_value(&mut self, event: &NodeEvent, value: &mut dyn Any) -> Option<Status> {
        let answer = self.mock(event)?;
        match value.downcast_mut::<Option<u32>>() {
            Some(value) if answer == Status::Success => *value = Some(77),
            None if answer == Status::Success => return None,
            _ => {}
        }
        Some(answer)
    }

    fn start(&mut self, event: &NodeEvent) {
        self.events.start(event);
    }

    fn run(&mut self, event: &NodeEvent, status: Status) {
        self.events.run(event, status);
    }

    fn why(&mut self, event: &NodeEvent, why: Why<'_>) {
        self.events.why(event, why);
    }

    fn finish(&mut self, event: &NodeEvent, outcome: Outcome) {
        self.events.finish(event, outcome);
    }
}

/// A tree, and everything that it has done.
struct Agent<T> {
    tree: T,
    world: World,
    events: Events,
}

/// How it is observed.
#[derive(Clone, Copy, Debug)]
enum Watch {
    Not,
    Events,
    Mocks,
}

impl<T: TreeFor<World>> Agent<T> {
    fn new(tree: T, seed: u64) -> Self {
        Agent { tree, world: World::new(seed), events: Events::default() }
    }

    fn tick(&mut self, seconds: f64, watch: Watch) -> T::Answer {
        self.world.tick += 1;
        match watch {
            Watch::Not => self.tree.tick_for(seconds, &mut self.world),
            Watch::Events => self.tree.tick_for_with(seconds, &mut self.world, &mut self.events),
            Watch::Mocks => {
                let seed = self.world.seed ^ self.world.tick;
                let mut mocks = Mocks { events: Events::default(), seed, asked: 0 };
                let status = self.tree.tick_for_with(seconds, &mut self.world, &mut mocks);
                self.events = mocks.events;
                status
            }
        }
    }

    fn abort(&mut self, watch: Watch) {
        match watch {
            Watch::Not => self.tree.abort(&mut self.world),
            Watch::Events | Watch::Mocks => self.tree.abort_with(&mut self.world, &mut self.events),
        }
    }

    /// What the tree has done since the last call, and its active nodes.
    fn done(&mut self, answer: Option<T::Answer>) -> Done<T::Answer> {
        let active = self.tree.active().map(|node| format!("{} {}", node.position, node.title())).collect();
        let (journal, events) = (std::mem::take(&mut self.world.journal), std::mem::take(&mut self.events.0));
        Done { answer, journal, events, active, is_running: self.tree.is_running(), sleep: self.tree.sleep() }
    }
}

#[derive(Debug, PartialEq)]
struct Done<A> {
    answer: Option<A>,
    journal: Vec<String>,
    events: Vec<String>,
    active: Vec<String>,
    is_running: bool,
    sleep: Option<Duration>,
}

/// Compares two trees. Each agent lives in a world of its own, which is ticked with its own times.
pub fn compare<T, L>(built: fn() -> T, live: impl Fn(T) -> L)
where
    T: TreeFor<World>,
    T::Answer: Debug + PartialEq,
    L: TreeFor<World, Answer = T::Answer>,
{
    for seed in 0..AGENTS {
        let watch = [Watch::Not, Watch::Events, Watch::Mocks][(seed % 3) as usize];
        let (mut one, mut other) = (Agent::new(built(), mix(seed)), Agent::new(live(built()), mix(seed)));
        for tick in 0..TICKS {
            let chosen = mix(seed << 32 | tick);
            let (one, other) = if chosen.is_multiple_of(16) {
                one.abort(watch);
                other.abort(watch);
                (one.done(None), other.done(None))
            } else {
                let seconds = [0.0, 0.25, 1.0, 4.0][(chosen / 16 % 4) as usize];
                let (answer, of_other) = (one.tick(seconds, watch), other.tick(seconds, watch));
                (one.done(Some(answer)), other.done(Some(of_other)))
            };
            assert!(one == other, "agent {seed}, tick {tick}, {watch:?}:\ncompiled {one:#?}\nlive {other:#?}");
        }
    }
}
