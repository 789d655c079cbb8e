//! `finally`: a cleanup after every kind of end of its child.

use std::panic::{AssertUnwindSafe, catch_unwind};

use bt::describe::drawing;
use bt::{Behavior, Decorator, Outcome, Status, TreeFor, bt};

use crate::bench::{Bench, Broken, Fallible, Scripted};

bt! { Tidy(Bench) = finally < scripted("A"), scripted("C") > }

#[test]
fn the_cleanup_runs_to_its_end_and_the_result_is_that_of_the_child() {
    let (mut tree, mut bench) = (Tidy::new(), Bench::new("A=RF C=RS"));
    assert_eq!(tree.tick(&mut bench), Status::Running);
    assert_eq!(bench.take(), "start A");
    assert_eq!(tree.tick(&mut bench), Status::Running);
    assert_eq!(bench.take(), "run A, finish A Failure, start C");
    assert_eq!(tree.tick(&mut bench), Status::Failure);
    assert_eq!(bench.take(), "run C, finish C Success");
    let (mut tree, mut bench) = (Tidy::new(), Bench::new("A=S C=F"));
    assert_eq!(tree.tick(&mut bench), Status::Success);
    assert_eq!(bench.take(), "start A, finish A Success, start C, finish C Failure");
}

#[test]
fn an_abort_runs_it_for_an_instant() {
    let (mut tree, mut bench) = (Tidy::new(), Bench::new("A=R C=SR"));
    tree.tick(&mut bench);
    bench.take();
    tree.abort(&mut bench);
    assert_eq!(bench.take(), "finish A Aborted, start C, finish C Success");
    assert!(!tree.is_running());
    tree.tick(&mut bench);
    bench.take();
    tree.abort(&mut bench);
    assert_eq!(bench.take(), "finish A Aborted, start C, finish C Aborted", "one that is still running is aborted");
    tree.abort(&mut bench);
    assert_eq!(bench.take(), "", "an idle tree has nothing to clean up");
}

#[test]
fn a_cleanup_that_is_running_is_aborted() {
    let (mut tree, mut bench) = (Tidy::new(), Bench::new("A=S C=R"));
    tree.tick(&mut bench);
    bench.take();
    tree.abort(&mut bench);
    assert_eq!(bench.take(), "finish C Aborted");
    tree.tick(&mut bench);
    assert_eq!(bench.take(), "start A, finish A Success, start C", "then it begins with its child");
}

#[test]
fn reset_and_drop_run_none() {
    let (mut tree, mut bench) = (Tidy::new(), Bench::new("A=R C=S"));
    tree.tick(&mut bench);
    tree.reset();
    tree.tick(&mut bench);
    assert_eq!(bench.take(), "start A, start A");
    {
        let mut other = tree;
        other.tick(&mut bench);
    }
    assert_eq!(bench.take(), "run A");
}

#[test]
fn what_gives_the_node_up_runs_it_before_it_goes_on() {
    bt! {
        Choosy(Bench) = priority <
            |bench| bench.flag => scripted("B"),
            guard(|bench| bench.number == 0) < finally < scripted("A"), scripted("C") > >,
        >
    }
    let (mut tree, mut bench) = (Choosy::new(), Bench::new("A=R B=R C=S"));
    tree.tick(&mut bench);
    bench.flag = true;
    tree.tick(&mut bench);
    assert_eq!(bench.take(), "start A, finish A Aborted, start C, finish C Success, start B");
    tree.reset();
    bench.flag = false;
    tree.tick(&mut bench);
    bench.number = 1;
    assert_eq!(tree.tick(&mut bench), Status::Failure);
    assert_eq!(bench.take(), "start A, finish A Aborted, start C, finish C Success");
}

