//! Messages reach the same leaves in a live tree as in a compiled one.

use std::time::Duration;

use bt::{Behavior, DynTree, Outcome, Status, bt};
use bt_live::Live;

use crate::world::{Act, World, mix};

/// A leaf that a message ends now and then.
#[derive(Behavior, Clone)]
#[behavior(context = World, message = u32)]
struct Listen {
    id: u32,
}

impl Listen {
    fn new(id: u32) -> Self {
        Listen { id }
    }

    fn run(&mut self, world: &mut World) -> Status {
        world.note(format!("listen {}", self.id));
        Status::Running
    }

    fn receive(&mut self, world: &mut World, message: &u32) -> Status {
        world.note(format!("{} hears {message}", self.id));
        match world.draw(4) {
            0 => Status::Running,
            1 => Status::Failure,
            _ => Status::Success,
        }
    }

    fn finish(&mut self, world: &mut World, outcome: Outcome) {
        world.note(format!("finish {}: {outcome:?}", self.id));
    }
}

/// A leaf that hears words.
#[derive(Behavior, Clone, Default)]
#[behavior(context = World, message = str)]
struct Read;

impl Read {
    fn run(&mut self, _: &mut World) -> Status {
        Status::Running
    }

    fn receive(&mut self, world: &mut World, word: &str) -> Status {
        world.note(format!("reads {word}"));
        if world.draw(2) == 0 { Status::Running } else { Status::Success }
    }
}

bt! {
    pub Ears(World) on u32 = sequence <
        listen(1),
        act(2),
        parallel <
            listen(3),
            sequence < listen(4), act(5), inner(6) >,
            timeout(9.0) < listen(7) >,
        >,
    >
}

bt! { pub Inner(World) { id: u32 } = sequence < act(id), listen(id) > }

bt! { pub Reader(World) on str = sequence < read, act(1), race < read, act(3) > > }

bt! { pub Relaying(World) = sequence < listen(1), parallel < listen(2), inner(3), act(4) > > }

/// Ticks and sends; what has happened in each step.
macro_rules! compare {
    ($tree:expr, $message:expr) => {{
        let mut steps = Vec::new();
        for seed in 0..20 {
            let (mut tree, mut world) = ($tree, World::new(seed));
            for tick in 0..40 {
                world.tick += 1;
                if mix((seed << 32) | tick).is_multiple_of(3) {
                    tree.send(&mut world, $message);
                } else {
                    let status = tree.tick_for(Duration::from_millis(500), &mut world);
                    world.note(format!("{status:?}"));
                }
                let active: Vec<_> = tree.active().map(|node| node.title()).collect();
                steps.push((std::mem::take(&mut world.journal), active, tree.is_running()));
            }
        }
        steps
    }};
}

#[test]
fn messages_of_the_type_in_the_header_reach_leaves_and_subtrees() {
    let (compiled, live) = (compare!(Ears::new(), &7_u32), compare!(Live::from(Ears::new()), &7_u32));
    assert!(compiled.iter().any(|(journal, ..)| journal.iter().any(|line| line == "6 hears 7")));
    assert_eq!(compiled, live);
}

#[test]
fn messages_that_borrow_reach_the_leaves_that_take_them() {
    let (compiled, live) = (compare!(Reader::new(), "word"), compare!(Live::from(Reader::new()), "word"));
    assert!(compiled.iter().any(|(journal, ..)| journal.iter().any(|line| line == "reads word")));
    assert_eq!(compiled, live);
}

#[test]
fn messages_are_relayed_in_a_box() {
    type Boxed = Box<dyn DynTree<World, Status, u32>>;
    let compiled = compare!(
        {
            let tree: Boxed = Box::<Relaying>::default();
            tree
        },
        &7_u32
    );
    let live = compare!(
        {
            let tree: Boxed = Box::new(Live::from(Relaying::new()));
            tree
        },
        &7_u32
    );
    assert!(compiled.iter().any(|(journal, ..)| journal.iter().any(|line| line == "3 hears 7")));
    assert_eq!(compiled, live);
}
