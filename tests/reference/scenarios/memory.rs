//! `remember`, `recalls`, `forget`

use bt_reference::program::{Kind, Node, Number};

use crate::bench::Bench;
use crate::nodes::{id, node, sequence};

fn remember(key: Number, value: Number) -> Node {
    node(Kind::Remember(key, value, None), [])
}

fn recalls(key: u32) -> Node {
    node(Kind::Recalls(Number::Of(key), None), [])
}

fn recalls_value(key: u32, value: u32) -> Node {
    node(Kind::Recalls(Number::Of(key), Some(Number::Of(value))), [])
}

fn forget(key: u32) -> Node {
    node(Kind::Forget(Number::Of(key)), [])
}

/// The answers of trees that share one memory.
fn say<const N: usize>(steps: [Node; N]) -> String {
    Bench::new(sequence(steps), "").tick(0)
}

#[test]
fn what_is_remembered_is_recalled_until_it_is_forgotten() {
    let store = || remember(Number::Of(2), Number::Of(5));
    assert_eq!(say([recalls(2)]), "-> Failure");
    assert_eq!(say([store(), recalls(2)]), "-> Success");
    assert_eq!(say([store(), recalls_value(2, 5)]), "-> Success");
    assert_eq!(say([store(), recalls_value(2, 4)]), "-> Failure");
    assert_eq!(say([store(), recalls(1)]), "-> Failure");
    assert_eq!(say([store(), forget(2), recalls(2)]), "-> Failure");
    assert_eq!(say([store(), forget(1), recalls(2)]), "-> Success");
    assert_eq!(say([store(), remember(Number::Of(2), Number::Of(4)), recalls_value(2, 4)]), "-> Success");
    assert_eq!(say([forget(2)]), "-> Success");
}

#[test]
fn the_context_is_asked_at_each_start_from_left_to_right() {
    let mut bench = Bench::new(remember(Number::Asked(id('A')), Number::Asked(id('B'))), "");
    assert_eq!(bench.tick(0), "number A, number B -> Success");
    let [key, value, at] = ['A', 'B', 'C'].map(|letter| Number::Asked(id(letter)));
    let mut bench = Bench::new(node(Kind::Remember(key, value, Some(at)), []), "");
    assert_eq!(bench.tick(0), "number A, number B, number C -> Success");
    let value = Some(Number::Asked(id('B')));
    let mut bench = Bench::new(node(Kind::Recalls(Number::Asked(id('A')), value), []), "");
    assert_eq!(bench.tick(0), "number A, number B -> Failure");
}

#[test]
fn the_memory_forgets_by_itself() {
    let store = node(Kind::RunOnce, [remember(Number::Of(2), Number::Of(5))]);
    let mut bench = Bench::new(sequence([store, recalls(2)]), "");
    assert_eq!(bench.tick(0), "-> Success");
    bench.forgets(1);
    assert_eq!(bench.tick(0), "-> Success");
    bench.forgets(2);
    assert_eq!(bench.tick(0), "-> Failure");
}
