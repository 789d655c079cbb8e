//! A tree with a `dynamic` without a registry is not cloned.

use bt::bt;

struct Room;

bt! { Dig(Room) = succeed }

bt! {
    #[derive(Clone)]
    Copies(Room) = dynamic(|_| Box::new(Dig::new()))
}

fn main() {}
