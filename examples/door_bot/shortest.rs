//! The shortest form: one leaf that is a function, and two actions.

use bt::{Status, bt, leaf};

use crate::room::{BEHIND, DOOR, Room};

#[leaf]
pub fn walk(room: &mut Room, to: i32) -> Status {
    if room.distance <= to {
        return Status::Success;
    }
    room.distance -= 1;
    Status::Running
}

bt! { pub DoorBot(Room) = sequence < walk(DOOR), action(Room::open_door), walk(BEHIND), action(Room::close_door) > }
