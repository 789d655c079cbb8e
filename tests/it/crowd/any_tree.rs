//! Functions that take any tree.

use bt::{Behavior, Outcome, Status, TreeFor, bt};

use super::{Anyone, Risky, Walker};

/// Everything that can be said of a tree without knowing which it is.
fn any_tree<C, T: TreeFor<C>>(mut tree: T, context: &mut C) -> (T::Answer, T::Answer) {
    assert!(!tree.is_running());
    let first = tree.tick_for(0.1, context);
    assert!(tree.is_running());
    tree.abort(context);
    assert!(!tree.is_running());
    tree.tick(context);
    tree.reset();
    assert!(!tree.is_running());
    (first, tree.tick(context))
}

#[test]
fn a_function_can_take_any_tree() {
    struct World<'w>(&'w mut Vec<&'static str>);
    #[derive(Behavior, Default)]
    #[behavior(context = World<'_>)]
    struct Shout;
    impl Shout {
        fn run(&self, world: &mut World<'_>) -> Status {
            world.0.push("run");
            Status::Running
        }
        fn finish(&self, world: &mut World<'_>, _: Outcome) {
            world.0.push("finish");
        }
    }
    bt! { Crier(World<'_>) = shout }
    let mut log = Vec::new();
    let running = (Status::Running, Status::Running);
    assert_eq!(any_tree(Crier::new(), &mut World(&mut log)), running);
    assert_eq!(any_tree(bt!(shout), &mut World(&mut log)), running);
    assert_eq!(any_tree(bt!(sequence < condition(|_| true), shout >), &mut World(&mut log)), running);
    assert_eq!(any_tree(bt!((World<'_>) = running), &mut World(&mut log)), running);
    assert_eq!(log.join(" "), ["run finish run run"; 3].join(" "));
    let mut walker = Walker { chance: 2, ..Walker::new(0) };
    assert_eq!(any_tree(Anyone::new(2), &mut walker), running);
    assert_eq!(any_tree(Risky::new(), &mut walker), (Ok(Status::Running), Ok(Status::Running)));
}
