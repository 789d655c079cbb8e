//! One enum of all actions of a bot, as in the tutorial. Its leaves are structs with hooks, and can be saved.

use bt::{Behavior, Status, bt};
use serde::{Deserialize, Serialize};

use crate::room::{BEHIND, DOOR, Room};

/// Walks to the door, and reports its start: a leaf with hooks is a struct.
#[derive(Behavior, Serialize, Deserialize)]
#[behavior(context = Room)]
struct Walk;

impl Walk {
    fn start(&mut self, room: &mut Room) {
        room.say("it walks to the door");
    }

    fn run(&mut self, room: &mut Room) -> Status {
        if room.distance <= DOOR {
            return Status::Success;
        }
        room.distance -= 1;
        Status::Running
    }
}

/// Opens the door. This takes no time: a leaf that returns nothing has succeeded.
#[derive(Behavior, Serialize, Deserialize)]
#[behavior(context = Room)]
struct OpenDoor;

impl OpenDoor {
    fn run(&mut self, room: &mut Room) {
        room.open_door();
    }
}

/// Walks until the door is well behind it.
#[derive(Behavior, Serialize, Deserialize)]
#[behavior(context = Room)]
struct StepThrough;

impl StepThrough {
    fn start(&mut self, room: &mut Room) {
        room.say("it steps through");
    }

    fn run(&mut self, room: &mut Room) -> Status {
        if room.distance <= BEHIND {
            return Status::Success;
        }
        room.distance -= 1;
        Status::Running
    }
}

/// Shuts the door, which is the last step.
#[derive(Behavior, Serialize, Deserialize)]
#[behavior(context = Room)]
struct CloseDoor;

impl CloseDoor {
    fn run(&mut self, room: &mut Room) {
        room.close_door();
    }
}

/// All actions of a bot, in one type.
#[derive(Behavior, Serialize, Deserialize)]
#[behavior(context = Room)]
enum BotAction {
    Walk(Walk),
    OpenDoor(OpenDoor),
    StepThrough(StepThrough),
    CloseDoor(CloseDoor),
}

bt! {
    /// A bot whose leaves are values of one enum.
    #[derive(Serialize, Deserialize)]
    pub ActionBot(Room) = sequence <
        BotAction::Walk(Walk),
        BotAction::OpenDoor(OpenDoor),
        BotAction::StepThrough(StepThrough),
        BotAction::CloseDoor(CloseDoor),
    >
}
