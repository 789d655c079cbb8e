//! Saves of trees whose leaves a message can end.

use std::collections::BTreeSet;
use std::task::Poll;
use std::time::Duration;

use bt::{Behavior, DynTree, Save, Status, bt};
use bt_live::Live;
use serde::{Deserialize, Serialize};

use crate::damage::damage;
use crate::world::{Act, Take, World, mix};

/// A leaf with a value. No message ends it.
#[derive(Behavior, Clone, Debug, Serialize, Deserialize)]
#[behavior(context = World, message = u32, value = u32)]
struct Hear {
    id: u32,
}

impl Hear {
    fn new(id: u32) -> Self {
        Hear { id }
    }

    fn run(&mut self, world: &mut World) -> Poll<Option<u32>> {
        match world.draw(4) {
            0 => Poll::Ready(None),
            1 => Poll::Ready(Some(self.id)),
            _ => Poll::Pending,
        }
    }

    fn receive(&mut self, world: &mut World, message: &u32) {
        world.note(format!("{} hears {message}", self.id));
    }
}

/// A leaf that a message ends now and then.
#[derive(Behavior, Clone, Debug, Serialize, Deserialize)]
#[behavior(context = World, message = u32)]
struct Listen {
    id: u32,
}

impl Listen {
    fn new(id: u32) -> Self {
        Listen { id }
    }

    fn run(&mut self, _: &mut World) -> Status {
        Status::Running
    }

    fn receive(&mut self, world: &mut World, _: &u32) -> Status {
        match world.draw(4) {
            0 => Status::Failure,
            1 => Status::Success,
            _ => Status::Running,
        }
    }
}

bt! {
    #[derive(Clone, Debug, Serialize, Deserialize)]
    Named(World) on u32 = sequence <
        selector < hear(1), hear(2) > -> heard,
        parallel(failure = all) < take(heard), listen(3), act(4) >,
    >
}

bt! {
    #[derive(Clone, Debug, Serialize, Deserialize)]
    Relayed(World) = sequence <
        selector < hear(1), hear(2) > -> heard,
        parallel(failure = all) < take(heard), listen(3), act(4) >,
    >
}

fn json<T: bt::Tree + Serialize>(tree: &T) -> String {
    serde_json::to_string(&Save(tree)).expect("the tree can be saved")
}

/// Ticks a tree and sends to it: its first save, and for each step its save and what has happened.
macro_rules! steps {
    ($tree:expr, $seed:expr) => {{
        let (mut tree, mut world) = ($tree, World::new($seed));
        let (first, mut done) = (json(&tree), Vec::new());
        for step in 0..20 {
            world.tick += 1;
            if mix($seed << 32 | step).is_multiple_of(3) {
                let tree: &mut dyn DynTree<World, Status, u32> = &mut tree;
                tree.send(&mut world, &7_u32);
            } else {
                let status: Status = tree.tick_for(Duration::from_millis(500), &mut world);
                world.note(format!("{status:?}"));
            }
            done.push(format!("{} {:?}", json(&tree), std::mem::take(&mut world.journal)));
        }
        (first, done)
    }};
}

macro_rules! compare {
    ($tree:ty) => {{
        let mut saves = BTreeSet::new();
        for seed in 0..8 {
            let ((_, done), (_, live)) = (steps!(<$tree>::new(), seed), steps!(Live::from(<$tree>::new()), seed));
            assert_eq!(done, live);
            saves.extend(done.iter().map(|step| step[..=step.rfind('}').expect("it is JSON")].to_owned()));
        }
        assert!(saves.iter().any(|save| save.contains("Ended")), "a message has ended a leaf");
        damage(&saves, (|tree: $tree| steps!(tree, 1), |live: Live<$tree>| steps!(live, 1)));
    }};
}

#[test]
fn a_damaged_save_of_a_tree_with_messages_is_refused_or_goes_on() {
    compare!(Named);
}

#[test]
fn a_damaged_save_of_a_tree_that_relays_messages_is_refused_or_goes_on() {
    compare!(Relayed);
}
