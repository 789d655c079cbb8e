//! `WasEntryUpdated`, `SkipUnlessUpdated` and `WaitValueUpdate`, as in BehaviorTree.CPP's `updated_action.cpp` and
//! `updated_decorator.cpp`: a node remembers the updates that it has seen for as long as its tree exists.

use bt::Status::{self, Failure, Running, Success};
use bt_live::xml::{Board, Loaded, MapBoard, Palette, Value, parse};

use crate::bench::{Bench, file, palette, tree, warnings};

/// What happens before a tick.
#[derive(Clone, Copy, Debug)]
enum Do {
    Nothing,
    Set,
    Unset,
    Abort,
}
use Do::{Abort, Nothing, Set, Unset};

fn run(body: &str, answers: &str, ticks: &[(Do, Status, &str)]) {
    ticks_of(&mut tree(body), Bench::new(answers), body, ticks);
}

fn ticks_of(loaded: &mut Loaded<Bench>, mut bench: Bench, body: &str, ticks: &[(Do, Status, &str)]) {
    for (number, (before, status, events)) in ticks.iter().enumerate() {
        match before {
            Nothing => {}
            // The value stays the same: only the write counts.
            Set => bench.board.set("e", Value::of(1)),
            Unset => bench.board.unset("e"),
            Abort => {
                loaded.tree.abort(&mut bench);
                bench.take();
            }
        }
        let ticked = loaded.tree.tick_for(0.1, &mut bench);
        assert_eq!((ticked, bench.take().as_str()), (*status, *events), "tick {} of {body}", number + 1);
    }
    assert!(bench.board.failures().is_empty(), "{:?}", bench.board.failures());
}

#[test]
fn the_leaf_succeeds_once_for_each_update() {
    for entry in ["{e}", "e"] {
        run(
            &format!("<WasEntryUpdated entry='{entry}'/>"),
            "",
            &[
                (Nothing, Failure, ""),
                (Set, Success, ""),
                (Nothing, Failure, ""),
                (Abort, Failure, ""),
                (Set, Success, ""),
                (Unset, Failure, ""),
                (Nothing, Failure, ""),
                (Set, Success, ""),
                (Nothing, Failure, ""),
            ],
        );
    }
    // A reactive parent checks in each tick.
    run(
        "<ReactiveFallback><WasEntryUpdated entry='{e}'/><Leaf leaf='A'/></ReactiveFallback>",
        "A=R",
        &[
            (Nothing, Running, "start A"),
            (Nothing, Running, "run A"),
            (Set, Success, "finish A Aborted"),
            (Nothing, Running, "start A"),
        ],
    );
}

#[test]
fn a_decorator_skips_until_there_is_an_update() {
    let skipped = "start B, finish B Success";
    let a = "start A, finish A Success, start B, finish B Success";
    run(
        "<Sequence><SkipUnlessUpdated entry='{e}'><Leaf leaf='A'/></SkipUnlessUpdated><Leaf leaf='B'/></Sequence>",
        "A=SRRSRRS B=S",
        &[
            (Nothing, Success, skipped),
            (Set, Success, a),
            (Nothing, Success, skipped),
            (Set, Running, "start A"),
            // It does not check while its child runs, so the update counts the next time.
            (Set, Running, "run A"),
            (Nothing, Success, "run A, finish A Success, start B, finish B Success"),
            (Nothing, Running, "start A"),
            // After a halt it still knows which updates it has seen.
            (Abort, Success, skipped),
            (Set, Running, "start A"),
            (Unset, Success, "run A, finish A Success, start B, finish B Success"),
            (Nothing, Success, skipped),
            (Set, Success, a),
        ],
    );
    // Skipped in a fallback.
    run(
        "<Fallback><SkipUnlessUpdated entry='{e}'><Leaf leaf='A'/></SkipUnlessUpdated><Leaf leaf='B'/></Fallback>",
        "A=S B=S",
        &[(Nothing, Success, skipped), (Set, Success, "start A, finish A Success"), (Nothing, Success, skipped)],
    );
    // Below a reactive parent.
    run(
        "<ReactiveSequence><SkipUnlessUpdated entry='{e}'><Leaf leaf='A'/></SkipUnlessUpdated><Leaf \
         leaf='B'/></ReactiveSequence>",
        "A=S B=R",
        &[
            (Nothing, Running, "start B"),
            (Set, Running, "start A, finish A Success, run B"),
            (Nothing, Running, "run B"),
            (Nothing, Running, "run B"),
        ],
    );
}

#[test]
fn a_decorator_waits_for_an_update() {
    run(
        "<Sequence><WaitValueUpdate entry='{e}'><Leaf leaf='A'/></WaitValueUpdate><Leaf leaf='B'/></Sequence>",
        "A=SRRFR B=S",
        &[
            (Nothing, Running, ""),
            (Nothing, Running, ""),
            (Set, Success, "start A, finish A Success, start B, finish B Success"),
            (Nothing, Running, ""),
            (Abort, Running, ""),
            (Set, Running, "start A"),
            (Set, Running, "run A"),
            (Nothing, Failure, "run A, finish A Failure"),
            (Nothing, Running, "start A"),
            (Abort, Running, ""),
            (Unset, Running, ""),
        ],
    );
}

