//! Leaves with paths: without `Default`, without `new`, and with an error that the tree does not take.

use bt::{Behavior, bt};

struct Room;

#[derive(Behavior, Default)]
#[behavior(context = Room)]
struct Walk;

impl Walk {
    fn run(&mut self, _: &mut Room) {}
}

mod doors {
    use bt::{Behavior, Status};

    pub struct DoorError;

    #[derive(Behavior)]
    #[behavior(context = super::Room, error = DoorError)]
    pub struct Open<Door>(Door);

    impl<Door> Open<Door> {
        pub fn new(door: Door) -> Self {
            Open(door)
        }

        fn run(&mut self, _: &mut super::Room) -> Result<Status, DoorError> {
            Err(DoorError)
        }
    }

    #[derive(Behavior)]
    #[behavior(context = super::Room)]
    pub struct Close;

    impl Close {
        fn run(&mut self, _: &mut super::Room) {}
    }
}

bt! {
    Bot(Room) = sequence <
        walk,
        doors::close,
        doors::close(1),
        doors::open::<u32>(1),
        doors::open::<u32>("front"),
    >
}

fn main() {}
