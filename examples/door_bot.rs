//! A bot walks to a door, opens it, steps through and shuts it behind itself.
//!
//! After the behavior tree tutorial of the Fyrox book. The bot is written twice: with its leaves named in the tree, and
//! with one enum of all its leaves. Both do the same.
//!
//! ```text
//! cargo run --example door_bot
//! ```

use bt::{Behavior, Status, bt, leaf};

/// How far from the door the bot begins, in decimetres.
const START: i32 = 30;
/// Where the bot is through the door.
const THROUGH: i32 = -11;

/// What the bots act on: the context of their trees.
struct Room {
    /// In decimetres; below zero, the door is behind the bot.
    distance: i32,
    door_open: bool,
    done: bool,
    /// What has happened in this tick.
    news: Vec<&'static str>,
}

impl Room {
    fn new() -> Self {
        Room { distance: START, door_open: false, done: false, news: Vec::new() }
    }

    /// The room from the side: the bot is `o`, the door is `|`, or `/` when it is open.
    fn view(&self) -> String {
        let floor = |place| if place == self.distance { 'o' } else { '_' };
        let before: String = (0..=START).rev().map(floor).collect();
        let behind: String = (THROUGH..0).rev().map(floor).collect();
        let door = if self.door_open { '/' } else { '|' };
        format!("{before}{door}{behind}")
    }
}

/// Walks until it stands at the door. It says so when it starts: a leaf with hooks is a struct.
#[derive(Behavior, Default)]
#[behavior(context = Room)]
struct Walk;

impl Walk {
    fn start(&mut self, room: &mut Room) {
        room.news.push("it walks to the door");
    }

    fn run(&mut self, room: &mut Room) -> Status {
        if room.distance <= 0 {
            return Status::Success;
        }
        room.distance -= 1;
        Status::Running
    }
}

/// Opens the door. This takes no time: a leaf that returns nothing has succeeded. It needs no hooks, so it is a function;
/// its type is `OpenDoor`.
#[leaf]
fn open_door(room: &mut Room) {
    room.door_open = true;
    room.news.push("the door is open");
}

/// Walks until the door is well behind it.
#[derive(Behavior, Default)]
#[behavior(context = Room)]
struct StepThrough;

impl StepThrough {
    fn start(&mut self, room: &mut Room) {
        room.news.push("it steps through");
    }

    fn run(&mut self, room: &mut Room) -> Status {
        if room.distance <= THROUGH {
            return Status::Success;
        }
        room.distance -= 1;
        Status::Running
    }
}

/// Shuts the door, which is the last thing to do.
#[leaf]
fn close_door(room: &mut Room) {
    room.door_open = false;
    room.done = true;
    room.news.push("the door is shut");
}

bt! {
    /// A bot whose leaves are named in its tree: `open_door` is the type `OpenDoor`.
    DoorBot(Room) = sequence < walk, open_door, step_through, close_door >
}

/// All that a bot can do, in one type.
#[derive(Behavior)]
#[behavior(context = Room)]
enum BotAction {
    Walk(Walk),
    OpenDoor(OpenDoor),
    StepThrough(StepThrough),
    CloseDoor(CloseDoor),
}

bt! {
    /// A bot whose leaves are values of one enum.
    ActionBot(Room) = sequence <
        BotAction::Walk(Walk),
        BotAction::OpenDoor(OpenDoor),
        BotAction::StepThrough(StepThrough),
        BotAction::CloseDoor(CloseDoor),
    >
}

/// Ticks a bot until it has ended, and tells what it did.
fn tell(room: &mut Room, mut tick: impl FnMut(&mut Room) -> Status) -> Vec<String> {
    let mut story = Vec::new();
    for number in 1.. {
        let status = tick(room);
        let news = std::mem::take(&mut room.news).join(", ");
        if number % 5 == 0 || !news.is_empty() {
            let metres = f64::from(room.distance) / 10.0;
            story.push(format!("{number:4} {metres:6.1} m  {}  {news}", room.view()).trim_end().to_owned());
        }
        if !status.is_running() {
            break;
        }
    }
    story
}

fn main() {
    println!("tick  to the door\n\nA bot with leaves of its own:");
    let mut bot = DoorBot::new();
    for line in tell(&mut Room::new(), |room| bot.tick(room)) {
        println!("{line}");
    }

    println!("\nA bot with one enum of leaves:");
    let mut bot = ActionBot::new();
    for line in tell(&mut Room::new(), |room| bot.tick(room)) {
        println!("{line}");
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Ticks a bot until it is done: the room, and what happened in which tick.
    fn run(mut tick: impl FnMut(&mut Room) -> Status) -> (Room, Vec<(u32, &'static str)>) {
        let (mut room, mut events) = (Room::new(), Vec::new());
        for number in 1..1000 {
            let status = tick(&mut room);
            events.extend(room.news.drain(..).map(|news| (number, news)));
            assert_eq!(room.done, status == Status::Success);
            if !status.is_running() {
                events.push((number, "end"));
                break;
            }
        }
        (room, events)
    }

    const EVENTS: [(u32, &str); 5] = [
        (1, "it walks to the door"),
        (31, "the door is open"),
        (31, "it steps through"),
        (42, "the door is shut"),
        (42, "end"),
    ];

    #[test]
    fn both_bots_shut_the_door_behind_themselves() {
        let (mut named, mut of_enum) = (DoorBot::new(), ActionBot::new());
        for (room, events) in [run(|room| named.tick(room)), run(|room| of_enum.tick(room))] {
            assert_eq!(events, EVENTS);
            assert_eq!((room.distance, room.door_open, room.done), (THROUGH, false, true));
        }
    }

    #[test]
    fn both_bots_tell_the_same_story() {
        let (mut named, mut of_enum) = (DoorBot::new(), ActionBot::new());
        let story = tell(&mut Room::new(), |room| named.tick(room));
        assert_eq!(story, tell(&mut Room::new(), |room| of_enum.tick(room)));
        assert_eq!(story.len(), 11);
        assert_eq!(story[0], "   1    2.9 m  _o_____________________________|___________  it walks to the door");
        let last = "  42   -1.1 m  _______________________________|__________o  the door is shut";
        assert_eq!(story[10], last);
    }

    #[test]
    fn a_bot_can_start_again() {
        let mut bot = DoorBot::new();
        for _ in 0..2 {
            assert_eq!(run(|room| bot.tick(room)).1, EVENTS);
        }
    }
}
