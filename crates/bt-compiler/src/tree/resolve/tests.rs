//! Tests of `resolve`: the meaning of names and arguments.

use crate::tree::testing::{resolve, resolve_with, same};

/// Each text and the nodes that it is resolved to.
#[track_caller]
fn nodes(table: &[(&str, &[&str])]) {
    for (text, expected) in table {
        let (found, errors) = resolve(text);
        assert!(errors.is_empty(), "{text}: {errors:?}");
        same(text, &found.join("\n"), &expected.join("\n"));
    }
}

/// Each text and its mistakes.
#[track_caller]
fn mistakes(table: &[(&str, &[&str])]) {
    for (text, expected) in table {
        assert_eq!(resolve(text).1, *expected, "{text}");
    }
}

#[test]
fn names() {
    nodes(&[
        ("sequence < walk, fail >", &["sequence()", "-leaf Walk::default()", "-fail()"]),
        ("open_door", &["leaf OpenDoor::default()"]),
        ("OpenDoor", &["leaf OpenDoor::default()"]),
        ("doors::open_door", &["leaf doors::OpenDoor::default()"]),
        ("r#loop", &["leaf Loop::default()"]),
        ("chase::<Wolf>", &["leaf Chase<Wolf>::default()"]),
        // Only the plain word is a built-in.
        ("self::wait", &["leaf self::Wait::default()"]),
        ("Wait", &["leaf Wait::default()"]),
        ("wait::<u8>", &["leaf Wait<u8>::default()"]),
    ]);
}

#[test]
fn how_leaves_are_made() {
    nodes(&[
        ("walk(1, x + 2)", &["leaf Walk::new(1; x + 2)()"]),
        ("walk()", &["leaf Walk::new()()"]),
        ("walk { steps: 3 }", &["leaf Walk { steps: 3 }()"]),
        ("Action::Walk", &["leaf Action: default Action::Walk()"]),
        ("Action::Walk(Walk, 3)", &["leaf Action: call Action::Walk(Walk; 3)()"]),
        ("Action::Walk { steps: 3 }", &["leaf Action: literal Action::Walk { steps: 3 }()"]),
        ("Door::slowly", &["leaf Door: call Door::slowly()()"]),
        ("house::Door::slowly::<u8>(3)", &["leaf house::Door: call house::Door::slowly::<u8>(3)()"]),
    ]);
}

#[test]
fn decorators_take_one_child_and_composites_several() {
    nodes(&[
        ("near < walk >", &["decorator Near::default()", "-leaf Walk::default()"]),
        (
            "x: near(2.0) < near { radius: 1.0 } < fail > >",
            &["x: decorator Near::new(2.0)()", "-decorator Near { radius: 1.0 }()", "--fail()"],
        ),
    ]);
    nodes(&[
        ("near < walk, run >", &["composite Near::default()", "-leaf Walk::default()", "-leaf Run::default()"]),
        (
            "x: a::near(2) < fail, Selector < fail, fail > >",
            &["x: composite a::Near::new(2)()", "-fail()", "-composite Selector::default()", "--fail()", "--fail()"],
        ),
    ]);
    let help = "a type that implements `Decorator` takes one child, a type that implements `Composite` two or more; a \
                leaf has no angle brackets";
    mistakes(&[("a::near < >", &[&format!("near | `a::near` has angle brackets, but no children | {help}")])]);
}

#[test]
fn arguments_of_built_ins() {
    nodes(&[
        ("(Room) = action(|room| room.open = true)", &["action(function |room| room.open = true)"]),
        ("wait(2.0)", &["wait(value 2.0)"]),
        ("repeat(3) < fail >", &["repeat(value 3)", "-fail()"]),
        ("(Room) = run_limit(|room| room.n) < fail >", &["run_limit(value |room| room.n)", "-fail()"]),
        ("parallel < fail >", &["parallel(absent; absent)", "-fail()"]),
        ("parallel(failure = any, success = all) < fail >", &["parallel(all; 1)", "-fail()"]),
        ("parallel(failure = 7) < fail >", &["parallel(absent; 7)", "-fail()"]),
        ("weighted(1, 2.5) < a, b >", &["weighted(number 1; number 2.5)", "-leaf A::default()", "-leaf B::default()"]),
        ("parallel(failure = FEW, success = n + 1) < fail >", &["parallel(value n + 1; value FEW)", "-fail()"]),
        ("(Room) = weighted(-1, OFTEN) < fail, fail >", &["weighted(number -1; value OFTEN)", "-fail()", "-fail()"]),
        (
            "(Room) = utility(0.5, IDLE, |room| room.need) < fail, fail, fail >",
            &["utility(value 0.5; value IDLE; function |room| room.need)", "-fail()", "-fail()", "-fail()"],
        ),
        ("(Room) = recalls(Fact::Noise)", &["recalls(value Fact::Noise; absent)"]),
        ("(Room) = recalls(Fact::Noise, 3)", &["recalls(value Fact::Noise; value 3)"]),
        (
            "switch(|room| room.mood) < Mood::Sad => cry, _ => fail >",
            &["switch(match |room| room.mood { Mood::Sad; _ })", "-leaf Cry::default()", "-fail()"],
        ),
    ]);
}

