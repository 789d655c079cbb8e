//! One start, one finish, in order, for every way in which a node can end.

use bt::{Status, bt};

use crate::bench::{Bench, Broken, Fallible, Scripted};

/// Ticks a tree and returns its status and the events of the tick.
macro_rules! tick {
    ($tree:expr, $bench:expr) => {{
        let status = $tree.tick(&mut $bench);
        (status, $bench.take())
    }};
}

#[test]
fn an_endless_loop_yields_after_each_pass_and_a_counting_loop_does_not() {
    bt! { Tree(Bench) = forever < repeat(2) < scripted("A") > > }
    let (mut tree, mut bench) = (Tree::new(), Bench::new("A=S"));
    for _ in 0..5 {
        let twice = "start A, finish A Success, start A, finish A Success";
        assert_eq!(tick!(tree, bench), (Status::Running, twice.into()));
    }
}

#[test]
fn a_decided_parallel_aborts_in_child_order() {
    bt! { Tree(Bench) = parallel(success = 1, failure = 2) < scripted("A"), scripted("B"), scripted("D") > }
    let (mut tree, mut bench) = (Tree::new(), Bench::new("A=R B=RS D=R"));
    assert_eq!(tick!(tree, bench), (Status::Running, "start A, start B, start D".into()));
    let second = "run A, run B, finish B Success, finish A Aborted, finish D Aborted";
    assert_eq!(tick!(tree, bench), (Status::Success, second.into()));
    assert!(!tree.is_running());
}

#[test]
fn a_guard_is_checked_in_every_tick_before_its_child() {
    bt! {
        Tree(Bench) = selector <
            guard(|bench| bench.flag) < sequence < scripted("A"), scripted("B") > >,
            scripted("D"),
        >
    }
    let mut bench = Bench { flag: true, clears_in_finish: Some("A"), ..Bench::new("A=RS B=R D=R") };
    let mut tree = Tree::new();
    assert_eq!(tick!(tree, bench), (Status::Running, "start A".into()));
    assert_eq!(tick!(tree, bench), (Status::Running, "run A, finish A Success, start B".into()));
    assert_eq!(tick!(tree, bench), (Status::Running, "finish B Aborted, start D".into()));
}

#[test]
fn a_guard_in_a_parallel_fails_it() {
    bt! { Tree(Bench) = parallel < scripted("A"), guard(|bench| bench.flag) < scripted("B") > > }
    let mut bench = Bench { flag: true, clears_in_run: Some(("A", 2)), ..Bench::new("A=R B=R") };
    let mut tree = Tree::new();
    assert_eq!(tick!(tree, bench), (Status::Running, "start A, start B".into()));
    assert_eq!(tick!(tree, bench), (Status::Failure, "run A, finish B Aborted, finish A Aborted".into()));
}

#[test]
fn an_error_passes_through_everything() {
    bt! { Tree(Bench) -> Result<Broken> = force_success < parallel < fallible("A"), fallible("B"), fallible("D") > > }
    let (mut tree, mut bench) = (Tree::new(), Bench::new("A=R B=RE D=R"));
    assert_eq!(tree.tick(&mut bench), Ok(Status::Running));
    bench.take();
    assert_eq!(tree.tick(&mut bench), Err(Broken("B")));
    assert_eq!(bench.take(), "run A, run B, finish B Aborted, finish A Aborted, finish D Aborted");
    assert!(!tree.is_running());
    bench.scripts.get_mut("B").unwrap().letters = "R".into();
    assert_eq!(tree.tick(&mut bench), Ok(Status::Running));
    assert_eq!(bench.take(), "start A, start B, start D");
}

#[test]
fn an_error_in_an_earlier_reactive_child_aborts_the_running_one() {
    bt! { Tree(Bench) -> Result<Broken> = reactive_sequence < fallible("C"), fallible("A") > }
    let (mut tree, mut bench) = (Tree::new(), Bench::new("C=SE A=R"));
    assert_eq!(tree.tick(&mut bench), Ok(Status::Running));
    bench.take();
    assert_eq!(tree.tick(&mut bench), Err(Broken("C")));
    assert_eq!(bench.take(), "start C, finish C Aborted, finish A Aborted");
    assert!(!tree.is_running());
}