#[test]
fn a_skipped_one_without_a_counterpart_is_warned_of() {
    let node = "<SkipUnlessUpdated entry='{e}'><Leaf leaf='A'/></SkipUnlessUpdated>";
    assert!(warnings(&tree(&format!("<Sequence>{node}<Leaf leaf='B'/></Sequence>"))).is_empty());
    assert!(warnings(&tree(node))[0].contains("it fails instead"));
    let all = format!("<Fallback><Sequence>{node}{node}</Sequence><Leaf leaf='B'/></Fallback>");
    assert!(warnings(&tree(&all))[0].contains("if all its children are skipped"));
}

/// Two nodes that look alike, and one in each use of a subtree.
#[test]
fn each_node_asks_for_itself() {
    let ask = "<ForceSuccess><Sequence><WasEntryUpdated entry='{e}'/><Note text='seen'/></Sequence></ForceSuccess>";
    run(
        &format!("<Sequence>{ask}{ask}</Sequence>"),
        "",
        &[
            (Nothing, Success, ""),
            (Set, Success, "\"seen\", \"seen\""),
            (Nothing, Success, ""),
            (Set, Success, "\"seen\", \"seen\""),
        ],
    );
    let main = "<Sequence><SubTree ID='Ask' e='{e}'/><SubTree ID='Ask' e='{e}'/><SubTree ID='Ask' e='4'/></Sequence>";
    let mut loaded = parse(&file(&[("Main", main), ("Ask", ask)]), &palette()).unwrap_or_else(|why| panic!("{why}"));
    ticks_of(
        &mut loaded,
        Bench::default(),
        main,
        // The constant is set when the tree begins.
        &[(Nothing, Success, "\"seen\""), (Set, Success, "\"seen\", \"seen\""), (Nothing, Success, "")],
    );
}

/// The four cases of `gtest_updates.cpp`.
#[test]
fn cases_of_behaviortree_cpp() {
    let check = "<Sequence><Fallback><WasEntryUpdated entry='e'/><Leaf leaf='A'/></Fallback>
                 <SkipUnlessUpdated entry='e'><Leaf leaf='B'/></SkipUnlessUpdated></Sequence>";
    let (a, b) = ("start A, finish A Success", "start B, finish B Success");
    let inner = "<SubTree ID='Check' _autoremap='true'/>";
    for (body, events) in [
        ("<Sequence>%</Sequence>", a.to_owned()),
        ("<Sequence><Script code='e:=1;f:=1'/>%</Sequence>", b.to_owned()),
        ("<Sequence><Script code='e:=1'/><Repeat num_cycles='2'>%</Repeat></Sequence>", format!("{b}, {a}")),
        ("<Repeat num_cycles='2'><Sequence><Script code='e:=1'/>%</Sequence></Repeat>", format!("{b}, {b}")),
    ] {
        let text = file(&[("Main", &body.replace('%', inner)), ("Check", check)]);
        let mut loaded = parse(&text, &palette()).unwrap_or_else(|why| panic!("{why}"));
        ticks_of(&mut loaded, Bench::new("A=S B=S"), body, &[(Nothing, Success, &events)]);
    }
}

/// Scripts and ports write entries, too.
#[test]
fn nodes_of_the_tree_update_entries() {
    run(
        "<Sequence><Script code='e := 1'/><WasEntryUpdated entry='{e}'/><SetBlackboard value='{e}' output_key='e'/>
         <Repeat num_cycles='2'><Sequence><WasEntryUpdated entry='{e}'/><Script code='e = 3'/></Sequence></Repeat>
         <Leaf leaf='B'/></Sequence>",
        "B=S",
        &[(Nothing, Success, "start B, finish B Success"), (Nothing, Success, "start B, finish B Success")],
    );
}

/// A board of one entry, which does not know when it was set.
#[derive(Default)]
struct Forgetful {
    told: Vec<String>,
}

impl Board for Forgetful {
    fn get(&self, _: &str) -> Option<Value> {
        Some(Value::of(1))
    }

    fn set(&mut self, _: &str, _: Value) {}

    fn unset(&mut self, _: &str) {}

    fn failed(&mut self, why: &str) {
        self.told.push(why.to_owned());
    }
}

#[test]
fn a_board_that_does_not_know_fails_the_node() {
    for body in [
        "<WasEntryUpdated entry='{e}'/>",
        "<Fallback><SkipUnlessUpdated entry='{e}'><AlwaysSuccess/></SkipUnlessUpdated><AlwaysFailure/></Fallback>",
        "<WaitValueUpdate entry='{e}'><AlwaysSuccess/></WaitValueUpdate>",
    ] {
        let mut loaded = parse(&file(&[("Main", body)]), &Palette::new()).unwrap_or_else(|why| panic!("{why}"));
        let mut board = Forgetful::default();
        assert_eq!(loaded.tree.tick_for(0.1, &mut board), Failure, "{body}");
        assert!(board.told[0].contains("does not know when an entry was set"), "{:?}", board.told);
    }
}

/// Two robots with the same tree: each remembers only the updates that it has seen itself.
#[test]
fn each_board_has_its_own_updates() {
    let text = file(&[("Main", "<WasEntryUpdated entry='{e}'/>")]);
    let mut loaded = parse(&text, &Palette::new()).unwrap_or_else(|why| panic!("{why}"));
    let (mut one, mut other) = (MapBoard::default(), MapBoard::default());
    one.set("e", Value::of(1));
    other.set("e", Value::of(1));
    assert_eq!(loaded.tree.tick_for(0.1, &mut one), Success);
    assert_eq!(loaded.tree.tick_for(0.1, &mut other), Success);
    assert_eq!(loaded.tree.tick_for(0.1, &mut one), Failure);
}