#[test]
fn misspelt_names() {
    mistakes(&[
        (
            "selecter < walk >",
            &["selecter | unknown node `selecter` | did you mean `selector`? (for a decorator of your own, write \
               `self::selecter`)"],
        ),
        ("self::selecter < walk >", &[]),
        ("guarded < inverted < retry2 < delayed < walk > > > >", &[]),
        (
            "fallback < walk, run >",
            &["fallback | unknown node `fallback` | did you mean `selector`? (for a composite of your own, write \
               `self::fallback`)"],
        ),
        (
            "paralel < walk, run >",
            &["paralel | unknown node `paralel` | did you mean `parallel`? (for a composite of your own, write \
               `self::paralel`)"],
        ),
        (
            "sequnece < walk, run >",
            &["sequnece | unknown node `sequnece` | did you mean `sequence`? (for a composite of your own, write \
               `self::sequnece`)"],
        ),
        ("self::sequnece < walk, Sequnece < walk, run > >", &[]),
        ("sequenced < walk, run2 < walk, run >, best_of < walk, run > >", &[]),
        // Without children it can be a leaf, whatever it is called.
        ("selecter", &[]),
        ("parallel(sucess = 1) < walk >", &["sucess | `parallel` has no argument `sucess` | did you mean `success`?"]),
        (
            "parallel(most = 1) < walk >",
            &["most | `parallel` has no argument `most` | it takes `success = ...` and `failure = ...`"],
        ),
    ]);
}

#[test]
fn arguments_that_are_refused() {
    let time = "a time: a `Duration`, seconds as a float like `2.0`, or a closure of the context that returns one";
    let count = "a whole number, or a closure of the context that returns one";
    let number = "a number for each child, or a closure of the context that returns one";
    let threshold = "a whole number, a closure of the context that returns one, `all` or `any`";
    let own = "for a leaf of your own with this name, write `self::wait`";
    let key = "a closure of the context with a return type, like `|room| -> u32 { room.alarms }`";
    mistakes(&[
        ("wait", &[&format!("wait | `wait` needs an argument: {time} | {own}")]),
        (
            "(Room) = wait_between(0.5..1.5)",
            &["(0.5..1.5) | `wait_between` takes 2 arguments, found a range | write `wait_between(0.5, 1.5)`"],
        ),
        ("repeat(0..3) < fail >", &[&format!("0 | `repeat` takes {count}, found `0..3`")]),
        ("wait(0.5..1.5)", &[&format!("0.5 | `wait` takes {time}, found `0.5..1.5`")]),
        ("repeat(true) < fail >", &[&format!("true | `repeat` takes {count}, found `true`")]),
        ("timeout(1.0, fail)", &["fail | children of `timeout` go in angle brackets | write `timeout(...) < walk >`"]),
        ("wait(2)", &[&format!("2 | `wait` takes {time}, found `2`")]),
        ("repeat(-1) < fail >", &[&format!("- | `repeat` takes {count}, found `-1`")]),
        ("parallel(success = -1) < fail >", &[&format!("- | expected {threshold}, found `-1`")]),
        ("wait(1.0, 2.0)", &["2.0 | `wait` takes 1 argument, found 2"]),
        ("wait(time = 1.0)", &["time | arguments of `wait` have no names | write the value alone: `1.0`"]),
        ("wait(time: 1.0)", &["time | arguments of `wait` have no names | write the value alone: `1.0`"]),
        ("parallel(success: 1) < fail >", &[": | expected `=` after `success`, found `:` | write `success = 1`"]),
        (
            "(Room) = guard < is_open, walk >",
            &["guard | `guard` needs an argument: a closure or a function of the context | the condition is not a \
               child: write `guard(...) < walk >`"],
        ),
        ("wait { time: 1.0 }", &["{ time: 1.0 } | `wait` takes its arguments in parentheses"]),
        ("repeat(1.5) < fail >", &[&format!("1.5 | `repeat` takes {count}, found `1.5`")]),
        ("fail(1)", &["1 | `fail` takes no arguments, found 1"]),
        ("action(3)", &["3 | `action` takes a closure or a function of the context, found `3`"]),
        ("action(-3)", &["- | `action` takes a closure or a function of the context, found `-3`"]),
        (
            "(Room) = probability(1.5) < fail >",
            &["1.5 | `probability` takes a number from 0 to 1, or a closure of the context that returns one, found \
               `1.5`"],
        ),
        ("weighted(1, \"x\") < a, b >", &[&format!("\"x\" | `weighted` takes {number}, found `\"x\"`")]),
        (
            "weighted(1e999, true) < a, b >",
            &[
                &format!("1e999 | `weighted` takes {number}, found `1e999`"),
                &format!("true | `weighted` takes {number}, found `true`"),
            ],
        ),
        ("utility('x') < a >", &[&format!("'x' | `utility` takes {number}, found `'x'`")]),
        (
            "(Room) = observe(|room| room.alarms) < reactive_selector < fail > >",
            &[&format!("| | `observe` takes {key}, found `|room| room.alarms`")],
        ),
        ("parallel(2) < fail >", &["2 | an argument of `parallel` needs its name: `success = ...` or `failure = ...`"]),
        ("parallel(success = 1.5) < fail >", &[&format!("1.5 | expected {threshold}, found `1.5`")]),
        ("parallel(success = true) < fail >", &[&format!("true | expected {threshold}, found `true`")]),
        ("parallel(success = 1, success = 2) < fail >", &["success | the argument `success` is given twice"]),
        ("walk(steps = 3)", &["steps | arguments of `walk` have no names; to name fields, write `walk { steps: .. }`"]),
    ]);
}

