//! How near crowds come to the limit of the machine: beside loops by hand, and beside a stream of the same bytes.

use std::time::{Duration, Instant};

use cpu_time::{ProcessTime, ThreadTime};

use crate::crowd::grouped::{Groups, Parallel, Sleepy};
use crate::crowd::plain::Loop;
use crate::crowd::stream::Stream;
use crate::crowd::{Crowd, pass};
use crate::measure::host;
use crate::systems::{hand, ours};
use crate::table::{Table, show};
use crate::workloads::{door::Room, guard::Guard, patrol::Patrol, sentry::Sentry};
use crate::world::Jittered;

/// The sizes that are measured.
const SIZES: [usize; 5] = [1_000, 10_000, 100_000, 1_000_000, 10_000_000];

/// How often each way is measured.
const ROUNDS: usize = 9;

/// How long one measurement takes at least.
const SAMPLE: Duration = Duration::from_millis(10);

/// Passes over all agents before anything is measured.
const WARM_UP: u32 = 60;

/// A way to tick all agents once.
type Pass = Box<dyn FnMut()>;

/// The ways of a workload, for a number of agents.
struct Ways {
    by_hand: Vec<Pass>,
    plain: Pass,
    crowd: Pass,
    on_all_cores: Pass,
    stream: Pass,
}

