//! What holds for any text, whoever wrote it: it is refused, or it runs, and each start has one finish.
//!
//! The fuzz target includes this file.

use bt::{Behavior, Outcome, Random, Status};
use bt_live::{LiveTree, Palette};
use rand_pcg::Pcg32;

pub struct World {
    rng: Pcg32,
    tick: u32,
    food: f64,
    started: u32,
    finished: u32,
}

impl Random for World {
    type Rng = Pcg32;

    fn rng(&mut self) -> &mut Pcg32 {
        &mut self.rng
    }
}

#[derive(Behavior, Clone)]
#[behavior(context = World)]
pub struct Walk {
    steps: i32,
}

impl Walk {
    fn new(_: u32, steps: i32) -> Self {
        Walk { steps }
    }

    fn start(&mut self, world: &mut World) {
        world.started += 1;
    }

    fn run(&mut self, _: &mut World) -> Status {
        self.steps = self.steps.saturating_sub(1);
        if self.steps < 0 { Status::Success } else { Status::Running }
    }

    fn finish(&mut self, world: &mut World, _: Outcome) {
        world.finished += 1;
    }
}

#[derive(Behavior, Clone, Default)]
#[behavior(context = World, value = u32)]
pub struct Find;

impl Find {
    fn run(&mut self, world: &mut World) -> Option<u32> {
        (!world.tick.is_multiple_of(3)).then_some(world.tick)
    }
}

#[derive(Behavior, Clone)]
#[behavior(context = World)]
pub struct Say(String);

impl Say {
    fn run(&mut self, world: &mut World) {
        world.food += self.0.len() as f64;
    }
}

/// What texts may use.
pub fn palette() -> Palette<World> {
    Palette::new()
        .leaf("walk", Walk::new)
        .leaf("find", Find::default)
        .leaf("say", Say)
        .condition("is_hungry", |world: &World| !world.tick.is_multiple_of(4))
        .action("eat", |world: &mut World| world.food -= 1.0)
        .action("take", |world: &mut World| Some(world.started))
        // Also numbers that are not times, counts or weights.
        .number("food", |world| [world.food, -1.0, f64::NAN, f64::INFINITY, 0.5][(world.tick % 5) as usize])
        .random()
}

/// How often a tree is ticked.
const TICKS: u32 = 24;

/// Reads a text, and ticks its tree if it is valid. Returns whether it is.
pub fn text(text: &str, palette: &Palette<World>) -> bool {
    let mut tree = match LiveTree::parse(text, palette) {
        Ok(tree) => tree,
        Err(refused) => {
            assert!(!refused.mistakes().is_empty() && !refused.to_string().is_empty(), "{text:?}");
            assert!(refused.mistakes().iter().all(|mistake| mistake.line > 0 && mistake.column > 0), "{text:?}");
            return false;
        }
    };
    let mut world = World { rng: Pcg32::new(7, 1), tick: 0, food: 0.25, started: 0, finished: 0 };
    for tick in 0..TICKS {
        world.tick = tick;
        let span = [0.0, 0.25, 3.0, f64::MAX][(tick % 4) as usize];
        let is_running = tree.tick_for(span, &mut world) == Status::Running;
        assert_eq!(is_running, tree.is_running(), "{text:?}");
        assert_eq!(is_running, tree.active().next().is_some(), "{text:?}");
        if !is_running {
            assert_eq!(world.started, world.finished, "{text:?}");
        }
        if tick % 7 == 6 {
            tree.abort(&mut world);
            assert_eq!(world.started, world.finished, "{text:?}");
            assert!(!tree.is_running(), "{text:?}");
        }
    }
    tree.abort(&mut world);
    assert_eq!(world.started, world.finished, "{text:?}");
    true
}
