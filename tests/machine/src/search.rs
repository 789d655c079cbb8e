//! Searches for a tree and a script on which the machine and the reference differ.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::{Duration, Instant};

use bt_reference::compare::{Measure, case};
use bt_reference::program::Program;
use bt_reference::random;
use bt_reference::script::Script;
use bt_reference::shrink::shrink;
use fastrand::Rng;

use crate::subject::Machines;

/// How many scripts each tree is played with.
const SCRIPTS: usize = 40;

/// What has been compared.
#[derive(Clone, Copy, Debug, Default)]
pub struct Compared {
    /// Trees. A tree with subtrees is also compared with their text in its place, and still counts once.
    pub trees: u64,
    /// Nodes in them.
    pub nodes: usize,
    /// Scripts.
    pub scripts: usize,
    /// Ticks.
    pub ticks: usize,
    /// Parts of large trees that have been cut off.
    pub groups: usize,
}

/// Compares random trees from this seed on, until the time is over or this many trees have been compared. An error has
/// the smallest failing case.
pub fn search(seed: u64, time: Duration, trees: u64) -> Result<Compared, String> {
    let began = Instant::now();
    let mut sum = Compared::default();
    while sum.trees < trees && began.elapsed() < time {
        let tree_seed = seed.wrapping_add(sum.trees);
        let program = random::program(tree_seed);
        let mut rng = Rng::with_seed(tree_seed);
        let scripts: Vec<Script> = (0..SCRIPTS).map(|_| Script::random(&program, &mut rng)).collect();
        let in_place = (program.trees.len() > 1).then(|| program.in_place());
        for program in std::iter::once(&program).chain(&in_place) {
            let (ticks, failing) = compare(program, &scripts);
            if let Some((script, _)) = failing {
                return Err(report(tree_seed, program, script));
            }
            sum.nodes += program.size();
            sum.scripts += scripts.len();
            sum.ticks += ticks;
            sum.groups += Machines::new(program).map_or(0, |machines| machines.groups());
        }
        sum.trees += 1;
    }
    Ok(sum)
}

/// How many ticks are the same, and the first script for which they are not.
fn compare<'a>(program: &Program, scripts: &'a [Script]) -> (usize, Option<(&'a Script, String)>) {
    let mut machines = match Machines::new(program) {
        Ok(machines) => machines,
        Err(wrong) => return (0, scripts.first().map(|script| (script, wrong))),
    };
    let mut measure = Measure::new(program);
    let mut ticks = 0;
    for script in scripts {
        bt_reference::play::Subject::reset(&mut machines);
        // The machine may be so wrong that it panics by itself.
        let compared = catch_unwind(AssertUnwindSafe(|| measure.compare(script, &mut machines)));
        match compared.unwrap_or_else(|_| Err("the machine is in a state that it cannot be in\n".to_owned())) {
            Ok(compared) => ticks += compared,
            Err(wrong) => return (ticks, Some((script, wrong))),
        }
    }
    (ticks, None)
}

fn report(seed: u64, program: &Program, script: &Script) -> String {
    let wrong =
        |program: &Program, script: &Script| compare(program, std::slice::from_ref(script)).1.map(|(_, wrong)| wrong);
    let first = wrong(program, script).unwrap_or_default();
    // Shrinking may cause thousands of panics, none of which tells more than the others.
    let hook = std::panic::take_hook();
    std::panic::set_hook(Box::new(|_| {}));
    let (small, short) = shrink(program, script, &mut |program, script| wrong(program, script).is_some());
    let last = wrong(&small, &short).unwrap_or_default();
    std::panic::set_hook(hook);
    format!("seed {seed}\n{program}\n{first}\nthe smallest case:\n{last}\n{}", case(&small, &short))
}
