//! A hundred thousand sentries on the walls of a large town, and how long a tick of all of them takes.
//!
//! They all begin at the same moment; the first picture shows how they fall out of step. From then on each is in another
//! place of its tree than the one before it, and a processor that guesses where the program goes next guesses wrong. The
//! table shows what that costs: the sentries written by hand as a state machine, the tree ticked in a loop, and the ways
//! to tick many at once, `tick_all` and `Crowd`, which put those together that do the same.
//!
//! ```text
//! cargo run --release --example crowd
//! ```

use std::time::Instant;

use bt::{Behavior, Crowd, Status, bt};
use bt_examples::dice::Dice;

/// A sentry: what it notices, and what it is busy with.
#[derive(Clone, Debug, PartialEq)]
struct Sentry {
    chance: u64,
    startled: bool,
    sees: bool,
    distance: f32,
    hears: bool,
    bored: bool,
    way: f32,
    pause: f32,
    temper: f32,
}

impl Sentry {
    fn new(number: u64) -> Self {
        Sentry {
            chance: Dice::new(number).any(),
            startled: false,
            sees: false,
            distance: 0.0,
            hears: false,
            bored: false,
            way: 0.0,
            pause: 0.0,
            temper: 1.0,
        }
    }

    /// What is to be noticed is drawn anew for each tick.
    fn look_around(&mut self) {
        self.chance = self.chance.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        let bytes = self.chance.to_le_bytes();
        self.startled = bytes[7] < 26;
        self.sees = bytes[6] < 51;
        self.distance = f32::from(bytes[5]) / 10.0;
        self.hears = bytes[4] < 52;
        self.bored = bytes[3] < 230;
    }

    fn set_out(&mut self) {
        self.way = 4.0;
        self.pause = f32::from(3 + (self.chance >> 62) as u8);
    }
}

#[derive(Behavior, Clone, Default)]
#[behavior(context = Sentry)]
struct Walk;

impl Walk {
    fn run(&self, sentry: &mut Sentry) -> Status {
        if sentry.way <= 0.0 {
            return Status::Success;
        }
        sentry.way -= 0.5;
        Status::Running
    }
}

#[derive(Behavior, Clone, Default)]
#[behavior(context = Sentry)]
struct Pause;

impl Pause {
    fn run(&self, sentry: &mut Sentry) -> Status {
        if sentry.pause <= 0.0 {
            return Status::Success;
        }
        sentry.pause -= 1.0;
        Status::Running
    }
}

bt! {
    /// What a sentry does: the most urgent thing first.
    #[derive(Clone)]
    Watch(Sentry) = selector <
        sequence < condition(|sentry| sentry.startled), action(|sentry| sentry.temper = sentry.temper * 0.5 + 1.0) >,
        sequence <
            condition(|sentry| sentry.sees),
            condition(|sentry| sentry.distance < 10.0),
            action(|sentry| sentry.temper = sentry.temper * 0.25 + 2.0),
        >,
        sequence < condition(|sentry| sentry.hears), action(|sentry| sentry.temper = sentry.temper * 0.75 + 3.0) >,
        sequence < condition(|sentry| sentry.bored), action(Sentry::set_out), walk, pause >,
    >
}

/// The same by hand.
#[derive(Clone)]
enum ByHand {
    Watch,
    Walk,
    Pause,
}

impl ByHand {
    fn tick(&mut self, sentry: &mut Sentry) -> Status {
        loop {
            match self {
                ByHand::Watch => {
                    if sentry.startled {
                        sentry.temper = sentry.temper * 0.5 + 1.0;
                        return Status::Success;
                    }
                    if sentry.sees && sentry.distance < 10.0 {
                        sentry.temper = sentry.temper * 0.25 + 2.0;
                        return Status::Success;
                    }
                    if sentry.hears {
                        sentry.temper = sentry.temper * 0.75 + 3.0;
                        return Status::Success;
                    }
                    if !sentry.bored {
                        return Status::Failure;
                    }
                    sentry.set_out();
                    *self = ByHand::Walk;
                }
                ByHand::Walk => {
                    if sentry.way > 0.0 {
                        sentry.way -= 0.5;
                        return Status::Running;
                    }
                    *self = ByHand::Pause;
                }
                ByHand::Pause => {
                    if sentry.pause > 0.0 {
                        sentry.pause -= 1.0;
                        return Status::Running;
                    }
                    *self = ByHand::Watch;
                    return Status::Success;
                }
            }
        }
    }
}

/// The same sentries in every form, each of which is ticked in another way.
struct Town {
    by_hand: Vec<(ByHand, Sentry)>,
    in_a_loop: Vec<(Watch, Sentry)>,
    slices: (Vec<Watch>, Vec<Sentry>),
    crowd: Crowd<Watch, Sentry>,
    on_all_cores: Crowd<Watch, Sentry>,
}

