use bt::bt;

struct Room {
    open: bool,
}

bt! {
    Field(Room) = priority < |room| room.opened => succeed, |room| room.open => fail, running >
}

bt! {
    NoBool(Room) = priority < |room| 3 => succeed, running >
}

bt! {
    Observed(Room) = observe(|room| -> bool { room.open }) < plain >
}

bt! {
    Plain(Room) = sequence < succeed, running >
}

fn main() {}
