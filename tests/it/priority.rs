//! `priority`: conditions alone decide, and nothing starts before the old child has finished.

use bt::{Status, bt};

use crate::bench::{Bench, Scripted, running, tick};

bt! {
    Tree(Bench) = priority <
        |bench| bench.number == 1 => scripted("A"),
        |bench| bench.number >= 1 => scripted("B"),
        scripted("D"),
    >
}

#[test]
fn the_old_child_is_aborted_before_the_new_one_starts() {
    let (mut tree, mut bench) = (Tree::new(), Bench::new("A=R B=R D=R"));
    assert_eq!(tick!(tree, bench, 0), running("start D"));
    assert_eq!(tick!(tree, bench, 2), running("finish D Aborted, start B"));
    assert_eq!(tick!(tree, bench, 2), running("run B"));
    assert_eq!(tick!(tree, bench, 1), running("finish B Aborted, start A"));
    assert_eq!(tick!(tree, bench, 0), running("finish A Aborted, start D"));
}

#[test]
fn success_ends_it() {
    let (mut tree, mut bench) = (Tree::new(), Bench::new("A=R B=S D=R"));
    tick!(tree, bench, 0);
    let ends = "finish D Aborted, start B, finish B Success";
    assert_eq!(tick!(tree, bench, 2), (Status::Success, ends.to_owned()));
    assert!(!tree.is_running());
}

#[test]
fn a_child_that_has_failed_is_passed_over_until_its_condition_has_once_not_held() {
    let (mut tree, mut bench) = (Tree::new(), Bench::new("A=FR B=R D=R"));
    assert_eq!(tick!(tree, bench, 1), running("start A, finish A Failure, start B"));
    assert_eq!(tick!(tree, bench, 1), running("run B"));
    assert_eq!(tick!(tree, bench, 2), running("run B"));
    assert_eq!(tick!(tree, bench, 1), running("finish B Aborted, start A"));
}

#[test]
fn the_condition_of_a_failed_child_is_checked_even_below_the_active_one() {
    let (mut tree, mut bench) = (Tree::new(), Bench::new("A=R B=FR D=R"));
    assert_eq!(tick!(tree, bench, 2), running("start B, finish B Failure, start D"));
    assert_eq!(tick!(tree, bench, 1), running("finish D Aborted, start A"));
    // `B` still holds, so it is still skipped.
    assert_eq!(tick!(tree, bench, 2), running("finish A Aborted, start D"));
    assert_eq!(tick!(tree, bench, 0), running("run D"));
    assert_eq!(tick!(tree, bench, 2), running("finish D Aborted, start B"));
}

#[test]
fn it_fails_when_no_child_is_left() {
    bt! { All(Bench) = priority < |bench| bench.number > 0 => scripted("A"), |bench| bench.number > 1 => scripted("B") > }
    let (mut tree, mut bench) = (All::new(), Bench::new("A=RF B=F"));
    assert_eq!(tick!(tree, bench, 0), (Status::Failure, String::new()));
    assert_eq!(tick!(tree, bench, 1), running("start A"));
    let all = "run A, finish A Failure, start B, finish B Failure";
    assert_eq!(tick!(tree, bench, 2), (Status::Failure, all.to_owned()));
    let mut bench = Bench::new("A=R");
    assert_eq!(tick!(tree, bench, 1), running("start A"));
    assert_eq!(tick!(tree, bench, 0), (Status::Failure, "finish A Aborted".to_owned()));
}

#[test]
fn after_a_failure_conditions_are_checked_again() {
    bt! {
        Anew(Bench) = priority <
            |bench| bench.flag => sequence < action(|bench| bench.flag = false), fail >,
            |bench| bench.flag => scripted("A"),
            scripted("B"),
        >
    }
    let mut bench = Bench { flag: true, ..Bench::new("A=R B=R") };
    assert_eq!(Anew::new().tick(&mut bench), Status::Running);
    assert_eq!(bench.take(), "start B");
}

