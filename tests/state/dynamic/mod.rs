//! `dynamic`: a boxed tree, in another tree.

use std::fmt;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::Duration;

use bt::describe::Description;
use bt::observe::{Mock, Why};
use bt::{
    Behavior, Composite, DynTree, Look, NodeEvent, Outcome, Registry, Save, Span, Status, TreeFor, TreeObserver, bt,
};
use serde::{Deserialize, Serialize};

type Skill = Box<dyn DynTree<Npc>>;

#[derive(Default)]
struct Npc {
    log: Vec<String>,
    panics: bool,
    is_called: bool,
}

impl fmt::Debug for Npc {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.log.fmt(f)
    }
}

impl Npc {
    fn say(&mut self, word: &str) {
        self.log.push(word.to_owned());
    }

    fn take(&mut self) -> String {
        std::mem::take(&mut self.log).join(" ")
    }
}

/// Says its name at its start and end.
#[derive(Behavior, Clone, Debug, Default, Serialize, Deserialize)]
#[behavior(context = Npc)]
struct Stay;

impl Stay {
    fn start(&mut self, npc: &mut Npc) {
        npc.say("start");
    }

    fn run(&mut self, npc: &mut Npc) -> Status {
        assert!(!npc.panics, "it panics");
        Status::Running
    }

    fn finish(&mut self, npc: &mut Npc, outcome: Outcome) {
        npc.say(&format!("{outcome:?}"));
    }
}

bt! { Dig(Npc) = sequence < wait(1.0), action(|npc| npc.say("dig")) > }
bt! { Stand(Npc) = stay }
bt! { Fails(Npc) = sequence < wait(0.25), fail > }
bt! { Loops(Npc) = repeat(5_000) < action(|npc| npc.say("x")) > }
bt! { Cleans(Npc) = finally < stay, sequence < action(|npc| npc.say("clean")), wait(1.0) > > }

bt! { Works(Npc) = forever < dynamic(|_| Box::new(Dig::new())) > }

/// Without `dynamic`: the time that the tree uses is not subtracted from the span.
#[test]
fn the_time_that_the_tree_uses_is_taken_off() {
    for ticks in [1, 2, 5, 10, 50] {
        let (mut npc, mut tree) = (Npc::default(), Works::new());
        for _ in 0..ticks {
            assert!(tree.tick_for(Duration::from_millis(2_500) / ticks, &mut npc).is_running());
        }
        assert_eq!(npc.take(), "dig dig");
        assert_eq!(tree.sleep(), Some(Duration::from_millis(500)));
    }
}

/// A leaf that holds a box ticks it with `tick_span`.
#[derive(Behavior)]
#[behavior(context = Npc)]
struct Held(Skill);

impl Held {
    fn new(tree: Skill) -> Self {
        Held(tree)
    }

    fn run(&mut self, npc: &mut Npc, span: &mut Span) -> Status {
        self.0.tick_span(span, npc)
    }
}

bt! { WithLeaf(Npc) = forever < held(Box::new(Dig::new())) > }

#[test]
fn a_leaf_that_holds_a_tree_ticks_it_with_its_span() {
    let (mut npc, mut tree) = (Npc::default(), WithLeaf::new());
    let _ = tree.tick_for(2.5, &mut npc);
    assert_eq!(npc.take(), "dig dig");
}

bt! { Next(Npc) = sequence < dynamic(|npc| npc.skill()), action(|npc| npc.say("after")) > }
bt! { OrElse(Npc) = selector < dynamic(|npc| npc.skill()), action(|npc| npc.say("else")) > }

impl Npc {
    /// A skill by what the agent remembers last.
    fn skill(&self) -> Skill {
        match self.log.last().map(String::as_str) {
            Some("stand") => Box::new(Stand::new()),
            Some("fails") => Box::new(Fails::new()),
            _ => Box::new(Dig::new()),
        }
    }
}

#[test]
fn it_ends_as_its_tree_does() {
    let mut npc = Npc::default();
    let mut span = Span::of(1.5);
    assert_eq!(Next::new().tick_for(&mut span, &mut npc), Status::Success);
    assert_eq!((npc.take().as_str(), span.left()), ("dig after", Duration::from_millis(500)));
    npc.say("fails");
    let mut span = Span::of(1.5);
    assert_eq!(OrElse::new().tick_for(&mut span, &mut npc), Status::Success);
    assert_eq!((npc.take().as_str(), span.left()), ("fails else", Duration::from_millis(1_250)));
}

#[test]
fn a_tree_is_made_at_each_start() {
    let (mut npc, mut tree) = (Npc::default(), Next::new());
    npc.say("stand");
    assert!(tree.tick_for(1.0, &mut npc).is_running());
    tree.abort(&mut npc);
    assert_eq!(npc.take(), "stand start Aborted");
    assert_eq!(tree.tick_for(1.0, &mut npc), Status::Success);
}

// A value of the tree's own parameters, as an expression.
bt! { Give(Npc) { deep: bool } = dynamic(if deep { Box::new(Dig::new()) } else { Box::new(Stand::new()) }) }

#[test]
fn the_argument_may_be_an_expression() {
    let mut npc = Npc::default();
    assert_eq!(Give::new(true).tick_for(1.0, &mut npc), Status::Success);
    assert!(Give::new(false).tick_for(1.0, &mut npc).is_running());
    assert_eq!(npc.take(), "dig start");
}