#[test]
fn several_clean_up_in_child_order_the_deepest_first() {
    bt! {
        Deep(Bench) = finally <
            parallel <
                finally < scripted("A"), scripted("1") >,
                finally < scripted("B"), scripted("2") >,
            >,
            scripted("3"),
        >
    }
    let (mut tree, mut bench) = (Deep::new(), Bench::new("A=R B=RF 1=S 2=R 3=S"));
    tree.tick(&mut bench);
    bench.take();
    tree.abort(&mut bench);
    assert_eq!(
        bench.take(),
        "finish A Aborted, start 1, finish 1 Success, finish B Aborted, start 2, finish 2 Aborted, start 3, finish 3 \
         Success",
    );
    let mut bench = Bench::new("A=R B=RF 1=S 2=S 3=S");
    tree.tick(&mut bench);
    bench.take();
    assert_eq!(tree.tick(&mut bench), Status::Failure);
    assert_eq!(
        bench.take(),
        "run A, run B, finish B Failure, start 2, finish 2 Success, finish A Aborted, start 1, finish 1 Success, \
         start 3, finish 3 Success",
    );
}

bt! { Breaks(Bench) -> Result<Broken> = finally < fallible("A"), sequence < scripted("C"), fallible("D") > > }

#[test]
fn an_error_of_the_child_runs_it_and_wins() {
    let (mut tree, mut bench) = (Breaks::new(), Bench::new("A=RE C=S D=E"));
    assert_eq!(tree.tick(&mut bench), Ok(Status::Running));
    bench.take();
    assert_eq!(tree.tick(&mut bench), Err(Broken("A")));
    assert_eq!(bench.take(), "run A, finish A Aborted, start C, finish C Success, start D, finish D Aborted");
    assert!(!tree.is_running());
    let (mut tree, mut bench) = (Breaks::new(), Bench::new("A=E C=R D=S"));
    assert_eq!(tree.tick(&mut bench), Err(Broken("A")));
    assert_eq!(bench.take(), "start A, finish A Aborted, start C, finish C Aborted");
}

#[test]
fn an_error_of_the_cleanup_passes_after_an_end_and_is_lost_after_an_abort() {
    let (mut tree, mut bench) = (Breaks::new(), Bench::new("A=S C=S D=E"));
    assert_eq!(tree.tick(&mut bench), Err(Broken("D")));
    assert_eq!(
        bench.take(),
        "start A, finish A Success, start C, finish C Success, start D, finish D Aborted",
        "it is not run twice",
    );
    let (mut tree, mut bench) = (Breaks::new(), Bench::new("A=R C=S D=E"));
    assert_eq!(tree.tick(&mut bench), Ok(Status::Running));
    tree.abort(&mut bench);
    assert_eq!(bench.take(), "start A, finish A Aborted, start C, finish C Success, start D, finish D Aborted");
    assert_eq!(tree.tick(&mut bench), Ok(Status::Running));
}

#[test]
fn an_error_elsewhere_aborts_it() {
    bt! {
        Beside(Bench) -> Result<Broken> = finally <
            parallel < finally < scripted("A"), fallible("C") >, fallible("B") >,
            scripted("D"),
        >
    }
    let (mut tree, mut bench) = (Beside::new(), Bench::new("A=R B=E C=E D=S"));
    assert_eq!(tree.tick(&mut bench), Err(Broken("B")));
    let told =
        "start A, start B, finish B Aborted, finish A Aborted, start C, finish C Aborted, start D, finish D Success";
    assert_eq!(bench.take(), told);
}

#[test]
fn a_panic_runs_none_also_one_in_a_cleanup() {
    bt! { Nested(Bench) = finally < finally < scripted("A"), scripted("C") >, scripted("D") > }
    for (scripts, told) in [("A=P C=S D=S", "start A"), ("A=S C=P D=S", "start A, finish A Success, start C")] {
        let (mut tree, mut bench) = (Nested::new(), Bench::new(scripts));
        assert!(catch_unwind(AssertUnwindSafe(|| tree.tick(&mut bench))).is_err());
        assert_eq!((bench.take().as_str(), tree.is_running()), (told, false));
    }
    let (mut tree, mut bench) = (Nested::new(), Bench::new("A=R C=P D=S"));
    tree.tick(&mut bench);
    bench.take();
    assert!(catch_unwind(AssertUnwindSafe(|| tree.abort(&mut bench))).is_err());
    assert_eq!((bench.take().as_str(), tree.is_running()), ("finish A Aborted, start C", false));
}

