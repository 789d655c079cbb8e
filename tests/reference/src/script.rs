//! What happens around a tree in one run: ticks, messages, aborts, resets, what its leaves answer, which random words
//! there are, and where a hook panics.

use fastrand::Rng;

use crate::program::{Kind, Leaf, Program};
use crate::world::Status;

/// How many answers there are for each id, before they begin again.
pub const ANSWERS: usize = 8;

/// A script.
#[derive(Clone, Debug)]
pub struct Script {
    /// One after another.
    pub steps: Vec<Step>,
    /// [`ANSWERS`] for each id.
    pub answers: Vec<Answer>,
    /// The events, counted from the first, at which there is a panic.
    pub panics: Vec<usize>,
    /// The random words.
    pub words: Words,
    /// What an observer answers instead of composites and decorators.
    pub mocks: Mocks,
}

/// What an observer answers instead of nodes with children, in one step: a function of the node, and of how often it
/// has been asked.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Mocks {
    /// The seed of the answers; 0 for no mocks.
    pub seed: u64,
    /// Whether it answers with success: a node whose value is used cannot succeed without one.
    pub succeeds: bool,
    /// How many questions there have been in the step.
    asked: u64,
}

impl Mocks {
    /// Those for a program.
    pub fn random(program: &Program, rng: &mut Rng) -> Mocks {
        Mocks { seed: rng.u64(1..), succeeds: !program.has_values(), asked: 0 }
    }

    /// The mocks of the next step.
    pub fn next(&self) -> Mocks {
        let seed = if self.seed == 0 { 0 } else { Rng::with_seed(self.seed).u64(1..) };
        Mocks { seed, asked: 0, ..*self }
    }

    /// The answer instead of the node at this position: never running, which only subtrees can be.
    pub fn answer(&mut self, position: usize) -> Option<Status> {
        if self.seed == 0 {
            return None;
        }
        self.asked += 1;
        match Rng::with_seed(self.seed ^ (position as u64) << 32 ^ self.asked).u8(..8) {
            0 => Some(Status::Failure),
            1 if self.succeeds => Some(Status::Success),
            _ => None,
        }
    }
}

/// A source of random words.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Words {
    /// The first ones.
    pub first: Vec<u64>,
    /// The seed of the other words.
    pub seed: u64,
}

/// What the caller does with a tree.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Step {
    /// What it does.
    pub does: Does,
    /// The flags that change before it.
    pub flags: u8,
    /// The numbers from now on.
    pub numbers: [u8; 4],
    /// A bit for each key that the memory has forgotten by now, as time has passed.
    pub forgets: u8,
}

/// What the caller does.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Does {
    /// A tick of this many nanoseconds.
    Tick(u64),
    /// `abort`
    Abort,
    /// `reset`
    Reset,
    /// `send`, a message with this number.
    Send(u32),
    /// `look`
    Look,
}

/// An answer of the world.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Answer {
    /// What a leaf says.
    pub letter: Letter,
    /// The flags that it changes.
    pub toggles: u8,
    /// Whether a decorator gives this answer, too.
    pub odd: bool,
    /// How long a leaf is busy with it, in eighths of a second.
    pub eighths: u8,
}

/// What a leaf says.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Letter {
    /// Success.
    S,
    /// Failure.
    F,
    /// Running.
    R,
    /// An error if there can be one, otherwise failure.
    E,
}

impl Answer {
    /// The dullest answer.
    pub const DULL: Answer = Answer { letter: Letter::S, toggles: 0, odd: false, eighths: 0 };

    /// Whether a start that can fail does so with this answer.
    pub fn fails_to_start(self) -> bool {
        self.letter == Letter::E && self.odd
    }

    /// As the status of a leaf that returns no error.
    pub fn status(self) -> Status {
        match self.letter {
            Letter::S => Status::Success,
            Letter::F | Letter::E => Status::Failure,
            Letter::R => Status::Running,
        }
    }

    /// As the status or the error of a leaf.
    pub fn result(self) -> Option<Status> {
        (self.letter != Letter::E).then(|| self.status())
    }

    /// How long a leaf is busy with it, in nanoseconds.
    pub fn nanos(self) -> u64 {
        u64::from(self.eighths) * 125_000_000
    }

    /// As the result of a leaf that is never running.
    pub fn success(self) -> bool {
        matches!(self.letter, Letter::S | Letter::R)
    }
}