/// Each start has one finish, whatever ends it.
#[test]
fn an_abort_reaches_the_tree() {
    bt! { Cut(Npc) = timeout(0.5) < dynamic(|_| Box::new(Cleans::new())) > }

    let (mut npc, mut tree) = (Npc::default(), Cut::new());
    assert!(tree.tick_for(0.25, &mut npc).is_running());
    assert_eq!(npc.take(), "start");
    assert_eq!(tree.tick_for(0.5, &mut npc), Status::Failure);
    assert_eq!(npc.take(), "Aborted clean");
    assert!(tree.tick_for(0.25, &mut npc).is_running());
    tree.abort(&mut npc);
    assert_eq!(npc.take(), "start Aborted clean");
    tree.abort(&mut npc);
    assert_eq!(npc.take(), "");
    assert!(tree.tick_for(0.25, &mut npc).is_running());
    tree.reset();
    assert!(!tree.is_running());
    assert_eq!(npc.take(), "start");
    assert!(tree.tick_for(0.25, &mut npc).is_running());
    drop(tree);
    assert_eq!(npc.take(), "start");
}

#[test]
fn a_panic_resets_all() {
    bt! { Panics(Npc) = forever < dynamic(|_| Box::new(Stand::new())) > }

    let (mut npc, mut tree) = (Npc::default(), Panics::new());
    assert!(tree.tick_for(0.25, &mut npc).is_running());
    npc.panics = true;
    assert!(catch_unwind(AssertUnwindSafe(|| tree.tick_for(0.25, &mut npc))).is_err());
    assert!(!tree.is_running());
    npc.panics = false;
    assert!(tree.tick_for(0.25, &mut npc).is_running());
    tree.abort(&mut npc);
    assert_eq!(npc.take(), "start start Aborted");
}

/// The 10,000 passes of a tick are those of all trees.
#[test]
fn passes_are_shared() {
    bt! { Outer(Npc) = forever < dynamic(|_| Box::new(Inner::new())) > }
    bt! { Inner(Npc) = sequence < wait(0.0), repeat(3_000) < action(|npc| npc.say("x")) > > }
    bt! { Same(Npc) = forever < inner > }

    let count = |tree: &mut dyn DynTree<Npc>| {
        let mut npc = Npc::default();
        (0..3)
            .map(|_| {
                tree.tick_for(Duration::from_secs(1), &mut npc);
                std::mem::take(&mut npc.log).len()
            })
            .collect::<Vec<_>>()
    };
    assert_eq!(count(&mut Outer::new()), count(&mut Same::new()));
    bt! { OuterFast(Npc) = repeat(5) < dynamic(|_| Box::new(Loops::new())) > }
    bt! { SameFast(Npc) = repeat(5) < loops > }
    assert_eq!(count(&mut OuterFast::new()), count(&mut SameFast::new()));
}

#[test]
fn the_clock_goes_on_in_the_tree() {
    bt! { Cool(Npc) = forever < selector < cooldown(1.0) < action(|npc| npc.say("shot")) >, wait(0.25) > > }
    bt! { Outer(Npc) = sequence < wait(0.5), dynamic(|_| Box::new(Cool::new())) > }

    bt! { Same(Npc) = sequence < wait(0.5), cool > }

    let shots = |tree: &mut dyn DynTree<Npc>, ticks: u32| {
        let mut npc = Npc::default();
        for _ in 0..ticks {
            let _ = tree.tick_for(Duration::from_secs(4) / ticks, &mut npc);
        }
        npc.take()
    };
    for ticks in [1, 4, 16, 100] {
        assert_eq!(shots(&mut Outer::new(), ticks), shots(&mut Same::new(), ticks), "{ticks}");
    }
    assert_eq!(shots(&mut Outer::new(), 16), "shot shot shot shot");
}

#[test]
fn a_look_reaches_the_tree() {
    bt! {
        Looks(Npc) = observe(|_| -> u8 { 0 }) < reactive_selector <
            sequence < condition(|npc| npc.is_called), action(|npc| npc.say("called")) >,
            stay,
        > >
    }
    bt! { Outer(Npc) = dynamic(|_| Box::new(Looks::new())) }

    let (mut npc, mut tree) = (Npc::default(), Outer::new());
    assert!(tree.tick_for(0.25, &mut npc).is_running());
    npc.is_called = true;
    assert!(tree.tick_for(0.25, &mut npc).is_running());
    tree.look();
    assert_eq!(tree.tick_for(0.25, &mut npc), Status::Success);
    assert_eq!(npc.take(), "start called Aborted");
}

#[test]
fn a_tree_that_has_been_ticked_begins_anew() {
    bt! {
        Outer(Npc) = dynamic(|npc| {
            let mut tree = npc.skill();
            let _ = tree.tick_for(Duration::from_millis(750), &mut Npc::default());
            tree
        })
    }

    let (mut npc, mut tree) = (Npc::default(), Outer::new());
    assert!(tree.tick_for(0.75, &mut npc).is_running());
    assert_eq!(tree.tick_for(0.25, &mut npc), Status::Success);
}

mod active;

mod observed;

mod messages;

mod answers;

mod names;

mod threads;

// Rules that do not depend on observers hold with one, too.
#[test]
fn it_is_a_tree_that_takes_time() {
    const { assert!(<Works as Behavior<Npc>>::TAKES_TIME) }
    let boxed: Box<dyn DynTree<Npc>> = Box::new(Works::new());
    assert_eq!(boxed.sleep(), None);
}
