//! Time is exact.

use bt_reference::program::{Kind, Leaf};

use crate::bench::{Bench, SECOND};
use crate::nodes::{
    leaf, node, of_type, parallel, reactive_selector, running, selector, sequence, time, timeout, wait,
};

/// The answer of the tree to one tick of a second, and the moment of its end in milliseconds.
fn in_one_second(mut bench: Bench) -> (String, u64) {
    (bench.tick(SECOND), bench.now() / 1_000_000)
}

#[test]
fn what_is_left_goes_on_within_the_tick() {
    let ends = |tree, said: &str, millis| {
        assert_eq!(in_one_second(Bench::new(tree, "")), (said.to_owned(), millis));
    };
    ends(selector([timeout(300, running()), wait(500)]), "-> Success", 800);
    ends(timeout(300, wait(300)), "-> Success", 300);
    ends(timeout(300, wait(301)), "-> Failure", 300);
    ends(sequence([parallel([wait(300), wait(500)]), wait(200)]), "-> Success", 700);
    ends(sequence([node(Kind::Race, [wait(500), wait(300)]), wait(200)]), "-> Success", 700);
    ends(sequence([node(Kind::Delay(time(300)), [wait(200)]), wait(100)]), "-> Success", 600);
}

#[test]
fn waits_add_up_at_every_frame_rate() {
    for hertz in [1, 7, 60, 1000] {
        let mut bench = Bench::new(sequence([wait(300), wait(300), wait(300)]), "");
        while bench.tick(SECOND / hertz) == "-> Running" {}
        assert_eq!(bench.now(), 900_000_000, "at {hertz} Hz");
    }
}

#[test]
fn a_wait_between_two_times_is_drawn_once() {
    let tree = || node(Kind::WaitBetween(time(100), time(300)), []);
    // 200,000,001 lengths, from the first to the last.
    for (word, end) in [(1 << 40, 100_000_000 + 11), (1 << 63, 200_000_000), (u64::MAX, 300_000_000)] {
        let mut bench = Bench::new(tree(), "").words(&[word]);
        assert_eq!(bench.tick(SECOND), "draw -> Success");
        assert_eq!(bench.now(), end);
    }
    let mut bench = Bench::new(tree(), "").words(&[u64::MAX]);
    assert_eq!(bench.tick_ms(299), "draw -> Running");
    assert_eq!(bench.tick_ms(1), "-> Success");
    // The order of the two does not matter, and one word is drawn even if there is nothing to choose.
    let mut bench = Bench::new(node(Kind::WaitBetween(time(300), time(100)), []), "").words(&[1 << 63]);
    assert_eq!((bench.tick(SECOND), bench.now()), ("draw -> Success".to_owned(), 200_000_000));
    let mut bench = Bench::new(node(Kind::WaitBetween(time(300), time(300)), []), "");
    assert_eq!((bench.tick(SECOND), bench.now()), ("draw -> Success".to_owned(), 300_000_000));
}

#[test]
fn a_leaf_uses_some_of_the_span() {
    let tree = sequence([of_type(Leaf::Busy, 'A'), of_type(Leaf::Busy, 'B'), wait(100)]);
    let mut bench = Bench::new(tree, "A=S2 B=R4S4");
    // A takes a quarter of a second; B is running, and has used all.
    assert_eq!(
        bench.tick(SECOND),
        "start A, A sees 1000 ms, A spends, finish A Success, start B, B sees 750 ms, B spends -> Running"
    );
    // A leaf cannot use more time than there is.
    assert_eq!(bench.tick_ms(450), "run B, B sees 450 ms, B cannot spend, finish B Success -> Success");
    assert_eq!(bench.now(), SECOND + 100_000_000);
}

#[test]
fn a_timeout_cuts_what_a_leaf_sees() {
    let mut bench =
        Bench::new(selector([timeout(300, of_type(Leaf::Busy, 'A')), of_type(Leaf::Busy, 'B')]), "A=R B=S1");
    assert_eq!(bench.tick_ms(200), "start A, A sees 200 ms, A spends -> Running");
    assert_eq!(
        bench.tick_ms(300),
        "run A, A sees 100 ms, A spends, finish A Aborted, start B, B sees 200 ms, B spends, finish B Success -> \
         Success"
    );
    assert_eq!(bench.now(), 425_000_000);
}

#[test]
fn a_loop_goes_on_while_passes_take_time() {
    let mut bench = Bench::new(node(Kind::Forever, [of_type(Leaf::Busy, 'A')]), "A=S4S4S");
    let pass = |left: u64| format!("start A, A sees {left} ms, A spends, finish A Success");
    assert_eq!(bench.tick_ms(1000), format!("{}, {}, {} -> Running", pass(1000), pass(500), pass(0)));
}

#[test]
fn what_a_reactive_node_runs_again_takes_nothing_from_the_running_child() {
    let tree = node(Kind::ReactiveSequence, [wait(200), wait(500)]);
    let mut bench = Bench::new(tree, "");
    assert_eq!(bench.tick_ms(300), "-> Running");
    assert_eq!(bench.tick_ms(300), "-> Running");
    assert_eq!(bench.tick_ms(200), "-> Success");
    assert_eq!(bench.now(), 700_000_000);
    let mut bench = Bench::new(reactive_selector([leaf('A'), wait(500)]), "A=F");
    assert_eq!(bench.tick_ms(500), "start A, finish A Failure -> Success");
}
