//! `cooldown` counts from the exact moment at which its child has stopped.

use bt_reference::program::{Kind, Leaf, Moods, Time};

use crate::bench::Bench;
use crate::nodes::{
    condition, cooldown, first_success, id, leaf, node, of_type, parallel, reactive_selector, reactive_sequence,
    running, sequence, time, timeout, wait,
};

/// Checks that the child of a tree starts at this moment, and not before. `clock` is the current time; all times are in
/// milliseconds.
fn ready_at(bench: &mut Bench, clock: u64, moment: u64) {
    for length in [moment - 1 - clock, 1] {
        assert!(!bench.tick_ms(length).contains("start A"), "before {moment} ms it is too early");
        bench.abort();
    }
    assert!(bench.tick_ms(0).contains("start A"), "at {moment} ms it is time");
}

#[test]
fn it_counts_from_an_end() {
    for (answers, said) in [("A=S", "-> Success"), ("A=F", "-> Failure")] {
        let ended = node(Kind::ForceSuccess, [leaf('A')]);
        let tree = cooldown(500, sequence([ended, node(Kind::Delay(time(200)), [leaf('A')])]));
        let mut bench = Bench::new(tree, answers);
        assert!(bench.tick_ms(300).ends_with(said));
        assert_eq!(bench.now(), 200_000_000);
        ready_at(&mut bench, 300, 700);
    }
}

#[test]
fn it_is_not_asked_while_the_child_runs() {
    let mut bench = Bench::new(cooldown(500, leaf('A')), "A=RRS");
    assert_eq!(bench.tick_ms(100), "start A -> Running");
    assert_eq!(bench.tick_ms(100), "run A -> Running");
    assert_eq!(bench.tick_ms(100), "run A, finish A Success -> Success");
    assert_eq!(bench.tick_ms(100), "-> Failure");
    // The end was at 200 ms, the beginning of that tick.
    assert_eq!(bench.tick_ms(299), "-> Failure");
    assert_eq!(bench.tick_ms(1), "-> Failure");
    assert_eq!(bench.tick_ms(0), "start A, finish A Success -> Success");
}

#[test]
fn it_counts_from_the_deadline_of_a_timeout() {
    let mut bench = Bench::new(timeout(300, cooldown(500, leaf('A'))), "A=R");
    assert_eq!(bench.tick_ms(400), "start A, finish A Aborted -> Failure");
    assert_eq!(bench.now(), 300_000_000);
    ready_at(&mut bench, 400, 800);
}

#[test]
fn it_counts_from_the_end_of_the_last_tick_when_the_tree_is_aborted() {
    let mut bench = Bench::new(cooldown(500, leaf('A')), "A=R");
    assert_eq!(bench.tick_ms(300), "start A -> Running");
    assert_eq!(bench.abort(), "finish A Aborted");
    ready_at(&mut bench, 300, 800);
}

#[test]
fn it_counts_from_the_moment_at_which_a_parallel_was_decided() {
    let mut bench = Bench::new(first_success([cooldown(500, leaf('A')), wait(200)]), "A=R");
    assert_eq!(bench.tick_ms(400), "start A, finish A Aborted -> Success");
    assert_eq!(bench.now(), 200_000_000);
    ready_at(&mut bench, 400, 700);
}

#[test]
fn it_counts_from_the_beginning_of_the_tick_when_an_earlier_child_takes_over() {
    let tree = reactive_selector([sequence([condition('C'), of_type(Leaf::Busy, 'B')]), cooldown(500, leaf('A'))]);
    let mut bench = Bench::new(tree, "A=R B=S2");
    assert_eq!(bench.tick_ms(400), "ask C, start A -> Running");
    bench.toggle('C');
    // B takes a quarter of a second, which does not count for A.
    assert_eq!(
        bench.tick_ms(400),
        "ask C, start B, B sees 400 ms, B spends, finish B Success, finish A Aborted -> Success"
    );
    bench.toggle('C');
    assert_eq!(bench.tick_ms(99), "ask C -> Failure");
    assert_eq!(bench.tick_ms(1), "ask C -> Failure");
    assert_eq!(bench.tick_ms(0), "ask C, start A -> Running");
}

#[test]
fn it_counts_from_the_beginning_of_the_tick_when_an_earlier_child_waits() {
    // The earlier child has used all of the tick when the running one is aborted.
    let tree = reactive_selector([sequence([condition('C'), wait(1000)]), cooldown(500, leaf('A'))]);
    let mut bench = Bench::new(tree, "A=R");
    assert_eq!(bench.tick_ms(400), "ask C, start A -> Running");
    bench.toggle('C');
    assert_eq!(bench.tick_ms(400), "ask C, finish A Aborted -> Running");
    assert_eq!(bench.abort(), "");
    bench.toggle('C');
    assert_eq!(bench.tick_ms(99), "ask C -> Failure");
    assert_eq!(bench.tick_ms(1), "ask C -> Failure");
    assert_eq!(bench.tick_ms(0), "ask C, start A -> Running");
}

#[test]
fn it_counts_from_the_beginning_of_the_tick_when_a_guard_refuses() {
    let mut bench = Bench::new(node(Kind::Guard(id('C')), [cooldown(500, leaf('A'))]), "A=R");
    bench.toggle('C');
    assert_eq!(bench.tick_ms(400), "ask C, start A -> Running");
    bench.toggle('C');
    assert_eq!(bench.tick_ms(400), "ask C, finish A Aborted -> Failure");
    bench.toggle('C');
    assert_eq!(bench.tick_ms(100), "ask C -> Failure");
    assert_eq!(bench.tick_ms(0), "ask C, start A -> Running");
}

