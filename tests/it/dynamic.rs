//! `dynamic`: a tree that is known only at run time, in another tree.

use std::fmt;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::Duration;

use bt::describe::Description;
use bt::observe::{Mock, Why};
use bt::{Behavior, DynTree, NodeEvent, Outcome, Registry, Save, Span, Status, TreeFor, TreeObserver, bt};
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

/// As it was without `dynamic`: what the tree uses is not taken off the span.
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
    bt! {
        Cool(Npc) = forever < selector < cooldown(1.0) < action(|npc| npc.say("shot")) >, wait(0.25) > >
    }
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
            stay
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
    bt! { Outer(Npc) = dynamic(|npc| { let mut tree = npc.skill(); let _ = tree.tick_for(Duration::from_millis(750), &mut Npc::default()); tree }) }

    let (mut npc, mut tree) = (Npc::default(), Outer::new());
    assert!(tree.tick_for(0.75, &mut npc).is_running());
    assert_eq!(tree.tick_for(0.25, &mut npc), Status::Success);
}

mod active {
    use super::*;

    bt! { Nap(Npc) = sequence < action(|npc| npc.say("nap")), asleep: running > }
    bt! { Inner(Npc) = race < nested: dynamic(|_| Box::new(Nap::new())), wait(2.0) > }
    bt! { Outer(Npc) = sequence < succeed, dynamic(|_| Box::new(Inner::new())), succeed > }