#[test]
fn run_once_outlives_everything_but_reset() {
    bt! { Once(Bench) = run_once < scripted("B") > }
    bt! { Tree(Bench) = forever < selector < once, scripted("A") > > }
    let (mut tree, mut bench) = (Tree::new(), Bench::new("A=S B=F"));
    assert_eq!(tick!(tree, bench).1, "start B, finish B Failure, start A, finish A Success");
    for _ in 0..3 {
        assert_eq!(tick!(tree, bench), (Status::Running, "start A, finish A Success".into()));
    }
    tree.abort(&mut bench);
    assert!(!tree.is_running());
    assert_eq!(tick!(tree, bench).1, "start A, finish A Success");
    tree.reset();
    assert_eq!(tick!(tree, bench).1, "start B, finish B Failure, start A, finish A Success");
}

#[test]
fn run_once_gives_the_same_result_again_and_aborts_do_not_count() {
    bt! { Tree(Bench) = run_once < scripted("A") > }
    let (mut tree, mut bench) = (Tree::new(), Bench::new("A=RRS"));
    assert_eq!(tick!(tree, bench), (Status::Running, "start A".into()));
    tree.abort(&mut bench);
    assert_eq!(bench.take(), "finish A Aborted");
    assert_eq!(tick!(tree, bench), (Status::Running, "start A".into()));
    assert_eq!(tick!(tree, bench), (Status::Success, "run A, finish A Success".into()));
    assert_eq!(tick!(tree, bench), (Status::Success, String::new()));
}

#[test]
fn run_limit_counts_ends() {
    bt! { Tree(Bench) = run_limit(2) < scripted("A") > }
    let (mut tree, mut bench) = (Tree::new(), Bench::new("A=FRSS"));
    assert_eq!(tick!(tree, bench), (Status::Failure, "start A, finish A Failure".into()));
    assert_eq!(tick!(tree, bench), (Status::Running, "start A".into()));
    tree.abort(&mut bench);
    bench.take();
    assert_eq!(tick!(tree, bench), (Status::Success, "start A, finish A Success".into()));
    assert_eq!(tick!(tree, bench), (Status::Failure, String::new()));
    tree.reset();
    assert_eq!(tick!(tree, bench), (Status::Success, "start A, finish A Success".into()));
}

#[test]
fn an_abort_reports_all_active_nodes_in_child_order() {
    bt! {
        Tree(Bench) = parallel <
            sequence < scripted("A"), scripted("B") >,
            scripted("C"),
            repeat(3) < parallel < scripted("D"), scripted("E") > >,
        >
    }
    let (mut tree, mut bench) = (Tree::new(), Bench::new("A=S B=R C=S D=R E=R"));
    tree.tick(&mut bench);
    bench.take();
    tree.abort(&mut bench);
    assert_eq!(bench.take(), "finish B Aborted, finish D Aborted, finish E Aborted");
    assert!(!tree.is_running());
    tree.abort(&mut bench);
    assert_eq!(bench.take(), "");
}

#[test]
fn reset_calls_no_hook() {
    bt! { Tree(Bench) = scripted("A") }
    let (mut tree, mut bench) = (Tree::new(), Bench::new("A=RRS"));
    tree.tick(&mut bench);
    bench.take();
    tree.reset();
    assert!(!tree.is_running());
    assert_eq!(bench.take(), "");
    assert_eq!(tick!(tree, bench).1, "start A");
}

#[test]
fn a_reactive_child_that_starts_to_run_preempts() {
    bt! { Tree(Bench) = reactive_selector < scripted("A"), sequence < scripted("B"), scripted("C") > > }
    let (mut tree, mut bench) = (Tree::new(), Bench::new("A=FFRS B=S C=R"));
    assert_eq!(tick!(tree, bench).1, "start A, finish A Failure, start B, finish B Success, start C");
    assert_eq!(tick!(tree, bench).1, "start A, finish A Failure, run C");
    assert_eq!(tick!(tree, bench), (Status::Running, "start A, finish C Aborted".into()));
    assert_eq!(tick!(tree, bench), (Status::Success, "run A, finish A Success".into()));
}

#[test]
fn a_reactive_child_runs_on_after_the_running_one_has_ended() {
    bt! { Tree(Bench) = reactive_sequence < scripted("A"), scripted("B"), scripted("C") > }
    let (mut tree, mut bench) = (Tree::new(), Bench::new("A=S B=RS C=RRS"));
    assert_eq!(tick!(tree, bench).1, "start A, finish A Success, start B");
    assert_eq!(tick!(tree, bench).1, "start A, finish A Success, run B, finish B Success, start C");
    let third = "start A, finish A Success, start B, finish B Success, run C";
    assert_eq!(tick!(tree, bench), (Status::Running, third.into()));
}

