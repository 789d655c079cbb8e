//! The village: the context of all trees.

use std::collections::VecDeque;
use std::ops::Range;
use std::time::Duration;

use bt::Random;
use rand_pcg::Pcg32;
use rand_pcg::rand_core::SeedableRng;

/// A minute of the village is a second of the trees, so `wait(30.0)` is half an hour.
pub const MINUTE: Duration = Duration::from_secs(1);

/// The length of a tick: a quarter of a minute.
pub const TICK: Duration = Duration::from_millis(250);

/// From 09:40 to 10:40.
const RAIN: Range<u64> = 580..640;

/// How far the courier drives to these places, in minutes.
pub const BAKERY: f64 = 15.0;
pub const GARDEN: f64 = 30.0;
pub const COTTAGE: f64 = 40.0;
pub const MILL: f64 = 120.0;

/// A letter, by the name on it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Letter {
    Baker,
    Gardener,
    Miller,
}

/// Needs are from 0 to 1.
#[derive(Default)]
pub struct Cat {
    pub hunger: f64,
    pub boredom: f64,
    pub in_basket: bool,
    pub chased: bool,
}

#[derive(Default)]
pub struct Dog {
    pub hunger: f64,
    pub tiredness: f64,
    /// Meals in the bowl.
    pub bowl: u32,
    /// Where it sleeps.
    pub bed: Option<&'static str>,
    pub woken: bool,
}

pub struct Village {
    /// Since midnight, at the beginning of the tick.
    pub clock: Duration,
    pub raining: bool,
    /// Whether the oven is lit, and its temperature in degrees.
    pub fire: bool,
    pub oven: f64,
    pub bread: u32,
    /// How often the gate of the garden has to be pushed until it opens.
    pub rust: u32,
    /// How many beds the water in the can is enough for.
    pub can: u32,
    pub dry_beds: u32,
    pub apples: u32,
    pub ladder: bool,
    pub cat: Cat,
    pub dog: Dog,
    /// Where the courier is, and its letters, the next one first.
    pub courier: f64,
    pub letters: VecDeque<Letter>,
    pub told: Vec<String>,
    pub chance: Pcg32,
}

impl Random for Village {
    type Rng = Pcg32;

    fn rng(&mut self) -> &mut Pcg32 {
        &mut self.chance
    }
}

impl Village {
    /// At five o'clock in the morning.
    pub fn new(seed: u64) -> Self {
        Village {
            clock: MINUTE * 5 * 60,
            raining: false,
            fire: false,
            oven: 20.0,
            bread: 0,
            rust: 3,
            can: 2,
            dry_beds: 3,
            apples: 6,
            ladder: false,
            cat: Cat { hunger: 0.6, boredom: 0.2, ..Cat::default() },
            dog: Dog { hunger: 0.1, tiredness: 0.4, bowl: 1, ..Dog::default() },
            courier: 0.0,
            letters: VecDeque::new(),
            told: Vec::new(),
            chance: Pcg32::seed_from_u64(seed),
        }
    }

    /// What happens by itself, after a tick of this length.
    pub fn pass(&mut self, time: Duration) {
        let minutes = time.as_secs_f64();
        self.clock += time;
        self.raining = RAIN.contains(&self.minute());
        if self.raining {
            self.can = 2;
        }
        if self.fire {
            self.oven += 4.0 * minutes;
        }
        self.cat.hunger += minutes / 900.0;
        self.cat.boredom += minutes / 600.0;
        self.dog.hunger += minutes / 300.0;
        self.dog.tiredness += minutes / 500.0;
    }

    pub fn minute(&self) -> u64 {
        self.clock.as_secs()
    }

    pub fn hour(&self) -> u64 {
        self.minute() / 60
    }

    /// Tells what happens now, at the nearest minute.
    pub fn tell(&mut self, what: &str) {
        let minutes = (self.clock + MINUTE / 2).as_secs();
        self.told.push(format!("{:02}:{:02}  {what}", minutes / 60, minutes % 60));
    }

    /// Where the next letter belongs.
    pub fn address(&self) -> f64 {
        match self.letters.front() {
            Some(Letter::Baker) => BAKERY,
            Some(Letter::Gardener) => {
                if self.raining {
                    COTTAGE
                } else {
                    GARDEN
                }
            }
            Some(Letter::Miller) => MILL,
            None => 0.0,
        }
    }

    /// Whether the courier drives past the house of the dog.
    pub fn is_passing_by(&self) -> bool {
        (20.0..25.0).contains(&self.courier)
    }

    /// How much the dog would like to chase the cat: it comes into the garden by an open gate.
    pub fn chase(&self) -> u32 {
        if self.rust == 0 && !self.cat.chased { 1 } else { 0 }
    }
}
