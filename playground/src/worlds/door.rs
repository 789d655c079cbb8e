//! Two rooms with a door between them, and a bot that wants to get to the other one.

use std::task::Poll::{self, Pending, Ready};

use super::leaves::{Leaves, Now};
use super::picture::Picture;
use super::world::{World, approach};

const DOOR: f64 = 50.0;
/// How far from the door the bot stops: before it, and in a room.
const BEFORE: f64 = 6.0;
const INSIDE: f64 = 32.0;
/// Units in a second.
const SPEED: f64 = 16.0;

pub struct House {
    bot: f64,
    is_open: bool,
    is_locked: bool,
    is_broken: bool,
}

impl Default for House {
    fn default() -> Self {
        House { bot: DOOR - INSIDE, is_open: false, is_locked: true, is_broken: false }
    }
}

impl House {
    /// -1 in the left room, 1 in the right one.
    fn side(&self) -> f64 {
        if self.bot < DOOR { -1.0 } else { 1.0 }
    }

    fn walk(&mut self, now: &Now<'_>) -> Poll<bool> {
        // A bot that walks to the door stops on its own side.
        let to = match now.place {
            "door" => DOOR + self.side() * BEFORE,
            "left_room" => DOOR - INSIDE,
            "right_room" => DOOR + INSIDE,
            _ => return Ready(false),
        };
        let passes = (to < DOOR) != (self.bot < DOOR);
        if passes && !self.is_open && (self.bot - DOOR).abs() <= BEFORE {
            return Ready(false);
        }
        if approach(&mut self.bot, to, now.tick * SPEED) { Ready(true) } else { Pending }
    }

    fn open(&mut self, now: &Now<'_>) -> Poll<bool> {
        if now.spent < 0.5 {
            return Pending;
        }
        self.is_open |= !self.is_locked;
        Ready(self.is_open)
    }

    fn unlock(&mut self, now: &Now<'_>) -> Poll<bool> {
        if now.spent < 1.0 {
            return Pending;
        }
        self.is_locked &= now.chance > 0.4;
        Ready(!self.is_locked)
    }

    fn kick(&mut self, now: &Now<'_>) -> Poll<bool> {
        if now.spent < 0.6 {
            return Pending;
        }
        let has_broken = now.chance < 0.4;
        if has_broken {
            (self.is_open, self.is_locked, self.is_broken) = (true, false, true);
        }
        Ready(has_broken)
    }

    fn close(&mut self, now: &Now<'_>) -> Poll<bool> {
        if now.spent < 0.5 {
            return Pending;
        }
        // A door that was kicked in stays open; any other one may fall into its lock.
        self.is_open &= self.is_broken;
        self.is_locked = !self.is_open && now.chance < 0.6;
        Ready(!self.is_open)
    }
}

pub fn leaves() -> Leaves {
    Leaves::default()
        .act_at(
            "walk_to",
            "walk_to(\"$1\")$0",
            "walks to \"door\", \"left_room\" or \"right_room\"; fails at a shut door",
            House::walk,
        )
        .act("open", "opens the door; fails if it is locked", House::open)
        .act("unlock", "tries to unlock the door; succeeds four times out of ten", House::unlock)
        .act("kick", "kicks the door; breaks it four times out of ten", House::kick)
        .act("close", "closes the door; fails if it is broken", House::close)
        .holds("is_open", "whether the door is open", |house: &House| house.is_open)
        .holds("is_locked", "whether the door is locked", |house: &House| house.is_locked)
        .holds("is_left", "whether the bot is in the left room", |house: &House| house.bot < DOOR)
}

impl World for House {
    fn pass(&mut self, _: f64, _: &mut dyn FnMut() -> f64) {}

    fn press(&mut self, button: usize) {
        match button {
            0 => (self.is_open, self.is_locked) = (true, false),
            1 => (self.is_open, self.is_locked, self.is_broken) = (false, true, false),
            _ => {}
        }
    }

    fn picture(&self) -> Picture {
        let door = match (self.is_broken, self.is_open, self.is_locked) {
            (true, ..) => "broken",
            (_, true, _) => "open",
            (_, _, true) => "locked",
            _ => "shut",
        };
        let room = if self.bot < DOOR { "left" } else { "right" };
        let buttons = vec!["open the door", "mend and lock the door"];
        let words = format!("The bot is in the {room} room. The door is {door}.");
        let mut picture = Picture { words, buttons, ..Picture::default() };
        picture.rect("ground", (0.0, 34.0), (100.0, 6.0));
        picture.rect("wall", (DOOR - 1.0, 2.0), (2.0, 12.0));
        match (self.is_open, self.is_locked) {
            (true, _) => picture.rect("wood", (DOOR - 7.0, 14.0), (6.0, 20.0)),
            (false, is_locked) => {
                picture.rect("wood", (DOOR - 1.0, 14.0), (2.0, 20.0));
                picture.disc(if is_locked { "bad" } else { "good" }, (DOOR, 24.0), 1.3);
            }
        }
        picture.word((DOOR, 38.0), door);
        picture.rect("body", (self.bot - 3.0, 22.0), (6.0, 9.0));
        picture.disc("body", (self.bot, 19.0), 2.6);
        picture.disc("dark", (self.bot - 1.8, 32.5), 1.5);
        picture.disc("dark", (self.bot + 1.8, 32.5), 1.5);
        picture
    }
}