#[test]
fn what_code_cannot_see() {
    let context = |name: &str| {
        format!(
            "{name} | unknown name `{name}`: nodes get the context without an argument | remove this `{name}`, or write \
             `self::{name}` for a function of this name"
        )
    };
    let none = "self | a tree has no `self` | to read from the context, write a closure: `|room| room.is_open`";
    mistakes(&[
        ("Bot(Room) = shoot(room, 3)", &[&context("room")]),
        ("Bot(house::OldRoom<'_>) = near(&mut old_room) < walk >", &[&context("old_room")]),
        ("Bot(Room) { room: u8 } = shoot(room, bell, room::BELL)", &[]),
        ("Bot(Room) = shoot(self.ammo, super::LOW)", &[none]),
        ("(Room) = condition(|room| { self.open && self.free })", &[none]),
        ("Bot(Room) = action(|room| self::ring(room))", &[]),
        ("(Room) = action(|room| { use std::fmt::{self, Write}; ring(room) })", &[]),
        ("(Room) = action(|room| { pub(self) struct Bell; ring(room) })", &[]),
        ("Bot(Room) = action(|room| { impl Door for Room { fn open(&self) {} } })", &[]),
    ]);
}

#[test]
fn children_in_parentheses() {
    mistakes(&[
        (
            "sequence(walk, open_door)",
            &["(walk, open_door) | children of `sequence` go in angle brackets | write `sequence < walk, open_door >`"],
        ),
        (
            "parallel(walk)",
            &["(walk) | children of `parallel` go in angle brackets | write `parallel < walk, open_door >`"],
        ),
    ]);
}

#[test]
fn a_tree_does_not_contain_itself() {
    let help = "to write a loop, use `forever`, `repeat` or `retry`";
    let itself = |name: &str| format!("{name} | `{name}` contains itself | {help}");
    mistakes(&[
        ("Bot(Room) = sequence < bot, walk >", &[&itself("bot")]),
        ("Bot(Room) = self::Bot", &[&itself("Bot")]),
        ("Bot(Room) = bot < walk >", &[&itself("bot")]),
        ("Bot(Room) = other::bot", &[]),
    ]);
}

#[test]
fn keywords_are_no_leaves() {
    mistakes(&[("sequence < self, walk >", &["self | expected a node, found `self`"])]);
}

#[test]
fn a_context_that_cannot_be_inferred() {
    let message = "cannot infer the context of this tree, since it has functions but no leaves";
    let told = format!("action | {message} | name the context: `bt!((Room) = ...)`");
    mistakes(&[
        ("action(f)", &[&told]),
        ("(Room) = action(f)", &[]),
        ("sequence < action(f), walk >", &[]),
        ("sequence < wait(1.0), fail >", &[]),
    ]);
}

#[test]
fn a_tree_in_a_box() {
    let ty = "::bt::__private::Dynamic<::bt::__private::Boxed<dyn ";
    let tree = "::bt::__private::DynTree<";
    let status = "::bt::__private::Status";
    let none = "::bt::__private::NoMessage";
    let named = format!("dyn {tree}Room,{status},{none}>");
    let asked = format!("::bt::__private::Asked<Skills, [(); ::bt::__private::is_registry::<{named}, Skills>()]>");
    nodes(&[
        ("T(Room) = dynamic(skill)", &[&format!("leaf {ty}{tree}Room,{status},{none}>>,{status}>: held(skill)()")]),
        (
            "T(World<'_>) on Hit<'_> -> Result<Lost> = dynamic(skill)",
            &[&format!(
                "leaf {ty}for<'__any, '__any_2> {tree}World<'__any>, ::bt::__private::Result<{status}, Lost>,
                Hit<'__any_2>>>, ::bt::__private::Result<{status}, Lost>>: held(skill)()"
            )],
        ),
        (
            "T(Room) = dynamic(name, registry = Skills)",
            &[&format!(
                "leaf ::bt::__private::Dynamic<::bt::__private::Registered<{named},
                <{asked} as ::bt::__private::Is>::Type>, {status}>: held(name)()"
            )],
        ),
    ]);
}

#[test]
fn the_feature_for_boxes_is_named() {
    let (_, errors) = resolve_with("::bt::__private_without_alloc", "T(Room) = sequence < dynamic(skill), walk >");
    assert_eq!(errors.len(), 1, "{errors:?}");
    assert!(errors[0].contains("`dynamic` needs the feature `alloc` of `bt-trees`"), "{errors:?}");
    assert!(errors[0].contains("features = [\"alloc\"]"), "{errors:?}");
}
