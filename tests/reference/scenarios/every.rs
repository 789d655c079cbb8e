//! `every`

use bt_reference::program::{Kind, Leaf, Time};

use crate::bench::{Bench, SECOND};
use crate::nodes::{every, id, leaf, node, of_type, running, sequence, timeout, wait};

#[test]
fn several_beats_in_one_tick() {
    let mut bench = Bench::new(every(250, 'E', leaf('A')), "A=R");
    assert_eq!(bench.tick(SECOND), "start A, beat E, beat E, beat E, beat E -> Running");
    assert_eq!(bench.tick_ms(100), "run A -> Running");
    assert_eq!(bench.tick_ms(500), "run A, beat E, beat E -> Running");
    assert_eq!(bench.abort(), "finish A Aborted");
    // It counts from its start.
    assert_eq!(bench.tick_ms(249), "start A -> Running");
    assert_eq!(bench.tick_ms(1), "run A, beat E -> Running");
}

/// The ticks with calls at their end, counted from 1, and all calls.
fn beats(bench: &mut Bench, nanos: u64, ticks: u64) -> (Vec<u64>, usize) {
    let told: Vec<String> = (0..ticks).map(|_| bench.tick(nanos)).collect();
    let with_beats = told.iter().zip(1..).filter(|(told, _)| told.contains("beat")).map(|(_, tick)| tick).collect();
    (with_beats, told.iter().map(|told| told.matches("beat").count()).sum())
}

#[test]
fn the_moments_are_exact() {
    let tree = || sequence([wait(50), every(100, 'E', running())]);
    assert_eq!(beats(&mut Bench::new(tree(), ""), SECOND, 10), ((1..=10).collect(), 99));
    let (moments, count) = beats(&mut Bench::new(tree(), ""), SECOND / 1000, 10_000);
    assert_eq!(moments, (1..=99).map(|beat| 50 + 100 * beat).collect::<Vec<_>>());
    assert_eq!(count, 99);
}

#[test]
fn there_is_none_at_the_end() {
    for hertz in [1, 1000] {
        let ended = |tree| beats(&mut Bench::new(sequence([tree, running()]), ""), SECOND / hertz, hertz).1;
        assert_eq!(ended(every(100, 'E', wait(300))), 2, "at {hertz} Hz");
        assert_eq!(ended(every(100, 'E', wait(301))), 3, "at {hertz} Hz");
        // The inner timeout is its child, which ends; the outer one aborts a running child.
        let inner = every(100, 'E', node(Kind::ForceSuccess, [timeout(300, running())]));
        assert_eq!(ended(inner), 2, "at {hertz} Hz");
        let outer = node(Kind::ForceSuccess, [timeout(300, every(100, 'E', running()))]);
        assert_eq!(ended(outer), 3, "at {hertz} Hz");
    }
}

#[test]
fn the_child_comes_first() {
    let mut bench = Bench::new(every(100, 'E', sequence([wait(150), leaf('A'), wait(100)])), "");
    assert_eq!(bench.tick(SECOND), "start A, finish A Success, beat E, beat E -> Success");
    assert_eq!(bench.now(), 250_000_000);
}

#[test]
fn an_error_comes_without_beats() {
    let mut bench = Bench::new(every(100, 'E', sequence([wait(250), of_type(Leaf::Fallible, 'A')])), "A=E");
    assert_eq!(bench.tick_ms(200), "beat E, beat E -> Running");
    assert_eq!(bench.tick(SECOND), "start A, finish A Aborted -> error of A");
    let mut bench = Bench::new(every(100, 'E', sequence([wait(250), of_type(Leaf::Fallible, 'A')])), "A=E");
    assert_eq!(bench.tick(SECOND), "start A, finish A Aborted -> error of A");
}

#[test]
fn without_time_between_them_there_is_one_in_each_tick() {
    let mut bench = Bench::new(every(0, 'E', leaf('A')), "A=RRS");
    assert_eq!(bench.tick(0), "start A, beat E -> Running");
    assert_eq!(bench.tick(SECOND), "run A, beat E -> Running");
    assert_eq!(bench.tick(SECOND), "run A, finish A Success -> Success");
}

#[test]
fn it_reads_its_time_once() {
    let tree = node(Kind::Every(Time::Asked(id('B')), id('E')), [wait(1000)]);
    let mut bench = Bench::new(tree, "");
    bench.number('B', 2);
    assert_eq!(bench.tick_ms(500), "number B, beat E -> Running");
    bench.number('B', 1);
    assert_eq!(bench.tick_ms(499), "-> Running");
    assert_eq!(bench.tick_ms(1), "-> Success");
    assert_eq!(Bench::new(every(500, 'E', wait(1001)), "").tick_ms(2000), "beat E, beat E -> Success");
}

#[test]
fn as_many_as_fit_into_the_time() {
    let mut rng = fastrand::Rng::with_seed(1);
    for _ in 0..1000 {
        let between = rng.u64(1..400);
        let mut bench = Bench::new(every(between, 'E', running()), "");
        let (mut active, mut count) = (0, 0);
        for _ in 0..10 {
            let millis = rng.u64(..1000);
            count += bench.tick_ms(millis).matches("beat").count() as u64;
            active += millis;
            assert_eq!(count, active / between);
        }
    }
}
