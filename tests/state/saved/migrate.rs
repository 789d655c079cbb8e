//! A running tree continues in a newer shape of its tree, or is aborted, or refused.

use bt::save::Reason;
use bt::{Behavior, Outcome, Save, Status, Tree, bt};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

/// The record of the leaves.
type Log = Vec<String>;

/// Works for some ticks, and stores a word that may be the label of a node.
#[derive(Behavior, Clone, Serialize, Deserialize)]
#[behavior(context = Log)]
struct Work {
    word: String,
    ticks: u32,
}

impl Work {
    fn new(word: &str, ticks: u32) -> Self {
        Work { word: word.to_owned(), ticks }
    }

    fn run(&mut self, log: &mut Log) -> Status {
        log.push(format!("{} {}", self.word, self.ticks));
        self.ticks -= 1;
        if self.ticks == 0 { Status::Success } else { Status::Running }
    }

    fn finish(&mut self, log: &mut Log, outcome: Outcome) {
        log.push(format!("{} {outcome:?}", self.word));
    }
}

mod v1 {
    use super::*;

    bt! {
        #[derive(Serialize, Deserialize)]
        pub Guard(Log) = sequence <
            walk: work("walk", 3),
            limit: timeout(9.0) < repeat(3) < look: work("stare", 2) > >,
            both: parallel < left: work("a", 3), right: work("b", 3) >,
            wait(1.0),
        >
    }
}

/// The labels of leaves have changed, and the order of nodes.
mod v2 {
    use super::*;

    bt! {
        #[derive(Serialize, Deserialize)]
        pub Guard(Log) = sequence <
            succeed,
            limit: timeout(9.0) < sequence < repeat(3) < watch: work("stare", 2) > > >,
            both: parallel < right: work("b", 3), left: work("a", 3) >,
            stroll: work("walk", 3),
        >
    }
}

const LABELS: &[(&str, &str)] = &[("walk", "stroll"), ("look", "watch"), ("left", "right"), ("right", "left")];

fn after(ticks: u32) -> (v1::Guard, Log) {
    let (mut guard, mut log) = (v1::Guard::new(), Log::new());
    for _ in 0..ticks {
        assert!(guard.tick_for(0.5, &mut log).is_running());
    }
    log.clear();
    (guard, log)
}

fn reason<T: Tree + Serialize, N: Tree + Serialize + DeserializeOwned>(old: T, fresh: N) -> Reason {
    Save(old).migrate(LABELS, fresh).err().expect("it is not mapped").reason
}

