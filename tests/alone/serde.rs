//! Trees that derive serde, in a crate with `bt-trees` and `serde` alone.

use bt::{Status, bt, leaf};
use serde::{Deserialize, Serialize};

#[derive(Default)]
struct Room {
    steps: u32,
}

trait Steps {
    fn step(&mut self);
}

impl Steps for Room {
    fn step(&mut self) {
        self.steps += 1;
    }
}

#[leaf]
#[derive(Serialize, Deserialize)]
fn walk(room: &mut impl Steps) -> Status {
    room.step();
    Status::Running
}

#[leaf]
#[derive(Serialize, Deserialize)]
fn find(room: &mut Room) -> Option<u32> {
    Some(room.steps)
}

#[leaf]
#[derive(Serialize, Deserialize)]
fn go(room: &mut Room, to: u32) -> bool {
    room.steps += to;
    true
}

#[leaf]
#[derive(Serialize, Deserialize)]
fn pause(_: &mut Room) -> Status {
    Status::Running
}

bt! {
    #[derive(Serialize, Deserialize)]
    Walks(impl Steps) = sequence < walk, walk >
}

bt! {
    #[derive(Serialize, Deserialize)]
    Outer(impl Steps) = sequence < walks >
}

bt! {
    #[derive(Serialize, Deserialize)]
    Twice(Room) = sequence < pause, go(1), pause, walk, outer >
}

// The group has only leaves, so whether it has a place depends on what they return.
bt! {
    #[derive(Serialize, Deserialize)]
    Holds(Room) = sequence < find -> room, pause, go(room) >
}

bt! {
    #[derive(Serialize, Deserialize)]
    HoldsNothing(Room) = selector <
        sequence < find -> room, go(room), go(room) >,
        sequence < find -> room, pause, go(room) >,
    >
}

bt! {
    #[derive(Serialize, Deserialize)]
    HoldsMore(Room) { far: f64 } = reactive_sequence <
        find -> room,
        parallel <
            sequence < find -> other, pause, go(room), go(other) >,
            sequence < find -> third, pause, go(third) >,
        >,
        timeout(far) < retry(3) < cooldown(1.0) < keyed(|_| room) < go(room) > > > >,
    >
}

fn saved<T: Serialize + for<'a> Deserialize<'a>>() {}

fn main() {
    saved::<Walks>();
    saved::<Outer>();
    saved::<Twice>();
    saved::<Holds>();
    saved::<HoldsNothing>();
    saved::<HoldsMore>();
    let mut room = Room::default();
    assert!(Twice::new().tick(&mut room).is_running());
    assert!(Holds::new().tick(&mut room).is_running());
}
