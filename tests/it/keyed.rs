//! `keyed`: a child that restarts when its key has changed.

use bt::{Status, bt};

use crate::bench::{Bench, Scripted};

bt! { Keyed(Bench) = keyed(|bench| -> String { bench.number.to_string() }) < scripted("A") > }

#[test]
fn a_changed_key_aborts_the_child_and_starts_it_anew() {
    let (mut tree, mut bench) = (Keyed::new(), Bench::new("A=RRRS"));
    tree.tick(&mut bench);
    tree.tick(&mut bench);
    assert_eq!(bench.take(), "start A, run A");
    bench.number = 1;
    assert_eq!(tree.tick(&mut bench), Status::Running);
    assert_eq!(bench.take(), "finish A Aborted, start A");
    assert_eq!(tree.tick(&mut bench), Status::Success);
    assert_eq!(bench.take(), "run A, finish A Success");
}

#[test]
fn the_key_is_taken_anew_at_each_start() {
    let (mut tree, mut bench) = (Keyed::new(), Bench::new("A=SRS"));
    tree.tick(&mut bench);
    bench.number = 1;
    tree.tick(&mut bench);
    tree.tick(&mut bench);
    assert_eq!(bench.take(), "start A, finish A Success, start A, run A, finish A Success");
}
