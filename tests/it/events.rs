//! `observe`: decisions only when the key has changed.

use bt::{Status, bt};

use crate::bench::{Bench, Scripted};

bt! {
    Alert(Bench) = observe(|bench| -> u32 { bench.number }) <
        reactive_selector < scripted("D"), scripted("A"), scripted("B") >
    >
}

#[test]
fn looks_only_when_the_key_changes() {
    let (mut tree, mut bench) = (Alert::new(), Bench::new("D=F A=RFR B=R"));
    let mut tick = |bench: &mut Bench, key| {
        bench.number = key;
        assert_eq!(tree.tick(bench), Status::Running);
        bench.take()
    };
    assert_eq!(tick(&mut bench, 0), "start D, finish D Failure, start A");
    assert_eq!(tick(&mut bench, 0), "run A, finish A Failure, start B");
    assert_eq!(tick(&mut bench, 1), "start D, finish D Failure, start A, finish B Aborted");
}

#[test]
fn looks_when_asked_to() {
    let (mut tree, mut bench) = (Alert::new(), Bench::new("D=F A=R B=R"));
    tree.tick(&mut bench);
    bench.take();
    tree.tick(&mut bench);
    assert_eq!(bench.take(), "run A");
    tree.look();
    tree.tick(&mut bench);
    assert_eq!(bench.take(), "start D, finish D Failure, run A");
    tree.tick(&mut bench);
    assert_eq!(bench.take(), "run A", "once");
}

#[test]
fn looks_in_subtrees_when_asked_to() {
    bt! {
        Outer(Bench) = parallel <
            alert,
            observe(|_| -> bool { true }) < reactive_if_else(|bench| bench.flag) < scripted("T"), scripted("E") > >,
        >
    }
    let (mut tree, mut bench) = (Outer::new(), Bench::new("D=F A=R T=R E=R"));
    tree.tick(&mut bench);
    bench.take();
    bench.flag = true;
    tree.tick(&mut bench);
    assert_eq!(bench.take(), "run A, run E");
    tree.look();
    tree.tick(&mut bench);
    assert_eq!(bench.take(), "start D, finish D Failure, run A, finish E Aborted, start T");
}

#[test]
fn each_start_looks() {
    bt! {
        Again(Bench) = repeat(2) <
            observe(|bench| -> u32 { bench.number }) < reactive_sequence < scripted("C"), scripted("A") > >
        >
    }
    let (mut tree, mut bench) = (Again::new(), Bench::new("C=S A=RS"));
    tree.tick(&mut bench);
    bench.take();
    assert_eq!(tree.tick(&mut bench), Status::Success);
    assert_eq!(bench.take(), "run A, finish A Success, start C, finish C Success, start A, finish A Success");
}

#[test]
fn conditions_are_checked_only_when_the_key_changes() {
    bt! {
        Patrol(Bench) = observe(|bench| -> bool { bench.flag }) <
            reactive_selector <
                action(|bench| {
                    bench.number += 1;
                    bench.flag
                }),
                scripted("A"),
            >
        >
    }
    let (mut tree, mut bench) = (Patrol::new(), Bench::new("A=R"));
    for _ in 0..100 {
        tree.tick(&mut bench);
    }
    assert_eq!(bench.number, 1, "asked once in 100 ticks");
    assert_eq!(bench.take().matches("run A").count(), 99, "and the running leaf is ticked as ever");
    bench.flag = true;
    assert_eq!(tree.tick(&mut bench), Status::Success);
    assert_eq!((bench.number, bench.take().as_str()), (2, "finish A Aborted"));
}

#[test]
fn a_switch_keeps_its_arm_until_the_key_changes() {
    bt! {
        Mood(Bench) = observe(|bench| -> bool { bench.flag }) <
            reactive_switch(|bench| bench.number) < 0 => scripted("A"), _ => scripted("B") >
        >
    }
    let (mut tree, mut bench) = (Mood::new(), Bench::new("A=RRS B=R"));
    tree.tick(&mut bench);
    bench.number = 1;
    tree.tick(&mut bench);
    assert_eq!(bench.take(), "start A, run A");
    bench.flag = true;
    tree.tick(&mut bench);
    assert_eq!(bench.take(), "finish A Aborted, start B");
}

/// A node with this many children finds the active one by its number, not by patterns.
#[test]
fn a_node_with_many_children_resumes_the_active_one() {
    bt! {
        Many(Bench) = observe(|bench| -> u32 { bench.number }) <
            reactive_selector <
                guard(|bench| bench.flag) < scripted("G") >,
                scripted("F"),
                scripted("A"),
                scripted("F"),
                scripted("F"),
                scripted("F"),
                scripted("F"),
                scripted("F"),
                scripted("F"),
                scripted("F"),
                scripted("F"),
                scripted("F"),
                scripted("F"),
                scripted("F"),
                scripted("F"),
                scripted("F"),
                scripted("F"),
                scripted("F"),
                scripted("F"),
                scripted("F"),
                scripted("F"),
                scripted("F"),
                scripted("F"),
                scripted("F"),
                scripted("F"),
                scripted("F"),
                scripted("F"),
                scripted("F"),
                scripted("F"),
                scripted("F"),
                scripted("F"),
                scripted("F"),
                scripted("F"),
                scripted("F"),
                scripted("F"),
                scripted("F"),
                scripted("F"),
            >
        >
    }
    let (mut tree, mut bench) = (Many::new(), Bench::new("F=F A=R G=R"));
    tree.tick(&mut bench);
    assert_eq!(bench.take(), "start F, finish F Failure, start A");
    tree.tick(&mut bench);
    assert_eq!(bench.take(), "run A");
    (bench.number, bench.flag) = (1, true);
    tree.tick(&mut bench);
    assert_eq!(bench.take(), "start G, finish A Aborted");
    tree.tick(&mut bench);
    assert_eq!(bench.take(), "run G");
    bench.number = 2;
    tree.tick(&mut bench);
    assert_eq!(bench.take(), "run G", "the guard of the active child holds");
}
