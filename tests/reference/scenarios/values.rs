//! Values: a node finds them, and later nodes use them by name.

use bt_reference::program::{Kind, Leaf, Node, Number, Pattern, Program, Threshold, Time, Tree};

use crate::bench::Bench;
use crate::nodes::{
    condition, find, given, guard_of, id, leaf, node, observe, of_type, parallel, reactive_sequence, running, selector,
    sequence, time, timeout, wait,
};

/// The names.
const X: u32 = 0;
const Y: u32 = 1;

fn cleanup(child: Node, cleanup: Node) -> Node {
    node(Kind::Finally, [child, cleanup])
}

fn pipeline<const N: usize>(children: [Node; N]) -> Node {
    node(Kind::Pipeline, children)
}

fn for_each(letter: char, child: Node) -> Node {
    node(Kind::ForEach(id(letter)), [child]).bind(X)
}

#[test]
fn a_value_is_used_in_the_same_tick() {
    let asks = condition('C').using(&[X]);
    let acts = node(Kind::Action(id('D')), []).using(&[X]);
    let mut bench = Bench::new(sequence([find('A').bind(X), given('B', X), acts, asks]), "");
    assert_eq!(
        bench.tick(0),
        "start A, A finds 1, finish A Success, start B 1, finish B Success, D uses 1, act D, C uses 1, ask C -> Failure"
    );
}

#[test]
fn a_value_lasts_over_a_wait_and_into_later_ticks() {
    let guarded = guard_of('C', X, leaf('B'));
    let mut bench = Bench::new(sequence([find('A').bind(X), wait(500), guarded]), "A=RS B=RRS");
    bench.toggle('C');
    assert_eq!(bench.tick_ms(300), "start A -> Running");
    assert_eq!(bench.tick_ms(300), "run A, A finds 1, finish A Success -> Running");
    assert_eq!(bench.tick_ms(300), "C uses 1, ask C, start B -> Running");
    assert_eq!(bench.tick(0), "C uses 1, ask C, run B -> Running");
    assert_eq!(bench.tick(0), "C uses 1, ask C, run B, finish B Success -> Success");
    // The next activation finds something else, or the same again if the answer is odd.
    assert_eq!(
        bench.tick_ms(500),
        "start A, A finds 2, finish A Success, C uses 2, ask C, start B, finish B Success -> Success"
    );
}

#[test]
fn a_value_is_passed_up_by_the_child_that_decides() {
    let sees = |producer: Node| sequence([producer.bind(X), given('Z', X)]);
    let ends = "start Z 1, finish Z Success -> Success";
    // `selector`: the value of the child that succeeds.
    let mut bench = Bench::new(sees(selector([find('A'), find('B')])), "A=F");
    assert_eq!(bench.tick(0), format!("start A, finish A Failure, start B, B finds 1, finish B Success, {ends}"));
    // `sequence`: the value of the last child.
    let mut bench = Bench::new(sees(sequence([find('A'), find('B')])), "");
    let both = "start A, A finds 1, finish A Success, start B, B finds 2, finish B Success";
    assert_eq!(bench.tick(0), format!("{both}, start Z 2, finish Z Success -> Success"));
    // `timeout`, `retry`.
    let tries = timeout(500, node(Kind::Retry(Number::Of(2)), [find('A')]));
    let mut bench = Bench::new(sees(tries), "A=FRS");
    assert_eq!(bench.tick(0), "start A, finish A Failure, start A -> Running");
    assert_eq!(bench.tick_ms(500), format!("run A, A finds 1, finish A Success, {ends}"));
    // `recover`: never the value of the recovery.
    let mut bench = Bench::new(sees(node(Kind::Recover(Number::Of(1)), [find('A'), find('B')])), "A=FS");
    let recovered =
        "start A, finish A Failure, start B, B finds 1, finish B Success, start A, A finds 2, finish A Success";
    assert_eq!(bench.tick(0), format!("{recovered}, start Z 2, finish Z Success -> Success"));
    // `race`: the value of the first child to end.
    let mut bench = Bench::new(sees(node(Kind::Race, [find('A'), find('B')])), "A=R");
    assert_eq!(bench.tick(0), format!("start A, start B, B finds 1, finish B Success, finish A Aborted, {ends}"));
    // `if_else`: the value of the branch, not of the condition.
    let mut bench = Bench::new(sees(node(Kind::IfElse, [find('A'), find('B')])), "");
    assert_eq!(bench.tick(0), format!("{both}, start Z 2, finish Z Success -> Success"));
}

