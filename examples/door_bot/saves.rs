//! A bot that is saved in the middle of its walk, with the room around it.

use bt::Save;

use crate::actions::ActionBot;
use crate::room::Room;

/// The room and the bot as text.
pub fn save(room: &Room, bot: &ActionBot) -> serde_json::Result<String> {
    serde_json::to_string(&(room, Save(bot)))
}

/// The room and the bot continue exactly where they were. The save of another tree is an error.
pub fn load(text: &str) -> serde_json::Result<(Room, ActionBot)> {
    let (room, Save(bot)) = serde_json::from_str(text)?;
    Ok((room, bot))
}