#[test]
fn the_cleanup_begins_when_the_child_ends_and_gets_no_time_in_an_abort() {
    bt! {
        Timed(Bench) = timeout(1.0) < finally <
            wait(0.5),
            sequence < wait(0.25), scripted("C"), wait(1.0), scripted("D") >,
        > >
    }
    let (mut tree, mut bench) = (Timed::new(), Bench::new("C=S D=S"));
    assert_eq!(tree.tick_for(0.75, &mut bench), Status::Running);
    assert_eq!(bench.take(), "start C, finish C Success", "it began at 0.5 s");
    assert_eq!(tree.tick_for(1.0, &mut bench), Status::Failure);
    bt! {
        Slow(Bench) = timeout(1.0) < finally <
            running,
            sequence < scripted("C"), wait(0.0), wait(0.1), scripted("D") >,
        > >
    }
    let (mut tree, mut bench) = (Slow::new(), Bench::new("C=S D=S"));
    assert_eq!(tree.tick_for(3.0, &mut bench), Status::Failure);
    assert_eq!(bench.take(), "start C, finish C Success");
}

bt! { Sub(Bench) { child: &'static str, cleanup: &'static str } = finally < scripted(child), scripted(cleanup) > }

#[test]
fn a_subtree_cleans_up_with_its_own_parameters() {
    bt! { Outer(Bench) = race < sub("A", "C"), sequence < scripted("B"), Sub::new("A", "D") > > }
    let (mut tree, mut bench) = (Outer::new(), Bench::new("A=R B=RF C=S D=S"));
    tree.tick(&mut bench);
    assert_eq!(tree.tick(&mut bench), Status::Failure);
    assert_eq!(
        bench.take(),
        "start A, start B, run A, run B, finish B Failure, finish A Aborted, start C, finish C Success"
    );
    let mut sub = Sub::new("A", "D");
    sub.tick(&mut bench);
    sub.abort(&mut bench);
    assert_eq!(bench.take(), "start A, finish A Aborted, start D, finish D Success");
    sub.tick(&mut bench);
    Behavior::finish(&mut sub, &mut bench, Outcome::Aborted);
    assert_eq!(bench.take(), "start A, finish A Aborted, start D, finish D Success", "as a leaf by hand does it");
    sub.tick(&mut bench);
    TreeFor::abort(&mut sub, &mut bench);
    assert_eq!(bench.take(), "start A, finish A Aborted, start D, finish D Success");
}

/// A leaf that is one of two trees, one of which has a cleanup.
#[derive(Behavior)]
#[behavior(context = Bench)]
enum Either {
    Sub(Sub),
    Tidy(Tidy),
}

#[test]
fn a_tree_in_an_enum_and_below_a_decorator_cleans_up() {
    /// Aborts its child once the flag is set.
    #[derive(Default)]
    struct Hasty;
    impl Decorator<Bench> for Hasty {
        fn before(&mut self, bench: &mut Bench) -> Option<Status> {
            bench.flag.then_some(Status::Success)
        }
    }
    bt! { Kept(Bench) = hasty < sequence < Either::Sub(Sub::new("A", "D")), Either::Tidy(Tidy::new()) > > }
    let (mut tree, mut bench) = (Kept::new(), Bench::new("A=RSR D=S C=S"));
    tree.tick(&mut bench);
    tree.abort(&mut bench);
    assert_eq!(bench.take(), "start A, finish A Aborted, start D, finish D Success");
    tree.tick(&mut bench);
    bench.flag = true;
    assert_eq!(tree.tick(&mut bench), Status::Success);
    assert_eq!(
        bench.take(),
        "start A, finish A Success, start D, finish D Success, start A, finish A Aborted, start C, finish C Success",
    );
}

