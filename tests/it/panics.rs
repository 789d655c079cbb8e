//! A panic in a hook acts as `reset`.

use std::panic::{AssertUnwindSafe, catch_unwind};

use bt::{Behavior, Outcome, Status, TreeFor, bt};

use crate::bench::{Bench, Broken, Scripted};

/// Ticks, and returns whether it panicked.
fn panics(work: impl FnOnce()) -> bool {
    catch_unwind(AssertUnwindSafe(work)).is_err()
}

/// Panics in the hook that the context names.
#[derive(Default)]
struct Fragile;

impl Behavior<Bench> for Fragile {
    type Answer = Status;

    fn start(&mut self, bench: &mut Bench) {
        bench.log.push("start".into());
        assert_ne!(bench.number, 1, "in start");
    }

    fn run(&mut self, bench: &mut Bench) -> Status {
        bench.log.push("run".into());
        assert_ne!(bench.number, 2, "in run");
        if bench.flag { Status::Success } else { Status::Running }
    }

    fn finish(&mut self, bench: &mut Bench, _: Outcome) {
        bench.log.push("finish".into());
        assert_ne!(bench.number, 3, "in finish");
    }
}

bt! { Sub(Bench) = sequence < fragile, scripted("A") > }

bt! {
    Tree(Bench) = parallel <
        scripted("B"),
        reactive_sequence < scripted("C"), forever < repeat(2) < sub > > >,
        scripted("D"),
    >
}

#[test]
fn a_panic_in_any_hook_leaves_an_idle_tree() {
    for number in [1, 2, 3] {
        let (mut tree, mut bench) = (Tree::new(), Bench { flag: true, number, ..Bench::new("A=R B=R C=S D=R") });
        assert!(panics(|| {
            tree.tick(&mut bench);
        }));
        assert!(!tree.is_running());
        let called = bench.take();
        assert!(!called.contains("Aborted"), "no other hook is called, but: {called}");
        assert!(!called.contains("start D"), "the tick stops, but: {called}");
        bench.number = 0;
        assert_eq!(tree.tick(&mut bench), Status::Running);
        assert_eq!(bench.take(), "start B, start C, finish C Success, start, run, finish, start A, start D");
    }
}

#[test]
fn a_panic_at_a_later_tick_does_too() {
    let (mut tree, mut bench) = (Tree::new(), Bench::new("A=R B=R C=S D=R"));
    assert_eq!(tree.tick(&mut bench), Status::Running);
    bench.number = 2;
    assert!(panics(|| {
        tree.tick(&mut bench);
    }));
    assert!(!tree.is_running());
}

#[test]
fn a_panic_in_an_abort_does_too() {
    let (mut tree, mut bench) = (Tree::new(), Bench::new("A=R B=R C=S D=R"));
    assert_eq!(tree.tick(&mut bench), Status::Running);
    bench.number = 3;
    bench.take();
    assert!(panics(|| tree.abort(&mut bench)));
    assert_eq!(bench.take(), "finish B Aborted, finish");
    assert!(!tree.is_running());
}

#[test]
fn a_panic_clears_what_is_kept_as_reset_does() {
    bt! { Kept(Bench) = sequence < run_once < scripted("A") >, scripted("B") > }
    let (mut tree, mut bench) = (Kept::new(), Bench::new("A=S B=SPS"));
    assert_eq!(tree.tick(&mut bench), Status::Success);
    assert!(panics(|| {
        tree.tick(&mut bench);
    }));
    bench.take();
    assert_eq!(tree.tick(&mut bench), Status::Success);
    assert_eq!(bench.take(), "start A, finish A Success, start B, finish B Success");
}

