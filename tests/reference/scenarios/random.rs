//! Random programs of all nodes: what holds for every tree holds for the reference.

use std::collections::BTreeMap;

use bt_reference::can;
use bt_reference::compare::case;
use bt_reference::invariants::Invariants;
use bt_reference::play::{Log, Reference, Said, Stepped, late_reads, play};
use bt_reference::program::{Kind, Program};
use bt_reference::random::{Nodes, program_with, unmended_with};
use bt_reference::script::{Does, Script};
use bt_reference::shrink::shrink;
use bt_reference::text;
use bt_reference::values;
use bt_reference::world::{self, Event, Outcome};
use fastrand::Rng;

/// How many programs, and how many scripts each is played with.
const PROGRAMS: u64 = 2000;
const SCRIPTS: usize = 10;

/// All programs with their scripts.
fn for_each(mut check: impl FnMut(&Program, &Script, &str)) {
    for seed in 0..PROGRAMS {
        let program = program_with(Nodes::ALL, seed);
        let mut rng = Rng::with_seed(seed);
        for number in 0..SCRIPTS {
            let script = Script::random(&program, &mut rng);
            check(&program, &script, &format!("seed {seed}, script {number}"));
        }
    }
}

fn played(program: &Program, script: &Script) -> Log {
    play(&mut Reference::new(program), script)
}

#[test]
fn what_holds_for_every_tree_holds() {
    for_each(|program, script, which| {
        let log = played(program, script);
        if let Err((step, broken)) = Invariants::new(program).check(script, &log) {
            panic!("{which}, step {step}: {broken}\n{}\n{:?}", case(program, script), log.events);
        }
    });
}

#[test]
fn a_subtree_means_what_its_text_in_its_place_means() {
    // The labels in subtrees are lost, and with them their titles.
    let without_titles = |log: &Log| {
        let bare = |step: &Stepped| Stepped { active: vec![], ..step.clone() };
        let depths = |step: &Stepped| step.active.iter().map(|(depth, _)| *depth).collect::<Vec<_>>();
        let steps: Vec<_> = log.steps.iter().map(|step| (bare(step), depths(step))).collect();
        (log.events.clone(), steps)
    };
    for_each(|program, script, which| {
        if program.trees.len() > 1 {
            let (one, other) = (played(program, script), played(&program.in_place(), script));
            assert_eq!(without_titles(&one), without_titles(&other), "{which}\n{}", case(program, script));
        }
    });
}

