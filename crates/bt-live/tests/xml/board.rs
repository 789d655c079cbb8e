//! Ports and subtrees: which entry of the board a key means.

use bt::Status;
use bt_live::xml::{Board, Value, load_by, parse};

use crate::bench::{Bench, file, palette};

fn run(trees: &[(&str, &str)]) -> Bench {
    let mut tree = parse(&file(trees), &palette()).unwrap_or_else(|refused| panic!("{refused}")).tree;
    let mut bench = Bench::default();
    assert_eq!(tree.tick_for(0.1, &mut bench), Status::Success, "{:?}", bench.board.failures());
    bench
}

fn entries(bench: &Bench) -> String {
    bench.board.entries().map(|(key, value)| format!("{key}={value:?}")).collect::<Vec<_>>().join(" ")
}

#[test]
fn subtrees_have_entries_of_their_own() {
    let inner = ("Inner", "<Sequence><Note text='{a}'/><Script code='b := 5; @c := 6; _d := 7'/></Sequence>");
    for (subtree, expected, noted) in [
        ("<SubTree ID='Inner'/>", "Inner/_d=7 Inner/b=5 a=1 c=6", "nothing"),
        ("<SubTree ID='Inner' a='{a}' b='{x}'/>", "Inner/_d=7 a=1 c=6 x=5", "1"),
        ("<SubTree ID='Inner' a='{=}'/>", "Inner/_d=7 Inner/b=5 a=1 c=6", "1"),
        ("<SubTree ID='Inner' a='42'/>", "Inner/_d=7 Inner/b=5 a=1 c=6", "42"),
        ("<SubTree ID='Inner' a='four'/>", "Inner/_d=7 Inner/b=5 a=1 c=6", "\"four\""),
        ("<SubTree ID='Inner' _autoremap='true'/>", "Inner/_d=7 a=1 b=5 c=6", "1"),
        ("<SubTree ID='Inner' name='left' _autoremap='true' a='2'/>", "a=1 b=5 c=6 left/_d=7", "2"),
        (
            "<Sequence><SubTree ID='Inner'/><SubTree ID='Inner'/></Sequence>",
            "Inner/_d=7 Inner/b=5 Inner::2/_d=7 Inner::2/b=5 a=1 c=6",
            "nothing nothing",
        ),
    ] {
        let bench = run(&[("Main", &format!("<Sequence><Script code='a := 1'/>{subtree}</Sequence>")), inner]);
        assert_eq!((entries(&bench).as_str(), bench.log.join(" ").as_str()), (expected, noted), "{subtree}");
    }
}

#[test]
fn keys_pass_through_several_subtrees() {
    let bench = run(&[
        ("Main", "<Sequence><Script code='goal := 3'/><SubTree ID='Middle' to='{goal}'/></Sequence>"),
        ("Middle", "<SubTree ID='Inner' _autoremap='1' from='{to}'/>"),
        (
            "Inner",
            "<Sequence><Note text='{from}'/><Note text='{to}'/><Note text='{@goal}'/><Script code='to += \
             1'/></Sequence>",
        ),
    ]);
    assert_eq!((entries(&bench).as_str(), bench.log.join(" ").as_str()), ("goal=4", "3 3 3"));
}

#[test]
fn entries_are_set_and_unset() {
    let bench = run(&[(
        "Main",
        "<Sequence><SetBlackboard value='7' output_key='a'/><SetBlackboard value='{a}' output_key='{b}'/>
         <Note text='{b}'/><UnsetBlackboard key='a'/><Note text='{a}'/></Sequence>",
    )]);
    assert_eq!((entries(&bench).as_str(), bench.log.join(" ").as_str()), ("b=\"7\"", "\"7\" nothing"));
}

#[test]
fn numbers_come_from_the_board() {
    let text = file(&[(
        "Main",
        "<Sequence><Repeat num_cycles='{n}'><Script code='k += 1'/></Repeat><Sleep msec='{t}'/><Timeout \
         msec='{t}'><Leaf leaf='A'/></Timeout></Sequence>",
    )]);
    let mut tree = parse(&text, &palette()).unwrap_or_else(|refused| panic!("{refused}")).tree;
    let mut bench = Bench::new("A=R");
    for (key, value) in [("n", 3), ("k", 0), ("t", 250)] {
        bench.board.set(key, Value::of(value));
    }
    assert_eq!(tree.tick_for(0.2, &mut bench), Status::Running);
    assert_eq!(bench.board.get("k"), Some(Value::of(3)));
    assert_eq!(tree.tick_for(0.2, &mut bench), Status::Running);
    assert_eq!(bench.take(), "start A");
    assert_eq!(tree.tick_for(0.2, &mut bench), Status::Failure);
}

#[test]
fn files_include_others() {
    let files = [
        (
            "bots/main.xml",
            "<root BTCPP_format='4' main_tree_to_execute='Main'><include path='parts/inner.xml'/><BehaviorTree \
             ID='Main'><SubTree ID='Inner'/></BehaviorTree></root>",
        ),
        (
            "bots/parts/inner.xml",
            "<root BTCPP_format='4'><BehaviorTree ID='Inner'><Note text='inside'/></BehaviorTree></root>",
        ),
    ];
    let mut read = |path: &str| {
        let found = files.iter().find(|(known, _)| *known == path);
        found.map(|(_, text)| (*text).to_owned()).ok_or_else(|| format!("no file {path}"))
    };
    let mut tree =
        load_by("bots/main.xml", None, &palette(), &mut read).unwrap_or_else(|refused| panic!("{refused}")).tree;
    let mut bench = Bench::default();
    assert_eq!(tree.tick_for(0.1, &mut bench), Status::Success);
    assert_eq!(bench.take(), "\"inside\"");
    // Runs another tree than the file's main tree.
    let mut tree = load_by("bots/main.xml", Some("Inner"), &palette(), &mut read).expect("it is there").tree;
    assert_eq!(tree.tick_for(0.1, &mut bench), Status::Success);
    assert!(load_by("bots/main.xml", Some("Outer"), &palette(), &mut read).is_err());
}
