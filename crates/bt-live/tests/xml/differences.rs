//! What random trees have shown next to BehaviorTree.CPP itself: see `tests/btcpp`.

use bt::Status::{self, Failure, Running, Success};
use bt_live::xml::{Board, Value};

use crate::bench::{Bench, tree, warnings};

fn tick(body: &str, bench: &mut Bench, expected: &[(Status, &str)]) {
    let mut loaded = tree(body);
    for (number, (status, events)) in expected.iter().enumerate() {
        let ticked = loaded.tree.tick_for(0.1, bench);
        assert_eq!((ticked, bench.take().as_str()), (*status, *events), "tick {} of {body}", number + 1);
    }
}

/// A text becomes what the entry is already.
#[test]
fn set_blackboard_keeps_the_type_of_its_entry() {
    let mut bench = Bench::default();
    for (key, value) in [("n", Value::of(0.0)), ("i", Value::of(0)), ("b", Value::of(false)), ("t", Value::of("0"))] {
        bench.board.set(key, value);
    }
    let body = "<Sequence><SetBlackboard value='2' output_key='n'/><SetBlackboard value='3' output_key='{i}'/>
        <SetBlackboard value='true' output_key='b'/><SetBlackboard value='4' output_key='t'/>
        <Script code='n += 1; i += 1; m := b ? 1 : 0'/></Sequence>";
    tick(body, &mut bench, &[(Success, "")]);
    let shown = ["n", "i", "b", "t", "m"].map(|key| format!("{:?}", bench.board.get(key).expect("it is set")));
    assert_eq!(shown, ["3.0", "4", "true", "\"4\"", "1"]);
    tick("<SetBlackboard value='far' output_key='n'/>", &mut bench, &[(Failure, "")]);
    assert_eq!(bench.board.failures(), ["SetBlackboard: the entry is 3.0, so it cannot become \"far\""]);
    assert_eq!(bench.board.get("n"), Some(Value::of(3)));
}

/// Items are split as BehaviorTree.CPP splits them.
#[test]
fn the_end_of_a_list_is_no_item() {
    let mut bench = Bench::new("A=S");
    let each =
        |queue: &str| format!("<LoopInt queue='{queue}' value='{{v}}' if_empty='FAILURE'><Leaf leaf='A'/></LoopInt>");
    let once = (Running, "start A, finish A Success");
    tick(&each("1;2;"), &mut bench, &[once, once, (Failure, "")]);
    tick(&each(""), &mut bench, &[(Failure, "")]);
}

/// BehaviorTree.CPP accepts nodes that are never reached, and runs endless loops.
#[test]
fn nodes_may_never_be_reached() {
    let mut bench = Bench::new("A=S");
    let body = "<Parallel success_count='1'><AlwaysSuccess/><Leaf leaf='A'/><Sequence><Leaf leaf='A'/><Leaf \
                leaf='A'/></Sequence></Parallel>";
    tick(body, &mut bench, &[(Success, "")]);
    tick(
        "<Sequence><Fallback><Sleep msec='0'/><Leaf leaf='A'/></Fallback><Leaf leaf='A'/></Sequence>",
        &mut bench,
        &[(Success, "start A, finish A Success")],
    );
    tick(
        "<Sequence><Repeat num_cycles='-1'><Sleep msec='1'/></Repeat><Fallback><Sleep msec='0'/><Leaf \
         leaf='A'/></Fallback></Sequence>",
        &mut bench,
        &[(Running, ""), (Running, "")],
    );
}

