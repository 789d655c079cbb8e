//! Trees that were never Rust.

mod contexts;
mod harm;
mod mistakes;

use bt::{Behavior, Outcome, Status};
use bt_live::{LiveTree, Palette};

#[derive(Default)]
struct World {
    journal: Vec<String>,
    hungry: bool,
    food: f64,
    started: u32,
    finished: u32,
}

#[derive(Behavior, Clone)]
#[behavior(context = World)]
struct Walk {
    to: u32,
    steps: i32,
}

impl Walk {
    fn new(to: u32, steps: i32) -> Self {
        Walk { to, steps }
    }

    fn start(&mut self, world: &mut World) {
        world.started += 1;
        world.journal.push(format!("to {}", self.to));
    }

    fn run(&mut self, _: &mut World) -> Status {
        self.steps -= 1;
        if self.steps < 0 { Status::Success } else { Status::Running }
    }

    fn finish(&mut self, world: &mut World, outcome: Outcome) {
        world.finished += 1;
        world.journal.push(format!("{outcome:?}"));
    }
}

#[derive(Behavior, Clone, Default)]
#[behavior(context = World, value = u32)]
struct Find;

impl Find {
    fn run(&mut self, world: &mut World) -> Option<u32> {
        (!world.hungry).then_some(7)
    }
}

#[derive(Behavior, Clone)]
#[behavior(context = World)]
struct Say {
    text: String,
}

impl Say {
    fn run(&mut self, world: &mut World) {
        world.journal.push(self.text.clone());
    }
}

fn palette() -> Palette<World> {
    Palette::new()
        .leaf("walk", Walk::new)
        .leaf("find", Find::default)
        .leaf("say", |text: String| Say { text })
        .condition("is_hungry", |world: &World| world.hungry)
        .action("eat", |world: &mut World| world.food -= 1.0)
        .action("take", |world: &mut World| Some(world.journal.len() as u32))
        .number("food", |world| world.food)
}

#[test]
fn a_text_runs() {
    let text = "
        // A mission.
        sequence <
            say(\"start\"),
            find -> spot,
            guard(is_hungry) < running >,
        >
        ";
    let text = text
        .replace("guard(is_hungry) < running >", "timeout(2.5) < walk(spot, 3) >, every_time: action(eat), wait(1.0)");
    let mut tree = LiveTree::parse(&text, &palette()).unwrap_or_else(|refused| panic!("{refused}"));
    let mut world = World { food: 3.0, ..World::default() };
    assert_eq!(tree.tick_for(1.0, &mut world), Status::Running);
    assert_eq!(world.journal, ["start", "to 7"]);
    assert_eq!(tree.active().map(|node| node.title()).collect::<Vec<_>>(), ["sequence", "timeout", "walk"]);
    assert!(format!("{tree:?}").contains("walk"));
    for _ in 0..2 {
        assert_eq!(tree.tick_for(0.5, &mut world), Status::Running);
    }
    assert_eq!(tree.tick_for(0.25, &mut world), Status::Running);
    assert_eq!((world.food, world.journal.len()), (2.0, 3));
    tree.abort(&mut world);
    assert!(!tree.is_running());
}

/// The mistakes in a text.
fn mistakes<C: ?Sized>(text: &str, palette: &Palette<C>) -> Vec<String> {
    let refused = LiveTree::parse(text, palette).err();
    refused.iter().flat_map(|refused| refused.mistakes()).map(|mistake| mistake.message.clone()).collect()
}
