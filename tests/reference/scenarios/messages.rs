//! Messages go to the leaves that are active, and may end them.

use bt_reference::program::{Id, Kind, Leaf, Node, Program, Tree};

use crate::bench::Bench;
use crate::nodes::{
    condition, cooldown, id, leaf, node, of_type, parallel, reactive_selector, selector, sequence, timeout, wait,
};

fn alert(letter: char) -> Node {
    of_type(Leaf::Alert, letter)
}

fn aware(letter: char) -> Node {
    of_type(Leaf::Aware, letter)
}

#[test]
fn a_message_ends_a_leaf_and_its_parent_reacts_in_the_next_tick() {
    // A duck is shot, shot again at once, and once more when it is dead.
    let mut bench = Bench::new(sequence([alert('A'), alert('D')]), "A=RS D=RR");
    assert_eq!(bench.tick(0), "start A -> Running");
    assert_eq!(bench.send(1), "receive A 1, finish A Success");
    assert!(bench.is_running());
    assert_eq!(bench.active(), "sequence");
    assert_eq!(bench.send(1), "");
    assert_eq!(bench.tick(0), "start D -> Running");
    assert_eq!(bench.send(1), "receive D 1");
    assert_eq!(bench.active(), "sequence alert");
}

#[test]
fn only_active_leaves_receive_in_child_order() {
    let branches =
        [sequence([alert('A'), alert('B')]), aware('C'), leaf('D'), of_type(Leaf::ChosenAlert, 'E'), alert('F')];
    let mut bench = Bench::new(parallel(branches), "A=R C=R D=R E=RS F=S");
    assert_eq!(bench.send(1), "");
    assert_eq!(bench.tick(0), "start A, start C, start D, start E, start F, finish F Success -> Running");
    assert_eq!(bench.send(2), "receive A 2, receive C 2, receive E 2, finish E Success");
    assert_eq!(bench.send(3), "receive A 3, receive C 3");
    assert_eq!(bench.tick(0), "run A, run C, run D -> Running");
    assert_eq!(bench.abort(), "finish A Aborted, finish C Aborted, finish D Aborted");
    assert_eq!(bench.send(4), "");
}

#[test]
fn a_leaf_that_a_message_has_ended_takes_no_time() {
    let mut bench = Bench::new(timeout(500, sequence([alert('A'), wait(100)])), "A=RS");
    assert_eq!(bench.tick_ms(400), "start A -> Running");
    assert_eq!(bench.send(1), "receive A 1, finish A Success");
    assert_eq!(bench.tick_ms(400), "-> Success");
    assert_eq!(bench.now(), 500_000_000);
    let mut bench = Bench::new(selector([alert('A'), leaf('B')]), "A=RF");
    assert_eq!(bench.tick(0), "start A -> Running");
    assert_eq!(bench.send(1), "receive A 1, finish A Failure");
    assert_eq!(bench.tick(0), "start B, finish B Success -> Success");
}

#[test]
fn nothing_more_happens_to_it_when_it_is_given_up() {
    let mut bench = Bench::new(reactive_selector([sequence([condition('C'), leaf('B')]), alert('A')]), "A=RS B=F");
    assert_eq!(bench.tick(0), "ask C, start A -> Running");
    assert_eq!(bench.send(1), "receive A 1, finish A Success");
    bench.toggle('C');
    // It reacts when it is ticked, after the nodes before it.
    assert_eq!(bench.tick(0), "ask C, start B, finish B Failure -> Success");
    let mut bench = Bench::new(node(Kind::Guard(id('C')), [alert('A')]), "A=RS");
    bench.toggle('C');
    assert_eq!(bench.tick(0), "ask C, start A -> Running");
    assert_eq!(bench.send(1), "receive A 1, finish A Success");
    bench.toggle('C');
    assert_eq!(bench.tick(0), "ask C -> Failure");
    let mut bench = Bench::new(alert('A'), "A=RS");
    assert_eq!(bench.tick(0), "start A -> Running");
    assert_eq!(bench.send(1), "receive A 1, finish A Success");
    assert_eq!((bench.active(), bench.is_running()), (String::new(), true));
    assert_eq!(bench.abort(), "");
    assert!(!bench.is_running());
}

#[test]
fn a_pass_that_a_message_ends_began_in_an_earlier_tick() {
    let mut bench = Bench::new(node(Kind::Forever, [alert('A')]), "A=RSR");
    assert_eq!(bench.tick(0), "start A -> Running");
    assert_eq!(bench.send(1), "receive A 1, finish A Success");
    assert_eq!(bench.tick(0), "start A -> Running");
}

#[test]
fn a_cooldown_counts_from_the_turn_of_the_leaf() {
    let mut bench = Bench::new(cooldown(500, alert('A')), "A=RS");
    assert_eq!(bench.tick_ms(200), "start A -> Running");
    assert_eq!(bench.send(1), "receive A 1, finish A Success");
    assert_eq!(bench.tick_ms(400), "-> Success");
    assert_eq!(bench.tick_ms(99), "-> Failure");
    assert_eq!(bench.tick_ms(1), "-> Failure");
    assert_eq!(bench.tick_ms(0), "start A, finish A Success -> Success");
}

#[test]
fn a_subtree_hears_whatever_its_header_says() {
    let tree = |root, hears, ids: std::ops::Range<Id>| Tree { root, has_base: false, hears, gives: false, ids };
    let subtree = |tree| node(Kind::Subtree { tree, base: 0 }, []);
    let trees = vec![
        tree(parallel([subtree(1), subtree(2)]), true, 0..4),
        tree(parallel([alert('A'), subtree(3)]), true, 0..4),
        tree(alert('C'), false, 0..4),
        tree(aware('B'), true, 0..4),
    ];
    let program = Program { trees, fallible: false, boxed: false };
    for program in [program.in_place(), program] {
        let mut bench = Bench::of_program(&program, "A=R B=R C=R");
        assert_eq!(bench.tick(0), "start A, start B, start C -> Running");
        assert_eq!(bench.send(1), "receive A 1, receive B 1, receive C 1");
    }
}