    #[test]
    fn the_active_nodes_are_those_of_all_trees() {
        let (mut npc, mut tree) = (Npc::default(), Outer::new());
        assert!(tree.tick_for(0.5, &mut npc).is_running());
        let seen = |nodes: &mut dyn Iterator<Item = bt::describe::NodeInfo>| {
            nodes.map(|node| format!("{}{} {}", " ".repeat(node.depth), node.title(), node.nested)).collect::<Vec<_>>()
        };
        let expected =
            ["sequence 0", " dynamic 0", "  race 1", "   nested 1", "    sequence 2", "     asleep 2", "   wait 1"];
        assert_eq!(seen(&mut tree.active()), expected);
        assert_eq!(seen(&mut TreeFor::<Npc>::active(&tree)), expected);
        let boxed: Box<dyn DynTree<Npc>> = Box::new(tree);
        assert_eq!(seen(&mut boxed.active()), expected);
        assert_eq!(boxed.sleep(), Some(Duration::from_millis(1_500)));
        let drawing = "\
* sequence
  ├── succeed
* ├── dynamic(|_| Box::new(Inner::new()))
* │   └── race
* │       ├── nested: dynamic(|_| Box::new(Nap::new()))
* │       │   └── sequence
  │       │       ├── action(|npc| npc.say(\"nap\"))
* │       │       └── asleep: running
* │       └── wait(2.0)
  └── succeed
";
        assert_eq!(boxed.active().drawing().to_string(), drawing);
    }

    bt! { Two(Npc) = parallel < left: dynamic(|_| Box::new(Nap::new())), right: dynamic(|_| Box::new(Stand::new())) > }

    #[test]
    fn trees_are_drawn_below_the_nodes_that_hold_them() {
        let (mut npc, mut tree) = (Npc::default(), Two::new());
        let idle = "  parallel\n  |-- left: dynamic(|_| Box::new(Nap::new()))\n  `-- right: dynamic(|_| Box::new(Stand::new()))\n";
        assert_eq!(format!("{tree:#}"), idle);
        assert!(tree.tick_for(0.5, &mut npc).is_running());
        let running = "\
* parallel
* |-- left: dynamic(|_| Box::new(Nap::new()))
* |   `-- sequence
  |       |-- action(|npc| npc.say(\"nap\"))
* |       `-- asleep: running
* `-- right: dynamic(|_| Box::new(Stand::new()))
*     `-- stay
";
        assert_eq!(format!("{tree:#}"), running);
        tree.abort(&mut npc);
        assert_eq!(format!("{tree:#}"), idle);
        assert_eq!(Description::of::<Two>().to_string().lines().count(), 3);
    }
}

mod observed {
    use super::*;

    #[derive(Default)]
    struct Lines {
        lines: Vec<String>,
        depth: usize,
    }

    impl Lines {
        fn line(&mut self, text: String) {
            self.lines.push(format!("{}{text}", "  ".repeat(self.depth)));
        }
    }

    impl TreeObserver for Lines {
        fn begin(&mut self, tree: Description) {
            self.line(format!("tick of {} nodes", tree.nodes().count()));
        }

        fn enter(&mut self, holder: &NodeEvent, tree: Description) {
            let (at, nodes) = (holder.position(), tree.nodes().count());
            self.line(format!("{at} {} enter {nodes} nodes {:?}", holder.node().title(), holder.time()));
            self.depth += 1;
        }

        fn leave(&mut self) {
            self.depth -= 1;
            self.line("leave".to_owned());
        }

        fn start(&mut self, event: &NodeEvent) {
            self.line(format!("{} {} start {:?}", event.position(), event.node().title(), event.time()));
        }

        fn run(&mut self, event: &NodeEvent, status: Status) {
            self.line(format!("{} {} {status:?} {:?}", event.position(), event.node().title(), event.time()));
        }

        fn why(&mut self, event: &NodeEvent, why: Why<'_>) {
            self.line(format!("{} {} why {why}", event.position(), event.node().title()));
        }

        fn finish(&mut self, event: &NodeEvent, outcome: Outcome) {
            self.line(format!("{} {} {outcome:?} {:?}", event.position(), event.node().title(), event.time()));
        }
    }

    bt! { Outer(Npc) = sequence < wait(0.5), dynamic(|_| Box::new(Inner::new())) > }
    bt! { Inner(Npc) = selector < condition(|npc| npc.is_called), sequence < wait(1.0), fail >, stay > }

    #[test]
    fn events_come_between_enter_and_leave() {
        let (mut npc, mut tree, mut lines) = (Npc::default(), Outer::new(), Lines::default());
        let _ = tree.tick_for_with(1.0, &mut npc, &mut lines);
        let _ = tree.tick_for_with(1.0, &mut npc, &mut lines);
        tree.abort_with(&mut npc, &mut lines);
        assert_eq!(
            lines.lines,
            [
                "tick of 3 nodes",
                "0 sequence start 0ns",
                "1 wait start 0ns",
                "1 wait Success 500ms",
                "1 wait Success 500ms",
                "2 dynamic start 500ms",
                "2 dynamic enter 6 nodes 500ms",
                "  0 selector start 500ms",
                "  1 condition start 500ms",
                "  1 condition why false",
                "  1 condition Failure 500ms",
                "  1 condition Failure 500ms",
                "  2 sequence start 500ms",
                "  3 wait start 500ms",
                "  3 wait Running 1s",
                "leave",
                "2 dynamic Running 1s",
                "tick of 3 nodes",
                "2 dynamic enter 6 nodes 0ns",
                "  3 wait Success 500ms",
                "  3 wait Success 500ms",
                "  4 fail start 500ms",
                "  4 fail Failure 500ms",
                "  4 fail Failure 500ms",
                "  2 sequence Failure 500ms",
                "  5 stay start 500ms",
                "  5 stay Running 1s",
                "leave",
                "2 dynamic Running 1s",
                "tick of 3 nodes",
                "2 dynamic enter 6 nodes 0ns",
                "  5 stay Aborted 0ns",
                "  0 selector Aborted 0ns",
                "leave",
                "2 dynamic Aborted 0ns",
                "0 sequence Aborted 0ns",
            ]
        );
    }

    #[test]
    fn several_observers_are_told() {
        let (mut npc, mut tree) = (Npc::default(), Outer::new());
        let (mut one, mut two) = (Lines::default(), Some(Lines::default()));
        let _ = tree.tick_for_with(1.0, &mut npc, &mut (&mut one, &mut two, ()));
        assert!(one.lines.len() > 10);
        assert_eq!(Some(one.lines), two.map(|two| two.lines));
    }

    #[test]
    fn mocks_answer_for_it_and_in_it() {
        let (mut npc, mut tree) = (Npc::default(), Outer::new());
        let mut mock = Mock::new("dynamic", [Status::Running, Status::Failure]);
        assert!(tree.tick_for_with(1.0, &mut npc, &mut mock).is_running());
        assert_eq!(tree.tick_for_with(1.0, &mut npc, &mut mock), Status::Failure);
        assert_eq!(npc.take(), "");
        let mut mock = Mock::new("stay", [Status::Success]);
        assert_eq!(tree.tick_for_with(2.0, &mut npc, &mut mock), Status::Success);
        assert_eq!((npc.take().as_str(), mock.unused()), ("start Success", 0));
        // Mocked first, it begins when no answer is left.
        let mut mock = Mock::new("dynamic", [Status::Running]);
        assert!(tree.tick_for_with(1.0, &mut npc, &mut mock).is_running());
        assert!(tree.tick_for_with(1.5, &mut npc, &mut mock).is_running());
        assert_eq!(npc.take(), "start");
    }
}

mod messages {
    use super::*;

    struct Shot(u8);

    #[derive(Behavior, Default)]
    #[behavior(context = Npc, message = Shot)]
    struct Fly;

    impl Fly {
        fn run(&mut self, _: &mut Npc) -> Status {
            Status::Running
        }

        fn receive(&mut self, npc: &mut Npc, shot: &Shot) -> Status {
            npc.say(&format!("shot {}", shot.0));
            if shot.0 > 1 { Status::Failure } else { Status::Running }
        }

        fn finish(&mut self, npc: &mut Npc, outcome: Outcome) {
            npc.say(&format!("{outcome:?}"));
        }
    }

    type Bird = Box<dyn DynTree<Npc, Status, Shot>>;

    bt! { Duck(Npc) on Shot = selector < fly, action(|npc| npc.say("falls")) > }
    bt! { Goose(Npc) = selector < fly, action(|npc| npc.say("drops")) > }
    bt! { Deep(Npc) on Shot = dynamic(|_| Box::new(Duck::new())) }
    bt! { Pond(Npc) { duck: bool, deep: bool } on Shot = dynamic(birds(duck, deep)) }

    fn birds(duck: bool, deep: bool) -> Bird {
        match (duck, deep) {
            (_, true) => Box::new(Deep::new()),
            (true, _) => Box::new(Duck::new()),
            (false, _) => Box::new(Goose::new()),
        }
    }

    #[test]
    fn messages_reach_the_leaves_of_the_tree() {
        for (duck, deep, falls) in [(true, false, "falls"), (false, false, "drops"), (true, true, "falls")] {
            let (mut npc, mut tree) = (Npc::default(), Pond::new(duck, deep));
            tree.send(&mut npc, &Shot(1));
            assert!(tree.tick_for(0.5, &mut npc).is_running());
            tree.send(&mut npc, &Shot(1));
            tree.send(&mut npc, &Shot(2));
            tree.send(&mut npc, &Shot(3));
            assert_eq!(npc.take(), "shot 1 shot 2 Failure");
            assert_eq!(tree.tick_for(0.5, &mut npc), Status::Success);
            assert_eq!(npc.take(), falls);
        }
    }

    /// A subtree in between names no messages; so has the box in it none.
    #[test]
    fn a_box_takes_its_messages() {
        let mut npc = Npc::default();
        let mut bird: Bird = Box::<Goose>::default();
        bird.tick_for(Duration::ZERO, &mut npc);
        bird.send(&mut npc, &Shot(2));
        bird.tick_for(Duration::ZERO, &mut npc);
        assert_eq!(npc.take(), "shot 2 Failure drops");
        let quiet: Box<dyn DynTree<Npc>> = Box::new(Duck::new());
        assert!(!quiet.is_running());
    }

    #[derive(Behavior)]
    #[behavior(context = Npc, message = Shot)]
    enum Either {
        Duck(Duck),
        Goose(Goose),
    }

    bt! { Many(Npc) on Shot = dynamic(|npc| Box::new(if npc.is_called { Either::Duck(Duck::new()) } else { Either::Goose(Goose::new()) })) }

    #[test]
    fn an_enum_of_trees_goes_into_the_box() {
        for (is_called, last) in [(true, "falls"), (false, "drops")] {
            let (mut npc, mut tree) = (Npc { is_called, ..Npc::default() }, Many::new());
            let _ = tree.tick_for(0.5, &mut npc);
            tree.send(&mut npc, &Shot(2));
            assert_eq!(tree.tick_for(0.5, &mut npc), Status::Success);
            assert_eq!(npc.take(), format!("shot 2 Failure {last}"));
        }
    }

    mod borrowed {
        use super::*;

        struct Hit<'h>(&'h str);
        struct World<'w>(&'w mut Vec<String>);

        #[derive(Behavior, Default)]
        #[behavior(context = World<'_>, message = Hit<'_>)]
        struct Hurt;

        impl Hurt {
            fn run(&mut self, _: &mut World<'_>) -> Status {
                Status::Running
            }

            fn receive(&mut self, world: &mut World<'_>, hit: &Hit<'_>) {
                world.0.push(hit.0.to_owned());
            }
        }

        #[derive(Behavior, Default)]
        #[behavior(context = World<'_>, message = str)]
        struct Listen;

        impl Listen {
            fn run(&mut self, _: &mut World<'_>) -> Status {
                Status::Running
            }

            fn receive(&mut self, world: &mut World<'_>, word: &str) {
                world.0.push(word.to_owned());
            }
        }

        bt! { Body(World<'_>) on Hit<'_> = hurt }
        bt! { Ears(World<'_>) on str = listen }
        bt! { Wears(World<'_>) on Hit<'_> = sequence < succeed, dynamic(|_| Box::new(Body::new())) > }
        bt! { Hears(World<'_>) on str = dynamic(|_| Box::new(Ears::new())) }

        #[test]
        fn messages_and_contexts_may_borrow() {
            let mut log = Vec::new();
            let (mut wears, mut hears) = (Wears::new(), Hears::new());
            let _ = wears.tick_for(0.5, &mut World(&mut log));
            let _ = hears.tick_for(0.5, &mut World(&mut log));
            wears.send(&mut World(&mut log), &Hit(&String::from("ouch")));
            hears.send(&mut World(&mut log), "hello");
            assert_eq!(log, ["ouch", "hello"]);
        }
    }
}

mod answers {
    use super::*;

    #[derive(Debug, PartialEq)]
    struct Lost(u8);

    bt! { Finds(Npc) -> Option<i64> = action(|npc| npc.is_called.then_some(7)) }
    bt! { Uses(Npc) = sequence < dynamic(|_| Box::new(Finds::new())) -> prey: i64, action(|npc| npc.say(&prey.to_string())) > }
    bt! { Hands(Npc) -> Option<i64> = selector < dynamic(|_| Box::new(Finds::new())), dynamic(|_| Box::new(Seven::new())) > }
    bt! { Seven(Npc) -> Option<i64> = sequence < wait(1.0), action(|_| Some(8)) > }
    bt! { Loses(Npc) -> Result<Lost> = sequence < wait(1.0), action(|_| Err::<Status, _>(Lost(3))) > }
    bt! { Raises(Npc) -> Result<Lost> = parallel < dynamic(|_| Box::new(Loses::new())), stay > }

    #[test]
    fn a_value_is_that_of_the_tree() {
        let mut npc = Npc { is_called: true, ..Npc::default() };
        assert_eq!(Uses::new().tick_for(1.0, &mut npc), Status::Success);
        assert_eq!(npc.take(), "7");
        npc.is_called = false;
        assert_eq!(Uses::new().tick_for(1.0, &mut npc), Status::Failure);
        let mut tree = Hands::new();
        assert_eq!(tree.tick_for(0.5, &mut npc), std::task::Poll::Pending);
        assert_eq!(tree.tick_for(0.5, &mut npc), std::task::Poll::Ready(Some(8)));
    }

    #[test]
    fn an_error_passes_through() {
        let (mut npc, mut tree) = (Npc::default(), Raises::new());
        assert_eq!(tree.tick_for(0.5, &mut npc), Ok(Status::Running));
        assert_eq!(tree.tick_for(0.5, &mut npc), Err(Lost(3)));
        assert!(!tree.is_running());
        assert_eq!(npc.take(), "start Aborted");
    }
}

mod names {
    use super::*;

    #[derive(Clone, Copy, Debug, Serialize, Deserialize)]
    pub enum Word {
        Dig,
        Stand,
        Unknown,
    }

    struct Words;

    impl Registry<dyn DynTree<Npc>> for Words {
        type Name = Word;

        fn make(name: &Word) -> Option<Skill> {
            match name {
                Word::Dig => Some(Box::new(Dig::new())),
                Word::Stand => Some(Box::new(Stand::new())),
                Word::Unknown => None,
            }
        }
    }

    bt! {
        #[derive(Clone, Debug, Serialize, Deserialize)]
        pub Named(Npc) { word: Word } = sequence < wait(1.0), dynamic(word, registry = Words) >
    }

    #[test]
    fn a_clone_makes_its_tree_by_name() {
        let (mut npc, mut tree) = (Npc::default(), Named::new(Word::Dig));
        assert!(tree.tick_for(1.75, &mut npc).is_running());
        assert!(format!("{tree:?}").contains("Dynamic(Dig)"));
        let mut other = tree.clone();
        assert_eq!(tree.tick_for(0.25, &mut npc), Status::Success);
        // The tree in the box of the clone begins anew.
        assert!(other.tick_for(0.75, &mut npc).is_running());
        assert_eq!(other.tick_for(0.25, &mut npc), Status::Success);
    }

    #[test]
    fn a_save_has_the_name() {
        let (mut npc, mut tree) = (Npc::default(), Named::new(Word::Stand));
        assert!(tree.tick_for(1.75, &mut npc).is_running());
        let text = serde_json::to_string(&Save(&tree)).expect("it is saved");
        let Save(mut loaded) = serde_json::from_str::<Save<Named>>(&text).expect("it is loaded");
        assert!(loaded.is_running());
        assert_eq!(npc.take(), "start");
        assert!(loaded.tick_for(0.5, &mut npc).is_running());
        loaded.abort(&mut npc);
        assert_eq!(npc.take(), "start Aborted");
        // Nothing of the other tree is in it.
        loaded.abort(&mut npc);
        tree.abort(&mut npc);
        assert_eq!(npc.take(), "Aborted");
        let unknown = text.replace("Stand", "Unknown");
        assert_ne!(unknown, text);
        let error = serde_json::from_str::<Save<Named>>(&unknown).expect_err("there is no such tree").to_string();
        assert!(error.contains("the registry of a `dynamic` has no such tree"), "{error}");
    }

    bt! {
        #[derive(Clone, Debug, Serialize, Deserialize)]
        Wash(Npc) = sequence < wait(1.0), cool: cooldown(1.0) < action(|npc| npc.say("wash")) >, stay >
    }
    bt! {
        #[derive(Clone, Debug, Serialize, Deserialize)]
        Chores(Npc) { what: Vec<String> } = sequence < wait(0.25), again: dynamic(what[0].clone(), registry = All) >
    }

    struct All;

    impl Registry<dyn DynTree<Npc>> for All {
        type Name = String;

        fn make(name: &String) -> Option<Skill> {
            match name.as_str() {
                "wash" => Some(Box::new(Wash::new())),
                "stand" => Some(Box::new(Stand::new())),
                "chores" => Some(Box::new(Chores::new(vec!["wash".to_owned()]))),
                _ => None,
            }
        }
    }

    fn chores(what: &str) -> Chores {
        Chores::new(vec![what.to_owned()])
    }

    /// Saved at each moment, in both sorts of formats, a tree goes on as if it had not been saved.
    #[test]
    fn a_save_has_the_state_of_the_tree_in_the_box() {
        for what in ["wash", "chores"] {
            for ticks in 0..20 {
                let (mut npc, mut tree) = (Npc::default(), chores(what));
                for _ in 0..ticks {
                    assert!(tree.tick_for(0.125, &mut npc).is_running());
                }
                let text = serde_json::to_string(&Save(&tree)).expect("it is saved");
                let Save(from_text) = serde_json::from_str::<Save<Chores>>(&text).expect("it is loaded");
                let bytes = postcard::to_stdvec(&Save(&tree)).expect("it is saved");
                let Save(from_bytes) = postcard::from_bytes::<Save<Chores>>(&bytes).expect("it is loaded");
                npc.take();
                let mut play = |mut tree: Chores| {
                    let lines: Vec<String> = (0..20)
                        .map(|_| {
                            let _ = tree.tick_for(0.125, &mut npc);
                            format!("{tree}{:?}{}", tree.sleep(), npc.take())
                        })
                        .collect();
                    tree.abort(&mut npc);
                    (lines, npc.take())
                };
                let expected = play(tree);
                assert_eq!(play(from_text), expected, "{what} {ticks}");
                assert_eq!(play(from_bytes), expected, "{what} {ticks}");
            }
        }
    }

    #[test]
    fn a_tree_in_a_box_is_checked_when_it_is_loaded() {
        let (mut npc, mut tree) = (Npc::default(), chores("wash"));
        assert!(tree.tick_for(0.5, &mut npc).is_running());
        let text = serde_json::to_string(&Save(&tree)).expect("it is saved");
        let load = |from: &str, to: &str| {
            assert!(text.contains(from), "{text}");
            serde_json::from_str::<Save<Chores>>(&text.replace(from, to)).map(|_| ()).map_err(|error| error.to_string())
        };
        assert_eq!(load("__kept", "__kept"), Ok(()));
        // Another tree, one that cannot be loaded, a node that is not there, and a save without the state.
        let error = load(r#""name":"wash""#, r#""name":"chores""#).expect_err("it is another tree");
        assert!(error.starts_with("the save is of another tree"), "{error}");
        let error = load(r#""name":"wash""#, r#""name":"stand""#).expect_err("it derives nothing");
        assert!(error.contains("derives no `Deserialize`"), "{error}");
        let error = load(r#"1 cool: cooldown"#, r#"1 warm: cooldown"#).expect_err("nodes and shape differ");
        assert!(error.contains("the nodes of the save do not match its shape"), "{error}");
        let at = text.find(r#""tree":{"nodes""#).expect("the tree in the box is there") + 7;
        let end = text.len() - text.chars().rev().position(|letter| letter == '}').expect("it ends");
        let mut depth = 0;
        let after = text[at..end]
            .find(|letter| {
                depth += i32::from(letter == '{') - i32::from(letter == '}');
                depth == 0
            })
            .expect("it ends");
        let without = format!("{}null{}", &text[..at], &text[at + after + 1..]);
        let Save(mut tree) = serde_json::from_str::<Save<Chores>>(&without).expect("it is loaded");
        // It begins anew.
        assert!(tree.tick_for(0.875, &mut npc).is_running());
        assert_eq!(npc.take(), "");
        assert!(tree.tick_for(0.25, &mut npc).is_running());
        assert_eq!(npc.take(), "wash start");
    }

    #[test]
    fn an_unknown_name_fails() {
        let mut npc = Npc::default();
        assert_eq!(Named::new(Word::Unknown).tick_for(1.0, &mut npc), Status::Failure);
    }
}

mod threads {
    use std::rc::Rc;

    use bt::LocalDynTree;

    use super::*;

    bt! { Sing(Npc) { song: Rc<str> } = sequence < wait(0.5), action(|npc| npc.say(&song)) > }
    bt! { Bird(Npc) { song: Rc<str> } = forever < dynamic(|_| Box::new(Sing::new(song.clone())), local = true) > }
    bt! { Flock(Npc) = dynamic(|npc| if npc.is_called { "a" } else { "b" }, registry = Birds, local = true) }

    struct Birds;

    impl Registry<dyn LocalDynTree<Npc>> for Birds {
        type Name = &'static str;

        fn make(name: &&'static str) -> Option<Box<dyn LocalDynTree<Npc>>> {
            Some(Box::new(Bird::new(Rc::from(*name))))
        }
    }

    fn can_be_sent<T: Send + Sync>(tree: T) -> T {
        tree
    }

    #[test]
    fn a_tree_in_a_box_goes_to_a_thread_in_the_middle_of_its_work() {
        let (mut npc, mut tree) = (Npc::default(), can_be_sent(Works::new()));
        assert!(tree.tick_for(0.5, &mut npc).is_running());
        let sent = std::thread::spawn(move || {
            let mut npc = Npc::default();
            let _ = tree.tick_for(0.5, &mut npc);
            npc.take()
        });
        assert_eq!(sent.join().expect("it has not panicked"), "dig");
        let boxed: Skill = Box::new(can_be_sent(names::Named::new(names::Word::Dig)));
        can_be_sent(boxed);
    }

    #[test]
    fn a_local_box_takes_any_tree() {
        let (mut npc, mut tree) = (Npc::default(), Bird::new(Rc::from("tweet")));
        assert!(tree.tick_for(1.0, &mut npc).is_running());
        assert_eq!(npc.take(), "tweet tweet");
        let mut tree = Flock::new();
        assert!(tree.tick_for(0.5, &mut npc).is_running());
        assert_eq!(npc.take(), "b");
        // Every box for threads is one for this thread.
        let boxed: Skill = Box::<Dig>::default();
        let mut boxed: Box<dyn LocalDynTree<Npc>> = boxed;
        boxed.tick_for(Duration::from_secs(1), &mut npc);
        assert_eq!(npc.take(), "dig");
    }
}

// Rules that do not depend on observers hold with one, too.
#[test]
fn it_is_a_tree_that_takes_time() {
    const { assert!(<Works as Behavior<Npc>>::TAKES_TIME) }
    let boxed: Box<dyn DynTree<Npc>> = Box::new(Works::new());
    assert_eq!(boxed.sleep(), None);
}
