//! A door bot that can be locked in: the wind closes the door, and the caretaker locks it.

use bt::TreeFor;
use bt_check::{Agent, Check, Checkable};

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Door {
    Open,
    Closed,
    Locked,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct Room {
    door: Door,
    wedged: bool,
    inside: bool,
}

const ROOM: Room = Room { door: Door::Open, wedged: false, inside: false };

fn go(room: &mut Room, inside: bool) {
    assert!(room.door == Door::Open, "the bot runs into the door");
    room.inside = inside;
}

fn enter(room: &mut Room) {
    go(room, true);
}

fn leave(room: &mut Room) {
    go(room, false);
}

bt::bt! {
    #[derive(Clone, PartialEq, Eq, Hash)]
    Careless(Room) = sequence <
        wait_until(|room| room.door == Door::Open),
        action(enter),
        clean: wait_until(|_| false),
    >
}

/// The careful bot, with these steps until it is inside, and after that.
macro_rules! careful {
    ($($bot:ident = [$($enter:tt)*] [$($leave:tt)*];)*) => {$(
        bt::bt! {
            #[derive(Clone, PartialEq, Eq, Hash)]
            $bot(Room) = forever < sequence < $($enter)*, $($leave)* > >
        }
    )*};
}

careful! {
    Careful =
        [wait_until(|room| room.door == Door::Open), action(|room| room.wedged = true), action(enter)]
        [clean: skip_tick, leave: action(leave), action(|room| room.wedged = false)];
    // The wedge is put under the door too late, taken away too early, or not used at all.
    Late =
        [wait_until(|room| room.door == Door::Open), action(enter), skip_tick, action(|room| room.wedged = true)]
        [clean: skip_tick, leave: action(leave), action(|room| room.wedged = false)];
    Early =
        [wait_until(|room| room.door == Door::Open), action(|room| room.wedged = true), action(enter)]
        [action(|room| room.wedged = false), clean: skip_tick, leave: action(leave)];
    Unwedged =
        [wait_until(|room| room.door == Door::Open), action(enter)]
        [clean: skip_tick, leave: action(leave)];
    // The bot does not look at the door, or does not look again after a pause.
    Sightless =
        [wait_until(|_| true), action(|room| room.wedged = true), action(enter)]
        [clean: skip_tick, leave: action(leave), action(|room| room.wedged = false)];
    Blind =
        [wait_until(|room| room.door == Door::Open), skip_tick, action(|room| room.wedged = true), action(enter)]
        [clean: skip_tick, leave: action(leave), action(|room| room.wedged = false)];
    // The bot waits for something that never happens, or for the opposite.
    Lazy =
        [wait_until(|room| room.door == Door::Open && room.wedged), action(enter)]
        [clean: skip_tick, leave: action(leave), action(|room| room.wedged = false)];
    Contrary =
        [wait_until(|room| room.door != Door::Open), action(|room| room.wedged = true), action(enter)]
        [clean: skip_tick, leave: action(leave), action(|room| room.wedged = false)];
}

/// Takes a tick.
#[derive(bt::Behavior, Clone, Default, PartialEq, Eq, Hash)]
#[behavior(context = Room)]
struct SkipTick {
    again: bool,
}

impl SkipTick {
    fn run(&mut self, _: &mut Room) -> bt::Status {
        if std::mem::replace(&mut self.again, true) { bt::Status::Success } else { bt::Status::Running }
    }
}

/// What everybody else does.
fn in_the_house<T: TreeFor<Room> + Checkable>(bot: T) -> Check<'static, Room, Agent<T>> {
    let check = Check::new(ROOM, bot).tick(|room, bot| bot.tick(room)).moves(|room, next| match room.door {
        Door::Open if !room.wedged => next.may("the wind closes the door", Room { door: Door::Closed, ..*room }),
        Door::Open => {}
        Door::Closed => {
            next.may("somebody opens the door", Room { door: Door::Open, ..*room });
            next.may("the caretaker locks the door", Room { door: Door::Locked, ..*room });
        }
        Door::Locked => next.may("the caretaker unlocks the door", Room { door: Door::Open, ..*room }),
    });
    check
        .never("locked in", |now| now.world.inside && now.world.door == Door::Locked)
        .never("it waits at an open door", |now| {
            now.ran("wait_until") && now.is_active("wait_until") && now.world.door == Door::Open
        })
}

