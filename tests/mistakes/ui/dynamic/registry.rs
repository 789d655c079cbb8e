//! A wrong registry in trees with messages, derives and a context that borrows: one error each.

use bt::bt;

struct Room;
struct World<'a>(&'a u8);
struct Shot;
struct Noise<'a>(&'a u8);

bt! { Hears(Room) on Shot = dynamic(3, registry = Room) }

bt! {
    #[derive(Clone, Debug)]
    Copied(Room) on Shot = sequence < dynamic(|_| 3, registry = Room), wait(1.0) >
}

bt! {
    #[derive(Clone, Debug)]
    Borrows(World<'_>) on Noise<'_> = sequence < dynamic(3, registry = Shot), wait(1.0) >
}

fn main() {}
