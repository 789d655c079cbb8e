//! Trees in boxes go to threads; a tree with an `Rc` does not.

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
    // A box that may be sent to other threads can also be used in this one.
    let boxed: Skill = Box::<Dig>::default();
    let mut boxed: Box<dyn LocalDynTree<Npc>> = boxed;
    boxed.tick_for(Duration::from_secs(1), &mut npc);
    assert_eq!(npc.take(), "dig");
}
