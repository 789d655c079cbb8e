use bt::bt;

struct Room {
    open: bool,
}

bt! {
    Missing(Room) = priority < succeed, |room| room.open => fail, running >
}

bt! {
    NoFunction(Room) = priority < true => succeed, "open" => fail, _ => running >
}

bt! {
    NoArrow(Room) = priority < |room| room.open, succeed >
}

bt! {
    Empty(Room) = priority < => succeed, running >
}

bt! {
    Parens(Room) = priority(|room| room.open) < succeed >
}

bt! {
    Elsewhere(Room) = selector < |room| room.open => fail, running >
}

bt! {
    Node(Room) = priority < condition(|room| room.open) => fail, running >
}

fn main() {}