#[test]
fn a_value_is_kept_while_a_cleanup_runs() {
    let tree = sequence([cleanup(find('A'), find('B')).bind(X), given('Z', X)]);
    let mut bench = Bench::new(tree, "B=RS");
    assert_eq!(bench.tick(0), "start A, A finds 1, finish A Success, start B -> Running");
    assert_eq!(bench.tick(0), "run B, B finds 2, finish B Success, start Z 1, finish Z Success -> Success");
}

#[test]
fn a_message_does_not_end_what_finds() {
    let tree = sequence([of_type(Leaf::Scout, 'A').bind(X), given('B', X)]);
    let mut bench = Bench::new(tree, "A=RS");
    assert_eq!(bench.tick(0), "start A -> Running");
    assert_eq!(bench.send(3), "receive A 3");
    assert_eq!(bench.tick(0), "run A, A finds 1, finish A Success, start B 1, finish B Success -> Success");
}

#[test]
fn closures_see_the_newest_value_and_arguments_keep_theirs() {
    let tree = reactive_sequence([find('A').bind(X), guard_of('C', X, given('B', X))]);
    let mut bench = Bench::new(tree, "A=SSS!RF B=R");
    bench.toggle('C');
    assert_eq!(bench.tick(0), "start A, A finds 1, finish A Success, C uses 1, ask C, start B 1 -> Running");
    assert_eq!(bench.tick(0), "start A, A finds 2, finish A Success, C uses 2, ask C, run B -> Running");
    assert_eq!(bench.tick(0), "start A, A finds 2, finish A Success, C uses 2, ask C, run B -> Running");
    assert_eq!(bench.tick(0), "start A, finish B Aborted -> Running");
    assert_eq!(bench.tick(0), "run A, finish A Failure -> Failure");
}

#[test]
fn a_key_that_is_a_value_starts_anew_what_uses_it() {
    let keyed = node(Kind::KeyedBy, [given('B', X)]).using(&[X]);
    let mut bench = Bench::new(reactive_sequence([find('A').bind(X), keyed]), "A=SS!S B=R");
    assert_eq!(bench.tick(0), "start A, A finds 1, finish A Success, start B 1 -> Running");
    assert_eq!(bench.tick(0), "start A, A finds 1, finish A Success, run B -> Running");
    assert_eq!(bench.tick(0), "start A, A finds 2, finish A Success, finish B Aborted, start B 2 -> Running");
}

#[test]
fn a_pipeline_has_the_newest_value() {
    let tree = pipeline([find('A').bind(X), guard_of('C', X, given('B', X))]);
    let mut bench = Bench::new(tree, "A=SRS B=R");
    bench.toggle('C');
    assert_eq!(bench.tick(0), "start A, A finds 1, finish A Success, C uses 1, ask C, start B 1 -> Running");
    // While it searches for a new one, the old one remains.
    assert_eq!(bench.tick(0), "start A, C uses 1, ask C, run B -> Running");
    assert_eq!(bench.tick(0), "run A, A finds 2, finish A Success, C uses 2, ask C, run B -> Running");
}

#[test]
fn each_child_of_a_parallel_has_a_value() {
    let both = Node { binds: vec![Some(X), Some(Y)], ..parallel([find('A'), find('B')]) };
    let mut bench = Bench::new(sequence([both, given('C', X), given('D', Y)]), "B=RS");
    assert_eq!(bench.tick(0), "start A, A finds 1, finish A Success, start B -> Running");
    let uses = "start C 1, finish C Success, start D 2, finish D Success";
    assert_eq!(bench.tick(0), format!("run B, B finds 2, finish B Success, {uses} -> Success"));
    let second =
        Node { binds: vec![None, Some(Y)], ..node(Kind::Parallel(Some(Threshold::All), None), [leaf('A'), find('B')]) };
    let mut bench = Bench::new(sequence([second, given('D', Y)]), "");
    let ends = "start D 1, finish D Success -> Success";
    assert_eq!(bench.tick(0), format!("start A, finish A Success, start B, B finds 1, finish B Success, {ends}"));
}

