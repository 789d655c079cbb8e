//! A handwritten leaf that returns something that is not an answer.

use bt::Behavior;

struct Room;

#[derive(Default)]
struct Count;

impl Behavior<Room> for Count {
    type Answer = u32;

    fn run(&mut self, _: &mut Room) -> u32 {
        3
    }
}

fn main() {}