#[test]
fn a_loop_begins_it_anew_and_its_cleanup_may_loop() {
    bt! { Rounds(Bench) = repeat(2) < finally < scripted("A"), repeat(2) < scripted("C") > > > }
    let (mut tree, mut bench) = (Rounds::new(), Bench::new("A=SR C=S"));
    assert_eq!(tree.tick(&mut bench), Status::Running);
    let clean = "start C, finish C Success, start C, finish C Success";
    assert_eq!(bench.take(), format!("start A, finish A Success, {clean}, start A"));
    tree.abort(&mut bench);
    assert_eq!(bench.take(), format!("finish A Aborted, {clean}"));
    bt! { Endless(u32) = finally < running, forever < action(|runs| *runs += 1) > > }
    let (mut tree, mut runs) = (Endless::new(), 0);
    tree.tick(&mut runs);
    tree.abort(&mut runs);
    assert_eq!((runs, tree.is_running()), (1, false), "a loop without end makes one pass in an instant");
}

#[test]
fn its_arguments_are_read_when_the_cleanup_begins() {
    bt! { Asked(Vec<u32>) { add: u32 } = finally < running, action(|log| log.push(add)) > }
    let (mut tree, mut log) = (Asked::new(7), Vec::new());
    tree.tick(&mut log);
    tree.abort(&mut log);
    assert_eq!(log, [7]);
}

#[test]
fn it_works_in_an_unnamed_tree_and_with_a_generic_context() {
    let mut tree = bt!((u32) = finally < running, action(|number| *number += 1) >);
    let mut number = 0;
    tree.tick(&mut number);
    tree.abort(&mut number);
    assert_eq!(number, 1);
    let mut tree = bt!(finally < scripted("A"), scripted("C") >);
    let mut bench = Bench::new("A=R C=S");
    tree.tick(&mut bench);
    tree.abort(&mut bench);
    assert_eq!(bench.take(), "start A, finish A Aborted, start C, finish C Success");
    bt! { Any(impl Extend<u32>) { number: u32 } = finally < running, action(|list| list.extend([number])) > }
    let (mut tree, mut list) = (Any::new(3), Vec::new());
    tree.tick(&mut list);
    tree.abort(&mut list);
    assert_eq!(list, [3]);
}

#[test]
fn a_drawing_marks_the_child_or_the_cleanup() {
    bt! { Shown(Bench) = finally < a: scripted("A"), c: scripted("C") > }
    let (mut tree, mut bench) = (Shown::new(), Bench::new("A=RS C=R"));
    let stars = |tree: &Shown| {
        let text = drawing(tree).to_string();
        text.lines().map(|line| if line.starts_with("* ") { '*' } else { '.' }).collect::<String>()
    };
    tree.tick(&mut bench);
    assert_eq!(stars(&tree), "**.");
    tree.tick(&mut bench);
    assert_eq!(stars(&tree), "*.*");
}

#[test]
fn it_can_end_as_its_child_if_its_cleanup_can_end() {
    bt! { Sure(Bench) = finally < succeed, scripted("C") > }
    bt! { Stuck(Bench) = finally < scripted("A"), running > }
    bt! { AtOnce(Bench) = finally < fail, inverter < fail > > }
    const {
        let can = <Sure as Behavior<Bench>>::CAN;
        assert!(can.succeed && !can.fail && can.run);
        let can = <Stuck as Behavior<Bench>>::CAN;
        assert!(!can.succeed && !can.fail && can.run);
        let can = <AtOnce as Behavior<Bench>>::CAN;
        assert!(!can.succeed && can.fail && !can.run);
    }
    assert_eq!(AtOnce::new().tick(&mut Bench::new("")), Status::Failure);
}