#[test]
fn all_that_can_happen_happens_often() {
    let mut kinds: BTreeMap<String, usize> = BTreeMap::new();
    let mut events: BTreeMap<&str, usize> = BTreeMap::new();
    let (mut ended, mut redrawn, mut cleaned_up, mut lost, mut late) = (0, 0, 0, 0, 0);
    for seed in 0..PROGRAMS {
        let program = program_with(Nodes::ALL, seed);
        let nodes = program.trees.iter().flat_map(|tree| tree.root.all());
        nodes.for_each(|node| *kinds.entry(text::name(&node.kind)).or_default() += 1);
    }
    for_each(|program, script, _| {
        let log = played(program, script);
        for event in &log.events {
            let name = match event {
                Event::Draw => "draw",
                Event::Beat(_) => "beat",
                Event::Receive(..) => "receive",
                Event::Spent(_, true) => "spent",
                Event::Spent(_, false) => "not spent",
                Event::Found(..) => "found",
                Event::Uses(..) => "uses",
                Event::Item(..) => "item",
                _ => continue,
            };
            *events.entry(name).or_default() += 1;
        }
        let mut before = 0;
        for (step, stepped) in script.steps.iter().zip(&log.steps) {
            let of_step = &log.events[before..stepped.events];
            before = stepped.events;
            let sent = matches!(step.does, Does::Send(_));
            ended += usize::from(sent && of_step.iter().any(|event| matches!(event, Event::Finish(..))));
        }
        let told = log.told.as_deref().expect("the reference tells all");
        let mut before = 0;
        for (step, stepped) in script.steps.iter().zip(&log.steps) {
            let of_step = &told[before..stepped.told];
            before = stepped.told;
            cleaned_up +=
                usize::from(step.does == Does::Abort && of_step.iter().any(|told| told.does == world::Does::Start));
            // A leaf with an error in its first run reports no run. Only one error propagates.
            let errors = of_step.windows(2).filter(|pair| {
                let fails = world::Does::Finish(Outcome::Aborted);
                pair[0].position == pair[1].position && pair[0].does == world::Does::Start && pair[1].does == fails
            });
            lost += errors.count().saturating_sub(usize::from(matches!(stepped.said, Said::Error(_))));
        }
        let draws = log.events.windows(2).filter(|pair| *pair == [Event::Draw, Event::Draw]).count();
        redrawn += draws;
        late += late_reads(program, script);
    });
    let later = [
        "wait_between",
        "cooldown",
        "every",
        "busy",
        "random_sequence",
        "random_selector",
        "weighted",
        "utility",
        "probability",
        "alert",
        "aware",
        "Listening::Alert",
        "remember",
        "recalls",
        "forget",
        "observe",
        "finally",
        "find",
        "spot",
        "collect",
        "dig",
        "scout",
        "for_each",
    ];
    for name in later {
        let count = kinds.get(name).copied().unwrap_or_default();
        assert!(count > 100, "there are only {count} of `{name}`");
    }
    let counts =
        [("ended", ended), ("redrawn", redrawn), ("cleaned up", cleaned_up), ("lost", lost), ("read late", late)];
    for (name, count) in counts.into_iter().chain(events) {
        assert!(count > 100, "`{name}` happens only {count} times");
    }
}

#[test]
fn programs_are_legal_and_some_that_are_not_mended_are_wrong() {
    let wrong = |program: &Program| program.trees.iter().any(|tree| can::is_wrong(&tree.root, program));
    assert!((0..PROGRAMS).all(|seed| !wrong(&program_with(Nodes::ALL, seed))));
    let bound = |program: &Program| program.trees.iter().all(|tree| values::are_legal(tree, program));
    for seed in 0..PROGRAMS {
        let programs = [program_with(Nodes::ALL, seed), unmended_with(Nodes::ALL, seed)];
        assert!(programs.iter().all(|program| bound(program) && bound(&program.in_place())), "{}", programs[0]);
    }
    assert!((0..PROGRAMS).filter(|&seed| wrong(&unmended_with(Nodes::ALL, seed))).count() > 50);
}

/// A node never returns an impossible result.
#[test]
fn a_tree_says_what_it_can() {
    for_each(|program, script, which| {
        let can = can::of(&program.trees[0].root, program);
        for (step, stepped) in script.steps.iter().zip(&played(program, script).steps) {
            if let Said::Status(status) = stepped.said {
                assert!(can.end(status), "{which} says {status:?} after {:?}\n{}", step.does, case(program, script));
            }
        }
    });
}

#[test]
fn a_failing_case_is_made_small() {
    let wanted: [fn(&Kind) -> bool; 5] = [
        |kind| matches!(kind, Kind::Observe(_)),
        |kind| matches!(kind, Kind::Utility(_)),
        |kind| matches!(kind, Kind::Weighted(_)),
        |kind| matches!(kind, Kind::Every(..)),
        |kind| matches!(kind, Kind::Recalls(..)),
    ];
    for (wanted, seed) in wanted.into_iter().zip(0..) {
        let fails = |program: &Program| program.in_place().any(wanted);
        let programs = (seed * 1000..).map(|seed| program_with(Nodes::ALL, seed));
        let program = programs.into_iter().find(|program| fails(program) && program.size() > 20);
        let program = program.expect("there is no end of seeds");
        let script = Script::random(&program, &mut Rng::with_seed(seed));
        let (small, script) = shrink(&program, &script, &mut |program, _| fails(program));
        assert!(small.size() <= 3 && script.steps.len() == 1, "{}", case(&small, &script));
        assert!(!can::is_wrong(&small.trees[0].root, &small));
    }
}
