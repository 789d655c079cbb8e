//! Compares random trees in BehaviorTree.CPP itself with the same trees live: the actions of their leaves and the
//! entries of their blackboards must be the same, unless a warning announced a difference. BehaviorTree.CPP has to be
//! built first; CONTRIBUTING says how.
//!
//! `BTCPP=FOLDER cargo test --manifest-path crates/bt-live/Cargo.toml --features xml --test btcpp -- --ignored
//! --nocapture`
//!
//! `BT_TREES=20000 BT_SEED=7` makes more trees, and others.

#[path = "../../../../tests/btcpp/build.rs"]
mod build;
mod cpp;
mod live;
mod node;
mod random;

use std::collections::BTreeMap;

use cpp::Cpp;
use live::Ran;
use node::Case;
use random::Random;

/// What has become of a case in both.
enum Found {
    Same(Ran),
    /// With the journal of BehaviorTree.CPP.
    Different(Ran, String),
    /// BehaviorTree.CPP threw an exception, and a warning or `Board::failed` said why.
    Threw,
    Refused(String),
}

fn compare(cpp: &mut Cpp, case: &Case) -> Found {
    let journal = cpp.run(case);
    let has_thrown = journal.lines().last().is_some_and(|line| line.starts_with("threw"));
    match live::run(case) {
        Err(refused) => Found::Refused(refused),
        Ok(ran) if has_thrown && !(ran.warnings.is_empty() && ran.failures.is_empty()) => Found::Threw,
        Ok(ran) if ran.journal == journal => Found::Same(ran),
        Ok(ran) => Found::Different(ran, journal),
    }
}

/// The smallest case that differs too, with no more warnings.
fn smallest(cpp: &mut Cpp, case: Case, ran: Ran, journal: String) -> (Case, Ran, String) {
    let mut now = (case, ran, journal);
    for _ in 0..200 {
        let smaller = now.0.smaller().into_iter().find_map(|case| match compare(cpp, &case) {
            Found::Different(ran, journal) if ran.warnings.len() <= now.1.warnings.len() => Some((case, ran, journal)),
            _ => None,
        });
        match smaller {
            Some(smaller) => now = smaller,
            None => break,
        }
    }
    now
}

fn setting(name: &str, default: u64) -> u64 {
    std::env::var(name).map_or(default, |text| text.parse().expect("it is a number"))
}

#[test]
#[ignore = "needs BehaviorTree.CPP"]
fn random_trees() {
    let (count, first) = (setting("BT_TREES", 2000), setting("BT_SEED", 0));
    let mut cpp = Cpp::new();
    let (mut same, mut warned, mut threw, mut nodes, mut ticks) = (0, 0, 0, 0, 0);
    let (mut rules, mut unexplained): (BTreeMap<String, usize>, Vec<String>) = (BTreeMap::new(), Vec::new());
    for seed in first..first + count {
        let case = Random::new(seed).case();
        nodes += case.count();
        ticks += case.ticks.len();
        match compare(&mut cpp, &case) {
            Found::Same(ran) => {
                same += 1;
                warned += usize::from(!ran.warnings.is_empty());
            }
            Found::Threw => threw += 1,
            Found::Refused(why) => unexplained.push(format!("seed {seed}: {}\n{why}", case.xml())),
            Found::Different(ran, journal) => {
                let (case, ran, journal) = smallest(&mut cpp, case, ran, journal);
                if ran.warnings.is_empty() {
                    let Ran { journal: ours, text, failures, .. } = ran;
                    unexplained.push(format!(
                        "seed {seed}: {}\n{:?} {}\n{text}\nin BehaviorTree.CPP:\n{journal}here:\n{ours}{failures:?}\n",
                        case.xml(),
                        case.answers,
                        case.ticks,
                    ));
                } else {
                    *rules.entry(ran.warnings.join("\n      ")).or_default() += 1;
                }
            }
        }
    }
    println!("{count} trees of {nodes} nodes, {ticks} ticks: {same} the same, {warned} of them with warnings");
    println!("{threw} threw an exception; these differ, as their warnings say:");
    rules.iter().for_each(|(rule, count)| println!("{count:5} {rule}"));
    assert!(unexplained.is_empty(), "{} differ without a warning:\n{}", unexplained.len(), unexplained.join("\n"));
    assert!(same * 10 > count * 9, "only {same} of {count} are the same");
}
