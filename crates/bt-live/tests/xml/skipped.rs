//! The eight conditions, and skipped nodes, as in BehaviorTree.CPP's `tree_node.cpp` and its tests `gtest_skipping.cpp`
//! and `gtest_postconditions.cpp`.

use bt::Status;
use bt_live::xml::{Board, Value};

use crate::bench::{Bench, tree, warnings};

fn tick(loaded: &mut bt_live::xml::Loaded<Bench>, bench: &mut Bench) -> (Status, String) {
    (loaded.tree.tick_for(0.1, bench), bench.take())
}

fn done(status: Status, events: &str) -> (Status, String) {
    (status, events.to_owned())
}

#[test]
fn conditions_are_asked_in_their_order() {
    let mut loaded = tree(
        "<Leaf leaf='A' _while='w == 1' _skipIf='s == 1' _successIf='t == 1' _failureIf='f == 1'
               _onSuccess='log := log .. \"S\"' _onFailure='log := log .. \"F\"' _post='log := log .. \"P\"' \
         _onHalted='log := log .. \"H\"'/>"
            .replace("\\\"", "\"")
            .replace("'log := log .. \"S\"'", "\"log := log .. 'S'\"")
            .replace("'log := log .. \"F\"'", "\"log := log .. 'F'\"")
            .replace("'log := log .. \"P\"'", "\"log := log .. 'P'\"")
            .replace("'log := log .. \"H\"'", "\"log := log .. 'H'\"")
            .as_str(),
    );
    let set = |bench: &mut Bench, names: &str| {
        for name in ["w", "s", "t", "f"] {
            bench.board.set(name, Value::of(i64::from(names.contains(name))));
        }
        bench.board.set("log", Value::of(String::new()));
    };
    let log = |bench: &Bench| bench.board.get("log").and_then(|log| log.to::<String>()).unwrap_or_default();
    let mut bench = Bench::new("A=S");
    // The first condition that applies decides. The scripts after the end of the node run then, too, but not if it is
    // skipped.
    for (names, status, scripts) in [
        ("wstf", Status::Failure, "FP"),
        ("wst", Status::Success, "SP"),
        ("ws", Status::Failure, ""),
        ("", Status::Failure, ""),
    ] {
        set(&mut bench, names);
        assert_eq!(tick(&mut loaded, &mut bench), done(status, ""), "{names}");
        assert_eq!(log(&bench), scripts, "{names}");
    }
    set(&mut bench, "w");
    assert_eq!(tick(&mut loaded, &mut bench), done(Status::Success, "start A, finish A Success"));
    assert_eq!(log(&bench), "SP");
    // While the node runs, only `_while` is checked.
    let mut bench = Bench::new("A=RRR");
    set(&mut bench, "w");
    assert_eq!(tick(&mut loaded, &mut bench), done(Status::Running, "start A"));
    set(&mut bench, "wstf");
    assert_eq!(tick(&mut loaded, &mut bench), done(Status::Running, "run A"));
    set(&mut bench, "stf");
    assert_eq!(tick(&mut loaded, &mut bench), done(Status::Failure, "finish A Aborted"));
    assert_eq!(log(&bench), "H");
    // The parent aborts the node: the scripts are the same.
    set(&mut bench, "w");
    bench.answers.get_mut("A").expect("it is there").position = 0;
    assert_eq!(tick(&mut loaded, &mut bench), done(Status::Running, "start A"));
    loaded.tree.abort(&mut bench);
    assert_eq!((bench.take().as_str(), log(&bench).as_str()), ("finish A Aborted", "H"));
}

