//! W1: a bot walks to a door, opens it, steps through and closes it.

use bt::Status;

use crate::world::World;

/// The room with the door.
#[derive(Clone, Debug, PartialEq)]
pub struct Room {
    /// The distance to the door; negative beyond the door.
    pub distance: f32,
    /// Whether the door is open.
    pub open: bool,
    /// Whether the bot has arrived.
    pub done: bool,
}

impl Default for Room {
    fn default() -> Self {
        Room { distance: 3.0, open: false, done: false }
    }
}

impl World for Room {
    const NAME: &'static str = "W1 door";

    fn drawn(chance: u64) -> Self {
        Room { distance: (chance >> 40) as f32 * (3.0 / (1 << 24) as f32), ..Room::default() }
    }

    /// Starts afresh when the bot has arrived.
    #[inline(always)]
    fn prepare(&mut self) {
        if self.done {
            self.start_afresh();
        }
    }
}

impl Room {
    /// This is rare. It is a separate function, so that it does not affect the code of the systems.
    #[cold]
    #[inline(never)]
    fn start_afresh(&mut self) {
        *self = Room::default();
    }
}

/// Walks up to the door.
#[inline(always)]
pub fn walk(room: &mut Room) -> Status {
    if room.distance <= 0.0 {
        return Status::Success;
    }
    room.distance -= 0.1;
    Status::Running
}

/// Opens the door.
#[inline(always)]
pub fn open_door(room: &mut Room) {
    room.open = true;
}

/// Walks on, until a metre beyond the door.
#[inline(always)]
pub fn step_through(room: &mut Room) -> Status {
    if room.distance < -1.0 {
        return Status::Success;
    }
    room.distance -= 0.1;
    Status::Running
}

/// Closes the door.
#[inline(always)]
pub fn close_door(room: &mut Room) {
    room.done = true;
}
