//! A villager learns skills while the program runs. Each skill is a tree of its own; a mod brings one that the game
//! does not know. The villager is saved in the middle of a skill, and continues with it when it is loaded.
//!
//! ```text
//! cargo run --example skills
//! ```

use std::collections::BTreeMap;
use std::sync::RwLock;

use bt::{Behavior, DynTree, Registry, Save, Status, bt};
use bt_examples::say;
use serde::{Deserialize, Serialize};

/// The context of all skills.
#[derive(Debug, Default, Serialize, Deserialize)]
struct Villager {
    /// The names of the skills that it knows, the latest last.
    skills: Vec<String>,
    wood: u32,
    fish: u32,
    log: Vec<String>,
}

impl Villager {
    fn say(&mut self, text: &str) {
        self.log.push(text.to_owned());
    }

    /// The latest skill, which it likes best.
    fn best_skill(&self) -> String {
        self.skills.last().cloned().unwrap_or_default()
    }
}

/// A message: it begins to rain.
struct Rain;

/// A skill, in a box: a tree for villagers that hears of rain.
type Skill = dyn DynTree<Villager, Status, Rain>;

bt! {
    /// Works at what it likes best, five seconds at most.
    #[derive(Clone, Serialize, Deserialize)]
    Work(Villager) on Rain = forever <
        force_success < timeout(5.0) < dynamic(|villager| villager.best_skill(), registry = Skills) > >
    >
}

bt! {
    #[derive(Serialize, Deserialize)]
    Chop(Villager) = sequence < wait(2.0), action(|villager| villager.wood += 1) >
}

// What a mod brings: it may be in a crate that the game has never seen.
mod fishing {
    use super::*;

    /// Waits for a fish, and goes home when it rains.
    #[derive(Behavior, Default, Serialize, Deserialize)]
    #[behavior(context = Villager, message = Rain)]
    struct Angle;

    impl Angle {
        fn run(&mut self, villager: &mut Villager) -> Status {
            if villager.fish < 2 { Status::Running } else { Status::Success }
        }

        fn receive(&mut self, villager: &mut Villager, _: &Rain) -> Status {
            villager.say("home, it rains");
            Status::Failure
        }
    }

    bt! {
        #[derive(Serialize, Deserialize)]
        Fish(Villager) on Rain = race < angle, every(1.5, |villager| villager.fish += 1) < running > >
    }

    /// Called when the mod is loaded.
    pub(super) fn register() {
        Skills::add("fish", || Box::new(Fish::new()));
    }
}

/// The skills of the game and of all mods, by name.
struct Skills;

/// Makes a skill.
type Make = fn() -> Box<Skill>;

static ALL: RwLock<BTreeMap<&str, Make>> = RwLock::new(BTreeMap::new());

impl Skills {
    fn add(name: &'static str, make: Make) {
        ALL.write().expect("no writer panics").insert(name, make);
    }
}

impl Registry<Skill> for Skills {
    type Name = String;

    fn make(name: &String) -> Option<Box<Skill>> {
        ALL.read().expect("no writer panics").get(name.as_str()).map(|make| make())
    }
}

/// What the program prints.
fn story() -> String {
    Skills::add("chop", || Box::new(Chop::new()));
    let mut villager = Villager { skills: vec!["chop".to_owned()], ..Villager::default() };
    let mut work = Work::new();
    work.tick_for(4.0, &mut villager);
    let mut story = format!("A villager who can only chop has {} wood after 4 seconds.\n\n", villager.wood);

    fishing::register();
    villager.skills.push("fish".to_owned());
    work.tick_for(2.5, &mut villager);
    story += "A mod teaches it to fish. 2.5 seconds later it has finished its wood, and fishes.\n\
              The tree of the mod is drawn below the node that runs it, with a star at every active node:\n\n";
    let drawing = work.to_string();
    story += &format!("{drawing}\n");

    // With the feature `boxed-saves`, a save has the state of the skill.
    let saved = serde_json::to_string(&(&villager, Save(&work))).expect("it is saved");
    let (mut villager, Save(mut work)): (Villager, Save<Work>) = serde_json::from_str(&saved).expect("it is loaded");
    let same = if work.to_string() == drawing { "the same nodes are" } else { "something else is" };
    story += &format!("It is saved while it fishes. When it is loaded, {same} active.\n");
    work.tick_for(2.0, &mut villager);
    work.send(&mut villager, &Rain);
    work.tick_for(0.25, &mut villager);
    story += &format!("It rains after 2 more seconds: \"{}\".\n", villager.log.join("; "));
    story + &format!("It has {} wood and {} fish.\n", villager.wood, villager.fish)
}

fn main() {
    say!("{}", story().trim_end());
}

#[test]
fn skills_are_learned_saved_and_interrupted() {
    bt_examples::outputs::assert_printed("skills", &story());
}
