//! A hundred thousand sentries on the walls of a large town, and how long a tick of all of them takes.
//!
//! They all begin at the same moment; the first picture shows how they fall out of step. From then on, neighbours are
//! in different places of their trees, and branch prediction fails. The table shows what that costs.
//! Its first line is the best state machine that we could write by hand, one byte and straight-line code. Then comes
//! the tree, ticked in a loop in the same way, and the ways to tick many at once, `tick_all` and `Crowd`, which group
//! agents in the same place.
//!
//! ```text
//! cargo run --release --example crowd
//! ```

mod by_hand;
mod sentry;

use std::process::ExitCode;
use std::time::{Duration, Instant};

use bt_crowd::Crowd;
use bt_examples::replay::{Replay, with_replay};
use bt_examples::say;
use by_hand::ByHand;
use sentry::{Sentry, Watch};

/// The same sentries in every form, each ticked in a different way.
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
    ("by hand, straight", |town| {
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
        bt_crowd::tick_all(&mut town.slices.0, &mut town.slices.1, |watch, sentry| {
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
            by_hand: each().map(|sentry| (ByHand::default(), sentry)).collect(),
            in_a_loop: each().map(|sentry| (Watch::new(), sentry)).collect(),
            slices: each().map(|sentry| (Watch::new(), sentry)).unzip(),
            on_all_cores: crowd.clone(),
            crowd,
        }
    }

    /// Ticks all sentries in every way, and returns how long each took, in seconds.
    fn tick(&mut self) -> [f64; WAYS.len()] {
        WAYS.map(|(_, tick)| {
            let begin = Instant::now();
            tick(self);
            begin.elapsed().as_secs_f64()
        })
    }
}

/// The share of the sentries that is walking in each tick, from the moment at which all begin.
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

/// The speed of each way, relative to the handwritten sentries.
fn table(rounds: &[[f64; WAYS.len()]]) -> Vec<String> {
    let medians: Vec<f64> =
        (0..WAYS.len()).map(|way| median(rounds.iter().map(|round| round[way]).collect())).collect();
    let row = |((name, _), time): (&Way, &f64)| format!("{name:20}{:6.2}", medians[0] / time);
    WAYS.iter().zip(&medians).map(row).collect()
}

/// Records a few of the sentries, one by one: a crowd has too many to show.
fn record(sentries: u64, ticks: usize, replay: &mut Replay) {
    for number in 0..sentries {
        let (mut watch, mut sentry, who) = (Watch::new(), Sentry::new(number), format!("sentry {number}"));
        for _ in 0..ticks {
            sentry.look_around();
            replay.frame(Duration::from_millis(20));
            watch.tick_with(&mut sentry, &mut replay.tick::<Watch>(&who, Duration::ZERO));
        }
    }
}

fn main() -> ExitCode {
    with_replay("crowd", |replay| {
        if replay.is_on() {
            record(10, 500, replay);
        }
        if cfg!(debug_assertions) {
            say!(
                "A debug build, with a few sentries: `cargo run --release --example crowd` shows all and how fast it \
                 is.\n"
            );
        }
        measure(SENTRIES);
    })
}

/// Few enough for a debug build to end in seconds.
const SENTRIES: u64 = if cfg!(debug_assertions) { 10_000 } else { 100_000 };

fn measure(sentries: u64) {
    say!("The share of the sentries that walk, in each tick:\n");
    say!("{}", picture(&walking(2_000, 90)).join("\n"));
    say!("        {}", "-".repeat(90));
    let mut town = Town::new(sentries);
    for _ in 0..60 {
        town.tick();
    }
    let rounds: Vec<_> = (0..21).map(|_| town.tick()).collect();
    say!("\nHow many times as fast as by hand they are ticked when they are out of step:\n");
    say!("{}", table(&rounds).join("\n"));
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
        let shares = walking(500, 300);
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
