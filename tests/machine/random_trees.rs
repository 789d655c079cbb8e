//! Random trees, parsed, resolved, checked and lowered, against the reference.

use std::collections::BTreeMap;
use std::time::{Duration, Instant};

use bt_compiler::tree::nodes;
use bt_machine::{refusal, search};
use bt_reference::{can, random, text};

/// How many trees.
const TREES: u64 = 2500;

#[test]
fn machines_do_what_the_reference_does() {
    let began = Instant::now();
    let run = |seed: u64| std::thread::spawn(move || search(seed, Duration::MAX, TREES / 2));
    let halves = [run(1), run(1 << 32)];
    let (mut ticks, mut groups) = (0, 0);
    for half in halves {
        match half.join().expect("the search does not panic") {
            Ok(found) => {
                ticks += found.ticks;
                groups += found.groups;
            }
            Err(report) => panic!("{report}"),
        }
    }
    let seconds = began.elapsed().as_secs_f64();
    println!("{TREES} trees, {groups} parts cut off, {ticks} tree-ticks compared in {seconds:.1} s");
    assert!(ticks > 1_000_000, "too little has been compared: {ticks} tree-ticks");
    assert!(groups > 100, "large trees are too rare: {groups} parts cut off");
}

/// The user's leaves, decorators and composites that few programs have.
const USERS: [&str; 6] = ["asked", "demanded", "shaky", "steady", "brittle", "giving"];

/// Without this test, nobody would notice a node that occurs in no random tree. `dynamic` is in the trees whose
/// subtrees are in boxes, which `tests/generated` compiles.
#[test]
fn every_node_occurs_in_random_trees() {
    let mut counts: BTreeMap<&'static str, usize> =
        nodes::all().map(|node| node.name).chain(USERS).map(|name| (name, 0)).collect();
    for seed in 0..2000 {
        let program = random::program(seed);
        for tree in 0..program.trees.len() {
            let boxed = if program.can_be_boxed() { text::tree(&program.in_boxes(), tree, "") } else { String::new() };
            let text = text::tree(&program, tree, "") + &boxed;
            for word in text.split(|letter: char| !letter.is_alphanumeric() && letter != '_') {
                if let Some(count) = counts.get_mut(word) {
                    *count += 1;
                }
            }
        }
    }
    for (name, count) in counts {
        assert!(count > 50, "`{name}` occurs only {count} times in random trees");
    }
}

/// Unreachable nodes and pointless loops: the reference also judges refused trees as wrong.
#[test]
fn only_what_is_wrong_is_refused() {
    let mut refused = 0;
    for seed in 0..TREES {
        let program = random::unmended(seed);
        for tree in 0..program.trees.len() {
            let Some(why) = refusal(&program, tree) else { continue };
            assert!(can::is_wrong(&program.trees[tree].root, &program), "seed {seed}: {why}");
            refused += 1;
        }
    }
    println!("{refused} trees refused");
    assert!(refused > TREES / 20, "too few are refused: {refused}");
}