#[test]
fn the_then_of_an_if_else_has_the_value_of_its_condition() {
    let tree = || node(Kind::IfElse, [find('A').bind(X), given('B', X), leaf('C')]);
    let mut bench = Bench::new(tree(), "A=RS");
    assert_eq!(bench.tick(0), "start A -> Running");
    assert_eq!(bench.tick(0), "run A, A finds 1, finish A Success, start B 1, finish B Success -> Success");
    let mut bench = Bench::new(tree(), "A=F");
    assert_eq!(bench.tick(0), "start A, finish A Failure, start C, finish C Success -> Success");
}

#[test]
fn a_for_each_runs_its_child_for_each_item() {
    let mut bench = Bench::new(for_each('E', given('B', X)), "B=SRS");
    bench.number('E', 2);
    assert_eq!(
        bench.tick(0),
        "item E 0, E finds 1, start B 1, finish B Success, item E 1, E finds 2, start B 2 -> Running"
    );
    // The number of items is read each time.
    bench.number('E', 3);
    assert_eq!(
        bench.tick(0),
        "run B, finish B Success, item E 2, E finds 3, start B 3, finish B Success, item E 3 -> Success"
    );
    bench.number('E', 0);
    assert_eq!(bench.tick(0), "item E 0 -> Success");
}

#[test]
fn the_failure_of_its_child_ends_a_for_each() {
    let mut bench = Bench::new(for_each('E', given('B', X)), "B=SFR");
    bench.number('E', 5);
    let first = "item E 0, E finds 1, start B 1, finish B Success, item E 1, E finds 2, start B 2, finish B Failure";
    assert_eq!(bench.tick(0), format!("{first} -> Failure"));
    // It begins with the first item again.
    assert_eq!(bench.tick(0), "item E 0, E finds 3, start B 3 -> Running");
    assert_eq!(bench.abort(), "finish B Aborted");
    assert_eq!(bench.tick(0), "item E 0, E finds 4, start B 4 -> Running");
}

#[test]
fn the_items_of_a_for_each_follow_each_other_in_time() {
    let tree = for_each('E', sequence([wait(300), given('B', X)]));
    let mut bench = Bench::new(tree, "");
    bench.number('E', 2);
    let first = "item E 0, E finds 1, start B 1, finish B Success, item E 1, E finds 2";
    assert_eq!(bench.tick_ms(500), format!("{first} -> Running"));
    assert_eq!(bench.tick_ms(500), "start B 2, finish B Success, item E 2 -> Success");
    assert_eq!(bench.now(), 600_000_000);
}

#[test]
fn a_cleanup_that_an_abort_runs_uses_a_value() {
    let cleaned_up = || cleanup(leaf('B'), given('C', X));
    let mut bench = Bench::new(sequence([find('A').bind(X), cleaned_up()]), "B=R");
    assert_eq!(bench.tick(0), "start A, A finds 1, finish A Success, start B -> Running");
    assert_eq!(bench.abort(), "finish B Aborted, start C 1, finish C Success");
    // Above the node that aborts, below it, and where a producer runs again: always the newest value, if there is a new one.
    let mut bench = Bench::new(reactive_sequence([find('A').bind(X), find('D'), cleaned_up()]), "A=SSF B=R D=SF");
    let begins = "start A, A finds 1, finish A Success, start D, D finds 2, finish D Success, start B -> Running";
    assert_eq!(bench.tick(0), begins);
    let again = "start A, A finds 3, finish A Success, start D, finish D Failure";
    assert_eq!(bench.tick(0), format!("{again}, finish B Aborted, start C 3, finish C Success -> Failure"));
    let mut bench = Bench::new(reactive_sequence([find('A').bind(X), cleaned_up()]), "A=SF B=R");
    assert_eq!(bench.tick(0), "start A, A finds 1, finish A Success, start B -> Running");
    let ends = "start A, finish A Failure, finish B Aborted, start C 1, finish C Success";
    assert_eq!(bench.tick(0), format!("{ends} -> Failure"));
}

