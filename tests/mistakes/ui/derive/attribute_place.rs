//! The attribute goes on the type.

use bt::Behavior;

struct Room;

#[derive(Behavior)]
#[behavior(context = Room)]
struct Walk {
    #[behavior(context = Room)]
    steps: u32,
}

impl Walk {
    fn run(&mut self, _: &mut Room) {
        self.steps += 1;
    }
}

#[derive(Behavior)]
#[behavior(context = Room)]
enum Action {
    #[behavior(context = Room)]
    Walk(Walk),
    Stroll(#[behavior(context = Room)] Walk),
}

fn main() {}
