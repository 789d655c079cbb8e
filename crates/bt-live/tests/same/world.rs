//! A world whose answers follow from a number, and leaves that record what happens to them.

use bt::{
    Behavior, Composite, Decorator, Look, Memory, Next, Outcome, PassesValue, Random, Remembers, Span, Status, bt, leaf,
};
use rand_pcg::Pcg32;

#[derive(Clone)]
pub struct World {
    pub seed: u64,
    pub tick: u64,
    /// How often it was asked for an answer.
    asked: u64,
    pub journal: Vec<String>,
    rng: Pcg32,
    memory: Memory<&'static str, u32>,
}

impl Random for World {
    type Rng = Pcg32;

    fn rng(&mut self) -> &mut Pcg32 {
        &mut self.rng
    }
}

impl Remembers for World {
    type Memory = Memory<&'static str, u32>;

    fn memory(&self) -> &Self::Memory {
        &self.memory
    }

    fn memory_mut(&mut self) -> &mut Self::Memory {
        &mut self.memory
    }
}

impl World {
    pub fn new(seed: u64) -> Self {
        World { seed, tick: 0, asked: 0, journal: Vec::new(), rng: Pcg32::new(seed, 1), memory: Memory::lasting() }
    }

    pub fn note(&mut self, text: impl Into<String>) {
        self.journal.push(text.into());
    }

    /// A number below `end`, another one each time.
    pub fn draw(&mut self, end: u64) -> u64 {
        self.asked += 1;
        mix(self.seed ^ mix(self.asked)) % end
    }

    /// A number below `end`, that stays for some ticks.
    pub fn look(&self, id: u64, end: u64) -> u64 {
        mix(self.seed ^ mix((id << 32) | ((self.tick + id % 3) / 3))) % end
    }

    pub fn holds(&self, id: u64) -> bool {
        self.look(id, 3) > 0
    }

    fn answer(&mut self) -> Status {
        match self.draw(5) {
            0 | 1 => Status::Success,
            2 => Status::Failure,
            _ => Status::Running,
        }
    }
}

pub fn mix(number: u64) -> u64 {
    let number = (number ^ (number >> 30)).wrapping_add(0x9E37_79B9_7F4A_7C15).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    let number = (number ^ (number >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    number ^ (number >> 31)
}

/// A leaf that answers as the world says.
#[derive(Behavior, Clone, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[behavior(context = World)]
pub struct Act {
    id: u32,
}

impl Act {
    pub fn new(id: u32) -> Self {
        Act { id }
    }

    fn start(&mut self, world: &mut World) {
        world.note(format!("start {}", self.id));
    }

    fn run(&mut self, world: &mut World) -> Status {
        let answer = world.answer();
        world.note(format!("run {}: {answer:?}", self.id));
        answer
    }

    fn finish(&mut self, world: &mut World, outcome: Outcome) {
        world.note(format!("finish {}: {outcome:?}", self.id));
    }
}

/// A leaf that takes a part of its time.
#[derive(Behavior, Clone, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[behavior(context = World)]
pub struct Spend {
    id: u32,
}

impl Spend {
    pub fn new(id: u32) -> Self {
        Spend { id }
    }

    fn run(&mut self, world: &mut World, span: &mut Span) -> Status {
        let answer = world.answer();
        let spent = span.left() / 3;
        span.spend(spent);
        world.note(format!("spend {} of {:?}: {answer:?}", self.id, span.left()));
        answer
    }

    fn finish(&mut self, world: &mut World, outcome: Outcome) {
        world.note(format!("finish {}: {outcome:?}", self.id));
    }
}

/// A leaf that never runs for long.
#[leaf]
#[cfg_attr(feature = "serde", derive(Clone, Debug, serde::Serialize, serde::Deserialize))]
pub fn once(world: &mut World, id: u32) -> bool {
    let answer = world.draw(3) > 0;
    world.note(format!("once {id}: {answer}"));
    answer
}

/// A leaf with a value.
#[leaf]
#[cfg_attr(feature = "serde", derive(Clone, Debug, serde::Serialize, serde::Deserialize))]
pub fn find(world: &mut World) -> Option<u32> {
    let found = (world.draw(4) > 0).then(|| world.draw(10) as u32);
    world.note(format!("find {found:?}"));
    found
}

/// A leaf that uses a value.
#[derive(Behavior, Clone, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[behavior(context = World)]
pub struct Take {
    value: u32,
}

impl Take {
    pub fn new(value: u32) -> Self {
        Take { value }
    }

    fn run(&mut self, world: &mut World) -> Status {
        let answer = world.answer();
        world.note(format!("use {}: {answer:?}", self.value));
        answer
    }

    fn finish(&mut self, world: &mut World, outcome: Outcome) {
        world.note(format!("used {}: {outcome:?}", self.value));
    }
}

/// A decorator that decides by itself now and then.
#[derive(Decorator, Clone, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[decorator(context = World)]
pub struct Patience {
    most: u32,
    ticks: u32,
}

impl PassesValue for Patience {}

impl Patience {
    pub fn new(most: u32) -> Self {
        Patience { most, ticks: 0 }
    }

    fn start(&mut self, world: &mut World) {
        world.note(format!("start patience {}", self.most));
    }

    fn before(&mut self, world: &mut World) -> Option<Status> {
        // A damaged save can have any number.
        self.ticks = self.ticks.saturating_add(1);
        world.note(format!("before {}", self.ticks));
        (self.ticks > self.most).then_some(Status::Failure)
    }

    fn after(&mut self, world: &mut World, status: Status) -> Status {
        world.note(format!("after {status:?}"));
        status
    }

    fn finish(&mut self, world: &mut World, outcome: Outcome) {
        world.note(format!("finish patience {outcome:?}"));
    }
}

/// A composite that goes where it likes.
#[derive(Composite, Clone, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[composite(context = World)]
pub struct Wander {
    steps: u32,
}

impl PassesValue for Wander {}

impl Wander {
    pub fn new(steps: u32) -> Self {
        Wander { steps }
    }

    fn start(&mut self, world: &mut World) {
        world.note("start wander");
    }

    fn first(&mut self, world: &mut World, children: usize) -> Next {
        Next::Child(world.draw(children as u64) as usize)
    }

    fn after(&mut self, world: &mut World, child: usize, ended: Status) -> Next {
        world.note(format!("child {child} {ended:?}"));
        self.steps = self.steps.saturating_sub(1);
        match self.steps {
            0 => Next::End(ended),
            _ => Next::Child(world.draw(2) as usize),
        }
    }

    fn look(&mut self, world: &mut World, child: usize) -> Look {
        world.note(format!("look at {child}"));
        match world.draw(6) {
            0 => Look::Switch(world.draw(2) as usize),
            1 => Look::End(Status::Failure),
            _ => Look::Stay,
        }
    }

    fn finish(&mut self, world: &mut World, outcome: Outcome) {
        world.note(format!("finish wander {outcome:?}"));
    }
}

bt! {
    #[cfg_attr(feature = "serde", derive(Clone, Debug, serde::Serialize, serde::Deserialize))]
    pub Sub(World) { id: u32 } = selector <
        sequence < act(id), cooldown(2.0) < act(id) >, wait(0.3) >,
        run_once < act(id) >,
    >
}

bt! {
    #[cfg_attr(feature = "serde", derive(Clone, Debug, serde::Serialize, serde::Deserialize))]
    pub Fetch(World) -> Option<u32> = sequence < act(50), selector < find, sequence < act(51), find > > >
}