/// Each parent, its children, and what happens if `A`, or `B`, is skipped.
#[test]
fn a_skipped_node_is_passed_over() {
    let a = "<Leaf leaf='A' _skipIf='a == 1'/>";
    for (body, answers, set, status, events, warned) in [
        ("<Sequence>%<Leaf leaf='B'/></Sequence>", "B=S", 1, Status::Success, "start B, finish B Success", false),
        ("<Sequence>%<Leaf leaf='B'/></Sequence>", "B=F", 1, Status::Failure, "start B, finish B Failure", false),
        ("<Fallback>%<Leaf leaf='B'/></Fallback>", "B=F", 1, Status::Failure, "start B, finish B Failure", false),
        ("<Fallback>%<Leaf leaf='B'/></Fallback>", "B=S", 1, Status::Success, "start B, finish B Success", false),
        ("<Fallback>%<Leaf leaf='B'/></Fallback>", "A=S", 0, Status::Success, "start A, finish A Success", false),
        ("<ReactiveSequence>%<Leaf leaf='B'/></ReactiveSequence>", "B=R", 1, Status::Running, "start B", false),
        ("<ReactiveFallback>%<Leaf leaf='B'/></ReactiveFallback>", "B=R", 1, Status::Running, "start B", false),
        // A skipped child of an inverter skips the inverter.
        (
            "<Sequence><Inverter>%</Inverter><Leaf leaf='B'/></Sequence>",
            "B=S",
            1,
            Status::Success,
            "start B, finish B Success",
            false,
        ),
        (
            "<Fallback><Inverter>%</Inverter><Leaf leaf='B'/></Fallback>",
            "B=S",
            1,
            Status::Success,
            "start B, finish B Success",
            false,
        ),
        (
            "<Sequence><RetryUntilSuccessful num_attempts='3'>%</RetryUntilSuccessful><Leaf leaf='B'/></Sequence>",
            "B=S",
            1,
            Status::Success,
            "start B, finish B Success",
            false,
        ),
        (
            "<Fallback><Repeat num_cycles='3'>%</Repeat><Leaf leaf='B'/></Fallback>",
            "B=S",
            1,
            Status::Success,
            "start B, finish B Success",
            false,
        ),
        (
            "<Fallback><Timeout msec='100'>%</Timeout><Leaf leaf='B'/></Fallback>",
            "B=S",
            1,
            Status::Success,
            "start B, finish B Success",
            false,
        ),
        // A sequence whose children are all skipped is skipped: in a sequence that is the same as a success.
        (
            "<Sequence><Sequence>%</Sequence><Leaf leaf='B'/></Sequence>",
            "B=S",
            1,
            Status::Success,
            "start B, finish B Success",
            false,
        ),
        // In a fallback a success ends the parent, so there is a warning.
        (
            "<Fallback><Sequence>%<Leaf leaf='C' _skipIf='a == 1'/></Sequence><Leaf leaf='B'/></Fallback>",
            "B=S",
            1,
            Status::Success,
            "",
            true,
        ),
        ("<Fallback><ForceSuccess>%</ForceSuccess><Leaf leaf='B'/></Fallback>", "B=S", 1, Status::Success, "", true),
        (
            "<Fallback><RetryUntilSuccessful num_attempts='3'>%</RetryUntilSuccessful><Leaf leaf='B'/></Fallback>",
            "B=S",
            1,
            Status::Success,
            "start B, finish B Success",
            true,
        ),
        ("<Parallel>%<Leaf leaf='B'/></Parallel>", "B=S", 1, Status::Success, "start B, finish B Success", true),
        (
            "<IfThenElse><Leaf leaf='B'/>%<Leaf leaf='C'/></IfThenElse>",
            "B=S",
            1,
            Status::Failure,
            "start B, finish B Success",
            true,
        ),
    ] {
        let mut loaded = tree(&body.replace('%', a));
        let mut bench = Bench::new(answers);
        bench.board.set("a", Value::of(set));
        assert_eq!(tick(&mut loaded, &mut bench), done(status, events), "{body}");
        assert_eq!(!warnings(&loaded).is_empty(), warned, "{body}: {:?}", warnings(&loaded));
    }
}

/// From `gtest_skipping.cpp`: a child that is skipped in the second round of a loop.
#[test]
fn skipping_counts_anew_in_each_round() {
    let mut loaded = tree(
        "<Repeat num_cycles='2'><Sequence><Script code='n += 1'/><Leaf leaf='A' _skipIf='n == 2'/><Leaf \
         leaf='B'/></Sequence></Repeat>",
    );
    let mut bench = Bench::new("A=S B=S");
    bench.board.set("n", Value::of(0));
    let events = "start A, finish A Success, start B, finish B Success, start B, finish B Success";
    assert_eq!(tick(&mut loaded, &mut bench), done(Status::Success, events));
}