#[test]
fn a_condition_is_a_closure_with_any_comparison_or_a_path() {
    fn is_three<const ADD: u32>(bench: &Bench) -> bool {
        bench.number + ADD == 3
    }
    bt! {
        Forms(Bench) { from: u32, to: u32 } = priority <
            is_three::<1> => a: scripted("A"),
            |bench| from < bench.number && bench.number > to => scripted("B"),
            move |bench: &Bench| bench.flag => inverter < scripted("D") >,
        >
    }
    let (mut tree, mut bench) = (Forms::new(3, 5), Bench::new("A=R B=R D=R"));
    assert_eq!(tick!(tree, bench, 2), running("start A"));
    assert_eq!(tick!(tree, bench, 6), running("finish A Aborted, start B"));
    bench.flag = true;
    assert_eq!(tick!(tree, bench, 5), running("finish B Aborted, start D"));
}

#[test]
fn a_condition_may_come_from_a_fragment() {
    macro_rules! first_if {
        ($condition:expr, $other:path) => {
            bt!((Bench) = priority < $condition => scripted("A"), $other => scripted("B"), scripted("D") >)
        };
    }
    fn is_two(bench: &Bench) -> bool {
        bench.number == 2
    }
    let (mut tree, mut bench) = (first_if!(|bench| bench.number < 2, is_two), Bench::new("A=R B=R D=R"));
    assert_eq!(tick!(tree, bench, 1), running("start A"));
    assert_eq!(tick!(tree, bench, 2), running("finish A Aborted, start B"));
    assert_eq!(tick!(tree, bench, 3), running("finish B Aborted, start D"));
}

#[test]
fn observe_asks_only_when_the_key_changes() {
    bt! {
        Keyed(Bench) = observe(|bench| -> bool { bench.flag }) < priority <
            |bench| bench.number == 1 => scripted("A"),
            |bench| bench.number == 2 => scripted("B"),
            scripted("D"),
        > >
    }
    let (mut tree, mut bench) = (Keyed::new(), Bench::new("A=RF B=R D=R"));
    assert_eq!(tick!(tree, bench, 1), running("start A"));
    // The key is the same: `A` continues, and when it fails, the conditions after it are checked.
    assert_eq!(tick!(tree, bench, 2), running("run A, finish A Failure, start B"));
    assert_eq!(tick!(tree, bench, 0), running("run B"));
    bench.flag = true;
    assert_eq!(tick!(tree, bench, 0), running("finish B Aborted, start D"));
}

#[test]
fn a_tree_with_a_reactive_root_can_be_observed() {
    bt! { Sub(Bench) = reactive_selector < condition(|bench| bench.number == 1), scripted("A") > }
    bt! { Above(Bench) = observe(|bench| -> bool { bench.flag }) < tree > }
    bt! { Selects(Bench) = observe(|bench| -> bool { bench.flag }) < sub > }
    let (mut tree, mut bench) = (Above::new(), Bench::new("A=R B=R D=R"));
    assert_eq!(tick!(tree, bench, 0), running("start D"));
    assert_eq!(tick!(tree, bench, 1), running("run D"));
    bench.flag = true;
    assert_eq!(tick!(tree, bench, 1), running("finish D Aborted, start A"));
    let (mut tree, mut bench) = (Selects::new(), Bench::new("A=R"));
    assert_eq!(tick!(tree, bench, 0), running("start A"));
    assert_eq!(tick!(tree, bench, 1), running("run A"));
    tree.look();
    assert_eq!(tick!(tree, bench, 1), (Status::Success, "finish A Aborted".to_owned()));
}

#[test]
fn more_than_eight_children() {
    bt! {
        Many(Bench) = priority <
            |bench| bench.number == 9 => scripted("A"), |_| false => succeed, |_| false => succeed,
            |_| false => succeed, |_| false => succeed, |_| false => succeed, |_| false => succeed,
            |_| false => succeed, |_| false => succeed, |bench| bench.number > 0 => scripted("B"), scripted("D"),
        >
    }
    let (mut tree, mut bench) = (Many::new(), Bench::new("A=R B=FR D=R"));
    assert_eq!(tick!(tree, bench, 1), running("start B, finish B Failure, start D"));
    assert_eq!(tick!(tree, bench, 1), running("run D"));
    assert_eq!(tick!(tree, bench, 0), running("run D"));
    assert_eq!(tick!(tree, bench, 1), running("finish D Aborted, start B"));
}
