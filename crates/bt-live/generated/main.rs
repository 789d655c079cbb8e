//! Random trees, compiled and live: both do the same, and what the reference does. Live ones continue when their text
//! is read again.
//!
//! `BT_SEED=77 BT_TREES=200 BT_SCRIPTS=2000 cargo test --test generated` does it with other trees.

use std::sync::{Mutex, PoisonError};

use bt::bt;
// Requests in live trees are `Send`.
use bt::Request as LocalRequest;
use bt_live::Live;
use bt_reference::compare::{Measure, case};
use bt_reference::play::{Log, Subject, play};
use bt_reference::program::Program;
use bt_reference::random;
use bt_reference::script::{Mocks, Script};
use bt_reference::shrink::shrink_script;
use fastrand::Rng;

#[path = "../../../tests/generated/asleep.rs"]
mod asleep;
#[path = "../../../tests/generated/context.rs"]
mod context;
#[path = "../../../tests/generated/journal.rs"]
mod journal;
#[path = "../../../tests/generated/leaves.rs"]
mod leaves;
mod played;
mod reloaded;
#[path = "../../../tests/generated/requests.rs"]
mod requests;
#[path = "../../../tests/generated/titles.rs"]
mod titles;
#[path = "../../../tests/generated/turns.rs"]
mod turns;
#[allow(dead_code, reason = "not every run has trees that name it")]
#[path = "../../../tests/generated/units.rs"]
mod units;
#[path = "../../../tests/generated/values.rs"]
mod values;

use asleep::sleeps;
use context::World;
use leaves::{
    Alert, Aware, Broken, Busy, Chosen, Derived, Fallible, Listening, Moody, Quick, Scripted, Shaky, Shot, Sure, act,
    ask, beat, chance, number, score, time,
};
use played::{Can, Played, Way, noted};
use reloaded::Reloaded;

#[allow(unused_imports, reason = "not every run has trees that name all of them")]
use requests::{Asked, Demanded};
#[allow(unused_imports, reason = "not every run has trees that name all of them")]
use turns::{Brittle, Fickle, Giving, Steady};
#[allow(unused_imports, reason = "not every run has trees that name all of them")]
use values::{Argued, Collect, Dig, Find, Scout, Spot, Value, above, fetch, few, item, likely, long, uses, value};

/// How many scripts each tree is played with, unless `BT_SCRIPTS` says otherwise.
const SCRIPTS: u64 = 60;

/// A tree as the build script has written it.
struct Written {
    seed: u64,
    in_place: bool,
    boxed: bool,
    new: fn(Way) -> Box<dyn Subject>,
    /// The same without an observer, for some of the trees.
    new_alone: Option<fn(Way) -> Box<dyn Subject>>,
}

/// A tree is played with; the first word is for trees that are only compiled, and what else it can do follows.
macro_rules! played {
    ($kind:ident, $tree:ident $(, $more:ident)*) => {
        pub fn new(way: Way) -> Box<dyn Subject> {
            played!(@new true, way, $tree $(, $more)*)
        }
    };
    (@new $is_observed:literal, $way:ident, $tree:ident $(, $more:ident)*) => {
        match $way {
            Way::Compiled => {
                #[allow(clippy::needless_update, reason = "some trees can do all of it")]
                let can = Can { $($more: Some(played!(@$more $tree)),)* ..Can::default() };
                Box::new(Played { tree: $tree::new(), is_observed: $is_observed, can })
            }
            Way::Live => {
                #[allow(clippy::needless_update, reason = "some trees can do all of it")]
                let can = Can { $($more: Some(played!(@$more Live<$tree>)),)* ..Can::default() };
                Box::new(Played { tree: Live::from($tree::new()), is_observed: $is_observed, can })
            }
        }
    };
    (@hears $tree:ty) => {
        |tree: &mut $tree, world, shot, journal| match journal {
            Some(journal) => tree.send_with(world, shot, journal),
            None => tree.send(world, shot),
        }
    };
    (@observes $tree:ty) => { |tree: &mut $tree| tree.look() };
}