impl Script {
    /// A script for a program.
    pub fn random(program: &Program, rng: &mut Rng) -> Script {
        let needs = Needs::of(program);
        let mut numbers = [0; 4];
        let calm = rng.bool();
        let steps = (0..rng.usize(1..=14)).map(|_| {
            if !calm || rng.u8(..8) == 0 {
                numbers[rng.usize(..4)] = rng.u8(..6);
            }
            let does = does(&needs, rng);
            let forgets = if needs.memory && rng.u8(..4) == 0 { rng.u8(..64) & rng.u8(..64) } else { 0 };
            Step { does, flags: if calm { 1 << rng.u8(..8) } else { rng.u8(..) }, numbers, forgets }
        });
        let mut steps: Vec<Step> = steps.collect();
        steps[0].flags = rng.u8(..);
        let mut answers = Vec::with_capacity(program.ids() * ANSWERS);
        for _ in 0..program.ids() {
            let [success, failure, running] = [rng.u8(..8), rng.u8(..4), rng.u8(..8)];
            for _ in 0..ANSWERS {
                answers.push(answer(success, failure, running, &needs, rng));
            }
        }
        let panics = if rng.u8(..8) == 0 { (0..rng.usize(1..=3)).map(|_| rng.usize(..60)).collect() } else { vec![] };
        let words = if needs.words { words(rng) } else { Words::default() };
        Script { steps, answers, panics, words, mocks: Mocks::default() }
    }
}

/// What a script must have for a program.
struct Needs {
    time: bool,
    errors: bool,
    messages: bool,
    looks: bool,
    memory: bool,
    busy: bool,
    words: bool,
    cleanups: bool,
}

impl Needs {
    fn of(program: &Program) -> Self {
        Needs {
            time: program.is_timed(),
            errors: program.fallible,
            messages: program.hears(),
            looks: program.observes(),
            memory: program.any(|kind| kind.facts().remembers),
            busy: program.any(|kind| matches!(kind, Kind::Leaf(Leaf::Busy, _))),
            words: program.any(|kind| kind.facts().draws),
            cleanups: program.any(|kind| *kind == Kind::Finally),
        }
    }
}

fn does(needs: &Needs, rng: &mut Rng) -> Does {
    if needs.messages && rng.u8(..4) == 0 {
        return Does::Send(rng.u32(..6));
    }
    if needs.looks && rng.u8(..12) == 0 {
        return Does::Look;
    }
    // Aborts and errors are what cleanups are for.
    match rng.u8(..24) {
        0 => Does::Abort,
        2 | 3 if needs.cleanups => Does::Abort,
        1 => Does::Reset,
        _ if needs.time => Does::Tick(span(rng)),
        _ => Does::Tick(0),
    }
}

/// The first words are often such that a bounded draw takes the first or the last, or must draw again.
fn words(rng: &mut Rng) -> Words {
    let word = |rng: &mut Rng| match rng.u8(..4) {
        0 => 0,
        1 => u64::MAX,
        2 => 1 << 63,
        _ => rng.u64(..),
    };
    let first = if rng.bool() { (0..rng.usize(1..=6)).map(|_| word(rng)).collect() } else { vec![] };
    Words { first, seed: rng.u64(..) }
}

/// How long a tick lasts: often so long that deadlines meet it exactly.
fn span(rng: &mut Rng) -> u64 {
    let quarters = rng.u64(..=8) * 250_000_000;
    match rng.u8(..8) {
        0 => 0,
        1 => quarters + 1,
        2 => quarters.saturating_sub(1),
        3 => rng.u64(..2_000_000_000),
        _ => quarters,
    }
}

fn answer(success: u8, failure: u8, running: u8, needs: &Needs, rng: &mut Rng) -> Answer {
    let drawn = rng.u8(..=success + failure + running);
    let letter = match drawn {
        _ if needs.errors && rng.u8(..if needs.cleanups { 6 } else { 24 }) == 0 => Letter::E,
        _ if drawn < success => Letter::S,
        _ if drawn < success + failure => Letter::F,
        _ => Letter::R,
    };
    let toggles = if rng.u8(..6) == 0 { 1 << rng.u8(..8) } else { 0 };
    let odd = rng.u8(..6) == 0;
    Answer { letter, toggles, odd, eighths: if needs.busy { rng.u8(..=4) } else { 0 } }
}
