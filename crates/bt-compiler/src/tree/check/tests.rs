//! Tests of `check`: each mistake, and similar trees without it.

use crate::tree::testing;

/// The mistakes of a tree whose context is known.
fn check(text: &str) -> Vec<String> {
    testing::check(&format!("(Room) = {text}"))
}

/// Each text and its mistakes.
#[track_caller]
fn mistakes(table: &[(&str, &[&str])]) {
    for (text, expected) in table {
        assert_eq!(check(text), *expected, "{text}");
    }
}

#[track_caller]
fn sound(texts: &[&str]) {
    for text in texts {
        assert_eq!(check(text), [""; 0], "{text}");
    }
}

#[test]
fn how_many_children() {
    let own = "wrap them in a `sequence` or a `selector`";
    let roles = "write `if_else < condition, then, else >`";
    mistakes(&[
        (
            "sequence < >",
            &["sequence | `sequence` takes at least 1 child, found none | write `sequence < walk, open_door >`"],
        ),
        ("inverter", &["inverter | `inverter` takes 1 child, found none | write `inverter < walk >`"]),
        ("inverter < a, b >", &[&format!("inverter | `inverter` takes 1 child, found 2 | {own}")]),
        ("succeed < a >", &["succeed | `succeed` takes no children, found 1"]),
        ("if_else < a >", &[&format!("if_else | `if_else` takes 2 or 3 children, found 1 | {roles}")]),
        ("if_else < a, b, c, d >", &[&format!("if_else | `if_else` takes 2 or 3 children, found 4 | {roles}")]),
        (
            "selector < repeat(3) < a, b >, sequence < >, fail < c > >",
            &[
                &format!("repeat | `repeat` takes 1 child, found 2 | {own}"),
                "sequence | `sequence` takes at least 1 child, found none | write `sequence < walk, open_door >`",
                "fail | `fail` takes no children, found 1",
            ],
        ),
    ]);
    sound(&["sequence < a >", "inverter < a >", "if_else < a, b >", "if_else < a, b, c >", "succeed", "near < walk >"]);
}

#[test]
fn labels_name_one_node() {
    mistakes(&[
        (
            "x: sequence < a, x: b >",
            &["x | the label `x` is already used by another node | the first one is `x: sequence`"],
        ),
        (
            "sequence < x: a, y: b, x: c, x: d >",
            &[
                "x | the label `x` is already used by another node | the first one is `x: a`",
                "x | the label `x` is already used by another node | the first one is `x: a`",
            ],
        ),
    ]);
    sound(&["x: sequence < y: x >", "sequence < walk: walk, run: walk >"]);
}

#[test]
fn thresholds_can_be_reached() {
    mistakes(&[
        ("parallel(success = 3) < a, b >", &["3 | the threshold 3 is never reached: `parallel` has 2 children"]),
        (
            "parallel(success = 2, failure = 5) < a >",
            &[
                "2 | the threshold 2 is never reached: `parallel` has 1 child",
                "5 | the threshold 5 is never reached: `parallel` has 1 child",
            ],
        ),
        ("parallel_all(failure = 2) < a >", &["2 | the threshold 2 is never reached: `parallel_all` has 1 child"]),
    ]);
    sound(&[
        "parallel(success = 2, failure = 1) < a, b >",
        "parallel(success = all, failure = any) < a, b >",
        "parallel(success = 0) < a >",
    ]);
}

#[test]
fn what_is_observed_is_reactive() {
    let above = |child: &str| {
        let form = "write `observe(...) < reactive_selector < walk, open_door > >`";
        format!("{child} | the child of `observe` must be a reactive node, found `{child}` | {form}")
    };
    for child in ["selector < a, b >", "near < a >", "inverter < reactive_selector < a, b > >"] {
        let name = child.split_whitespace().next().unwrap_or_default();
        assert_eq!(check(&format!("observe(|room| -> u32 {{ room.alarms }}) < {child} >")), [above(name)]);
    }
    for child in [
        "reactive_selector < a, b >",
        "reactive_sequence < a, b >",
        "reactive_if_else(f) < a, b >",
        "reactive_switch(|room| room.mood) < 0 => a, _ => b >",
        "priority < f => a, b >",
        "reactive_utility(f, 1) < a, b >",
        // It may be a tree with a reactive root.
        "walk",
    ] {
        sound(&[&format!("observe(|room| -> u32 {{ room.alarms }}) < {child} >")]);
    }
}

#[test]
fn a_throttle_does_not_wait_before_the_last_child_of_a_reactive_sequence() {
    let mistake = "throttle | a `throttle` in a `reactive_sequence` must be its last child: while it waits, it would \
                   abort later children | write a `pipeline`";
    for child in [
        "throttle(1.0) < a >",
        "inverter < throttle(1.0) < a > >",
        "timeout(2.0) < guard(f) < delay(1.0) < throttle(1.0) < a > > > >",
    ] {
        assert_eq!(check(&format!("reactive_sequence < {child}, b >")), [mistake], "{child}");
        assert_eq!(check(&format!("reactive_sequence < a, {child}, b >")), [mistake], "{child}");
        sound(&[&format!("reactive_sequence < a, {child} >"), &format!("reactive_selector < {child}, b >")]);
    }
    // Whatever restarts the `throttle` makes it forget its last success, so it never waits in the first pass; and a
    // decorator of the user may answer instead of it.
    sound(&[
        "reactive_sequence < keyed(|room| -> u32 { room.alarms }) < throttle(1.0) < a > >, b >",
        "reactive_sequence < near < throttle(1.0) < a > >, b >",
    ]);
}

#[test]
fn a_weight_or_a_score_for_each_child() {
    mistakes(&[
        ("weighted(1, 2) < a >", &["weighted | `weighted` takes a weight for each child, found 2 weights for 1 child"]),
        (
            "weighted(1) < a, b >",
            &["weighted | `weighted` takes a weight for each child, found 1 weight for 2 children"],
        ),
        ("weighted < a >", &["weighted | `weighted` takes a weight for each child, found no weights for 1 child"]),
        (
            "utility(|room| room.hunger) < a, b >",
            &["utility | `utility` takes a score for each child, found 1 score for 2 children"],
        ),
        (
            "reactive_utility(1, margin = 2) < a, b >",
            &["reactive_utility | `reactive_utility` takes a score for each child, found 1 score for 2 children"],
        ),
        // Without children the weights are not counted, so this is one mistake and not two.
        (
            "weighted(1) < >",
            &["weighted | `weighted` takes at least 1 child, found none | write `weighted(...) < walk, open_door >`"],
        ),
    ]);
    sound(&["weighted(1, 2.5) < a, b >", "utility(|room| room.hunger, f) < a, b >"]);
}