/// A way to tick all sentries of a town.
type Way = (&'static str, fn(&mut Town));

const WAYS: [Way; 5] = [
    ("by hand, in a loop", |town| {
        for (by_hand, sentry) in &mut town.by_hand {
            sentry.look_around();
            by_hand.tick(sentry);
        }
    }),
    ("a tree, in a loop", |town| {
        for (watch, sentry) in &mut town.in_a_loop {
            sentry.look_around();
            watch.tick(sentry);
        }
    }),
    ("tick_all", |town| {
        bt::tick_all(&mut town.slices.0, &mut town.slices.1, |watch, sentry| {
            sentry.look_around();
            watch.tick(sentry);
        });
    }),
    ("Crowd::tick", |town| {
        town.crowd.tick(|watch, sentry| {
            sentry.look_around();
            watch.tick(sentry);
        });
    }),
    ("Crowd::par_tick", |town| {
        town.on_all_cores.par_tick(|watch, sentry| {
            sentry.look_around();
            watch.tick(sentry);
        });
    }),
];

impl Town {
    fn new(sentries: u64) -> Self {
        let each = || (0..sentries).map(Sentry::new);
        let mut crowd = Crowd::new();
        for sentry in each() {
            crowd.insert(Watch::new(), sentry);
        }
        Town {
            by_hand: each().map(|sentry| (ByHand::Watch, sentry)).collect(),
            in_a_loop: each().map(|sentry| (Watch::new(), sentry)).collect(),
            slices: each().map(|sentry| (Watch::new(), sentry)).unzip(),
            on_all_cores: crowd.clone(),
            crowd,
        }
    }

    /// Ticks all in every way, and says how long each took, in seconds.
    fn tick(&mut self) -> [f64; WAYS.len()] {
        WAYS.map(|(_, tick)| {
            let begin = Instant::now();
            tick(self);
            begin.elapsed().as_secs_f64()
        })
    }
}

/// Which share of the sentries is walking in each tick, from the moment at which all begin.
fn walking(sentries: u64, ticks: usize) -> Vec<f64> {
    let mut crowd = Town::new(sentries).crowd;
    let mut tick = || {
        crowd.tick(|watch, sentry| {
            sentry.look_around();
            watch.tick(sentry);
        });
        let walk = crowd.iter().filter(|(_, watch, _)| watch.active().any(|node| node.name == "walk"));
        walk.count() as f64 / sentries as f64
    };
    (0..ticks).map(|_| tick()).collect()
}

/// A picture of shares, one column for each.
fn picture(shares: &[f64]) -> Vec<String> {
    const ROWS: usize = 10;
    let row = |row: usize| {
        let limit = (ROWS - row) as f64 / ROWS as f64 - 0.05;
        let line: String = shares.iter().map(|share| if *share >= limit { '#' } else { ' ' }).collect();
        format!("{:4} % |{line}", 100 * (ROWS - row) / ROWS).trim_end().to_owned()
    };
    (0..ROWS).map(row).collect()
}

fn median(mut times: Vec<f64>) -> f64 {
    times.sort_by(f64::total_cmp);
    times[times.len() / 2]
}

/// How many times as fast as the sentries by hand each way is.
fn table(rounds: &[[f64; WAYS.len()]]) -> Vec<String> {
    let medians: Vec<f64> =
        (0..WAYS.len()).map(|way| median(rounds.iter().map(|round| round[way]).collect())).collect();
    let row = |((name, _), time): (&Way, &f64)| format!("{name:20}{:6.2}", medians[0] / time);
    WAYS.iter().zip(&medians).map(row).collect()
}

fn main() {
    println!("The share of the sentries that walk, in each tick:\n");
    println!("{}", picture(&walking(2_000, 90)).join("\n"));
    println!("        {}", "-".repeat(90));
    let mut town = Town::new(100_000);
    for _ in 0..60 {
        town.tick();
    }
    let rounds: Vec<_> = (0..21).map(|_| town.tick()).collect();
    println!("\nHow many times as fast as by hand they are ticked when they are out of step:\n");
    println!("{}", table(&rounds).join("\n"));
    if cfg!(debug_assertions) {
        println!("\nThis is a debug build; `cargo run --release --example crowd` shows what matters.");
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_ways_lead_to_the_same() {
        let mut town = Town::new(2_000);
        for tick in 0..100 {
            town.tick();
            let by_hand: Vec<&Sentry> = town.by_hand.iter().map(|(_, sentry)| sentry).collect();
            assert!(town.in_a_loop.iter().map(|(_, sentry)| sentry).eq(by_hand.iter().copied()), "tick {tick}");
            assert!(town.slices.1.iter().eq(by_hand.iter().copied()), "tick {tick}");
            assert!(town.crowd.iter().map(|(.., sentry)| sentry).eq(by_hand.iter().copied()), "tick {tick}");
            assert!(town.on_all_cores.iter().map(|(.., sentry)| sentry).eq(by_hand.iter().copied()), "tick {tick}");
        }
    }

    #[test]
    fn they_fall_out_of_step() {
        let shares = walking(2_000, 300);
        let spread = |shares: &[f64]| {
            shares.iter().fold(0.0, |most: f64, share| most.max(*share))
                - shares.iter().fold(1.0, |least: f64, share| least.min(*share))
        };
        assert!(spread(&shares[..20]) > 0.4, "{}", spread(&shares[..20]));
        assert!(spread(&shares[200..]) < 0.1, "{}", spread(&shares[200..]));
    }

    #[test]
    fn the_picture_and_the_table() {
        assert_eq!(picture(&[0.0, 0.5, 1.0])[0], " 100 % |  #");
        assert_eq!(picture(&[0.0, 0.5, 1.0])[9], "  10 % | ##");
        let rounds = [[2.0, 4.0, 1.0, 0.5, 0.25], [2.0, 2.0, 1.0, 0.5, 0.25], [9.0, 2.0, 1.0, 0.5, 0.25]];
        let table = table(&rounds);
        assert_eq!(table[1], "a tree, in a loop     1.00");
        assert_eq!(table[3], "Crowd::tick           4.00");
    }
}
