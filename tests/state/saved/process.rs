//! A bot is saved on its way through a door, and continues in another process.
//!
//! After the door bot of the Fyrox book, whose parts derive `Visit` for this. The test starts itself again: it passes
//! saves to the other process, and gets back the actions of the bot there.

use std::io::{Read, Write};
use std::process::{Command, Stdio};

use bt::{Behavior, Save, Status, bt};
use serde::{Deserialize, Serialize};

use super::{FORMATS, Format};

/// The context of the bot.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
struct Room {
    distance: i32,
    /// The number of pushes that open the door.
    pushes: u32,
    door_open: bool,
    done: bool,
    news: Vec<String>,
}

/// Walks this many steps, and counts them itself.
#[derive(Behavior, Serialize, Deserialize)]
#[behavior(context = Room)]
struct Walk {
    steps: u32,
    done: u32,
}

impl Walk {
    fn new(steps: u32) -> Self {
        Walk { steps, done: 0 }
    }

    fn start(&self, room: &mut Room) {
        room.news.push(format!("sets out at {}", room.distance));
    }

    fn run(&mut self, room: &mut Room) -> Status {
        if self.done == self.steps {
            return Status::Success;
        }
        self.done += 1;
        room.distance -= 1;
        room.news.push(format!("step {} to {}", self.done, room.distance));
        Status::Running
    }
}

/// Pushes the door once.
#[derive(Behavior, Default, Serialize, Deserialize)]
#[behavior(context = Room)]
struct OpenDoor;

impl OpenDoor {
    fn run(&self, room: &mut Room) -> bool {
        room.pushes = room.pushes.saturating_sub(1);
        room.door_open = room.pushes == 0;
        room.news.push(format!("pushes, {} to go", room.pushes));
        room.door_open
    }
}

bt! {
    #[derive(Serialize, Deserialize)]
    DoorBot(Room) = sequence <
        walk(|room| room.distance.unsigned_abs()),
        retry(5) < selector < open_door, force_failure < rest: wait(0.25) > > >,
        step_through: parallel < walk(4), every(0.1, |room| room.news.push("hums".to_owned())) < wait(0.5) > >,
        close_door: action(|room| {
            room.door_open = false;
            room.done = true
        }),
    >
}

const TICK: f64 = 0.06;
const TICKS: usize = 60;

/// The remaining ticks: the events, the place of the bot, and its answer.
fn story(mut bot: DoorBot, mut room: Room, ticks: usize) -> Vec<String> {
    let mut story = Vec::new();
    for _ in 0..ticks {
        let status = bot.tick_for(TICK, &mut room);
        let place: Vec<&str> = bot.active().map(|node| node.title()).collect();
        story.push(format!("{status:?} {} {}", place.join(" > "), room.news.join(", ")));
        room.news.clear();
        if room.done {
            break;
        }
    }
    story
}

fn begin() -> (DoorBot, Room) {
    (DoorBot::new(), Room { distance: 7, pushes: 3, door_open: false, done: false, news: Vec::new() })
}

/// A save before the first tick and after each tick, and the events from there on.
fn saves(format: Format) -> (Vec<Vec<u8>>, Vec<Vec<String>>) {
    let (mut bot, mut room) = begin();
    let whole = story(DoorBot::new(), room.clone(), TICKS);
    let mut saves = Vec::new();
    for _ in 0..whole.len() {
        saves.push(format.write(&(Save(&bot), &room)));
        bot.tick_for(TICK, &mut room);
        room.news.clear();
    }
    assert!(room.done, "the whole story is told: {whole:?}");
    let stories = (0..whole.len()).map(|told| whole[told..].to_vec()).collect();
    (saves, stories)
}

/// Names the format to a process that continues with its input.
const ASK: &str = "BT_SAVED_GO_ON";
/// The prefix of the answer of such a process.
const ANSWER: &str = "the stories: ";

#[test]
fn a_door_bot_goes_on_in_another_process() {
    if std::env::var_os(ASK).is_some() {
        return answer();
    }
    for format in FORMATS {
        let (saves, stories) = saves(format);
        assert!(stories.len() > 20, "{stories:?}");
        assert_eq!(ask(format, &saves), stories, "{format:?}");
    }
}

/// Starts this test in another process.
fn ask(format: Format, saves: &[Vec<u8>]) -> Vec<Vec<String>> {
    let name = concat!(module_path!(), "::a_door_bot_goes_on_in_another_process");
    let name = name.split_once("::").expect("it is in a crate").1;
    let mut other = Command::new(std::env::current_exe().expect("this is a program"))
        .args(["--exact", name, "--nocapture"])
        .env(ASK, format!("{format:?}"))
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("it starts");
    let letter = serde_json::to_vec(saves).expect("it can be written");
    other.stdin.take().expect("it listens").write_all(&letter).expect("it listens");
    let output = other.wait_with_output().expect("it ends");
    let text = String::from_utf8_lossy(&output.stdout);
    let answer = text.lines().find_map(|line| line.split_once(ANSWER));
    let (_, answer) = answer.unwrap_or_else(|| panic!("it does not answer: {text}"));
    serde_json::from_str(answer).expect("it is the stories")
}

/// The part of the other process.
fn answer() {
    let format = FORMATS.into_iter().find(|format| std::env::var(ASK) == Ok(format!("{format:?}")));
    let mut letter = Vec::new();
    std::io::stdin().read_to_end(&mut letter).expect("somebody asks");
    let saves: Vec<Vec<u8>> = serde_json::from_slice(&letter).expect("it is a list of saves");
    let go_on = |save: &Vec<u8>| {
        let (Save(bot), room) = format.expect("it is one of the formats").read(save).expect("it can be loaded");
        story(bot, room, TICKS)
    };
    let stories: Vec<Vec<String>> = saves.iter().map(go_on).collect();
    println!("{ANSWER}{}", serde_json::to_string(&stories).expect("it can be written"));
}
