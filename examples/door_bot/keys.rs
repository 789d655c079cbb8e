//! A door that needs a key. Without the key, a bot cannot continue at all, so that is an error, which ends the whole
//! tree.

use std::fmt;

use bt::{bt, leaf};

use crate::room::{BEHIND, DOOR, Room};
use crate::shortest::Walk;

/// The door is locked, and the bot has no key.
#[derive(Debug, PartialEq)]
pub struct NoKey;

impl fmt::Display for NoKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the door is locked, and the bot has no key")
    }
}

impl std::error::Error for NoKey {}

#[leaf]
fn unlock_door(room: &mut Room) -> Result<(), NoKey> {
    if !room.has_key {
        return Err(NoKey);
    }
    room.open_door();
    Ok(())
}

bt! {
    /// A leaf of this tree can have an error, so `tick` returns a `Result`.
    pub KeyBot(Room) -> Result<NoKey> = sequence < walk(DOOR), unlock_door, walk(BEHIND), action(Room::close_door) >
}
