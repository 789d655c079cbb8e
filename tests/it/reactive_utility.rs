//! `reactive_utility`: in every tick the best child runs.

use bt::{Status, bt};

use crate::bench::{Bench, Scripted, running, tick};

fn need(bench: &Bench) -> u32 {
    bench.number
}

bt! { Tree(Bench) = reactive_utility(need, 3, |_| 1) < scripted("A"), scripted("B"), scripted("D") > }

#[test]
fn a_better_child_takes_over_and_the_old_one_is_aborted_first() {
    let (mut tree, mut bench) = (Tree::new(), Bench::new("A=R B=R D=R"));
    assert_eq!(tick!(tree, bench, 0), running("start B"));
    // An equal score is not better.
    assert_eq!(tick!(tree, bench, 3), running("run B"));
    assert_eq!(tick!(tree, bench, 4), running("finish B Aborted, start A"));
    assert_eq!(tick!(tree, bench, 3), running("run A"));
    assert_eq!(tick!(tree, bench, 2), running("finish A Aborted, start B"));
}

#[test]
fn it_takes_more_than_the_margin() {
    const HABIT: f64 = 2.0;
    bt! { Literal(Bench) = reactive_utility(need, 3, margin = 2) < scripted("A"), scripted("B") > }
    bt! { Negative(Bench) = reactive_utility(need, 3, margin = -0.5) < scripted("A"), scripted("B") > }
    bt! {
        Expression(Bench) { more: f32 } = reactive_utility(need, 3, margin = HABIT as f32 + more) <
            scripted("A"),
            scripted("B"),
        >
    }
    bt! { Closure(Bench) = reactive_utility(need, 3, margin = |bench| bench.number) < scripted("A"), scripted("B") > }
    macro_rules! keeps_two {
        ($tree:expr, $from:expr) => {
            let (mut tree, mut bench) = ($tree, Bench::new("A=R B=R"));
            assert_eq!(tick!(tree, bench, $from), running("start B"));
            assert_eq!(tick!(tree, bench, 5), running("run B"));
            assert_eq!(tick!(tree, bench, 6), running("finish B Aborted, start A"));
            assert_eq!(tick!(tree, bench, 1), running("run A"));
            assert_eq!(tick!(tree, bench, 0), running("finish A Aborted, start B"));
        };
    }
    keeps_two!(Literal::new(), 0);
    keeps_two!(Expression::new(0.0), 0);
    // It is read at the start.
    keeps_two!(Closure::new(), 2);
    let (mut tree, mut bench) = (Negative::new(), Bench::new("A=R B=R"));
    assert_eq!(tick!(tree, bench, 2), running("start B"));
    assert_eq!(tick!(tree, bench, 3), running("finish B Aborted, start A"));
}

#[test]
fn a_child_that_has_failed_is_out_until_the_node_starts_anew() {
    let (mut tree, mut bench) = (Tree::new(), Bench::new("A=FS B=RF D=RF"));
    assert_eq!(tick!(tree, bench, 9), running("start A, finish A Failure, start B"));
    assert_eq!(tick!(tree, bench, 9), running("run B, finish B Failure, start D"));
    assert_eq!(tick!(tree, bench, 9), (Status::Failure, "run D, finish D Failure".to_owned()));
    assert_eq!(tick!(tree, bench, 9), (Status::Success, "start A, finish A Success".to_owned()));
    assert!(!tree.is_running());
}

#[test]
fn observe_scores_only_when_the_key_changes() {
    bt! {
        Keyed(Bench) = observe(|bench| -> bool { bench.flag }) <
            reactive_utility(need, 3, margin = |bench| bench.number) < scripted("A"), scripted("B") >
        >
    }
    bt! { Above(Bench) = observe(|bench| -> bool { bench.flag }) < tree > }
    let (mut tree, mut bench) = (Keyed::new(), Bench::new("A=RF B=R"));
    assert_eq!(tick!(tree, bench, 0), running("start B"));
    assert_eq!(tick!(tree, bench, 9), running("run B"));
    bench.flag = true;
    assert_eq!(tick!(tree, bench, 9), running("finish B Aborted, start A"));
    // After a failure the others are still scored.
    assert_eq!(tick!(tree, bench, 9), running("run A, finish A Failure, start B"));
    let (mut tree, mut bench) = (Above::new(), Bench::new("A=R B=R D=R"));
    assert_eq!(tick!(tree, bench, 0), running("start B"));
    assert_eq!(tick!(tree, bench, 9), running("run B"));
    tree.look();
    assert_eq!(tick!(tree, bench, 9), running("finish B Aborted, start A"));
}

#[test]
fn what_takes_over_begins_at_the_beginning_of_the_span() {
    bt! {
        Timed(Bench) = reactive_utility(need, 3) <
            sequence < wait(0.5), scripted("A") >,
            sequence < wait(0.5), scripted("B") >,
        >
    }
    let (mut tree, mut bench) = (Timed::new(), Bench::new("A=S B=S"));
    assert_eq!(tree.tick_for(0.4, &mut bench), Status::Running);
    bench.number = 4;
    assert_eq!(tree.tick_for(0.5, &mut bench), Status::Success);
    assert_eq!(bench.take(), "start A, finish A Success");
}