#[test]
fn nodes_that_skip_by_themselves() {
    // `RunOnce` is skipped once its child has ended, even with failure.
    let mut loaded = tree("<Sequence><RunOnce><Leaf leaf='A'/></RunOnce><Leaf leaf='B'/></Sequence>");
    let mut bench = Bench::new("A=RF B=S");
    assert_eq!(tick(&mut loaded, &mut bench), done(Status::Running, "start A"));
    assert_eq!(tick(&mut loaded, &mut bench), done(Status::Failure, "run A, finish A Failure"));
    assert_eq!(tick(&mut loaded, &mut bench), done(Status::Success, "start B, finish B Success"));
    let mut loaded = tree("<Sequence><RunOnce then_skip='false'><Leaf leaf='A'/></RunOnce><Leaf leaf='B'/></Sequence>");
    let mut bench = Bench::new("A=F B=S");
    assert_eq!(tick(&mut loaded, &mut bench), done(Status::Failure, "start A, finish A Failure"));
    assert_eq!(tick(&mut loaded, &mut bench), done(Status::Failure, ""));
    // `Precondition` checks until it holds, and not again while its child runs.
    for (other, parent, first) in [
        ("FAILURE", "Sequence", done(Status::Failure, "")),
        ("SUCCESS", "Fallback", done(Status::Success, "")),
        ("RUNNING", "Sequence", done(Status::Running, "")),
        ("SKIPPED", "Sequence", done(Status::Success, "start B, finish B Success")),
        ("SKIPPED", "Fallback", done(Status::Success, "start B, finish B Success")),
    ] {
        let mut loaded = tree(&format!(
            "<{parent}><Precondition if='n == 1' else='{other}'><Leaf leaf='A'/></Precondition><Leaf \
             leaf='B'/></{parent}>"
        ));
        let mut bench = Bench::new("A=RRS B=S");
        bench.board.set("n", Value::of(0));
        assert_eq!(tick(&mut loaded, &mut bench), first, "{other}");
        bench.board.set("n", Value::of(1));
        assert_eq!(tick(&mut loaded, &mut bench), done(Status::Running, "start A"), "{other}");
        bench.board.set("n", Value::of(0));
        assert_eq!(tick(&mut loaded, &mut bench), done(Status::Running, "run A"), "{other}");
    }
    // A loop takes a tick for each item.
    let mut loaded = tree(
        "<Sequence><LoopInt queue='3;4' value='{item}' if_empty='SKIPPED'><Note text='{item}'/></LoopInt><Leaf \
         leaf='B'/></Sequence>",
    );
    let mut bench = Bench::new("B=S");
    assert_eq!(tick(&mut loaded, &mut bench), done(Status::Running, "3"));
    assert_eq!(tick(&mut loaded, &mut bench), done(Status::Running, "4"));
    assert_eq!(tick(&mut loaded, &mut bench), done(Status::Success, "start B, finish B Success"));
    // `KeepRunningUntilFailure` runs its child once a tick.
    let mut loaded = tree("<KeepRunningUntilFailure><Leaf leaf='A'/></KeepRunningUntilFailure>");
    let mut bench = Bench::new("A=SF");
    assert_eq!(tick(&mut loaded, &mut bench), done(Status::Running, "start A, finish A Success"));
    assert_eq!(tick(&mut loaded, &mut bench), done(Status::Failure, "start A, finish A Failure"));
}

#[test]
fn control_nodes_that_choose() {
    // `WhileDoElse` checks in each tick; if a branch fails, the other one does not run.
    let mut loaded =
        tree("<WhileDoElse><Inverter><Leaf leaf='C'/></Inverter><Leaf leaf='A'/><Leaf leaf='B'/></WhileDoElse>");
    let mut bench = Bench::new("C=FFSF A=RRF B=R");
    assert_eq!(tick(&mut loaded, &mut bench), done(Status::Running, "start C, finish C Failure, start A"));
    assert_eq!(tick(&mut loaded, &mut bench), done(Status::Running, "start C, finish C Failure, run A"));
    assert_eq!(
        tick(&mut loaded, &mut bench),
        done(Status::Running, "start C, finish C Success, finish A Aborted, start B")
    );
    assert_eq!(
        tick(&mut loaded, &mut bench),
        done(Status::Failure, "start C, finish C Failure, finish B Aborted, start A, finish A Failure")
    );
    // `Switch` decides in each tick, by texts, numbers and enums.
    let mut loaded = tree(
        "<Switch2 variable='{light}' case_1='RED' case_2='2'><Leaf leaf='A'/><Leaf leaf='B'/><Leaf \
         leaf='C'/></Switch2>",
    );
    let mut bench = Bench::new("A=R B=R C=S");
    bench.board.set("light", Value::of("RED"));
    assert_eq!(tick(&mut loaded, &mut bench), done(Status::Running, "start A"));
    bench.board.set("light", Value::of(1));
    assert_eq!(tick(&mut loaded, &mut bench), done(Status::Running, "run A"));
    bench.board.set("light", Value::of("GREEN"));
    assert_eq!(tick(&mut loaded, &mut bench), done(Status::Running, "finish A Aborted, start B"));
    bench.board.unset("light");
    assert_eq!(tick(&mut loaded, &mut bench), done(Status::Success, "finish B Aborted, start C, finish C Success"));
    // `PersistentSequence` continues at the child whose number is on the board.
    let mut loaded = tree(
        "<PersistentSequence current_child_idx='{at}'><Leaf leaf='A'/><Leaf leaf='B'/><Leaf \
         leaf='C'/></PersistentSequence>",
    );
    let mut bench = Bench::new("A=S B=RS C=F");
    bench.board.set("at", Value::of(0));
    assert_eq!(tick(&mut loaded, &mut bench), done(Status::Running, "start A, finish A Success, start B"));
    loaded.tree.abort(&mut bench);
    bench.take();
    assert_eq!(
        tick(&mut loaded, &mut bench),
        done(Status::Failure, "start B, finish B Success, start C, finish C Failure")
    );
    assert_eq!(bench.board.get("at"), Some(Value::of(0)));
}
