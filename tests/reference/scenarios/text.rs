//! How the later nodes are written as `bt!`.

use bt_reference::program::{Chance, Kind, Leaf, Node, Number, Program, Score, Threshold, Time, Tree, Weight};
use bt_reference::text;

use crate::nodes::{
    cooldown, every, node, observe, of_type, parallel, reactive_sequence, running, selector, sequence, time, timeout,
};

/// The text of a node in a tree, in one line.
fn written(root: Node, has_base: bool) -> String {
    let tree = Tree { root, has_base, hears: false, gives: false, ids: 0..26 };
    let text = text::tree(&Program { trees: vec![tree], fallible: false, boxed: false }, 0, "");
    let (_, node) = text.split_once('=').expect("a tree has a node");
    node.split_whitespace().collect::<Vec<_>>().join(" ")
}

#[test]
fn each_is_written_as_agreed() {
    let leaf = |leaf| of_type(leaf, 'D');
    let cases = [
        (node(Kind::WaitBetween(time(250), Time::Asked(3)), []), "wait_between(0.25, |world| time(world, 3))"),
        (cooldown(500, running()), "cooldown(0.5) < running>"),
        (every(250, 'D', running()), "every(0.25, |world| beat(world, 3)) < running>"),
        (leaf(Leaf::Busy), "busy(3)"),
        (leaf(Leaf::Alert), "alert(3)"),
        (leaf(Leaf::Aware), "aware(3)"),
        (leaf(Leaf::ChosenAlert), "Listening::Alert(Alert::new(3))"),
        (node(Kind::RandomSequence, [running(), running()]), "random_sequence < running, running>"),
        (node(Kind::RandomSelector, [running()]), "random_selector < running>"),
        (
            node(Kind::Weighted(vec![Weight::Whole(-2), Weight::Part(0.5)]), [running(), running()]),
            "weighted(-2, 0.5) < running, running>",
        ),
        (
            node(Kind::Utility(vec![Score::Float(3), Score::Whole(4)]), [running(), running()]),
            "utility(|world| score(world, 3), |world| number(world, 4)) < running, running>",
        ),
        (node(Kind::Probability(Chance::Of(1.0)), [running()]), "probability(1.0) < running>"),
        (node(Kind::Probability(Chance::Asked(3)), [running()]), "probability(|world| chance(world, 3)) < running>"),
        (
            observe('D', reactive_sequence([running()])),
            "observe(|world| -> u32 { number(world, 3) }) < reactive_sequence < running>>",
        ),
        (node(Kind::Remember(Number::Of(2), Number::Asked(3), None), []), "remember(2, |world| number(world, 3))"),
        (node(Kind::Remember(Number::Of(2), Number::Of(3), Some(Number::Of(4))), []), "remember(2, 3, at = 4)"),
        (
            node(
                Kind::ReactiveUtility(vec![Score::Of(-1.5), Score::Whole(4)], Some(Chance::Of(0.5))),
                [running(), running()],
            ),
            "reactive_utility(-1.5, |world| number(world, 4), margin = 0.5) < running, running>",
        ),
        (
            node(Kind::Parallel(Some(Threshold::Asked(3)), Some(Threshold::All)), [running()]),
            "parallel(success = |world| number(world, 3), failure = all) < running>",
        ),
        (node(Kind::If(3), [running()]), "if_else(|world| ask(world, 3)) < running>"),
        (node(Kind::Recalls(Number::Of(2), None), []), "recalls(2)"),
        (node(Kind::Recalls(Number::Asked(3), Some(Number::Of(2))), []), "recalls(|world| number(world, 3), 2)"),
        (node(Kind::Forget(Number::Of(2)), []), "forget(2)"),
    ];
    for (node, text) in cases {
        assert_eq!(written(node, false), text);
    }
    assert_eq!(
        written(every(100, 'D', running()), true),
        "every(std::time::Duration::from_nanos(100000000), |world| beat(world, base + 3)) < running>"
    );
}