#[test]
fn what_leaves_and_nodes_above_them_hold_goes_over() {
    let (old, mut log) = after(2);
    let mut guard = Save(old).migrate(LABELS, v2::Guard::new()).expect("it is mapped");
    guard.tick_for(0.5, &mut log);
    // The word that the leaf holds is not the name of its place.
    assert_eq!(log, ["walk 1", "walk Success"]);

    // In the second pass of three, half a second of nine has passed twice.
    let (old, mut log) = after(4);
    let mut guard = Save(old).migrate(LABELS, v2::Guard::new()).expect("it is mapped");
    let titles: Vec<&str> = guard.active().map(|node| node.title()).collect();
    assert_eq!(titles, ["sequence", "limit", "sequence", "repeat", "watch"]);
    let state = serde_json::to_string(&guard).expect("it can be written");
    assert!(state.contains(r#""left":2"#), "{state}");
    guard.tick_for(0.5, &mut log);
    assert_eq!(log, ["stare 1", "stare Success", "stare 2"]);
}

#[test]
fn branches_can_swap_their_labels() {
    let (old, mut log) = after(7);
    let mut guard = Save(old).migrate(LABELS, v2::Guard::new()).expect("it is mapped");
    guard.tick_for(0.5, &mut log);
    assert_eq!(log, ["a 1", "a Success", "b 1", "b Success", "walk 3"]);
}

#[test]
fn an_idle_tree_becomes_the_fresh_one() {
    let guard = Save(v1::Guard::new()).migrate(&[], v2::Guard::new()).expect("there is nothing to map");
    assert!(!guard.is_running());
}

#[test]
fn what_is_not_mapped_is_refused_or_aborted() {
    let (old, mut log) = after(2);
    let unmapped = Save(old).migrate(&[], v2::Guard::new()).err().expect("there is no `walk`");
    assert!(matches!(&unmapped.reason, Reason::State(error) if error.contains("walk")), "{unmapped}");
    let fresh = unmapped.abort(&mut log);
    assert!(!fresh.is_running());
    assert_eq!(log, ["walk Aborted"]);
    let (old, _) = after(8);
    assert_eq!(reason(old, v2::Guard::new()), Reason::NoLabel { leaf: "wait" });
}

/// Each of them is ambiguous.
mod wrong {
    use super::*;

    bt! {
        #[derive(Serialize, Deserialize)]
        pub Timed(Log) = limit: timeout(9.0) < go: work("a", 9) >
    }

    bt! {
        #[derive(Serialize, Deserialize)]
        pub NotTimed(Log) = limit: repeat(9) < go: work("a", 9) >
    }

    bt! {
        #[derive(Serialize, Deserialize)]
        pub Untimed(Log) = limit: inverter < go: work("a", 9) >
    }

    bt! {
        #[derive(Serialize, Deserialize)]
        pub Retried(Log) = limit: retry(9) < go: work("a", 9) >
    }

    bt! {
        #[derive(Serialize, Deserialize)]
        pub Inverted(Log) = sequence < inverter < go: work("a", 9) > >
    }

    bt! {
        #[derive(Serialize, Deserialize)]
        pub Plain(Log) = sequence < go: work("a", 9) >
    }

    bt! {
        #[derive(Serialize, Deserialize)]
        pub Cools(Log) = cooldown(1.0) < go: work("a", 9) >
    }
}

fn running<T>(tree: T, tick: impl FnOnce(&mut T)) -> T {
    let mut tree = tree;
    tick(&mut tree);
    tree
}

#[test]
fn what_could_be_understood_in_a_wrong_way_is_not_mapped() {
    use wrong::*;
    let repeated = || running(NotTimed::new(), |tree| assert!(tree.tick(&mut Log::new()).is_running()));
    let timed = || running(Timed::new(), |tree| assert!(tree.tick_for(1.0, &mut Log::new()).is_running()));
    let plain = || running(Plain::new(), |tree| assert!(tree.tick(&mut Log::new()).is_running()));
    // The same fields, with another meaning.
    assert_eq!(reason(repeated(), Retried::new()), Reason::Other);
    assert!(matches!(reason(timed(), NotTimed::new()), Reason::State(_)));
    assert!(matches!(reason(timed(), Untimed::new()), Reason::State(_) | Reason::Other));
    // The result of the leaf would be inverted.
    assert_eq!(reason(plain(), Inverted::new()), Reason::Other);
    assert!(matches!(reason(plain(), Timed::new()), Reason::State(_)));
    // The cooldown has stopped once.
    let cools = running(Cools::new(), |tree| {
        assert!(tree.tick_for(1.0, &mut Log::new()).is_running());
        tree.abort(&mut Log::new());
    });
    assert_eq!(reason(cools, Cools::new()), Reason::Kept);
}

#[test]
fn a_clock_from_which_nothing_is_measured_is_left_behind() {
    use wrong::Cools;
    let old = running(Cools::new(), |tree| assert!(tree.tick_for(1.5, &mut Log::new()).is_running()));
    let mut log = Log::new();
    let mut tree = Save(old).migrate(&[], Cools::new()).expect("no moment is kept");
    assert!(tree.tick_for(0.1, &mut log).is_running());
    assert_eq!(log, ["a 8"], "it carries on");
    tree.abort(&mut log);
    assert!(tree.tick_for(0.9, &mut log).is_failure() && tree.tick_for(0.0, &mut log).is_failure());
    assert!(tree.tick_for(0.2, &mut log).is_failure(), "the second begins at its end");
    assert!(tree.tick_for(0.0, &mut log).is_running());
}

#[test]
fn a_word_that_is_a_label_is_no_place() {
    bt! {
        #[derive(Serialize, Deserialize)]
        Two(Log) = parallel < walk: work("x", 9), x: work("walk", 9) >
    }
    let two = running(Two::new(), |tree| assert!(tree.tick(&mut Log::new()).is_running()));
    assert_eq!(reason(two, v2::Guard::new()), Reason::Ambiguous { label: "walk" });
}

#[test]
fn a_save_of_another_shape_names_both() {
    let (old, _) = after(2);
    let save = serde_json::to_string(&Save(&old)).expect("it can be written");
    let error = serde_json::from_str::<Save<v2::Guard>>(&save).err().expect("it is another shape").to_string();
    for shape in [Save::<v1::Guard>::SHAPE, Save::<v2::Guard>::SHAPE] {
        assert!(error.contains(&format!("{shape:016x}")), "{error}");
    }
}
