//! A bot walks to a door, opens it, steps through and shuts it behind itself.
//!
//! After the behavior tree tutorial of the Fyrox book. The bot is written three times, the shortest form first; the
//! second one can be saved in the middle of its walk, and the third one needs a key.
//!
//! ```text
//! cargo run --example door_bot
//! cargo run --example door_bot -- --replay door_bot.html
//! ```

mod actions;
mod keys;
mod room;
mod saves;
mod shortest;

use std::process::ExitCode;
use std::time::Duration;

use actions::ActionBot;
use bt::Status;
use bt_examples::replay::{Replay, with_replay};
use bt_examples::say;
use keys::{KeyBot, NoKey};
use room::Room;
use shortest::DoorBot;

/// A line for each tick in which something happened, and for every fifth one.
fn line(tick: u32, room: &mut Room) -> Option<String> {
    let news = std::mem::take(&mut room.news).join(", ");
    if !tick.is_multiple_of(5) && news.is_empty() {
        return None;
    }
    let metres = f64::from(room.distance) / 10.0;
    Some(format!("{tick:4} {metres:6.1} m  {}  {news}", room.view()).trim_end().to_owned())
}

/// Ticks a bot until it has ended.
fn tell(room: &mut Room, mut tick: impl FnMut(&mut Room) -> Status) -> Vec<String> {
    let mut story = Vec::new();
    for number in 1.. {
        let status = tick(room);
        story.extend(line(number, room));
        if !status.is_running() {
            break;
        }
    }
    story
}

/// Saves a bot after this many ticks, and continues with the loaded one.
fn tell_with_a_save(ticks: u32) -> serde_json::Result<Vec<String>> {
    let (mut room, mut bot) = (Room::new(), ActionBot::new());
    for _ in 0..ticks {
        bot.tick(&mut room);
        room.news.clear();
    }
    let text = saves::save(&room, &bot)?;
    let (mut room, mut bot) = saves::load(&text)?;
    let mut story: Vec<String> = text.as_bytes().chunks(96).map(|part| String::from_utf8_lossy(part).into()).collect();
    story.extend(tell(&mut room, |room| bot.tick(room)));
    Ok(story)
}

/// The result of a bot with or without a key.
fn with_key(has_key: bool) -> Result<Status, NoKey> {
    let (mut room, mut bot) = (Room { has_key, ..Room::new() }, KeyBot::new());
    loop {
        let status = bot.tick(&mut room)?;
        if !status.is_running() {
            return Ok(status);
        }
    }
}

fn main() -> ExitCode {
    with_replay("door_bot", |replay| say!("{}", story(replay).trim_end()))
}

/// How long a tick takes with `--live`.
const FRAME: Duration = Duration::from_millis(100);

/// What the program prints.
fn story(replay: &mut Replay) -> String {
    let part = |title: &str, story: Vec<String>| format!("{title}:\n{}\n\n", story.join("\n"));

    let mut bot = DoorBot::new();
    let tick = |room: &mut Room| {
        replay.frame(FRAME);
        bot.tick_with(room, &mut replay.tick::<DoorBot>("shortest", Duration::ZERO))
    };
    let mut story = "tick  to the door\n\n".to_owned();
    story += &part("The shortest bot", tell(&mut Room::new(), tick));
    let mut bot = ActionBot::new();
    let tick = |room: &mut Room| {
        replay.frame(FRAME);
        bot.tick_with(room, &mut replay.tick::<ActionBot>("with one enum", Duration::ZERO))
    };
    story += &part("A bot with one enum of leaves", tell(&mut Room::new(), tick));
    story += &match tell_with_a_save(35) {
        Ok(story) => part("Saved after 35 ticks, and loaded", story),
        Err(error) => format!("It cannot be saved: {error}\n\n"),
    };
    for (title, has_key) in [("With a key", true), ("Without", false)] {
        let end = with_key(has_key).map_or_else(|error| error.to_string(), |status| status.to_string());
        story += &format!("{title}: {end}\n");
    }
    story
}

