//! Arguments, bindings and contexts of `dynamic` that make no sense.

use bt::{DynTree, Registry, bt};

struct Room;

bt! { Dig(Room) = succeed }

fn skill(_: &Room) -> Box<dyn DynTree<Room>> {
    Box::new(Dig::new())
}

// No argument, too many, a wrong name.
bt! { Nothing(Room) = sequence < dynamic, dynamic(|room| skill(room), 3), dynamic(|room| skill(room), registri = Room) > }

// Children.
bt! { Parent(Room) = dynamic(|room| skill(room)) < dig > }

// No truth.
bt! { Local(Room) = dynamic(|room| skill(room), local = 3) }

// A binding without a type.
bt! { Untyped(Room) = sequence < dynamic(|room| skill(room)) -> prey, action(|_| drop(prey)) > }

// A context that is open.
bt! { Open(impl Sized) = dynamic(|room| skill(room)) }

// A misspelt name.
bt! { Misspelt(Room) = dynamc(|room| skill(room)) }

// A field without a closure.
bt! { Field(Room) = sequence < dynamic(room.skill), dynamic(room.name, registry = Skills) > }

struct Skills;

impl Registry<dyn DynTree<Room>> for Skills {
    type Name = u8;

    fn make(_: &u8) -> Option<Box<dyn DynTree<Room>>> {
        None
    }
}

fn main() {
    // No context at all.
    let _ = bt!(dynamic(|room| skill(room)));
}
