//! `recover`: a recovery after each failure, and then the child again.

use bt::{Status, bt};

use crate::bench::{Bench, Broken, Fallible, Scripted};

bt! { Twice(Bench) = recover(2) < scripted("A"), scripted("R") > }

#[test]
fn the_child_runs_again_after_a_recovery() {
    let (mut tree, mut bench) = (Twice::new(), Bench::new("A=FRS R=RS"));
    assert_eq!(tree.tick(&mut bench), Status::Running);
    assert_eq!(bench.take(), "start A, finish A Failure, start R");
    assert_eq!(tree.tick(&mut bench), Status::Running);
    assert_eq!(bench.take(), "run R, finish R Success, start A");
    assert_eq!(tree.tick(&mut bench), Status::Success);
    assert_eq!(bench.take(), "run A, finish A Success");
}

#[test]
fn after_the_last_recovery_the_childs_failure_is_failure() {
    let (mut tree, mut bench) = (Twice::new(), Bench::new("A=F R=S"));
    assert_eq!(tree.tick(&mut bench), Status::Failure);
    let round = "start A, finish A Failure, start R, finish R Success";
    assert_eq!(bench.take(), format!("{round}, {round}, start A, finish A Failure"));
}

#[test]
fn the_failure_of_the_recovery_is_failure() {
    let (mut tree, mut bench) = (Twice::new(), Bench::new("A=F R=F"));
    assert_eq!(tree.tick(&mut bench), Status::Failure);
    assert_eq!(bench.take(), "start A, finish A Failure, start R, finish R Failure");
}

#[test]
fn the_count_is_read_at_the_start_and_may_be_0() {
    bt! { Counted(Bench) { most: u32 } = recover(most) < scripted("A"), scripted("R") > }
    let mut bench = Bench::new("A=F R=S");
    assert_eq!(Counted::new(0).tick(&mut bench), Status::Failure);
    assert_eq!(bench.take(), "start A, finish A Failure");
    bt! { Asked(Bench) = recover(|bench| bench.number) < scripted("A"), scripted("R") > }
    let (mut tree, mut bench) = (Asked::new(), Bench { number: 1, ..Bench::new("A=RF R=S") });
    tree.tick(&mut bench);
    bench.number = 0;
    tree.tick(&mut bench);
    assert_eq!(bench.take(), "start A, run A, finish A Failure, start R, finish R Success, start A, finish A Failure");
}

#[test]
fn it_starts_with_its_child_after_an_abort_in_the_recovery() {
    let (mut tree, mut bench) = (Twice::new(), Bench::new("A=F R=R"));
    tree.tick(&mut bench);
    tree.abort(&mut bench);
    assert_eq!(bench.take(), "start A, finish A Failure, start R, finish R Aborted");
    tree.tick(&mut bench);
    assert_eq!(bench.take(), "start A, finish A Failure, start R");
}

#[test]
fn an_error_is_no_failure() {
    bt! { Breaks(Bench) -> Result<Broken> = recover(2) < fallible("A"), scripted("R") > }
    let (mut tree, mut bench) = (Breaks::new(), Bench::new("A=E R=S"));
    assert_eq!(tree.tick(&mut bench), Err(Broken("A")));
    assert_eq!(bench.take(), "start A, finish A Aborted");
}

#[test]
fn its_passes_are_bounded_with_those_of_all_loops() {
    bt! {
        Long(u32) = recover(100_000) <
            action(|runs| {
                *runs += 1;
                false
            }),
            succeed,
        >
    }
    let (mut tree, mut runs) = (Long::new(), 0);
    assert_eq!(tree.tick(&mut runs), Status::Running);
    assert_eq!(runs, 10_000);
}