/// What a workload is called, and how its agents are made.
type Workload = (&'static str, fn(usize) -> Ways);

const WORKLOADS: [Workload; 5] = [
    ("W1 door", |agents| Ways {
        by_hand: vec![
            ticked(Loop::<Room, _>::new(hand::door::Straight::default, agents)),
            ticked(Loop::<Room, _>::new(hand::door::Arms::default, agents)),
        ],
        plain: ticked(Loop::<Room, _>::new(ours::Door::new, agents)),
        crowd: ticked(Groups::<Room, _>::new(ours::Door::new, agents)),
        on_all_cores: ticked(Parallel::<Room, _>::new(ours::Door::new, agents)),
        stream: streamed(Stream::new::<ours::Door, Room>(agents)),
    }),
    ("W2 sentry", |agents| Ways {
        by_hand: vec![
            ticked(Loop::<Sentry, _>::new(hand::sentry::Straight::default, agents)),
            ticked(Loop::<Sentry, _>::new(hand::sentry::Arms::default, agents)),
        ],
        plain: ticked(Loop::<Sentry, _>::new(ours::Sentry::new, agents)),
        crowd: ticked(Groups::<Sentry, _>::new(ours::Sentry::new, agents)),
        on_all_cores: ticked(Parallel::<Sentry, _>::new(ours::Sentry::new, agents)),
        stream: streamed(Stream::new::<ours::Sentry, Sentry>(agents)),
    }),
    ("W6 guard", |agents| Ways {
        by_hand: vec![
            ticked(Loop::<Guard, _>::new(hand::guard::Straight::default, agents)),
            ticked(Loop::<Guard, _>::new(hand::guard::Arms::default, agents)),
        ],
        plain: ticked(Loop::<Guard, _>::new(ours::Guard::new, agents)),
        crowd: ticked(Groups::<Guard, _>::new(ours::Guard::new, agents)),
        on_all_cores: ticked(Parallel::<Guard, _>::new(ours::Guard::new, agents)),
        stream: streamed(Stream::new::<ours::Guard, Guard>(agents)),
    }),
    ("W7 patrol, jittered frames", |agents| Ways {
        by_hand: vec![
            ticked(Loop::<Patrol, _, Jittered>::new(hand::patrol::Straight::default, agents)),
            ticked(Loop::<Patrol, _, Jittered>::new(hand::patrol::Arms::default, agents)),
        ],
        plain: ticked(Loop::<Patrol, _, Jittered>::new(ours::jittered::Patrol::new, agents)),
        crowd: ticked(Groups::<Patrol, _, Jittered>::new(ours::jittered::Patrol::new, agents)),
        on_all_cores: ticked(Parallel::<Patrol, _, Jittered>::new(ours::jittered::Patrol::new, agents)),
        stream: streamed(Stream::new::<ours::jittered::Patrol, Patrol>(agents)),
    }),
    ("W7, `Crowd::tick_for`", |agents| Ways {
        by_hand: vec![
            ticked(Loop::<Patrol, _, Jittered>::new(hand::patrol::Straight::default, agents)),
            ticked(Loop::<Patrol, _, Jittered>::new(hand::patrol::Arms::default, agents)),
        ],
        plain: ticked(Loop::<Patrol, _, Jittered>::new(ours::jittered::Patrol::new, agents)),
        crowd: ticked(Sleepy::<Patrol, _, Jittered>::new(ours::jittered::Patrol::new, agents)),
        on_all_cores: ticked(Parallel::<Patrol, _, Jittered>::new(ours::jittered::Patrol::new, agents)),
        stream: streamed(Stream::new::<ours::jittered::Patrol, Patrol>(agents)),
    }),
];

fn ticked(mut crowd: impl Crowd + 'static) -> Pass {
    Box::new(move || pass(&mut crowd))
}

fn streamed(mut stream: Stream) -> Pass {
    Box::new(move || stream.pass())
}

/// Measures all workloads whose name contains a word, with no more than this many agents, and makes the tables. In each
/// round all ways take their turn.
pub fn report(word: &str, most: usize) -> String {
    let mut alone = Table::new(&HEADS);
    let mut cores = Table::new(&CORE_HEADS);
    for (name, ways) in WORKLOADS.into_iter().filter(|(name, _)| name.contains(word)) {
        for agents in SIZES.into_iter().filter(|size| *size <= most) {
            let mut ways = ways(agents);
            let Ways { by_hand, plain, crowd, on_all_cores, stream } = &mut ways;
            let mut single: Vec<&mut Pass> = vec![plain, crowd, stream];
            single.extend(by_hand);
            let times = medians(&mut single, agents, |pass, count| {
                let start = ThreadTime::now();
                (0..count).for_each(|_| pass());
                start.elapsed()
            });
            let [plain_time, crowd_time, stream_time] = [times[0].1, times[1].1, times[2].1];
            let by_hand = times[3..].iter().map(|(_, median)| *median).fold(f64::INFINITY, f64::min);
            let times = [by_hand, plain_time, crowd_time, stream_time].map(|time| show(Some(time), 2));
            let ratios = [crowd_time / stream_time, by_hand / crowd_time].map(|ratio| show(Some(ratio), 2));
            alone.row([name.to_owned(), agents.to_string()].into_iter().chain(times).chain(ratios));
            cores.row([name.to_owned(), agents.to_string()].into_iter().chain(on_cores(crowd, on_all_cores, agents)));
        }
    }
    format!("{}\n\n{NOTES}\n\n{alone}\n{CORES}\n\n{cores}", host::line())
}

/// The cells of a crowd on one core and on all.
fn on_cores(one: &mut Pass, all: &mut Pass, agents: usize) -> impl Iterator<Item = String> {
    let work = medians(&mut [&mut *one, &mut *all], agents, |pass, count| {
        let start = ProcessTime::now();
        (0..count).for_each(|_| pass());
        start.elapsed()
    });
    let clock = medians(&mut [one, all], agents, |pass, count| {
        let start = Instant::now();
        (0..count).for_each(|_| pass());
        start.elapsed()
    });
    // Others use the cores, too. So for the clock, the best of all rounds is what counts.
    let ([one, all], [one_clock, all_clock]) = ([work[0].1, work[1].1], [clock[0].0, clock[1].0]);
    [one, all, all / one, one_clock, all_clock, one_clock / all_clock].into_iter().map(|number| show(Some(number), 2))
}

const HEADS: [&str; 8] = [
    "crowd",
    "agents",
    "by hand: ns",
    "bt in a loop: ns",
    "`Crowd`: ns",
    "stream: ns",
    "`Crowd` / stream",
    "times as fast as by hand",
];

const CORE_HEADS: [&str; 8] = [
    "crowd",
    "agents",
    "`tick`: ns of work",
    "`par_tick`: ns of work",
    "times the work",
    "`tick`: ns by the clock",
    "`par_tick`: ns by the clock",
    "times as fast",
];

const NOTES: &str = "Nanoseconds of the processor for an agent and a tick: medians of rounds in which all take turns. \
`stream` reads and writes the bytes of the crowd once.";

const CORES: &str = "On all cores: the work of all cores together, medians; and by the clock, the best round.";

/// The best and the median time of each way, in nanoseconds for an agent.
fn medians(ways: &mut [&mut Pass], agents: usize, measure: impl Fn(&mut Pass, u32) -> Duration) -> Vec<(f64, f64)> {
    let counts: Vec<u32> = ways
        .iter_mut()
        .map(|way| {
            measure(way, WARM_UP.min(60_000_000 / agents as u32));
            let once = measure(way, 2).as_nanos().max(1) / 2;
            (SAMPLE.as_nanos() / once.max(1)).clamp(1, 100_000) as u32
        })
        .collect();
    let mut times = vec![Vec::new(); ways.len()];
    for _ in 0..ROUNDS {
        for ((way, count), times) in ways.iter_mut().zip(&counts).zip(&mut times) {
            times.push(measure(way, *count).as_nanos() as f64 / f64::from(*count) / agents as f64);
        }
    }
    let spread = |mut times: Vec<f64>| {
        times.sort_by(f64::total_cmp);
        (times[0], times[times.len() / 2])
    };
    times.into_iter().map(spread).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_workload_has_a_row() {
        let report = report("door", 1_000);
        assert_eq!(report.lines().filter(|line| line.starts_with("| W1 door | 1000 ")).count(), 2);
    }
}