#[test]
fn under_observe_the_value_of_the_last_look_is_held() {
    let guarded = guard_of('C', X, given('B', X));
    let mut bench = Bench::new(observe('K', reactive_sequence([find('A').bind(X), guarded])), "B=R");
    bench.toggle('C');
    let look = "number K, start A, A finds 1, finish A Success, C uses 1, ask C, start B 1 -> Running";
    assert_eq!(bench.tick(0), look);
    assert_eq!(bench.tick(0), "number K, C uses 1, ask C, run B -> Running");
    bench.look();
    assert_eq!(bench.tick(0), "number K, start A, A finds 2, finish A Success, C uses 2, ask C, run B -> Running");
    assert_eq!(bench.tick(0), "number K, C uses 2, ask C, run B -> Running");
}

#[test]
fn a_value_can_be_used_in_every_kind_of_argument() {
    let bind = |child: Node| sequence([find('A').bind(X), child]);
    let found = "start A, A finds 1, finish A Success";
    let case = |child: Node, after: &str| {
        let mut bench = Bench::new(bind(child), "B=S");
        assert_eq!(bench.tick_ms(1000), format!("{found}{after}"));
    };
    let once = ", start B, finish B Success -> Success";
    case(node(Kind::Repeat(Number::Bound), [leaf('B')]).using(&[X]), once);
    case(node(Kind::Delay(Time::Bound), [leaf('B')]).using(&[X]), once);
    let arms = vec![Pattern::Is(0), Pattern::Any];
    let switch = node(Kind::Switch(id('N'), arms.clone()), [leaf('B'), running()]).using(&[X]);
    case(switch, ", N uses 1, number N, start B, finish B Success -> Success");
    let again = node(Kind::ReactiveSwitch(id('N'), arms), [leaf('B'), running()]).using(&[X]);
    case(again, ", N uses 1, number N, start B, finish B Success -> Success");
    let every = node(Kind::Every(time(750), id('E')), [running()]).using(&[X]);
    case(every, ", E uses 1, beat E -> Running");
    let waits = node(Kind::WaitUntil(id('C')), []).using(&[X, X]);
    case(waits, ", C uses 1, C uses 1, ask C -> Running");
    let same = node(Kind::SucceedWith(Number::Bound), []).using(&[X]).bind(Y);
    case(sequence([same, given('B', Y)]), ", start B 1, finish B Success -> Success");
    let fetch = node(Kind::Fetch(id('D')), []).using(&[X]).bind(Y);
    case(sequence([fetch, given('B', Y)]), ", D uses 1, act D, D finds 2, start B 2, finish B Success -> Success");
    let item = node(Kind::ForEach(id('E')), [given('B', Y)]).bind(Y).using(&[X]);
    case(item, ", E uses 1, item E 0 -> Success");
}

#[test]
fn two_subtrees_bind_the_same_name() {
    let part = sequence([find('A').bind(X), wait(500), given('B', X)]);
    let tree = |root, has_base| Tree { root, has_base, hears: false, gives: false, ids: 0..4 };
    let sub = |base| node(Kind::Subtree { tree: 1, base }, []);
    let trees = vec![tree(parallel([sub(0), sub(2)]), false), tree(part, true)];
    let program = Program { trees, fallible: false, boxed: false };
    for program in [program.in_place(), program] {
        let mut bench = Bench::of_program(&program, "");
        let both = "start A, A finds 1, finish A Success, start C, C finds 2, finish C Success -> Running";
        assert_eq!(bench.tick_ms(100), both);
        let ends = "start B 1, finish B Success, start D 2, finish D Success -> Success";
        assert_eq!(bench.tick_ms(500), ends);
    }
}

