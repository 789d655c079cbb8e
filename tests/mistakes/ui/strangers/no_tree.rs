//! Methods of trees on types that are none: nothing internal is proposed.

use bt::{Status, bt, leaf};

enum Mind {
    Calm,
}

struct Room;

#[leaf]
fn walk(_: &mut Room) -> Status {
    Status::Running
}

bt! { Bot(Room) = walk }

fn main() {
    let _ = Bot::new().active().next();
    let _ = Mind::Calm.active();
    let _ = Mind::Calm.leaf();
    let _ = Mind::hold(Room);
}
