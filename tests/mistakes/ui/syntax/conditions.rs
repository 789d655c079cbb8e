//! What is left of a tree without the nodes whose condition does not hold.

use bt::{Behavior, bt};

struct Room;

#[derive(Behavior, Default)]
#[behavior(context = Room)]
struct Walk;

impl Walk {
    fn run(&mut self, _: &mut Room) {}
}

// Nothing is wrong with this one: it has one child, whatever holds.
bt! { pub Sound(Room) = inverter < #[cfg(unix)] walk, #[cfg(not(unix))] walk > }

bt! {
    pub NoChild(Room) = sequence < inverter < #[cfg(any())] walk >, sequence < #[cfg(any())] walk >, walck >
}

bt! { pub NoRoot(Room) = #[cfg(any())] walk }

bt! { pub Twice(Room) = sequence < #[cfg(all())] inverter < walk, walk >, #[cfg(any())] missing > }

bt! { pub Odd(Room) = sequence < #[cfg(3)] walk, #[cfg(color(blue))] walk, #[cfg(not(a, b))] walk, #[cfg(feature = 1)] walk > }

bt! { #[cfg(any())] pub Absent(Room) = missing < > }

bt! { pub Param(Room) { #[cfg(unix)] times: u32 } = repeat(times) < walk > }

fn main() {
    let _ = Sound::new();
    let _ = (NoChild::new(), NoRoot::new(), Twice::new());
    let _ = Absent::new();
}