#[test]
fn reactive_if_else_changes_branches() {
    bt! { Tree(Bench) = reactive_if_else(|bench| bench.flag) < scripted("A"), scripted("B") > }
    let (mut tree, mut bench) = (Tree::new(), Bench { flag: true, ..Bench::new("A=R B=RS") });
    assert_eq!(tick!(tree, bench).1, "start A");
    assert_eq!(tick!(tree, bench).1, "run A");
    bench.flag = false;
    assert_eq!(tick!(tree, bench), (Status::Running, "finish A Aborted, start B".into()));
    assert_eq!(tick!(tree, bench), (Status::Success, "run B, finish B Success".into()));
}

#[test]
fn reactive_if_else_without_else_fails() {
    bt! { Tree(Bench) = reactive_if_else(|bench| bench.flag) < scripted("A") > }
    let (mut tree, mut bench) = (Tree::new(), Bench { flag: true, ..Bench::new("A=R") });
    tree.tick(&mut bench);
    bench.take();
    bench.flag = false;
    assert_eq!(tick!(tree, bench), (Status::Failure, "finish A Aborted".into()));
}

#[test]
fn if_else_keeps_its_branch() {
    bt! { Tree(Bench) = if_else < scripted("C"), scripted("A"), scripted("B") > }
    let (mut tree, mut bench) = (Tree::new(), Bench::new("C=RSF A=RS B=S"));
    assert_eq!(tick!(tree, bench).1, "start C");
    assert_eq!(tick!(tree, bench).1, "run C, finish C Success, start A");
    assert_eq!(tick!(tree, bench), (Status::Success, "run A, finish A Success".into()));
    assert_eq!(tick!(tree, bench), (Status::Success, "start C, finish C Failure, start B, finish B Success".into()));
}

#[test]
fn if_else_asks_a_condition_in_parentheses_once() {
    bt! { Tree(Bench) = if_else(|bench| bench.flag) < scripted("A"), scripted("B") > }
    let (mut tree, mut bench) = (Tree::new(), Bench::new("A=RS B=F"));
    bench.flag = true;
    assert_eq!(tick!(tree, bench), (Status::Running, "start A".into()));
    bench.flag = false;
    assert_eq!(tick!(tree, bench), (Status::Success, "run A, finish A Success".into()));
    assert_eq!(tick!(tree, bench), (Status::Failure, "start B, finish B Failure".into()));
    bt! { Alone(Bench) = selector < if_else(is_flagged) < scripted("A") >, scripted("B") > }
    fn is_flagged(bench: &Bench) -> bool {
        bench.flag
    }
    assert_eq!(tick!(Alone::new(), bench), (Status::Failure, "start B, finish B Failure".into()));
}

#[test]
fn switches_decide_at_the_start_or_always() {
    bt! {
        Kept(Bench) = switch(|bench| bench.number) <
            0 => scripted("A"),
            n if n < 5 => scripted("B"),
            _ => scripted("C"),
        >
    }
    bt! {
        Changing(Bench) = reactive_switch(|bench| bench.number) <
            0 => scripted("A"),
            n if n < 5 => scripted("B"),
            _ => scripted("C"),
        >
    }
    let (mut tree, mut bench) = (Kept::new(), Bench::new("A=R B=R C=R"));
    assert_eq!(tick!(tree, bench).1, "start A");
    bench.number = 3;
    assert_eq!(tick!(tree, bench).1, "run A");
    let (mut tree, mut bench) = (Changing::new(), Bench::new("A=R B=R C=R"));
    assert_eq!(tick!(tree, bench).1, "start A");
    bench.number = 3;
    assert_eq!(tick!(tree, bench).1, "finish A Aborted, start B");
    bench.number = 4;
    assert_eq!(tick!(tree, bench).1, "run B");
    bench.number = 9;
    assert_eq!(tick!(tree, bench).1, "finish B Aborted, start C");
}

#[test]
fn a_precondition_is_checked_only_at_the_start() {
    bt! { Tree(Bench) = precondition(|bench| bench.flag) < scripted("A") > }
    let (mut tree, mut bench) = (Tree::new(), Bench { flag: true, ..Bench::new("A=RRS") });
    assert_eq!(tick!(tree, bench).1, "start A");
    bench.flag = false;
    assert_eq!(tick!(tree, bench).1, "run A");
    assert_eq!(tick!(tree, bench), (Status::Success, "run A, finish A Success".into()));
    assert_eq!(tick!(tree, bench), (Status::Failure, String::new()));
}

