//! Contexts that borrow, are generic, or are objects.

use bt::{Behavior, Outcome, Status, bt};

use crate::bench::{Bench, Scripted};

/// A world that lives for one frame.
struct World<'w> {
    log: &'w mut Vec<String>,
    names: &'w [&'static str],
}

#[derive(Default, Clone, Debug)]
struct Count {
    ticks: usize,
}

impl<'w> Behavior<World<'w>> for Count {
    type Answer = Status;

    fn run(&mut self, world: &mut World<'w>) -> Status {
        world.log.push(format!("{} {}", world.names[self.ticks], self.ticks));
        self.ticks += 1;
        if self.ticks == world.names.len() { Status::Success } else { Status::Running }
    }
}

#[test]
fn a_context_may_borrow() {
    bt! { #[derive(Clone, Debug)] Part(World<'_>) = count }
    bt! {
        #[derive(Clone, Debug)]
        Tree(World<'_>) = sequence <
            count, condition(|world| !world.names.is_empty()), part, action(|world| world.log.push("end".into())),
        >
    }
    let mut log = Vec::new();
    let mut tree = Tree::new();
    for _ in 0..3 {
        // A new borrow in each frame.
        let names = vec!["a", "b"];
        if !tree.tick(&mut World { log: &mut log, names: &names }).is_running() {
            break;
        }
    }
    assert_eq!(log, ["a 0", "b 1", "a 0", "b 1", "end"]);
    let mut unnamed = bt!(sequence < part, count >);
    let mut log = Vec::new();
    assert_eq!(unnamed.tick(&mut World { log: &mut log, names: &["x"] }), Status::Success);
}

#[test]
fn a_context_may_have_lifetimes_of_its_own() {
    bt! { Asks(for<'a> fn(&'a u32) -> &'a u32) = condition(|same| *same(&3) == 3) }
    let mut same: for<'a> fn(&'a u32) -> &'a u32 = |number| number;
    assert_eq!(Asks::new().tick(&mut same), Status::Success);
    bt! { Reads(&'static str) = condition(|text| text.is_empty()) }
    assert_eq!(Reads::new().tick(&mut ""), Status::Success);
}

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
    bt! { #[derive(Clone, Debug)] Limited(impl Senses) = run_once < watch > }
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

/// What an agent can do, whatever it is.
trait Able {
    fn act(&mut self);
}

impl Able for u32 {
    fn act(&mut self) {
        *self += 1;
    }
}

bt! { Object(dyn Able) = sequence < action(|able| able.act()), running > }
bt! { Around(dyn Able) = inverter < object > }

#[test]
fn a_context_may_be_an_object() {
    let (mut tree, mut count) = (Around::new(), 0u32);
    assert_eq!(tree.tick(&mut count), Status::Running);
    tree.abort(&mut count);
    assert_eq!(count, 1);
}
