//! What the functions of `action` can answer is known from their types.

use bt::{Status, bt};

struct Room;

impl Room {
    fn ring(&mut self) {}

    fn open(&mut self) -> bool {
        true
    }

    fn wait(&mut self) -> Status {
        Status::Running
    }

    fn count(&self) -> u32 {
        3
    }
}

fn ring(_: &mut Room) {}

bt! { Reached(Room) = selector < action(Room::open), action(Room::wait), succeed > }
bt! { Never(Room) = selector < action(Room::ring), fail > }
bt! { Free(Room) = selector < action(ring), fail > }
bt! { Endless(Room) = sequence < repeat_until_failure < action(Room::ring) >, succeed > }
bt! { Parameter(Room) { act: fn(&mut Room) } = selector < action(act), fail > }
bt! { NoAnswer(Room) = selector < action(Room::count), fail > }

fn main() {}