#[test]
fn a_leaf_is_dropped_as_it_finishes() {
    struct Torch(std::rc::Rc<std::cell::Cell<u32>>);
    impl Torch {
        fn new(burning: &std::rc::Rc<std::cell::Cell<u32>>) -> Self {
            burning.set(burning.get() + 1);
            Torch(burning.clone())
        }
    }
    impl Drop for Torch {
        fn drop(&mut self) {
            self.0.set(self.0.get() - 1);
        }
    }
    type Night = (std::rc::Rc<std::cell::Cell<u32>>, Vec<u32>, bool);
    impl Behavior<Night> for Torch {
        type Answer = Status;
        fn run(&mut self, night: &mut Night) -> Status {
            if night.2 { Status::Success } else { Status::Running }
        }
    }
    bt! { Tree(Night) = sequence < torch(|night| &night.0), action(|night| night.1.push(night.0.get())), running > }
    let (mut tree, mut night) = (Tree::new(), Night::default());
    tree.tick(&mut night);
    assert_eq!(night.0.get(), 1);
    night.2 = true;
    tree.tick(&mut night);
    assert_eq!(night.1, [0]);
}

/// Panics as it is dropped, once it has run.
#[derive(Default)]
struct Explosive {
    lit: bool,
}

impl Behavior<Bench> for Explosive {
    type Answer = Status;

    fn run(&mut self, bench: &mut Bench) -> Status {
        self.lit = bench.number == 4;
        if bench.flag { Status::Success } else { Status::Running }
    }
}

impl Drop for Explosive {
    fn drop(&mut self) {
        assert!(!std::mem::take(&mut self.lit), "in drop");
    }
}

bt! { Alone(Bench) = sequence < run_once < scripted("A") >, explosive > }
bt! { Framed(Bench) = sequence < run_once < scripted("A") >, repeat(1) < explosive > > }
bt! { Beside(Bench) = sequence < run_once < scripted("A") >, parallel < explosive, scripted("B") > > }
bt! { Below(Bench) = sequence < run_once < scripted("A") >, framed > }

/// Ticks a tree whose leaf panics as it is dropped, at the end of the tree and in an abort.
fn explodes<T: TreeFor<Bench, Answer = Status>>(mut tree: T) {
    for aborts in [false, true] {
        let mut bench = Bench::new("A=S B=SSSSS");
        assert_eq!(tree.tick(&mut bench), Status::Running);
        let first = bench.take();
        (bench.flag, bench.number) = (!aborts, 4);
        assert!(panics(|| {
            tree.tick(&mut bench);
            tree.abort(&mut bench);
        }));
        assert!(!tree.is_running());
        bench.take();
        (bench.flag, bench.number) = (false, 0);
        assert_eq!(tree.tick(&mut bench), Status::Running);
        assert_eq!(bench.take(), first, "what is kept is cleared");
        tree.reset();
    }
}

#[test]
fn a_panic_in_a_drop_does_too() {
    explodes(Alone::new());
    explodes(Framed::new());
    explodes(Beside::new());
    explodes(Below::new());
}

/// A leaf that returns an error when it is lit.
#[derive(Default)]
struct Dud {
    explosive: Explosive,
}

impl Behavior<Bench> for Dud {
    type Answer = Result<Status, Broken>;

    fn run(&mut self, bench: &mut Bench) -> Result<Status, Broken> {
        let status = self.explosive.run(bench);
        if self.explosive.lit { Err(Broken("lit")) } else { Ok(status) }
    }
}

bt! { Erring(Bench) -> Result<Broken> = sequence < run_once < scripted("A") >, dud > }

#[test]
fn a_panic_in_a_drop_after_an_error_does_too() {
    let (mut tree, mut bench) = (Erring::new(), Bench::new("A=S"));
    assert_eq!(tree.tick(&mut bench), Ok(Status::Running));
    let first = bench.take();
    bench.number = 4;
    assert!(panics(|| {
        let _ = tree.tick(&mut bench);
    }));
    assert!(!tree.is_running());
    (bench.flag, bench.number) = (true, 0);
    bench.take();
    assert_eq!(tree.tick(&mut bench), Ok(Status::Success));
    assert_eq!(bench.take(), first, "what is kept is cleared");
}
