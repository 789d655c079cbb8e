//! Leaves with paths that are not behaviors, or not for this context.

use bt::{Behavior, bt};

struct Room;

#[derive(Behavior, Default)]
#[behavior(context = Room)]
struct Walk;

impl Walk {
    fn run(&mut self, _: &mut Room) {}
}

mod doors {
    pub struct Cave;

    #[derive(Default)]
    pub struct Chair;

    #[derive(Default)]
    pub struct Hut<Stuff>(Stuff);

    #[derive(bt::Behavior, Default)]
    #[behavior(context = Cave)]
    pub struct Open;

    impl Open {
        fn run(&mut self, _: &mut Cave) -> bt::Status {
            bt::Status::Running
        }
    }
}

bt! {
    Bot(Room) = sequence <
        walk,
        doors::chair,
        self::doors::open,
        repeat(2) < doors::hut::<u32> >,
        doors::chair < walk >,
    >
}

fn main() {}
