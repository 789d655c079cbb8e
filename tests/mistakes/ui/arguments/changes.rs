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

#[derive(Clone)]
struct Wolf {
    hunger: u32,
    eyes: [u32; 2],
}

bt! {
    Hunt(Room) { wolf: Wolf } = sequence <
        action(|_| wolf.hunger += 1),
        action(|room| (wolf.eyes[0], room.doors) = (1, 2)),
        succeed(3) -> prey: u32,
        action(|_| prey |= 1),
        condition(|_| { let prey = &mut prey; *prey > 1 }),
        condition(|_| { let mut prey = prey; prey += 1; prey > 1 }),
    >
}

fn main() {}