/// A tree that is ticked without an observer; the words after it say what else it can do.
macro_rules! played_alone {
    ($tree:ident $(, $more:ident)*) => {
        pub fn new_alone(way: Way) -> Box<dyn Subject> {
            played!(@new false, way, $tree $(, $more)*)
        }
    };
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

    /// The module in which it is.
    fn module(&self) -> String {
        let which = if self.in_place { "_in_place" } else { "" };
        format!("tree_{}{which}{}", self.seed, if self.boxed { "_boxed" } else { "" })
    }

    /// Plays scripts with each subject, with an observer and without one; how many steps were compared.
    fn check(&self, scripts: u64, differs: &mut dyn FnMut(&Script, New, &mut Measure) -> Option<String>) -> usize {
        let (program, mut steps) = (self.program(), 0);
        for new in [Some(self.new), self.new_alone].into_iter().flatten() {
            let mut measure = Measure::new(&program);
            let mut rng = Rng::with_seed(self.seed);
            for number in 0..scripts {
                let mut script = Script::random(&program, &mut rng);
                if number % MOCKED == 0 && new(Way::Live).is_observed() {
                    script.mocks = Mocks::random(&program, &mut rng);
                }
                steps += script.steps.len();
                if differs(&script, new, &mut measure).is_some() {
                    shrink_script(&program, &mut script, &mut |_, script| differs(script, new, &mut measure).is_some());
                    let wrong = differs(&script, new, &mut measure).expect("it has just failed");
                    panic!("{}\n{wrong}\n{:?}\n{}", self.module(), script.mocks, case(&program, &script));
                }
            }
        }
        steps
    }
}

/// Makes a tree.
type New = fn(Way) -> Box<dyn Subject>;

/// One in this many scripts is played with mocks.
const MOCKED: u64 = 4;

/// The results of a script, and what only these two can be compared in: the reasons of nodes, and when trees sleep.
fn results(subject: &mut dyn Subject, script: &Script) -> (Log, Vec<String>) {
    noted();
    let log = play(subject, script);
    (log, noted())
}

/// How a live tree differs from the compiled one.
fn differs_from_compiled(script: &Script, new: New) -> Option<String> {
    let [compiled, live] = [Way::Compiled, Way::Live].map(|way| results(&mut *new(way), script));
    // What happens in a tick that ends in a panic is unspecified.
    if compiled == live || !script.panics.is_empty() {
        return None;
    }
    let notes = compiled.1.iter().zip(&live.1).find(|(one, other)| one != other);
    Some(match notes {
        Some((compiled, live)) => format!("compiled: {compiled}\nlive:     {live}"),
        None => format!("compiled {:#?}\nlive {:#?}", compiled.0, live.0),
    })
}

#[test]
fn live_trees_do_what_compiled_ones_and_the_reference_do() {
    let scripts = setting("BT_SCRIPTS", SCRIPTS);
    let each = PROGRAMS.iter().map(|written| {
        written.check(scripts, &mut |script, new, measure| {
            let from_compiled = differs_from_compiled(script, new);
            from_compiled.or_else(|| measure.compare(script, &mut *new(Way::Live)).err())
        })
    });
    let steps: usize = each.sum();
    println!("{} trees, {scripts} scripts each: {steps} steps compared", PROGRAMS.len());
}

#[test]
fn a_live_tree_that_sleeps_misses_nothing() {
    let scripts = setting("BT_SCRIPTS", SCRIPTS) / 4;
    let mut slept = 0;
    for written in PROGRAMS.iter().filter(|written| written.program().is_timed()) {
        let (program, mut rng) = (written.program(), Rng::with_seed(written.seed));
        for seed in 0..scripts {
            let script = Script::random(&program, &mut rng);
            match sleeps(&|| (written.new)(Way::Live), &script, seed) {
                Ok(times) => slept += times,
                Err(text) => panic!("{}\n{text}\n{}", written.module(), case(&program, &script)),
            }
        }
    }
    println!("they slept {slept} times");
    assert!(slept > 0, "none of them sleeps");
}

/// One test at a time changes texts.
static ALONE: Mutex<()> = Mutex::new(());

#[test]
fn a_tree_that_is_read_again_goes_on() {
    let _alone = ALONE.lock().unwrap_or_else(PoisonError::into_inner);
    let scripts = setting("BT_SCRIPTS", SCRIPTS) / 10;
    let mut reloads = 0;
    for written in PROGRAMS {
        let module = written.module();
        written.check(scripts, &mut |script, new, measure| {
            let mut reloaded = Reloaded::new(new(Way::Live), &module);
            let differs = measure.compare(script, &mut reloaded).err();
            reloads += reloaded.reloads;
            differs
        });
    }
    println!("{reloads} times a text was read again");
    assert!(reloads > 0, "no text was read again");
}