#[test]
fn what_differs_is_a_warning() {
    let skipped = "<SkipUnlessUpdated entry='e'><Leaf leaf='A'/></SkipUnlessUpdated>";
    let with = |body: &str, condition: &str| body.replace('%', condition);
    let after =
        |script| format!("<Sequence><Sequence {script}>{skipped}{skipped}</Sequence><Leaf leaf='B'/></Sequence>");
    let asked = "<WhileDoElse>%<Leaf leaf='A'/><Leaf leaf='B'/></WhileDoElse>";
    let asked_once = "<IfThenElse>%<Leaf leaf='A'/></IfThenElse>";
    let note = "<Note text='a'/>";
    let keeps = "keeps this answer";
    let aborts = "a running branch is aborted here";
    let cases = [
        // A skipped child, where its parent has no way to continue.
        ("<RunOnce><Leaf leaf='A'/></RunOnce>".to_owned(), vec!["it fails instead"]),
        ("<Sequence><RunOnce><Leaf leaf='A'/></RunOnce><Leaf leaf='A'/></Sequence>".to_owned(), vec![]),
        (
            format!("<Fallback><TryCatch>{skipped}<Leaf leaf='B'/></TryCatch><Leaf leaf='B'/></Fallback>"),
            vec!["BehaviorTree.CPP skips `TryCatch`, which succeeds here"],
        ),
        (
            format!(
                "<Fallback><TryCatch>{skipped}<Leaf leaf='B'/><Leaf leaf='B'/></TryCatch><Leaf leaf='B'/></Fallback>"
            ),
            vec![],
        ),
        (
            format!("<Sequence><RunOnce then_skip='false'>{skipped}</RunOnce><Leaf leaf='B'/></Sequence>"),
            vec!["does not ask its child again"],
        ),
        (
            format!("<LoopInt queue='1;2' value='{{v}}'><Sequence>{skipped}</Sequence></LoopInt>"),
            vec!["`LoopInt` starts its child over after it was skipped"],
        ),
        ("<LoopInt queue='1;2' value='{v}'><Leaf leaf='A' _skipIf='v == 1'/></LoopInt>".to_owned(), vec![]),
        ("<Precondition if='true'><Leaf leaf='A'/></Precondition>".to_owned(), vec!["asks again after a halt"]),
        ("<Precondition if='true'><Script code='n := 1'/></Precondition>".to_owned(), vec![]),
        // Scripts after a node in which everything is skipped.
        (after("_post='n := 1'"), vec!["`_post` differs where"]),
        (after("_onSuccess='n := 1'"), vec!["`_onSuccess` differs where"]),
        (after("_onFailure='n := 1'"), vec!["`_onFailure` differs where"]),
        (after("_onHalted='n := 1'"), vec!["`_onHalted` differs where"]),
        (after("_successIf='false'"), vec![]),
        ("<Sequence><Leaf leaf='A' _skipIf='true' _post='n := 1'/><Leaf leaf='A'/></Sequence>".to_owned(), vec![]),
        // Conditions that BehaviorTree.CPP does not reset.
        (with(asked, note), vec![aborts]),
        (with(asked, "<ScriptCondition code='true'/>"), vec![]),
        (with(asked, "<Inverter><ScriptCondition code='true'/></Inverter>"), vec![]),
        (with(asked, "<Leaf leaf='C'/>"), vec![keeps]),
        (with(asked, "<Inverter><Leaf leaf='C'/></Inverter>"), vec![aborts]),
        (with(asked, "<ScriptCondition code='true' _failureIf='false'/>"), vec![keeps]),
        (with(asked, "<LoopInt queue='1' value='{v}'><AlwaysSuccess/></LoopInt>"), vec![keeps, aborts]),
        (with(asked_once, "<Leaf leaf='C'/>"), vec![keeps]),
        (with(asked_once, note), vec![]),
        ("<IfThenElse><Leaf leaf='C'/><Leaf leaf='A'/><Leaf leaf='B'/></IfThenElse>".to_owned(), vec![]),
    ];
    for (body, expected) in cases {
        let loaded = tree(&body);
        let told = warnings(&loaded);
        let is_expected =
            told.len() == expected.len() && expected.iter().all(|part| told.iter().any(|told| told.contains(part)));
        assert!(is_expected, "{body}: {told:?}");
    }
}
