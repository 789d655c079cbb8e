//! `simple_parallel`: a main child, and a background that repeats as long as it is active.

use bt::{Status, bt};

use crate::bench::{Bench, Broken, Fallible, Scripted};

bt! { Both(Bench) = simple_parallel < scripted("A"), scripted("B") > }

#[test]
fn it_ends_as_main_ends_and_aborts_the_background() {
    let (mut tree, mut bench) = (Both::new(), Bench::new("A=RF B=R"));
    assert_eq!(tree.tick(&mut bench), Status::Running);
    assert_eq!(bench.take(), "start A, start B");
    assert_eq!(tree.tick(&mut bench), Status::Failure);
    assert_eq!(bench.take(), "run A, finish A Failure, finish B Aborted");
}

#[test]
fn the_background_repeats_whatever_its_result() {
    let (mut tree, mut bench) = (Both::new(), Bench::new("A=RRR B=SFR"));
    tree.tick(&mut bench);
    assert_eq!(bench.take(), "start A, start B, finish B Success");
    tree.tick(&mut bench);
    assert_eq!(bench.take(), "run A, start B, finish B Failure");
    tree.tick(&mut bench);
    assert_eq!(bench.take(), "run A, start B");
    tree.abort(&mut bench);
    assert_eq!(bench.take(), "finish A Aborted, finish B Aborted");
}

#[test]
fn a_main_child_that_ends_at_once_leaves_no_time_for_the_background() {
    let (mut tree, mut bench) = (Both::new(), Bench::new("A=S B=S"));
    assert_eq!(tree.tick(&mut bench), Status::Success);
    assert_eq!(bench.take(), "start A, finish A Success");
}

#[test]
fn the_background_has_the_time_that_main_used() {
    bt! {
        Timed(Bench) = sequence <
            simple_parallel < wait(1.0), sequence < wait(0.3), scripted("B") > >,
            scripted("C"),
            wait(0.5),
        >
    }
    let (mut tree, mut bench) = (Timed::new(), Bench::new("B=F C=S"));
    assert_eq!(tree.tick_for(1.4, &mut bench), Status::Running);
    let beat = "start B, finish B Failure";
    assert_eq!(bench.take(), format!("{beat}, {beat}, {beat}, start C, finish C Success"));
    assert_eq!(tree.tick_for(0.1, &mut bench), Status::Success);
}

#[test]
fn an_error_in_the_background_aborts_main() {
    bt! { Breaks(Bench) -> Result<Broken> = simple_parallel < scripted("A"), fallible("B") > }
    let (mut tree, mut bench) = (Breaks::new(), Bench::new("A=R B=E"));
    assert_eq!(tree.tick(&mut bench), Err(Broken("B")));
    assert_eq!(bench.take(), "start A, start B, finish B Aborted, finish A Aborted");
}
