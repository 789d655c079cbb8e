//! Trees that are split into several functions behave like small ones.

use bt::{Behavior, Status, bt};

use crate::bench::{Bench, Scripted};

/// Counts its runs; the context decides its answer.
#[derive(Default, Clone, Debug)]
struct Step {
    waited: bool,
}

impl Behavior<Bench> for Step {
    type Answer = Status;

    fn run(&mut self, bench: &mut Bench) -> Status {
        if !self.waited && bench.flag {
            self.waited = true;
            return Status::Running;
        }
        bench.number += 1;
        Status::Success
    }
}

macro_rules! times_ten {
    ($name:ident, $($node:tt)*) => {
        bt! {
            #[derive(Clone, Debug)]
            $name(Bench) = sequence <
                $($node)*, $($node)*, $($node)*, $($node)*, $($node)*, $($node)*, $($node)*, $($node)*, $($node)*, $($node)*
            >
        }
    };
}

times_ten!(Tens, sequence < step, inverter < inverter < step > >, selector < fail, step >, step, step, step, step, step, step, step >);
times_ten!(
    Hundreds,
    sequence < step, step, step, step, step, step, step, step, step, step, step, step, step, step, step, step, step, step, step, step,
        step, step, step, step, step, step, step, step, step, step, step, step, step, step, step, step, step, step, step, step,
        step, step, step, step, step, step, step, step, step, step, step, step, step, step, step, step, step, step, step, step,
        step, step, step, step, step, step, step, step, step, step, step, step, step, step, step, step, step, step, step, step,
        step, step, step, step, step, step, step, step, step, step, step, step, step, step, step, step, step, step, step, step >
);

#[test]
fn every_leaf_has_its_turn() {
    for (waits, leaves) in [(false, 100), (true, 100)] {
        let (mut tree, mut bench) = (Tens::new(), Bench { flag: waits, ..Bench::default() });
        let mut ticks = 1;
        while tree.tick(&mut bench).is_running() {
            assert_eq!(bench.number + 1, ticks);
            assert_eq!(tree.active().filter(|node| node.name == "step").count(), 1);
            ticks += 1;
            assert!(ticks < 1000);
        }
        assert_eq!(bench.number, leaves);
        assert_eq!(ticks, if waits { leaves + 1 } else { 1 });
    }
    let (mut tree, mut bench) = (Hundreds::new(), Bench { flag: true, ..Bench::default() });
    let mut ticks = 1;
    while tree.tick(&mut bench).is_running() {
        ticks += 1;
        assert!(ticks < 5000);
    }
    assert_eq!((bench.number, ticks), (1000, 1001));
}

#[test]
fn a_large_tree_can_be_aborted_anywhere() {
    for after in [1, 17, 63, 64, 65, 99] {
        let (mut tree, mut bench) = (Tens::new(), Bench { flag: true, ..Bench::default() });
        for _ in 0..after {
            assert!(tree.tick(&mut bench).is_running());
        }
        tree.abort(&mut bench);
        assert!(!tree.is_running());
        assert_eq!(tree.active().count(), 0);
    }
}

bt! {
    Wide(Bench) = reactive_selector <
        sequence < scripted("A"), tens >,
        selector <
            sequence < scripted("B"), tens, scripted("C") >,
            sequence <
                step, step, step, step, step, step, step, step, step, step, step, step, step, step, step, step, step,
                step, step, step, step, step, step, step, step, step, step, step, step, step, step, step, step, step,
                step, step, step, step, step, step, step, step, step, step, step, step, step, step, step, step, step,
                step, step, step, step, step, step, step, step, step, step, step, step, step, step, step, step, step,
            >,
        >,
    >
}

#[test]
fn parts_of_their_own_are_preempted() {
    let (mut tree, mut bench) = (Wide::new(), Bench { flag: true, ..Bench::new("A=FFFS B=F C=S") });
    for _ in 0..3 {
        assert_eq!(tree.tick(&mut bench), Status::Running);
    }
    assert_eq!(bench.number, 2);
    assert!(bench.take().ends_with("start A, finish A Failure"));
    assert_eq!(tree.tick(&mut bench), Status::Running);
    assert_eq!(bench.take(), "start A, finish A Success");
    assert_eq!(
        tree.active().map(|node| node.title()).collect::<Vec<_>>()[..3],
        ["reactive_selector", "sequence", "tens"]
    );
}

/// Trees within trees, as deep as the limits of the book say.
mod nested {
    use bt::bt;

    use crate::bench::Bench;

    bt! { pub Depth0(Bench) = sequence < action(|bench| bench.number += 1), wait(0.25) > }

    macro_rules! nest {
        ($($tree:ident($child:ident))*) => {$( bt! { pub $tree(Bench) = repeat(2) < $child > } )*};
    }

    nest! {
        Depth1(Depth0) Depth2(Depth1) Depth3(Depth2) Depth4(Depth3) Depth5(Depth4) Depth6(Depth5) Depth7(Depth6)
        Depth8(Depth7) Depth9(Depth8) Depth10(Depth9) Depth11(Depth10) Depth12(Depth11) Depth13(Depth12)
        Depth14(Depth13) Depth15(Depth14) Depth16(Depth15) Depth17(Depth16) Depth18(Depth17) Depth19(Depth18)
        Depth20(Depth19) Depth21(Depth20) Depth22(Depth21) Depth23(Depth22) Depth24(Depth23)
    }
}

#[test]
fn trees_nest_two_dozen_deep() {
    let (mut tree, mut bench) = (nested::Depth24::new(), Bench::default());
    for _ in 0..10 {
        assert_eq!(tree.tick_for(0.25, &mut bench), Status::Running);
    }
    assert_eq!((bench.number, tree.active().count()), (11, 26));
}

macro_rules! guards {
    ($name:ident: $($number:tt)*) => {
        bt! { $name(u32) = reactive_selector < $(guard(|turn| *turn == $number) < running >,)* > }
    };
}

guards! { Guards: 0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23 24 25 26 27 28 29 30 31 32 33 34 35 }

#[test]
fn a_reactive_node_with_many_children_goes_to_and_fro() {
    let mut tree = Guards::new();
    for mut turn in [5, 30, 30, 2, 35, 0] {
        assert!(tree.tick(&mut turn).is_running());
        let active: Vec<usize> = tree.active().map(|node| node.position).collect();
        let guard = 1 + 2 * turn as usize;
        assert_eq!(active, [0, guard, guard + 1]);
    }
    assert!(tree.tick(&mut 36).is_failure());
    assert!(!tree.is_running());
}
