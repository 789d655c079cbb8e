//! Enums that are used as trees: with a leaf beside a tree, with a tree for another context, with no behavior.

use bt::{Behavior, DynTree, TreeFor, bt};

struct Room;
struct Cave;

#[derive(Behavior, Default)]
#[behavior(context = Room)]
struct Walk;

impl Walk {
    fn run(&mut self, _: &mut Room) {}
}

bt! { Stroll(Room) = walk }
bt! { Climb(Cave) = succeed }

#[derive(Behavior)]
#[behavior(context = Room)]
enum Mixed {
    Walk(Walk),
    Stroll(Stroll),
}

#[derive(Behavior)]
#[behavior(context = Room)]
enum Neither {
    Stroll(Stroll),
    Number(u32),
}

#[derive(Behavior)]
#[behavior(context = Room)]
enum Elsewhere {
    Stroll(Stroll),
    Climb(Climb),
}

fn main() {
    Mixed::Walk(Walk).tick(&mut Room);
    let _: Box<dyn DynTree<Room>> = Box::new(Mixed::Stroll(Stroll::new()));
    bt_crowd::Crowd::new().insert(Mixed::Walk(Walk), Room);
}
