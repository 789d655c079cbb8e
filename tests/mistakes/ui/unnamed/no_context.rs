//! Unnamed trees with functions whose context cannot be inferred.

use bt::bt;

struct Room;

impl Room {
    fn ring(&mut self) {}
}

fn trees() {
    let _ = bt!(sequence < condition(|_| true), action(|_| {}) >);
    let _ = bt!(forever < action(Room::ring) >);
}

fn main() {}
