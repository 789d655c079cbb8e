//! A behavior is a struct, or an enum whose variants each hold one.

use bt::{Behavior, Outcome};

struct Room;

#[derive(Behavior)]
#[behavior(context = Room)]
struct Walk;

impl Walk {
    fn run(&mut self, _: &mut Room) {}
}

#[derive(Behavior)]
#[behavior(context = Room)]
enum Action {
    Walk(Walk),
    Idle,
    Pair(Walk, Walk),
    Nothing {},
    Timed { walk: Walk, seconds: f32 },
}

#[derive(Behavior)]
#[behavior(context = Room)]
enum Never {}

#[derive(Behavior)]
#[behavior(context = Room)]
union Either {
    one: u32,
    other: f32,
}

// No second error comes of what uses them.
fn uses(room: &mut Room, mut either: Either) {
    Action::Idle.start(room);
    either.finish(room, Outcome::Aborted);
}

fn main() {}
