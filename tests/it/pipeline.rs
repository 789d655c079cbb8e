//! `pipeline`: children that have succeeded are ticked again while later ones run.

use bt::{Status, bt};

use crate::bench::{Bench, Broken, Fallible, Scripted};

bt! { Three(Bench) = pipeline < scripted("A"), scripted("B"), scripted("C") > }

#[test]
fn earlier_children_start_again_in_each_later_tick() {
    let (mut tree, mut bench) = (Three::new(), Bench::new("A=S B=S C=RS"));
    assert_eq!(tree.tick(&mut bench), Status::Running);
    let both = "start A, finish A Success, start B, finish B Success";
    assert_eq!(bench.take(), format!("{both}, start C"));
    assert_eq!(tree.tick(&mut bench), Status::Success);
    assert_eq!(bench.take(), format!("{both}, run C, finish C Success"));
}

#[test]
fn an_earlier_child_that_is_running_does_not_hold_back_those_that_were_reached() {
    let (mut tree, mut bench) = (Three::new(), Bench::new("A=SR B=RS C=RS"));
    assert_eq!(tree.tick(&mut bench), Status::Running);
    assert_eq!(bench.take(), "start A, finish A Success, start B");
    assert_eq!(tree.tick(&mut bench), Status::Running);
    assert_eq!(bench.take(), "start A, run B, finish B Success, start C");
    assert_eq!(tree.tick(&mut bench), Status::Success);
    assert_eq!(bench.take(), "run A, start B, finish B Success, run C, finish C Success, finish A Aborted");
}

#[test]
fn a_failure_of_any_aborts_the_others_in_child_order() {
    let (mut tree, mut bench) = (Three::new(), Bench::new("A=SR B=SF C=R"));
    tree.tick(&mut bench);
    bench.take();
    assert_eq!(tree.tick(&mut bench), Status::Failure);
    assert_eq!(bench.take(), "start A, start B, finish B Failure, finish A Aborted, finish C Aborted");
    assert!(!tree.is_running());
}

#[test]
fn all_that_is_active_is_aborted_in_child_order() {
    let (mut tree, mut bench) = (Three::new(), Bench::new("A=SR B=SR C=R"));
    tree.tick(&mut bench);
    tree.tick(&mut bench);
    assert_eq!(
        tree.active().map(|node| node.name).collect::<Vec<_>>(),
        ["pipeline", "scripted", "scripted", "scripted"]
    );
    bench.take();
    tree.abort(&mut bench);
    assert_eq!(bench.take(), "finish A Aborted, finish B Aborted, finish C Aborted");
    tree.tick(&mut bench);
    assert_eq!(bench.take(), "start A");
}

#[test]
fn an_error_passes_through() {
    bt! { Breaks(Bench) -> Result<Broken> = pipeline < scripted("A"), fallible("B"), scripted("C") > }
    let (mut tree, mut bench) = (Breaks::new(), Bench::new("A=SR B=SE C=R"));
    assert_eq!(tree.tick(&mut bench), Ok(Status::Running));
    bench.take();
    assert_eq!(tree.tick(&mut bench), Err(Broken("B")));
    assert_eq!(bench.take(), "start A, start B, finish B Aborted, finish A Aborted, finish C Aborted");
}

#[test]
fn each_reached_child_gets_the_whole_span_and_a_new_one_begins_where_its_predecessor_ended() {
    bt! { Timed(Bench) = sequence < pipeline < wait(0.3), wait(0.3) >, scripted("A"), running > }
    let (mut tree, mut bench) = (Timed::new(), Bench::new("A=S"));
    assert_eq!(tree.tick_for(0.5, &mut bench), Status::Running);
    assert_eq!(bench.take(), "");
    // The first one waits again, alongside the second one, which has 0.1 left.
    assert_eq!(tree.tick_for(0.1, &mut bench), Status::Running);
    assert_eq!(bench.take(), "start A, finish A Success");
}
