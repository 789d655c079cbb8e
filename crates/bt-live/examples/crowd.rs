//! A crowd of live agents that all switch to a changed text in one frame: how long the frames before, during and after
//! that take. Run it with `--release`; the argument is a number of agents.

use std::time::{Duration, Instant};

use bt::{Outcome, Status, bt, leaf};
use bt_live::{Live, offer};

#[derive(Default)]
struct Villager {
    hunger: u32,
    started: u64,
    finished: u64,
}

#[derive(bt::Behavior, Clone)]
#[behavior(context = Villager)]
struct Walk {
    steps: u32,
}

impl Walk {
    fn new(steps: u32) -> Self {
        Walk { steps }
    }

    fn start(&mut self, villager: &mut Villager) {
        villager.started += 1;
    }

    fn run(&mut self, villager: &mut Villager) -> Status {
        villager.hunger += 1;
        self.steps = self.steps.saturating_sub(1);
        if self.steps == 0 { Status::Success } else { Status::Running }
    }

    fn finish(&mut self, villager: &mut Villager, _: Outcome) {
        villager.finished += 1;
    }
}

#[leaf]
fn is_hungry(villager: &mut Villager) -> bool {
    villager.hunger > 20
}

#[leaf]
fn eat(villager: &mut Villager) {
    villager.hunger = 0;
}

#[leaf]
fn work(villager: &mut Villager) {
    villager.hunger += 2;
}

bt! {
    pub Mind(Villager) = selector <
        sequence < is_hungry, timeout(5.0) < walk(8) >, eat >,
        sequence <
            walk(12),
            repeat(3) < sequence < work, wait(2.0) > >,
            cooldown(9.0) < walk(5) >,
        >,
    >
}

/// The edits: first to the new text, then back, and so on. The first one adds nodes, the second one changes a number.
const EDITS: [(&str, &str); 2] = [("work, wait(2.0)", "wait(2.0), work, wait(0.5)"), ("repeat(3)", "repeat(4)")];

fn main() {
    let agents = std::env::args().nth(1).and_then(|agents| agents.parse().ok()).unwrap_or(10_000);
    // The first one reads the text, which takes memory, too.
    let first = Live::from(Mind::new());
    let before = memory();
    let new = |number: u32| (Live::from(Mind::new()), Villager { hunger: number % 20, ..Villager::default() });
    let mut crowd: Vec<_> = (0..agents).map(new).collect();
    let mut frame = || {
        let begin = Instant::now();
        for (mind, villager) in &mut crowd {
            let _ = mind.tick_for(0.1, villager);
        }
        begin.elapsed()
    };
    let warm: Duration = (0..100).map(|_| frame()).max().unwrap_or_default();
    println!("{agents} agents, the slowest of 100 frames: {warm:?}");
    if let (Some(before), Some(now)) = (before, memory()) {
        let of_all = size_of::<(Live<Mind>, Villager)>();
        let each = now.saturating_sub(before) / agents as usize;
        println!("an agent with its villager: {of_all} bytes, {each} with its heap");
    }
    for (from, to) in EDITS {
        let built = include_str!("crowd.rs");
        let edited = built.replacen(from, to, 1);
        // The best of several, since the machine has other work, too.
        let mut best = [Duration::MAX; 4];
        for text in [&*edited, built].repeat(8) {
            let before = frame();
            let begin = Instant::now();
            let update = offer(file!(), text).unwrap_or_else(|refused| panic!("{refused}"));
            assert_eq!(update.trees.len(), 1, "the tree has changed");
            let taken = [before, begin.elapsed(), frame(), frame()];
            best = std::array::from_fn(|at| best[at].min(taken[at]));
        }
        let [before, read, changed, after] = best;
        println!("`{to}`: read in {read:?}; a frame takes {before:?}, that of the change {changed:?}, then {after:?}");
    }
    let sum = |of: fn(&Villager) -> u64| crowd.iter().map(|(_, villager)| of(villager)).sum::<u64>();
    let active = crowd.iter().filter(|(mind, _)| mind.active().any(|node| node.title() == "walk")).count() as u64;
    let (started, finished) = (sum(|one| one.started), sum(|one| one.finished));
    println!("walks started: {started}, finished: {finished}, active: {active}");
    assert_eq!(started - finished, active, "each start has one finish");
    drop(first);
}

/// The memory of the program in bytes, on Linux.
fn memory() -> Option<usize> {
    let pages = std::fs::read_to_string("/proc/self/statm").ok()?;
    Some(pages.split_whitespace().nth(1)?.parse::<usize>().ok()? * 4096)
}
