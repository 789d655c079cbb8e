//! The context of the bots.

use serde::{Deserialize, Serialize};

/// The start of a bot, in decimetres before the door.
pub const START: i32 = 30;
/// At the door.
pub const DOOR: i32 = 0;
/// Well through the door.
pub const BEHIND: i32 = -11;

/// The context of the trees.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Room {
    /// How far the bot is from the door, in decimetres. Below zero, the door is behind it.
    pub distance: i32,
    pub door_open: bool,
    pub has_key: bool,
    /// What has happened in this tick.
    pub news: Vec<String>,
}

impl Room {
    pub fn new() -> Self {
        Room { distance: START, door_open: false, has_key: true, news: Vec::new() }
    }

    pub fn say(&mut self, news: &str) {
        self.news.push(news.to_owned());
    }

    pub fn open_door(&mut self) {
        self.door_open = true;
        self.say("the door is open");
    }

    pub fn close_door(&mut self) {
        self.door_open = false;
        self.say("the door is shut");
    }

    /// The room from the side: the bot is `o`, the door is `|`, or `/` when it is open.
    pub fn view(&self) -> String {
        let floor = |place| if place == self.distance { 'o' } else { '_' };
        let before: String = (0..=START).rev().map(floor).collect();
        let behind: String = (BEHIND..0).rev().map(floor).collect();
        let door = if self.door_open { '/' } else { '|' };
        format!("{before}{door}{behind}")
    }
}