#[test]
fn a_subtree_gives_its_value_by_its_header() {
    let tree = |root, has_base, gives| Tree { root, has_base, hears: false, gives, ids: 0..4 };
    let sub = |base| node(Kind::Subtree { tree: 1, base }, []);
    let uses = sequence([timeout(500, sub(0)).bind(X), given('D', X)]);
    let trees = vec![tree(uses, false, false), tree(selector([find('A'), find('B')]), true, true)];
    let program = Program { trees, fallible: false, boxed: false };
    for program in [program.in_place(), program] {
        let mut bench = Bench::of_program(&program, "A=F B=RS");
        assert_eq!(bench.tick(0), "start A, finish A Failure, start B -> Running");
        let ends = "run B, B finds 1, finish B Success, start D 1, finish D Success -> Success";
        assert_eq!(bench.tick(0), ends);
    }
}

#[test]
fn the_child_behind_a_pattern_uses_its_name() {
    let arms = vec![Pattern::AboveAs(1, X), Pattern::As(Y)];
    let later = || sequence([leaf('B'), given('C', X)]);
    let switch = |kind: fn(u32, Vec<Pattern>) -> Kind| node(kind(id('N'), arms.clone()), [later(), given('D', Y)]);
    // Read at the start; later changes of the context do not matter.
    let mut bench = Bench::new(switch(Kind::Switch), "B=RS");
    bench.number('N', 3);
    assert_eq!(bench.tick(0), "number N, start B -> Running");
    bench.number('N', 1);
    assert_eq!(bench.tick(0), "run B, finish B Success, start C 3, finish C Success -> Success");
    assert_eq!(bench.tick(0), "number N, start D 1, finish D Success -> Success");
    // In every tick.
    let mut bench = Bench::new(switch(Kind::ReactiveSwitch), "B=RRS");
    bench.number('N', 3);
    assert_eq!(bench.tick(0), "number N, start B -> Running");
    bench.number('N', 4);
    assert_eq!(bench.tick(0), "number N, run B -> Running");
    bench.number('N', 5);
    assert_eq!(bench.tick(0), "number N, run B, finish B Success, start C 5, finish C Success -> Success");
}

#[test]
fn the_cleanup_of_a_child_that_is_given_up_uses_what_was_matched_for_it() {
    let arms = vec![Pattern::AboveAs(1, X), Pattern::Any];
    let child = cleanup(leaf('B'), given('C', X));
    let mut bench = Bench::new(node(Kind::ReactiveSwitch(id('N'), arms), [child, running()]), "B=R");
    bench.number('N', 3);
    assert_eq!(bench.tick(0), "number N, start B -> Running");
    bench.number('N', 0);
    assert_eq!(bench.tick(0), "number N, finish B Aborted, start C 3, finish C Success -> Running");
}

#[test]
fn a_name_keeps_its_value_when_its_node_fails_later() {
    let user = || cleanup(running(), given('Z', X));
    let cleaned = |producer: Node| reactive_sequence([producer.bind(X), user()]);
    let mut bench = Bench::new(cleaned(cleanup(find('A'), leaf('B'))), "A=SF");
    assert_eq!(bench.tick(0), "start A, A finds 1, finish A Success, start B, finish B Success -> Running");
    let told = "start A, finish A Failure, start B, finish B Success, start Z 1, finish Z Success -> Failure";
    assert_eq!(bench.tick(0), told);
    let mut bench = Bench::new(pipeline([cleanup(find('A'), leaf('B')).bind(X), user()]), "A=SF");
    bench.tick(0);
    assert_eq!(bench.tick(0), told);
    // An error next to a success: the node has not succeeded.
    let both = node(Kind::SimpleParallel, [sequence([wait(100), find('A')]), of_type(Leaf::Fallible, 'B')]);
    let mut bench = Bench::new(pipeline([both.bind(X), user()]), "A=S B=RRRE");
    assert_eq!(bench.tick_ms(200), "start A, A finds 1, finish A Success, start B, finish B Aborted -> Running");
    assert_eq!(bench.tick_ms(50), "start B -> Running");
    assert_eq!(
        bench.tick_ms(200),
        "start A, A finds 2, finish A Success, run B, finish B Aborted, start Z 1, finish Z Success -> error of B"
    );
}
