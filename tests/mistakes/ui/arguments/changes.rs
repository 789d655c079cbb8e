//! Code that changes a parameter of the tree.

use bt::bt;

struct Room {
    doors: u32,
}

bt! {
    Bot(Room) { times: u32, doors: u32 } = sequence <
        action(|room| { times += 1; room.doors = times }),
        action(|room| times = room.doors),
        action(|room| { let mut times = 1; times += 1; room.doors = times }),
        action(|room| if times <= 1 && doors == 1 { room.doors = doors }),
    >
}

fn main() {}
