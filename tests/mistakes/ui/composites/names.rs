//! Names of composites that are built-ins but for a slip, and those that are not.

use bt::{Composite, Next, Status, bt};

struct Room;

#[derive(Composite, Default)]
#[composite(context = impl Sized)]
struct Selecter;

impl Selecter {
    fn first<C>(&self, _: &C, _: usize) -> Next {
        Next::Child(0)
    }

    fn after<C>(&self, _: &C, _: usize, ended: Status) -> Next {
        Next::End(ended)
    }
}

bt! {
    Bot(Room) = sequence <
        selecter < succeed, fail >,
        Selecter < succeed, fail >,
        self::selecter < succeed, fail >,
        seqence < succeed, fail >,
        fallback < succeed, fail >,
    >
}

bt! { Lost(Room) = sequence < shufle < succeed, fail >, Fallback < succeed, fail > > }

fn main() {}
