//! What leaves see and record. The model of a tree has a second world with the same seed, and asks it in the same
//! order.

use std::time::Duration;

use bt::{Behavior, Decorator, Outcome, Span, Status, leaf};

#[derive(Clone)]
pub struct World {
    pub journal: Vec<String>,
    pub flags: u64,
    seed: u64,
    asked: u64,
}

impl World {
    pub fn new(seed: u64) -> Self {
        World { journal: Vec::new(), flags: 0, seed, asked: 0 }
    }

    pub fn draw(&mut self, end: u64) -> u64 {
        self.asked += 1;
        mix(self.seed ^ mix(self.asked)) % end
    }

    pub fn holds(&self, flag: u64) -> bool {
        self.flags >> flag & 1 == 1
    }

    pub fn answer(&mut self) -> Status {
        match self.draw(12) {
            0..3 => Status::Success,
            3 => Status::Failure,
            _ => Status::Running,
        }
    }

    pub fn note(&mut self, text: String) {
        self.journal.push(text);
    }

    /// A value that was not there before.
    pub fn found(&mut self) -> Option<u32> {
        let found = (self.draw(8) > 0).then_some(self.asked as u32);
        self.note(format!("found {found:?}"));
        found
    }
}

pub fn mix(number: u64) -> u64 {
    let number = (number ^ (number >> 30)).wrapping_add(0x9E37_79B9_7F4A_7C15).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    let number = (number ^ (number >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    number ^ (number >> 31)
}

#[leaf]
pub fn find(world: &mut World) -> Option<u32> {
    world.found()
}

#[leaf]
pub fn name(world: &mut World) -> Option<String> {
    world.found().map(|number| number.to_string())
}

/// Leaves that answer as the world says.
macro_rules! leaves {
    ($($leaf:ident($type:ty): $name:literal)*) => {$(
        #[derive(Behavior, Clone)]
        #[behavior(context = World)]
        pub struct $leaf($type);

        impl $leaf {
            pub fn new(value: $type) -> Self {
                $leaf(value)
            }

            fn start(&mut self, world: &mut World) {
                world.note(format!("+{}{}", $name, self.0));
            }

            fn run(&mut self, world: &mut World) -> Status {
                let answer = world.answer();
                world.note(format!("{}{}:{answer:?}", $name, self.0));
                answer
            }

            fn finish(&mut self, world: &mut World, outcome: Outcome) {
                if outcome == Outcome::Aborted {
                    world.note(format!("-{}{}", $name, self.0));
                }
            }
        }
    )*};
}

leaves! {
    Act(u32): "act"
    Eat(u32): "eat"
    Greet(String): "greet"
}

/// A leaf that takes time.
#[derive(Behavior, Clone)]
#[behavior(context = World)]
pub struct Nap {
    id: u32,
    left: Duration,
}

impl Nap {
    pub fn new(id: u32, millis: u64) -> Self {
        Nap { id, left: Duration::from_millis(millis) }
    }

    fn start(&mut self, world: &mut World) {
        world.note(format!("+nap{}", self.id));
    }

    fn run(&mut self, world: &mut World, span: &mut Span) -> Status {
        let answer = if self.left > span.left() {
            self.left -= span.left();
            Status::Running
        } else {
            span.spend(self.left);
            if world.draw(4) > 0 { Status::Success } else { Status::Failure }
        };
        world.note(format!("nap{}:{answer:?}", self.id));
        answer
    }

    fn finish(&mut self, world: &mut World, outcome: Outcome) {
        if outcome == Outcome::Aborted {
            world.note(format!("-nap{}", self.id));
        }
    }
}

/// A decorator that writes down its life.
#[derive(Decorator, Clone)]
#[decorator(context = World)]
pub struct Patience(u32);

impl Patience {
    pub fn new(id: u32) -> Self {
        Patience(id)
    }

    fn start(&mut self, world: &mut World) {
        world.note(format!("+patience{}", self.0));
    }

    fn finish(&mut self, world: &mut World, outcome: Outcome) {
        world.note(format!("patience{}:{outcome:?}", self.0));
    }
}