#[cfg(test)]
mod tests {
    use bt_examples::outputs::assert_printed;

    use super::*;
    use crate::room::BEHIND;

    /// Ticks a bot until it is done. Returns the room, and what happened in which tick.
    fn run(mut tick: impl FnMut(&mut Room) -> Status) -> (Room, Vec<(u32, String)>) {
        let (mut room, mut events) = (Room::new(), Vec::new());
        for number in 1..1000 {
            let status = tick(&mut room);
            events.extend(room.news.drain(..).map(|news| (number, news)));
            if !status.is_running() {
                assert_eq!(status, Status::Success);
                return (room, events);
            }
        }
        panic!("it never ends: {room:?}");
    }

    fn events<const N: usize>(events: [(u32, &str); N]) -> Vec<(u32, String)> {
        events.map(|(tick, news)| (tick, news.to_owned())).into()
    }

    #[test]
    fn all_bots_shut_the_door_behind_themselves() {
        let (mut shortest, mut key_bot) = (DoorBot::new(), KeyBot::new());
        let expected = events([(31, "the door is open"), (42, "the door is shut")]);
        let end = Room { distance: BEHIND, ..Room::new() };
        assert_eq!(run(|room| shortest.tick(room)), (end.clone(), expected.clone()));
        assert_eq!(run(|room| key_bot.tick(room).expect("it has a key")), (end, expected));
    }

    #[test]
    fn a_bot_with_an_enum_of_leaves_says_what_it_begins_and_can_start_again() {
        let mut bot = ActionBot::new();
        for _ in 0..2 {
            let (room, happened) = run(|room| bot.tick(room));
            assert_eq!((room.distance, room.door_open), (BEHIND, false));
            let expected = events([
                (1, "it walks to the door"),
                (31, "the door is open"),
                (31, "it steps through"),
                (42, "the door is shut"),
            ]);
            assert_eq!(happened, expected);
        }
    }

    #[test]
    fn a_bot_without_a_key_ends_at_the_door() {
        let (mut room, mut bot) = (Room { has_key: false, ..Room::new() }, KeyBot::new());
        for _ in 0..30 {
            assert_eq!(bot.tick(&mut room), Ok(Status::Running));
        }
        assert_eq!(bot.tick(&mut room), Err(NoKey));
        assert!(!bot.is_running() && !room.door_open && room.distance == 0);
        assert_eq!((with_key(true), with_key(false)), (Ok(Status::Success), Err(NoKey)));
    }

    #[test]
    fn a_bot_goes_on_where_it_was_saved() {
        let mut bot = ActionBot::new();
        let whole = tell(&mut Room::new(), |room| bot.tick(room));
        for ticks in 0..42 {
            let story = tell_with_a_save(ticks).expect("a bot can be saved and loaded");
            let (last, whole_last) = (story.last().unwrap(), whole.last().unwrap());
            assert_eq!(last[4..], whole_last[4..], "saved after {ticks} ticks");
            let left: u32 = last[..4].trim().parse().unwrap();
            assert_eq!(ticks + left, 42);
        }
        let story = tell_with_a_save(35).expect("a bot can be saved and loaded");
        assert!(!story.join("").contains("it steps through"), "it began that before the save");
    }

    #[test]
    fn the_save_of_another_tree_is_an_error() {
        let text = saves::save(&Room::new(), &ActionBot::new()).expect("a bot can be saved");
        assert!(saves::load(&text).is_ok());
        let digit = text.rfind(|character: char| character.is_ascii_digit()).expect("a save has a fingerprint");
        let mut other = text;
        let changed = if other[digit..].starts_with('1') { "2" } else { "1" };
        other.replace_range(digit..=digit, changed);
        assert!(saves::load(&other).is_err());
    }

    #[test]
    fn the_story_of_the_program() {
        assert_printed("door_bot", &story(&mut Replay::off()));
    }
}
