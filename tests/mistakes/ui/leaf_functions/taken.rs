//! A leaf whose type has the name of another type. rustc says more than once that the name is taken; `bt check` once.

use bt::{bt, leaf};

struct Room;

struct Bark {
    loud: bool,
}

#[leaf]
fn bark(_: &mut Room, times: u32) -> bool {
    times > 1
}

bt! { Dog(Room) = bark(3) }

fn main() {
    let _ = Bark { loud: true }.loud;
}
