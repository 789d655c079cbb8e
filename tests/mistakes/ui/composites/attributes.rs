//! The attribute of a derived composite.

use bt::{Composite, Next, Status, bt};

struct Room;

macro_rules! composite {
    ($name:ident $(#[$attribute:meta])*) => {
        #[derive(Composite, Default)]
        $(#[$attribute])*
        struct $name;

        impl $name {
            fn first(&mut self, _: &mut Room, _: usize) -> Next {
                Next::Child(0)
            }

            fn after(&mut self, _: &mut Room, _: usize, ended: Status) -> Next {
                Next::End(ended)
            }
        }
    };
}

composite! { NoContext }
composite! { Misspelt #[composite(contxt = Room)] }
composite! { Unknown #[composite(context = Room, message = u32, error = &'_ str)] }
composite! { Bare #[composite] }
composite! { Nothing #[composite(context = Room, returns())] }
composite! { Twice #[composite(context = Room, returns(success, success))] }

bt! { Bot(Room) = no_context < misspelt < unknown < succeed, fail >, fail >, bare < nothing < fail, fail >, twice < fail, fail > > > }

fn main() {}
