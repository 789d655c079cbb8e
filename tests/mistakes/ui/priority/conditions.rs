use bt::bt;

struct Room {
    open: bool,
    doors: u32,
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

bt! {
    Colon(Room) = priority < |room| room.doors > 3: succeed, label: |room| room.doors < 1 => fail, running >
}

bt! {
    Compares(Room) = selector < |room| room.doors > 3 => succeed, running >
}

fn main() {}
