//! Four leaves that are not there: plain, in a module, in no module, and a variant.

use bt::{Behavior, bt};

struct Room;

#[derive(Behavior, Default)]
#[behavior(context = Room)]
struct Walk;

impl Walk {
    fn run(&mut self, _: &mut Room) {}
}

mod doors {
    #[derive(Default)]
    pub struct Open;
}

#[derive(Behavior)]
#[behavior(context = Room)]
enum Action {
    Walk(Walk),
}

bt! {
    Bot(Room) = sequence <
        jump_high,
        doors::opne,
        windows::open,
        Action::Wlak(Walk),
    >
}

fn main() {}
