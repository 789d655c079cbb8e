//! Contexts of any type that has some traits.

use bt::{Behavior, Outcome, Status, bt, leaf};

use crate::bench::{Bench, Scripted};

trait Senses {
    fn sees(&self) -> bool;
    fn note(&mut self, text: &str);
}

impl Senses for Bench {
    fn sees(&self) -> bool {
        self.flag
    }

    fn note(&mut self, text: &str) {
        self.log.push(text.into());
    }
}

#[derive(Default, Clone, Debug)]
struct Watch {
    ticks: u8,
}

impl<C: Senses> Behavior<C> for Watch {
    type Answer = Status;

    fn run(&mut self, context: &mut C) -> Status {
        self.ticks += 1;
        context.note(&format!("watch {}", self.ticks));
        if self.ticks == 2 { Status::Success } else { Status::Running }
    }

    fn finish(&mut self, context: &mut C, outcome: Outcome) {
        context.note(&format!("{outcome:?}"));
    }
}

#[test]
fn a_context_may_be_generic() {
    bt! {
        #[derive(Clone, Debug)]
        Limited(impl Senses) = run_once < watch >
    }
    bt! {
        #[derive(Clone, Debug)]
        Tree(impl Senses) = selector <
            guard(|context| context.sees()) < sequence < watch, fail > >,
            limited,
            action(|context| context.note("nothing")),
        >
    }
    let mut tree = Tree::new();
    let mut bench = Bench { flag: true, ..Bench::default() };
    assert_eq!(tree.tick(&mut bench), Status::Running);
    bench.flag = false;
    assert_eq!(tree.tick(&mut bench), Status::Running);
    assert_eq!(bench.take(), "watch 1, Aborted, watch 1");
    assert_eq!(tree.tick(&mut bench), Status::Success);
    assert_eq!(bench.take(), "watch 2, Success");
    assert_eq!(tree.tick(&mut bench), Status::Success);
    assert_eq!(bench.take(), "");
    // A tree for any context is a leaf in a tree for one.
    bt! { Concrete(Bench) = sequence < limited, scripted("A") > }
    let mut bench = Bench::new("A=S");
    let mut tree = Concrete::new();
    tree.tick(&mut bench);
    assert_eq!(tree.tick(&mut bench), Status::Success);
    assert_eq!(bench.take(), "watch 1, watch 2, Success, start A, finish A Success");
}

trait Moves {
    fn position(&mut self) -> &mut i32;
}

#[derive(Default)]
struct Walker {
    sees: bool,
    position: i32,
}

impl Moves for Walker {
    fn position(&mut self) -> &mut i32 {
        &mut self.position
    }
}

impl Senses for Walker {
    fn sees(&self) -> bool {
        self.sees
    }

    fn note(&mut self, _: &str) {}
}

#[leaf]
fn step(context: &mut (impl Senses + Moves)) -> bool {
    *context.position() += 1;
    context.sees()
}

#[leaf]
fn hop<C>(context: &mut C, by: i32) -> Status
where
    C: Moves + ?Sized,
{
    *context.position() += by;
    Status::Success
}

#[derive(Behavior, Default)]
#[behavior(context = impl Senses + Moves)]
struct Wander;

impl Wander {
    fn run<C: Senses + Moves>(&self, context: &mut C) {
        *context.position() -= 1;
    }
}

#[derive(Default)]
struct Turn;

impl<C> Behavior<C> for Turn
where
    C: Moves,
{
    type Answer = ();

    fn run(&mut self, context: &mut C) {
        *context.position() *= -1;
    }
}

bt! { Turner(impl Moves) = sequence < turn, hop(2) > }
bt! {
    Patrol(impl Senses + Moves) { by: i32 } = selector <
        sequence < step, hop(by), wander, turner, action(|context| *context.position() *= 10) >,
        condition(|context| context.sees()),
    >
}

#[test]
fn a_generic_context_may_need_several_traits() {
    let mut walker = Walker { sees: true, ..Walker::default() };
    assert_eq!(Patrol::new(3).tick(&mut walker), Status::Success);
    assert_eq!(walker.position, -10);
    bt! { InWalker(Walker) = sequence < patrol(3), turner, watch > }
    assert_eq!(InWalker::new().tick(&mut walker), Status::Running);
    assert_eq!(bt!(sequence < step, turner >).tick(&mut walker), Status::Success);
    assert_eq!(bt!((impl Senses + Moves) = sequence < step, turner >).tick(&mut walker), Status::Success);
}