#[test]
fn it_counts_from_the_beginning_of_the_tick_when_another_branch_is_chosen() {
    let mut bench = Bench::new(node(Kind::ReactiveIfElse(id('C')), [leaf('B'), cooldown(500, leaf('A'))]), "A=R");
    assert_eq!(bench.tick_ms(400), "ask C, start A -> Running");
    bench.toggle('C');
    assert_eq!(bench.tick_ms(400), "ask C, finish A Aborted, start B, finish B Success -> Success");
    bench.toggle('C');
    assert_eq!(bench.tick_ms(100), "ask C -> Failure");
    assert_eq!(bench.tick_ms(0), "ask C, start A -> Running");
}

#[test]
fn a_decorator_aborts_at_the_beginning_of_a_tick_or_at_its_end() {
    let tree = || node(Kind::Moody(Moods::Moody, id('M')), [cooldown(500, leaf('A'))]);
    let mut bench = Bench::new(tree(), "A=R M=RRF!R");
    assert_eq!(bench.tick_ms(400), "start M, before M, start A, after M Running -> Running");
    assert_eq!(bench.tick_ms(400), "before M, finish A Aborted, finish M Failure -> Failure");
    assert_eq!(bench.tick_ms(100), "start M, before M, after M Failure, finish M Failure -> Failure");
    assert_eq!(bench.tick_ms(0), "start M, before M, start A, after M Running -> Running");
    let mut bench = Bench::new(tree(), "A=R M=RF!R");
    assert_eq!(
        bench.tick_ms(400),
        "start M, before M, start A, after M Running, finish A Aborted, finish M Failure -> Failure"
    );
    assert_eq!(bench.tick_ms(499), "start M, before M, after M Failure, finish M Failure -> Failure");
    assert_eq!(bench.tick_ms(1), "start M, before M, after M Failure, finish M Failure -> Failure");
    assert_eq!(bench.tick_ms(0), "start M, before M, start A, after M Running -> Running");
}

#[test]
fn it_counts_from_where_an_error_came_up() {
    let tree = parallel([cooldown(500, leaf('A')), timeout(600, sequence([wait(200), of_type(Leaf::Fallible, 'E')]))]);
    let mut bench = Bench::new(tree, "A=R E=E");
    assert_eq!(bench.tick_ms(400), "start A, start E, finish E Aborted, finish A Aborted -> error of E");
    assert_eq!(bench.now(), 200_000_000);
    ready_at(&mut bench, 400, 700);
    let mut bench = Bench::new(cooldown(500, sequence([of_type(Leaf::Fallible, 'A'), wait(200)])), "A=E");
    assert_eq!(bench.tick_ms(400), "start A, finish A Aborted -> error of A");
    ready_at(&mut bench, 400, 500);
}

#[test]
fn it_counts_from_where_an_error_of_an_earlier_child_came_up() {
    let failing = sequence([of_type(Leaf::Busy, 'B'), of_type(Leaf::Fallible, 'E')]);
    let mut bench = Bench::new(reactive_sequence([failing, cooldown(500, leaf('A'))]), "A=R B=SS2S E=SES");
    assert!(bench.tick_ms(400).ends_with("start A -> Running"));
    assert!(
        bench
            .tick_ms(400)
            .ends_with("B spends, finish B Success, start E, finish E Aborted, finish A Aborted -> error of E")
    );
    assert_eq!(bench.now(), 650_000_000);
    ready_at(&mut bench, 800, 1150);
}

#[test]
fn it_counts_within_a_tick() {
    // The second pass comes 300 ms after the first, and the third one 600 ms.
    let tree = node(Kind::Forever, [sequence([node(Kind::ForceSuccess, [cooldown(500, leaf('A'))]), wait(300)])]);
    let mut bench = Bench::new(tree, "A=S");
    assert_eq!(bench.tick_ms(1000), "start A, finish A Success, start A, finish A Success -> Running");
}

#[test]
fn only_a_reset_forgets_it() {
    let mut bench = Bench::new(cooldown(500, leaf('A')), "A=S");
    assert_eq!(bench.tick_ms(100), "start A, finish A Success -> Success");
    assert_eq!(bench.abort(), "");
    assert_eq!(bench.tick_ms(100), "-> Failure");
    bench.reset();
    assert_eq!(bench.tick_ms(100), "start A, finish A Success -> Success");
    // The clock has restarted, too.
    assert_eq!(bench.tick_ms(400), "-> Failure");
    assert_eq!(bench.tick_ms(100), "start A, finish A Success -> Success");
}

#[test]
fn it_reads_its_time_at_each_start() {
    let mut bench = Bench::new(node(Kind::Cooldown(Time::Asked(id('B'))), [leaf('A')]), "A=S");
    bench.number('B', 4);
    assert_eq!(bench.tick_ms(250), "number B, start A, finish A Success -> Success");
    assert_eq!(bench.tick_ms(0), "number B -> Failure");
    bench.number('B', 1);
    assert_eq!(bench.tick_ms(0), "number B, start A, finish A Success -> Success");
}

#[test]
fn a_child_that_has_never_run_is_not_held_back() {
    let mut bench = Bench::new(cooldown(u64::MAX / 1_000_000, running()), "");
    assert_eq!(bench.tick_ms(0), "-> Running");
    assert_eq!(bench.abort(), "");
    assert_eq!(bench.tick_ms(1_000_000), "-> Failure");
}
