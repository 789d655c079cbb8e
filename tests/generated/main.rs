//! Random trees that the build script has written out as `bt!`, against the reference: this proves the generated code.
//!
//! `BT_SEED=77 BT_TREES=1000 BT_SCRIPTS=5000 cargo test -p bt-generated` does it with other trees.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use bt::{LocalRequest, bt};
use bt_reference::compare::{Measure, case};
use bt_reference::play::{Said, Subject};
use bt_reference::program::Program;
use bt_reference::random;
use bt_reference::script::{Mocks, Script};
use bt_reference::shrink::shrink_script;
use bt_reference::world;
use fastrand::Rng;

mod asleep;
mod context;
mod journal;
mod leaves;
mod requests;
mod titles;
mod turns;
#[allow(dead_code, reason = "not every run has trees that name it")]
mod units;
mod values;

use asleep::sleeps;
use context::World;
use journal::observed;
use leaves::{
    Alert, Aware, Broken, Busy, Chosen, Derived, Fallible, Listening, Moody, Quick, Scripted, Shaky, Shot, Sure, act,
    ask, beat, chance, number, said, score, time,
};
use titles::without_boxes;

#[allow(unused_imports, reason = "not every run has trees that name all of them")]
use requests::{Asked, Demanded, open};
#[allow(unused_imports, reason = "not every run has trees that name all of them")]
use turns::{Brittle, Fickle, Giving, Steady};
#[allow(unused_imports, reason = "not every run has trees that name all of them")]
use values::{
    Argued, Collect, Dig, Find, Scout, Spot, Value, above, fetch, few, item, likely, live, long, uses, value,
};

/// How many scripts each tree is played with, unless `BT_SCRIPTS` says otherwise.
const SCRIPTS: u64 = 2000;

/// A tree as the build script has written it.
struct Written {
    seed: u64,
    in_place: bool,
    boxed: bool,
    new: fn() -> Box<dyn Subject>,
    /// Makes one without an observer, for some of the trees: that is different code.
    new_alone: Option<fn() -> Box<dyn Subject>>,
}

/// What `tick` returns.
trait Answer {
    fn said(self) -> Said;
}

impl Answer for bt::Status {
    fn said(self) -> Said {
        Said::Status(said(self))
    }
}

impl Answer for Result<bt::Status, Broken> {
    fn said(self) -> Said {
        self.map_or_else(|Broken(id)| Said::Error(id), Answer::said)
    }
}