#[test]
fn loops_end_with_what_they_wait_for() {
    bt! { UntilFailure(Bench) = repeat_until_failure < scripted("A") > }
    bt! { UntilSuccess(Bench) = repeat_until_success < scripted("A") > }
    bt! { Forever(Bench) = forever < scripted("A") > }
    let (mut tree, mut bench) = (UntilFailure::new(), Bench::new("A=SRSF"));
    let once = "start A, finish A Success";
    assert_eq!(tick!(tree, bench), (Status::Running, once.into()));
    assert_eq!(tick!(tree, bench), (Status::Running, "start A".into()));
    // The pass that began in an earlier tick is followed by the next one at once.
    let second = "run A, finish A Success, start A, finish A Failure";
    assert_eq!(tick!(tree, bench), (Status::Success, second.into()));
    let (mut tree, mut bench) = (UntilSuccess::new(), Bench::new("A=FS"));
    assert_eq!(tick!(tree, bench), (Status::Running, "start A, finish A Failure".into()));
    assert_eq!(tick!(tree, bench), (Status::Success, once.into()));
    let (mut tree, mut bench) = (Forever::new(), Bench::new("A=SF"));
    assert_eq!(tick!(tree, bench), (Status::Running, once.into()));
    assert_eq!(tick!(tree, bench), (Status::Failure, "start A, finish A Failure".into()));
}

#[test]
fn counts_are_read_at_the_start() {
    bt! { Tree(Bench) = repeat(|bench| bench.number) < scripted("A") > }
    let (mut tree, mut bench) = (Tree::new(), Bench { number: 2, ..Bench::new("A=RS") });
    assert_eq!(tree.tick(&mut bench), Status::Running);
    bench.number = 100;
    assert_eq!(tree.tick(&mut bench), Status::Success);
    bench.number = 0;
    bench.take();
    assert_eq!(tick!(tree, bench), (Status::Success, String::new()));
}

#[test]
fn constants_and_results_changed() {
    bt! {
        Tree(Bench) = sequence <
            succeed,
            inverter < fail >,
            force_success < fail >,
            inverter < force_failure < scripted("A") > >,
        >
    }
    let (mut tree, mut bench) = (Tree::new(), Bench::new("A=RS"));
    assert_eq!(tick!(tree, bench), (Status::Running, "start A".into()));
    assert_eq!(tick!(tree, bench), (Status::Success, "run A, finish A Success".into()));
    bt! { Never(Bench) = selector < fail, running, unchecked < scripted("A") > > }
    let mut tree = Never::new();
    assert_eq!(tick!(tree, bench), (Status::Running, String::new()));
    assert_eq!(tree.active().map(|node| node.name).collect::<Vec<_>>(), ["selector", "running"]);
}

#[test]
fn wait_until_waits() {
    bt! { Tree(Bench) = sequence < wait_until(|bench| bench.flag), scripted("A") > }
    let (mut tree, mut bench) = (Tree::new(), Bench::new("A=S"));
    assert_eq!(tick!(tree, bench), (Status::Running, String::new()));
    assert_eq!(tick!(tree, bench), (Status::Running, String::new()));
    bench.flag = true;
    assert_eq!(tick!(tree, bench), (Status::Success, "start A, finish A Success".into()));
}

#[test]
fn races_and_parallel_all() {
    bt! { Race(Bench) = race < scripted("A"), scripted("B") > }
    let (mut tree, mut bench) = (Race::new(), Bench::new("A=R B=RF"));
    tree.tick(&mut bench);
    bench.take();
    assert_eq!(tick!(tree, bench), (Status::Failure, "run A, run B, finish B Failure, finish A Aborted".into()));
    bt! { All(Bench) = parallel_all(failure = 2) < scripted("A"), scripted("B"), scripted("C") > }
    let (mut tree, mut bench) = (All::new(), Bench::new("A=F B=RS C=RRF"));
    assert_eq!(tree.tick(&mut bench), Status::Running);
    assert_eq!(tree.tick(&mut bench), Status::Running);
    bench.take();
    assert_eq!(tick!(tree, bench), (Status::Failure, "run C, finish C Failure".into()));
    bt! { Default(Bench) = parallel_all < scripted("A"), scripted("B") > }
    let (mut tree, mut bench) = (Default::new(), Bench::new("A=S B=S"));
    assert_eq!(tree.tick(&mut bench), Status::Success);
}
