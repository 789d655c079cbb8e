//! A soldier hunts the player, fetches a keycard for the lab, reloads while it walks, heals, and runs when it cannot.
//!
//! After the introduction of the C++ tutorial "AI - Behaviour Trees". In a state machine, walking to the card while
//! reloading needs a state for each pair of actions; in a tree it is a `parallel`.
//!
//! ```text
//! cargo run --example keycard
//! ```

use std::process::ExitCode;
use std::time::Duration;

use bt::{Span, Status, bt, leaf};
use bt_examples::replay::{Replay, with_replay};
use bt_examples::say;

/// The capacity of a magazine.
const MAGAZINE: u32 = 30;
/// The speed of the soldier, in metres a second.
const SPEED: f64 = 2.0;

/// The soldier has caught a player who is nearer than this, in metres.
const REACH: f64 = 1.0;

// Positions in the corridor, in metres.
const DESK: f64 = -10.0;
const DOOR: f64 = 4.0;
const LAB: f64 = 8.0;
const EXIT: f64 = -20.0;

/// Healing items, the best first.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Item {
    Medkit,
    Potion,
    Bread,
}

/// The context: a soldier and its senses.
struct Soldier {
    at: f64,
    player: f64,
    /// Whether it has been sent to the lab.
    has_orders: bool,
    has_card: bool,
    door_open: bool,
    health: u32,
    /// The rounds in the gun, and in the pockets.
    rounds: u32,
    ammo: u32,
    bag: Vec<Item>,
    story: Vec<String>,
}

impl Soldier {
    fn new() -> Self {
        Soldier {
            at: 0.0,
            player: -8.0,
            has_orders: false,
            has_card: false,
            door_open: false,
            health: 100,
            rounds: 4,
            ammo: 90,
            bag: vec![Item::Bread, Item::Potion],
            story: Vec::new(),
        }
    }

    fn say(&mut self, words: impl Into<String>) {
        self.story.push(words.into());
    }

    fn is_hurt(&self) -> bool {
        self.health < 30
    }

    fn needs_to_reload(&self) -> bool {
        self.rounds < MAGAZINE / 3
    }

    fn has_ammo(&self) -> bool {
        self.ammo > 0
    }

    fn fill_magazine(&mut self) {
        let rounds = self.ammo.min(MAGAZINE - self.rounds);
        self.ammo -= rounds;
        self.rounds += rounds;
        self.say(format!("loads {rounds} rounds"));
    }

    fn take_card(&mut self) {
        self.has_card = true;
        self.say("takes the keycard");
    }

    fn open_door(&mut self) {
        self.door_open = true;
        self.say("opens the door");
    }

    fn report(&mut self) {
        self.has_orders = false;
        self.say("is in the lab");
    }

    fn hears_orders(&mut self) {
        self.has_orders = true;
        self.say("is sent to the lab");
    }

    fn is_hit(&mut self, health: u32) {
        self.health = health;
        self.say(format!("is hit, health {health}"));
    }
}

#[leaf]
fn say(soldier: &mut Soldier, words: &'static str) {
    soldier.say(words);
}

/// Walks forever, to the left or to the right.
#[leaf]
fn walk(soldier: &mut Soldier, direction: f64, span: &mut Span) -> Status {
    soldier.at += direction * SPEED * span.seconds();
    Status::Running
}

/// Walks to a place, in exactly the required time.
#[leaf]
fn go_to(soldier: &mut Soldier, place: f64, span: &mut Span) -> Status {
    let way = place - soldier.at;
    if span.spend(way.abs() / SPEED) {
        soldier.at = place;
        return Status::Success;
    }
    soldier.at += SPEED * span.seconds().copysign(way);
    Status::Running
}

/// Uses something from the bag, if it is there.
#[leaf]
fn heal_with(soldier: &mut Soldier, item: Item) -> bool {
    let Some(index) = soldier.bag.iter().position(|found| *found == item) else { return false };
    soldier.bag.remove(index);
    soldier.health = 100;
    soldier.say(format!("heals with a {item:?}").to_lowercase());
    true
}