/// A tree is played with; the first word says whether it can be compared with others, and what else it can do follows.
macro_rules! played {
    ($kind:ident, $tree:ident $(, $more:ident)*) => {
        impl Subject for $tree {
            fn tick(&mut self, nanos: u64, world: &mut world::World) -> Said {
                let dt = Duration::from_nanos(nanos);
                let said = observed(world, |world, journal| Answer::said(self.tick_for_with(dt, world, journal)));
                said.unwrap_or(Said::Panicked)
            }

            fn abort(&mut self, world: &mut world::World) -> bool {
                observed(world, |world, journal| self.abort_with(world, journal)).is_some()
            }

            fn reset(&mut self) {
                $tree::reset(self);
            }

            fn is_running(&self) -> bool {
                $tree::is_running(self)
            }

            fn active(&self, found: &mut Vec<(usize, &'static str)>) {
                found.extend(without_boxes($tree::active(self)));
            }

            fn sleep(&self) -> Option<Duration> {
                $tree::sleep(self)
            }

            fn is_observed(&self) -> bool {
                true
            }

            played!($kind);
            $(played!($more $tree);)*
        }

        pub fn new() -> Box<dyn Subject> {
            Box::new($tree::new())
        }
    };
    (hears $tree:ident) => {
        fn send(&mut self, message: u32, world: &mut world::World) -> bool {
            observed(world, |world, journal| self.send_with(world, &Shot(message), journal)).is_some()
        }
    };
    (observes $tree:ident) => {
        fn look(&mut self) {
            $tree::look(self);
        }
    };
    (plain) => {
        fn is_as_new(&self) -> Option<bool> {
            (live() != 0 || open() != 0).then_some(false)
        }
    };
    (compared) => {
        fn state(&self) -> Option<String> {
            Some(format!("{self:?}"))
        }

        fn is_as_new(&self) -> Option<bool> {
            Some(live() == 0 && (*self == Self::new() || without_kept(self) == without_kept(&Self::new())))
        }
    };
}

/// A tree that is ticked without an observer; the words after it say what else it can do.
macro_rules! played_alone {
    (hears) => {
        fn send(&mut self, message: u32, world: &mut world::World) -> bool {
            World::lend(world, |world| self.0.send(world, &Shot(message))).is_some()
        }
    };
    (observes) => {
        fn look(&mut self) {
            self.0.look();
        }
    };
    ($tree:ident $(, $more:ident)*) => {
        struct Alone($tree);

        impl Subject for Alone {
            fn tick(&mut self, nanos: u64, world: &mut world::World) -> Said {
                let dt = Duration::from_nanos(nanos);
                let said = World::lend(world, |world| Answer::said(self.0.tick_for(dt, world)));
                said.unwrap_or(Said::Panicked)
            }

            fn abort(&mut self, world: &mut world::World) -> bool {
                World::lend(world, |world| self.0.abort(world)).is_some()
            }

            fn reset(&mut self) {
                self.0.reset();
            }

            fn is_running(&self) -> bool {
                self.0.is_running()
            }

            fn active(&self, found: &mut Vec<(usize, &'static str)>) {
                Subject::active(&self.0, found);
            }

            fn is_as_new(&self) -> Option<bool> {
                self.0.is_as_new()
            }

            fn sleep(&self) -> Option<Duration> {
                Subject::sleep(&self.0)
            }

            fn state(&self) -> Option<String> {
                self.0.state()
            }

            $(played_alone!($more);)*
        }

        pub fn new_alone() -> Box<dyn Subject> {
            Box::new(Alone($tree::new()))
        }
    };
}

/// A tree as it is debugged, up to what it keeps.
fn without_kept(tree: &impl std::fmt::Debug) -> String {
    let text = format!("{tree:?}");
    text.split(", __kept: ").next().unwrap_or_default().to_owned()
}

include!(concat!(env!("OUT_DIR"), "/generated.rs"));

fn setting(name: &str, default: u64) -> u64 {
    std::env::var(name).ok().and_then(|text| text.parse().ok()).unwrap_or(default)
}

impl Written {
    fn program(&self) -> Program {
        let program = random::program(self.seed);
        match (self.in_place, self.boxed) {
            (true, _) => program.in_place(),
            (_, true) => program.in_boxes(),
            _ => program,
        }
    }

    /// Plays scripts, with and without an observer; returns how many ticks were compared.
    fn check(&self, scripts: u64) -> usize {
        let subjects = [Some(self.new), self.new_alone];
        subjects.into_iter().flatten().map(|new| self.check_each(new, scripts)).sum()
    }

    fn check_each(&self, new: fn() -> Box<dyn Subject>, scripts: u64) -> usize {
        let program = self.program();
        let mut measure = Measure::new(&program);
        let mut rng = Rng::with_seed(self.seed);
        let mut ticks = 0;
        for _ in 0..scripts {
            let mut script = Script::random(&program, &mut rng);
            match measure.compare(&script, &mut *new()) {
                Ok(compared) => ticks += compared,
                Err(_) => {
                    let mut fails = |_: &Program, script: &Script| measure.compare(script, &mut *new()).is_err();
                    shrink_script(&program, &mut script, &mut fails);
                    let wrong = measure.compare(&script, &mut *new()).expect_err("it has just failed");
                    let (seed, in_place, boxed) = (self.seed, self.in_place, self.boxed);
                    panic!("seed {seed}, in place: {in_place}, boxed: {boxed}\n{wrong}\n{}", case(&program, &script));
                }
            }
        }
        ticks
    }
}

/// One in this many scripts is played with trees that sleep.
const ASLEEP: u64 = 4;

#[test]
fn a_tree_that_sleeps_misses_nothing() {
    let slept = |written: &Written| {
        let (program, mut rng) = (written.program(), Rng::with_seed(written.seed));
        let scripts =
            (0..setting("BT_SCRIPTS", SCRIPTS) / ASLEEP).map(|seed| (Script::random(&program, &mut rng), seed));
        let slept = scripts.map(|(script, seed)| match sleeps(&written.new, &script, seed) {
            Ok(slept) => slept,
            Err(text) => panic!("seed {}\n{text}\n{}", written.seed, case(&program, &script)),
        });
        slept.sum::<usize>()
    };
    let timed = PROGRAMS.iter().filter(|written| written.program().is_timed());
    let slept: Vec<usize> = timed.map(slept).collect();
    let (trees, times) = (slept.iter().filter(|&&slept| slept > 0).count(), slept.iter().sum::<usize>());
    println!("{trees} trees slept {times} times");
    assert!(trees > slept.len() / 10, "too few of them sleep: {trees}");
}

/// One in this many scripts is played with mocks.
const MOCKED: u64 = 4;

#[test]
fn mocks_of_composites_answer_as_in_the_reference() {
    let mocked = |written: &Written| {
        let (program, mut rng) = (written.program(), Rng::with_seed(written.seed));
        let mut measure = Measure::new(&program);
        let ticks = (0..setting("BT_SCRIPTS", SCRIPTS) / MOCKED).map(|_| {
            let mut script = Script::random(&program, &mut rng);
            script.mocks = Mocks::random(&program, &mut rng);
            match measure.compare(&script, &mut *(written.new)()) {
                Ok(compared) => compared,
                Err(text) => panic!("seed {}\n{text}\n{:?}\n{}", written.seed, script.mocks, case(&program, &script)),
            }
        });
        ticks.sum::<usize>()
    };
    let observed = PROGRAMS.iter().filter(|written| (written.new)().is_observed());
    let ticks: usize = observed.map(mocked).sum();
    println!("{ticks} tree-ticks with mocks compared");
}

#[test]
fn generated_code_does_what_the_reference_does() {
    let (began, scripts) = (Instant::now(), setting("BT_SCRIPTS", SCRIPTS));
    // Some trees take much longer than others, so each thread takes the next one when it is done with the last.
    let next = AtomicUsize::new(0);
    let check_some = || {
        let programs = std::iter::from_fn(|| PROGRAMS.get(next.fetch_add(1, Ordering::Relaxed)));
        programs.map(|written| written.check(scripts)).sum::<usize>()
    };
    let ticks: usize = std::thread::scope(|scope| {
        let threads = std::thread::available_parallelism().map_or(1, usize::from);
        let threads: Vec<_> = (0..threads).map(|_| scope.spawn(check_some)).collect();
        let ticks = threads.into_iter().map(|thread| thread.join());
        ticks.map(|ticks| ticks.unwrap_or_else(|panic| std::panic::resume_unwind(panic))).sum()
    });
    let (trees, seconds) = (PROGRAMS.len(), began.elapsed().as_secs_f64());
    println!("{trees} trees, {} scripts, {ticks} tree-ticks compared in {seconds:.1} s", trees as u64 * scripts);
}
