//! A hundred thousand sheep on a meadow. Those near the dog matter most: three rings of detail.
//!
//! The dog runs across the meadow. Sheep within 50 metres are ticked in each frame, those within 200 metres in every
//! 4th frame, and all others in every 16th frame, or as many as a budget allows. The table shows how many ticks and how
//! much time that takes, and that each sheep has lived through the same time and has had the same meals.
//!
//! ```text
//! cargo run --release --example rings
//! ```
//!
//! A debug build is slower, and shows fewer sheep.

mod sheep;

use std::process::ExitCode;
use std::time::{Duration, Instant};

use bt_crowd::{Crowd, Turn};
use bt_examples::replay::{Replay, with_replay};
use bt_examples::say;
use sheep::{Graze, Point, Sheep};

type Meadow = Crowd<Graze, Sheep>;

/// How far away from the dog a sheep is.
#[derive(Clone, Copy)]
enum Ring {
    Near,
    Middle,
    Far,
}

impl Ring {
    fn of(sheep: &Sheep, dog: Point) -> Self {
        match sheep.distance(dog) {
            ..50.0 => Ring::Near,
            ..200.0 => Ring::Middle,
            _ => Ring::Far,
        }
    }

    /// A sheep is ticked once in this many frames.
    const fn period(self) -> u32 {
        match self {
            Ring::Near => 1,
            Ring::Middle => 4,
            Ring::Far => 16,
        }
    }
}

/// The budget for the sheep that are far away, if there is one.
const BUDGET: Budget = Budget::Time(Duration::from_micros(500));

const FRAME: Duration = Duration::from_micros(16_667);

/// A way to tick the sheep in each frame.
#[derive(Clone, Copy)]
enum Way {
    All,
    Rings,
    Budget(Budget),
}

/// How much may be done in a frame.
#[derive(Clone, Copy)]
enum Budget {
    Time(Duration),
    /// As many ticks: the same on every machine.
    #[cfg_attr(not(test), expect(dead_code, reason = "a test needs the same result in each run"))]
    Ticks(usize),
}

const WAYS: [(&str, Way); 3] =
    [("all in each frame", Way::All), ("three rings", Way::Rings), ("two rings and a budget", Way::Budget(BUDGET))];

/// What has been done in all frames.
#[derive(Default)]
struct Account {
    /// The ticks of the sheep in each ring.
    ticks: [usize; 3],
    /// The longest span of a tick.
    longest: Duration,
    /// The time that each frame has taken.
    times: Vec<Duration>,
}

impl Account {
    /// Ticks a sheep, and counts that.
    fn tick(&mut self, graze: &mut Graze, sheep: &mut Sheep, span: Duration, dog: Point) {
        self.ticks[Ring::of(sheep, dog) as usize] += 1;
        self.longest = self.longest.max(span);
        sheep.age += span;
        graze.tick_for(span, sheep);
    }

    fn median(&self) -> Duration {
        let mut times = self.times.clone();
        times.sort();
        times[times.len() / 2]
    }
}

fn meadow(sheep: u64) -> Meadow {
    (0..sheep).map(|number| (Graze::new(), Sheep::new(number))).collect()
}

/// Where the dog is: it runs from corner to corner, ten metres in a second.
fn dog(frame: u32) -> Point {
    let way = frame as f64 * 10.0 / 60.0;
    (way, way)
}

/// One frame.
fn pass(meadow: &mut Meadow, way: Way, dog: Point, account: &mut Account) {
    let in_ring = |_: &Graze, sheep: &Sheep, turn: Turn| turn.every(Ring::of(sheep, dog).period());
    let in_two_rings = |_: &Graze, sheep: &Sheep, turn: Turn| match Ring::of(sheep, dog) {
        Ring::Far => false,
        ring => turn.every(ring.period()),
    };
    let tick = |graze: &mut Graze, sheep: &mut Sheep, span| account.tick(graze, sheep, span, dog);
    meadow.advance(FRAME);
    match way {
        Way::All => {
            meadow.tick_where(|_, _, _| true, tick);
        }
        Way::Rings => {
            meadow.tick_where(in_ring, tick);
        }
        Way::Budget(budget) => {
            let mut tick = tick;
            meadow.tick_where(in_two_rings, &mut tick);
            match budget {
                Budget::Time(time) => meadow.tick_within(time, tick),
                Budget::Ticks(ticks) => {
                    let mut numbers = 0..ticks;
                    meadow.tick_while(|| numbers.next().is_some(), tick)
                }
            };
        }
    }
}

