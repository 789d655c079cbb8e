//! The argument of `dynamic` is not a box with a tree for this context, error, value and messages.

use std::task::Poll;

use bt::{Behavior, DynTree, Registry, Status, bt};

struct Room;
struct Cave;
struct Lost;
struct Shot;
struct Noise;

#[derive(Behavior, Default)]
#[behavior(context = Room)]
struct Walk;

impl Walk {
    fn run(&mut self, _: &mut Room) {}
}

bt! { Dig(Room) = succeed }
bt! { Climb(Cave) = succeed }
bt! { Risk(Room) -> Result<Lost> = succeed }
bt! { Find(Room) -> Option<u8> = action(|_| Some(3)) }
bt! { Hear(Room) on Noise = succeed }

// A tree for another context.
bt! { Elsewhere(Room) = dynamic(|_| Box::new(Climb::new())) }

// A tree with an error, in one without.
bt! { Risks(Room) = dynamic(|_| Box::new(Risk::new())) }

// A tree without the error, in one with.
bt! { Safe(Room) -> Result<Lost> = dynamic(|_| Box::new(Dig::new())) }

// No box.
bt! { Unboxed(Room) = dynamic(|_| Dig::new()) }

// A leaf in the box.
bt! { Leaf(Room) = dynamic(|_| Box::new(Walk)) }

// A value of another type.
bt! { Finds(Room) = sequence < dynamic(|_| Box::new(Find::new())) -> prey: i64, condition(|_| prey > 2) > }

// A tree for other messages.
bt! { Hears(Room) on Shot = dynamic(|_| Box::new(Hear::new())) }

// A box of another type.
fn other(_: &Room) -> Box<dyn DynTree<Room, Poll<Option<u8>>>> {
    Box::new(Find::new())
}

bt! { Other(Room) = dynamic(|room| other(room)) }

// No registry: a type without the trait, and one for other trees.
struct Skills;

impl Registry<dyn DynTree<Cave, Status>> for Skills {
    type Name = u8;

    fn make(_: &u8) -> Option<Box<dyn DynTree<Cave, Status>>> {
        None
    }
}

bt! { Named(Room) = dynamic(3, registry = Room) }
bt! { NamedElsewhere(Room) = dynamic(3, registry = Skills) }

// The name of another type.
struct Names;

impl Registry<dyn DynTree<Room>> for Names {
    type Name = u8;

    fn make(_: &u8) -> Option<Box<dyn DynTree<Room>>> {
        None
    }
}

bt! { Misnamed(Room) = sequence < dynamic("dig", registry = Names), dynamic(|_| 3_u16, registry = Names) > }

// A tree that is not `Send`.
bt! { Counted(Room) { room: std::rc::Rc<Room> } = condition(|_| room.is_open()) }
bt! { Counts(Room) = dynamic(|_| Box::new(Counted::new(std::rc::Rc::new(Room)))) }

impl Room {
    fn is_open(&self) -> bool {
        true
    }
}

fn main() {}