bt! {
    /// The simplest behavior: left or right, wherever the player is.
    Hunt(Soldier) = priority <
        |soldier| soldier.player < soldier.at - REACH => left: sequence <
            say("hunts the player, to the left"),
            walk(-1.0),
        >,
        |soldier| soldier.player > soldier.at + REACH => right: sequence <
            say("hunts the player, to the right"),
            walk(1.0),
        >,
        caught: sequence < say("has caught the player"), running >,
    >
}

bt! {
    /// The best available way to heal. It fails if the bag is empty, so that the parent can try something else.
    Heal(Soldier) = selector < heal_with(Item::Medkit), heal_with(Item::Potion), heal_with(Item::Bread) >
}

bt! {
    /// Runs for the exit, and stays there.
    Flee(Soldier) = sequence < say("runs for the exit"), go_to(EXIT), say("is out"), running >
}

bt! {
    /// Takes two seconds. A gun that is full enough is a success, and a soldier without ammunition fails.
    Reload(Soldier) = if_else <
        condition(Soldier::needs_to_reload),
        sequence < condition(Soldier::has_ammo), wait(2.0), action(Soldier::fill_magazine) >,
        succeed,
    >
}

bt! {
    /// Reloads while it walks. It also walks without ammunition.
    EnterLab(Soldier) = sequence <
        parallel <
            fetch_card: selector <
                condition(|soldier| soldier.has_card),
                sequence < go_to(DESK), action(Soldier::take_card) >,
            >,
            force_success < reload >,
        >,
        go_to(DOOR),
        action(Soldier::open_door),
        go_to(LAB),
        action(Soldier::report),
    >
}

bt! {
    /// The most urgent goal comes first.
    Brain(Soldier) = priority <
        |soldier| soldier.is_hurt() => survive: selector < heal, flee >,
        |soldier| soldier.has_orders => enter_lab,
        hunt,
    >
}

/// The events of a soldier, with their times in seconds.
type Script = [(u32, fn(&mut Soldier))];

/// Plays a script for 32 seconds. Returns all words of the soldier, with the time and the place.
fn play(script: &Script, soldier: &mut Soldier, rate: u32, replay: &mut Replay) -> Vec<String> {
    let (mut brain, frame) = (Brain::new(), Duration::from_secs(1) / rate);
    let mut story = Vec::new();
    for number in 0..32 * rate {
        for (_, happen) in script.iter().filter(|(second, _)| number == second * rate) {
            happen(soldier);
        }
        replay.frame(frame);
        brain.tick_for_with(frame, soldier, &mut replay.tick::<Brain>("soldier", frame));
        // The sum with 0 is never -0.
        let (seconds, at) = ((frame * (number + 1)).as_secs_f64(), (soldier.at * 10.0).round() / 10.0 + 0.0);
        story.extend(soldier.story.drain(..).map(|words| format!("{seconds:5.1} s  {at:5.1} m  {words}")));
    }
    story
}

const SCRIPT: &Script = &[
    (2, |soldier| soldier.hears_orders()),
    (6, |soldier| soldier.is_hit(10)),
    (9, |soldier| soldier.player = 20.0),
    (15, |soldier| soldier.player = 0.0),
    (16, |soldier| soldier.is_hit(20)),
    (17, |soldier| soldier.is_hit(5)),
];

/// What the program prints.
fn story(replay: &mut Replay) -> String {
    play(SCRIPT, &mut Soldier::new(), 60, replay).join("\n")
}

fn main() -> ExitCode {
    with_replay("keycard", |replay| say!("{}", story(replay)))
}

#[cfg(test)]
mod tests {
    use bt_examples::outputs::assert_printed;

    use super::*;

    const ORDERS: &Script = &[(0, |soldier| soldier.has_orders = true)];

    /// What happens in a line, without the time and the place.
    fn word(line: &str) -> &str {
        line.rsplit("  ").next().unwrap_or_default()
    }

    fn words(story: &[String]) -> Vec<&str> {
        story.iter().map(|line| word(line)).collect()
    }

    #[test]
    fn it_goes_left_or_right_to_the_player() {
        let mut tree = Hunt::new();
        let mut soldier = Soldier::new();
        for (player, at, label) in
            [(-8.0, -2.0, "left"), (7.0, 0.0, "right"), (1.0, 0.0, "caught"), (-1.0, 0.0, "caught")]
        {
            soldier.player = player;
            assert_eq!(tree.tick_for(1.0, &mut soldier), Status::Running);
            let active = tree.active().find_map(|node| node.label);
            assert_eq!((soldier.at, active), (at, Some(label)), "the player is at {player}");
        }
    }

