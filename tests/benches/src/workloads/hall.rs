//! W1 with a context of 256 bytes, four cache lines: between the rooms of two agents lies other data.

use bt::Status;

use super::door::{self, Room};
use crate::world::World;

/// A room, and other data of a game's agent: its skeleton, its inventory, its name.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Hall {
    skeleton: [u64; 15],
    /// The room with the door.
    pub room: Room,
    inventory: [u64; 16],
}

const _: () = assert!(size_of::<Hall>() == 256);

impl World for Hall {
    const NAME: &'static str = "W1 door, context of 256 bytes";

    fn drawn(chance: u64) -> Self {
        Hall { room: Room::drawn(chance), ..Hall::default() }
    }

    #[inline(always)]
    fn prepare(&mut self) {
        self.room.prepare();
    }
}

/// As in W1.
#[inline(always)]
pub fn walk(hall: &mut Hall) -> Status {
    door::walk(&mut hall.room)
}

/// As in W1.
#[inline(always)]
pub fn open_door(hall: &mut Hall) {
    door::open_door(&mut hall.room);
}

/// As in W1.
#[inline(always)]
pub fn step_through(hall: &mut Hall) -> Status {
    door::step_through(&mut hall.room)
}

/// As in W1.
#[inline(always)]
pub fn close_door(hall: &mut Hall) {
    door::close_door(&mut hall.room);
}
