//! Random trees, parsed, resolved, checked and lowered, against the reference.

use std::time::{Duration, Instant};

use bt_machine::search;

/// How many trees.
const TREES: u64 = 6000;

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