    #[test]
    fn it_reloads_while_it_fetches_the_card() {
        for rate in [5, 7, 10, 30, 60, 144, 240] {
            let mut soldier = Soldier::new();
            let story = play(ORDERS, &mut soldier, rate, &mut Replay::off());
            let expected = ["loads 26 rounds", "takes the keycard", "opens the door", "is in the lab"];
            assert_eq!(words(&story)[..4], expected, "{rate} frames a second");
            // 5 s to the desk, 7 s to the door, 2 s to the lab: none for the gun.
            for (line, seconds) in story.iter().zip([2.0, 5.0, 12.0, 14.0]) {
                let time: f64 = line.trim_start().split(' ').next().unwrap().parse().unwrap();
                assert!((seconds..=seconds + 0.25).contains(&time), "{line}, {rate} frames a second");
            }
            assert_eq!((soldier.rounds, soldier.ammo, soldier.door_open), (MAGAZINE, 64, true));
        }
    }

    #[test]
    fn a_gun_is_loaded_when_it_is_nearly_empty_and_there_is_something_to_load() {
        for (rounds, ammo, loaded) in [(9, 90, 30), (10, 90, 10), (4, 0, 4), (0, 3, 3)] {
            let mut soldier = Soldier { rounds, ammo, ..Soldier::new() };
            let story = play(ORDERS, &mut soldier, 10, &mut Replay::off());
            assert!(words(&story).contains(&"is in the lab"), "it goes with or without");
            assert_eq!((soldier.rounds, soldier.rounds + soldier.ammo), (loaded, rounds + ammo));
            assert_eq!(story.iter().any(|line| line.contains("loads")), loaded > rounds, "it says so if it does");
        }
    }

    #[test]
    fn the_best_in_the_bag_heals_and_an_empty_one_does_not() {
        let mut soldier = Soldier { bag: vec![Item::Bread, Item::Medkit, Item::Potion], ..Soldier::new() };
        for expected in ["heals with a medkit", "heals with a potion", "heals with a bread"] {
            soldier.health = 1;
            assert_eq!(Heal::new().tick(&mut soldier), Status::Success);
            assert_eq!((soldier.story.pop().as_deref(), soldier.health), (Some(expected), 100));
        }
        assert_eq!(Heal::new().tick(&mut soldier), Status::Failure);
    }

    #[test]
    fn with_an_empty_bag_it_runs_away() {
        let mut soldier = Soldier { health: 1, bag: Vec::new(), has_orders: true, ..Soldier::new() };
        let mut brain = Brain::new();
        brain.tick_for(1.0, &mut soldier);
        assert_eq!(brain.active().find_map(|node| node.label.filter(|label| *label == "flee")), Some("flee"));
        assert_eq!(soldier.at, -2.0);
        brain.tick_for(9.0, &mut soldier);
        assert_eq!((soldier.at, soldier.story.join(", ").as_str()), (EXIT, "runs for the exit, is out"));
        brain.tick_for(60.0, &mut soldier);
        assert_eq!((soldier.at, soldier.story.len()), (EXIT, 2), "it stays there");
    }

    #[test]
    fn it_begins_at_29_to_heal_and_not_before() {
        for (health, left) in [(29, 1), (30, 2)] {
            let mut soldier = Soldier { health, ..Soldier::new() };
            Brain::new().tick_for(0.1, &mut soldier);
            assert_eq!(soldier.bag.len(), left);
        }
    }

    #[test]
    fn the_story_of_the_program_is_the_same_at_every_frame_rate() {
        let printed = story(&mut Replay::off());
        assert_printed("keycard", &printed);
        for rate in [5, 7, 10, 30, 144, 240] {
            let mut soldier = Soldier::new();
            let story = play(SCRIPT, &mut soldier, rate, &mut Replay::off());
            assert!(words(&story).into_iter().eq(printed.lines().map(word)), "{rate} frames a second: {story:?}");
            assert_eq!(soldier.at, EXIT);
        }
    }
}