/// Plays some frames. In the meadow that it returns, all sheep are up to date.
fn live(sheep: u64, frames: u32, way: Way) -> (Account, Meadow) {
    let (mut meadow, mut account) = (meadow(sheep), Account::default());
    for frame in 0..frames {
        let begin = Instant::now();
        pass(&mut meadow, way, dog(frame), &mut account);
        account.times.push(begin.elapsed());
    }
    // The sheep get what they are still owed, so that meadows can be compared.
    let mut rest = Account::default();
    meadow.advance(Duration::ZERO);
    meadow.tick_where(|_, _, _| true, |graze, sheep, span| rest.tick(graze, sheep, span, dog(frames)));
    (account, meadow)
}

/// The sums of the sheep's ages and meals.
fn sums(meadow: &Meadow) -> (Duration, u32) {
    let sheep = || meadow.iter().map(|(_, _, sheep)| sheep);
    (sheep().map(|sheep| sheep.age).sum(), sheep().map(|sheep| sheep.meals).sum())
}

fn line(name: &str, frames: u32, account: &Account, meadow: &Meadow) -> String {
    let [near, middle, far] = account.ticks.map(|ticks| ticks / frames as usize);
    let (age, meals) = sums(meadow);
    format!(
        "{name:24}{near:>8}{middle:>8}{far:>8}{:>10.3}{:>10.0}{:>14.1}{meals:>9}",
        1000.0 * account.median().as_secs_f64(),
        1000.0 * account.longest.as_secs_f64(),
        age.as_secs_f64(),
    )
}

/// Records a few of the sheep, one by one: a crowd has too many to show.
fn record(sheep: u64, frames: u32, replay: &mut Replay) {
    for number in 0..sheep {
        let (mut graze, mut sheep, who) = (Graze::new(), Sheep::new(number), format!("sheep {number}"));
        for _ in 0..frames {
            replay.frame(FRAME);
            graze.tick_for_with(FRAME, &mut sheep, &mut replay.tick::<Graze>(&who, FRAME));
        }
    }
}

fn main() -> ExitCode {
    with_replay("rings", |replay| {
        if replay.is_on() {
            record(5, 600, replay);
        }
        if cfg!(debug_assertions) {
            say!(
                "A debug build, with a few sheep: `cargo run --release --example rings` shows all and how fast it is.\n"
            );
        }
        print(SHEEP, 300);
    })
}

/// Few enough for a debug build to end in seconds.
const SHEEP: u64 = if cfg!(debug_assertions) { 10_000 } else { 100_000 };

fn print(sheep: u64, frames: u32) {
    say!("{sheep} sheep, {frames} frames at 60 Hz; ticks are per frame:\n");
    say!(
        "{:24}{:>8}{:>8}{:>8}{:>10}{:>10}{:>14}{:>9}",
        "",
        "near",
        "middle",
        "far",
        "ms",
        "span, ms",
        "lived, s",
        "meals"
    );
    for (name, way) in WAYS {
        let (account, meadow) = live(sheep, frames, way);
        say!("{}", line(name, frames, &account, &meadow));
    }
    say!("\nms: the median time of a frame; span: the longest time that a sheep had to wait for its tick.");
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_time_and_no_meal_is_lost() {
        let ways = [Way::All, Way::Rings, Way::Budget(Budget::Ticks(150))];
        let [all, rings, budget] = ways.map(|way| live(3_000, 300, way));
        let time = 3_000 * 300 * FRAME;
        assert_eq!(sums(&all.1).0, time);
        assert!(sums(&all.1).1 > 3_000);
        for (_, meadow) in [&rings, &budget] {
            for ((_, _, one), (_, _, other)) in meadow.iter().zip(all.1.iter()) {
                assert_eq!((one.age, one.meals), (other.age, other.meals));
                assert!(one.distance(other.at) < 1e-6, "{one:?}, {other:?}");
            }
        }
        let ticks = |account: &Account| account.ticks.iter().sum::<usize>();
        assert_eq!(ticks(&all.0), 3_000 * 300);
        assert!(ticks(&rings.0) < 3_000 * 300 / 8, "{:?}", rings.0.ticks);
        assert!(rings.0.longest <= 16 * FRAME && rings.0.longest > 15 * FRAME);
    }

    #[test]
    fn a_line_of_the_table() {
        let account = Account { ticks: [20, 40, 60], longest: FRAME, times: vec![FRAME] };
        let line = line("three rings", 2, &account, &meadow(2));
        assert_eq!(line, "three rings                   10      20      30    16.667        17           0.0        0");
    }
}
