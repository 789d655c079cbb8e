//! Messages to a tree in a box.

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

/// The subtree in between names no messages, and neither does the box in it.
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

bt! {
    Many(Npc) on Shot = dynamic(|npc| {
        Box::new(if npc.is_called { Either::Duck(Duck::new()) } else { Either::Goose(Goose::new()) })
    })
}

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

/// A composite that notes when it looks.
#[derive(Composite, Default)]
#[composite(context = Npc)]
struct Watchful;

impl Watchful {
    fn first(&mut self, _: &mut Npc, _: usize) -> bt::Next {
        bt::Next::Child(0)
    }

    fn look(&mut self, npc: &mut Npc, _: usize) -> Look {
        npc.say("look");
        Look::Stay
    }

    fn after(&mut self, npc: &mut Npc, _: usize, ended: Status) -> bt::Next {
        npc.say("after");
        bt::Next::End(ended)
    }
}

bt! { Lone(Npc) on Shot = fly }
bt! { Nest(Npc) on Shot = dynamic(|_| Box::new(Lone::new())) }
bt! { Plain(Npc) on Shot = watchful < lone, succeed > }
bt! { Around(Npc) on Shot = watchful < dynamic(|_| Box::new(Lone::new())), succeed > }
bt! { Twice(Npc) on Shot = watchful < dynamic(|_| Box::new(Nest::new())), succeed > }

/// A message ends the whole tree in the box, so a composite does not look at it. It is no longer active.
#[test]
fn a_tree_whose_root_a_message_has_ended_has_ended() {
    let trees: [Box<dyn DynTree<Npc, Status, Shot>>; 3] =
        [Box::new(Plain::new()), Box::new(Around::new()), Box::new(Twice::new())];
    for (inside, mut tree) in (2..).zip(trees) {
        let mut npc = Npc::default();
        tree.tick_for(Duration::ZERO, &mut npc);
        tree.tick_for(Duration::ZERO, &mut npc);
        tree.send(&mut npc, &Shot(1));
        tree.tick_for(Duration::ZERO, &mut npc);
        assert_eq!(npc.take(), "look shot 1 look");
        assert_eq!(tree.active().count(), inside);
        tree.send(&mut npc, &Shot(2));
        assert_eq!(npc.take(), "shot 2 Failure");
        assert_eq!(tree.active().count(), 1);
        assert_eq!(tree.tick_for(Duration::ZERO, &mut npc), Status::Failure);
        assert_eq!(npc.take(), "after");
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