#[test]
fn values_are_written_as_agreed() {
    let asks = |kind| node(kind, []).using(&[1]);
    let bound = |node: Node| written(sequence([node.bind(2), running()]), false);
    let cases = [
        (bound(of_type(Leaf::Find, 'D')), "find(3) -> value_2"),
        (bound(node(Kind::Fetch(3), [])), "action(|world| fetch(world, 3)) -> value_2: Value"),
        (bound(node(Kind::SucceedWith(Number::Of(7)), [])), "succeed(value(7)) -> value_2: Value"),
        (bound(asks(Kind::SucceedWith(Number::Bound))), "succeed(value_1) -> value_2: Value"),
        (
            bound(asks(Kind::SucceedWith(Number::Asked(3)))),
            "succeed(|world| { uses(world, 3, &value_1); value(number(world, 3)) }) -> value_2: Value",
        ),
        (bound(timeout(500, of_type(Leaf::Collect, 'D'))), "timeout(0.5) < collect(3)> -> value_2"),
        (
            bound(selector([of_type(Leaf::Spot, 'D'), node(Kind::Fetch(4), [])])),
            "selector < spot(3), action(|world| fetch(world, 4))> -> value_2: Value",
        ),
    ];
    for (text, expected) in cases {
        assert_eq!(text, format!("sequence < {expected}, running>"));
    }
    let both = parallel([of_type(Leaf::Dig, 'D'), running(), of_type(Leaf::Scout, 'E')]);
    let both = Node { binds: vec![Some(1), None, Some(2)], ..both };
    let item = node(Kind::ForEach(3), [running()]).bind(2);
    let cases = [
        (both, "parallel < dig(3), running, scout(4)> -> (value_1, _, value_2)"),
        (item.clone(), "for_each(|world, index| -> Option<Value> { item(world, 3, index) }) -> value_2 < running>"),
        (
            item.using(&[1]),
            "for_each(|world, index| -> Option<Value> { uses(world, 3, &value_1); item(world, 3, index) }) \
             -> value_2 < running>",
        ),
        (asks(Kind::Argued(3, Number::Bound)), "argued(value_1, 3)"),
        (asks(Kind::Condition(3)), "condition(|world| { uses(world, 3, &value_1); ask(world, 3) })"),
        (asks(Kind::Wait(Time::Bound)), "wait(long(&value_1))"),
        (
            node(Kind::Every(Time::Bound, 3), [running()]).using(&[1]),
            "every(long(&value_1), |world| { uses(world, 3, &value_1); beat(world, 3) }) < running>",
        ),
        (node(Kind::Probability(Chance::Bound), [running()]).using(&[1]), "probability(likely(&value_1)) < running>"),
        (node(Kind::Repeat(Number::Bound), [running()]).using(&[1]), "repeat(few(&value_1)) < running>"),
        (node(Kind::KeyedBy, [running()]).using(&[1]), "keyed(|_| value_1) < running>"),
        (
            node(Kind::Keyed(3), [running()]).using(&[1, 2]),
            "keyed(|world| -> u32 { uses(world, 3, &value_1); uses(world, 3, &value_2); number(world, 3) }) < running>",
        ),
    ];
    for (node, text) in cases {
        assert_eq!(written(node, false), text);
    }
    let asks = node(Kind::Guard(3), [running()]).using(&[1]);
    assert_eq!(
        written(asks, true),
        "guard(|world| { uses(world, base + 3, &value_1); ask(world, base + 3) }) < running>"
    );
}

#[test]
fn a_tree_says_what_it_takes() {
    let of = |leaf, hears, has_base, gives| Tree { root: of_type(leaf, 'A'), has_base, hears, gives, ids: 0..1 };
    let fallible = |hears, has_base| of(Leaf::Fallible, hears, has_base, false);
    let trees = vec![
        fallible(true, false),
        fallible(true, true),
        fallible(false, true),
        of(Leaf::Dig, false, true, true),
        of(Leaf::Find, false, false, true),
    ];
    let program = Program { trees, fallible: true, boxed: false };
    let headers = (0..5).map(|index| text::tree(&program, index, ""));
    let headers: Vec<String> = headers.map(|text| text.split(" =").next().unwrap_or_default().to_owned()).collect();
    assert_eq!(
        headers,
        [
            "pub Tree(World) on Shot -> Result<Broken>",
            "pub Sub1(World) { base: u32 } on Shot -> Result<Broken>",
            "pub Sub2(World) { base: u32 } -> Result<Broken>",
            "pub Sub3(World) { base: u32 } -> Result<Option<Value>, Broken>",
            "pub Sub4(World) -> Option<Value>",
        ]
    );
}