#[test]
fn the_careless_bot_is_locked_in() {
    let report = in_the_house(Careless::new()).run();
    let story = report.counterexample().expect("it stays inside");
    assert_eq!(
        story.to_string(),
        "\
fails: locked in, after 2 ticks
  start: Room { door: Open, wedged: false, inside: false }
  1. nothing happens
     `wait_until` succeeds, `action` succeeds, `clean` starts; active: `clean`
     world: inside: true (was false)
  2. the wind closes the door
     `clean` continues; active: `clean`
     world: door: Closed (was Open)
  3. the caretaker locks the door
     world: door: Locked (was Closed)
"
    );
    assert_eq!(
        story.to_test("careless()"),
        r#"#[test]
fn locked_in() {
    careless().replay(
        &[
            "nothing happens",
            "the wind closes the door",
            "the caretaker locks the door",
        ],
        None,
    );
}
"#
    );
}

const WAY: [&str; 3] = ["nothing happens", "the wind closes the door", "the caretaker locks the door"];

#[test]
#[should_panic(expected = "fails: locked in, after 2 ticks")]
fn the_test_of_the_counterexample_fails() {
    in_the_house(Careless::new()).replay(&WAY, None);
}

#[test]
fn the_test_of_the_counterexample_passes_once_it_is_mended() {
    in_the_house(Careful::new()).replay(&WAY, None);
}

#[test]
fn the_careful_bot_is_never_locked_in() {
    let report = in_the_house(Careful::new()).holds();
    // The new tree; outside and inside with the door open; outside with the door closed or locked. Never inside behind
    // a closed door.
    assert_eq!(report.states(), 4);
}

#[test]
fn mutants_are_found() {
    let panic = "no tick panics (`the bot runs into the door`)";
    crate::assert_found! {
        in_the_house(Late) => panic, in 3;
        in_the_house(Early) => panic, in 2;
        in_the_house(Unwedged) => panic, in 2;
        in_the_house(Sightless) => panic, in 1;
        in_the_house(Blind) => panic, in 2;
        in_the_house(Contrary) => "it waits at an open door", in 1;
        in_the_house(Lazy) => "it waits at an open door", in 1;
    }
}

#[test]
fn a_panic_is_a_counterexample() {
    let report = in_the_house(Blind::new()).run();
    let story = report.counterexample().expect("the door closes while it waits").to_string();
    assert!(story.contains("the bot runs into the door"), "{story}");
    assert!(story.contains("2. the wind closes the door"), "{story}");
}

#[test]
fn properties_look_at_labels_and_events() {
    let check = || in_the_house(Careful::new());
    check().always("the bot cleans inside", |now| now.is_active("clean") == now.world.inside).holds();
    check().never("it leaves while it cleans", |now| now.succeeded("leave") && now.is_active("clean")).run();
    let report = check().never("it leaves", |now| now.succeeded("leave")).run();
    assert_eq!(report.counterexample().expect("it leaves in the second tick").ticks(), 2);
    let report = check().never("it is aborted", |now| now.aborted("clean")).run();
    assert!(report.holds(), "{report}");
}

#[test]
#[should_panic(
    expected = "no node has the label `claen`; there are forever, sequence, wait_until, action, action, clean"
)]
fn a_label_that_no_node_has_is_an_error() {
    in_the_house(Careful::new()).never("x", |now| now.is_active("claen")).run();
}

#[test]
fn a_page_replays_the_counterexample() {
    let check = || in_the_house(Careless::new());
    let report = check().run();
    let page = check().page(report.counterexample().expect("it stays inside"));
    assert!(page.starts_with("<!DOCTYPE html>") && page.len() > 10_000);
}
