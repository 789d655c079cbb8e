//! How close crowds come to the limit of the machine: compared with handwritten loops, and with a stream of the same
//! bytes.

use std::time::{Duration, Instant};

use cpu_time::{ProcessTime, ThreadTime};

use crate::crowd::grouped::{Groups, Parallel, Sleepy};
use crate::crowd::plain::Loop;
use crate::crowd::stream::Stream;
use crate::crowd::{Crowd, pass};
use crate::measure::host;
use crate::systems::hand::{door, guard, patrol, sentry, watch};
use crate::systems::ours::crowds;
use crate::table::{Table, show};
use crate::workloads::{door::Room, guard::Guard, patrol::Patrol, sentry::Sentry, watch::Watch};
use crate::world::{Jittered, Steady};

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
    in_step: InStep,
}

/// The ways of agents that all do the same.
struct InStep {
    by_hand: Pass,
    plain: Pass,
    crowd: Pass,
}

/// What a workload is called, and how its agents are made.
type Workload = (&'static str, fn(usize) -> Ways);

macro_rules! workload {
    ($name:literal, $context:ty, $frames:ty, $crowd:ident, $tree:ty, $straight:ty, $arms:ty) => {
        ($name, |agents| Ways {
            by_hand: vec![
                ticked(Loop::<$context, _, $frames>::new(<$straight>::default, agents)),
                ticked(Loop::<$context, _, $frames>::new(<$arms>::default, agents)),
            ],
            plain: ticked(Loop::<$context, _, $frames>::new(<$tree>::new, agents)),
            crowd: ticked($crowd::<$context, _, $frames>::new(<$tree>::new, agents)),
            on_all_cores: ticked(Parallel::<$context, _, $frames>::new(<$tree>::new, agents)),
            stream: streamed(Stream::new::<$tree, $context>(agents)),
            in_step: InStep {
                by_hand: ticked(Loop::<$context, _, $frames>::in_step(<$straight>::default, agents)),
                plain: ticked(Loop::<$context, _, $frames>::in_step(<$tree>::new, agents)),
                crowd: ticked($crowd::<$context, _, $frames>::in_step(<$tree>::new, agents)),
            },
        })
    };
}

const WORKLOADS: [Workload; 6] = [
    workload!("W1 door", Room, Steady, Groups, crowds::Door, door::Straight, door::Arms),
    workload!("W2 sentry", Sentry, Steady, Groups, crowds::Sentry, sentry::Straight, sentry::Arms),
    workload!("W6 guard", Guard, Steady, Groups, crowds::Guard, guard::Straight, guard::Arms),
    workload!("W7 patrol", Patrol, Jittered, Groups, crowds::Patrol, patrol::Straight, patrol::Arms),
    workload!("W7, `Crowd::tick_for`", Patrol, Jittered, Sleepy, crowds::Sleeper, patrol::Straight, patrol::Arms),
    workload!("W8, `Crowd::tick_for`", Watch, Jittered, Sleepy, crowds::Watch, watch::Straight, watch::Straight),
];

fn ticked(mut crowd: impl Crowd + 'static) -> Pass {
    Box::new(move || pass(&mut crowd))
}

fn streamed(mut stream: Stream) -> Pass {
    Box::new(move || stream.pass())
}

/// Measures all workloads whose name contains a word, with at most this many agents, and makes the tables. In each
/// round, all ways take turns.
pub fn report(word: &str, most: usize) -> String {
    let mut alone = Table::new(&HEADS);
    let mut alike = Table::new(&IN_STEP_HEADS);
    let mut cores = Table::new(&CORE_HEADS);
    for (name, ways) in WORKLOADS.into_iter().filter(|(name, _)| name.contains(word)) {
        for agents in SIZES.into_iter().filter(|size| *size <= most) {
            let mut ways = ways(agents);
            let Ways { by_hand, plain, crowd, on_all_cores, stream, in_step } = &mut ways;
            let mut single: Vec<&mut Pass> = vec![plain, crowd, stream];
            single.extend(by_hand);
            let times = on_one_core(&mut single, agents);
            let [plain_time, crowd_time, stream_time] = [times[0], times[1], times[2]];
            let by_hand = times[3..].iter().copied().fold(f64::INFINITY, f64::min);
            let row = || [name.to_owned(), agents.to_string()].into_iter();
            alone.row(row().chain(cells([
                by_hand,
                plain_time,
                crowd_time,
                stream_time,
                crowd_time / stream_time,
                by_hand / crowd_time,
                plain_time / crowd_time,
            ])));
            let times = on_one_core(&mut [&mut in_step.by_hand, &mut in_step.plain, &mut in_step.crowd], agents);
            let [by_hand, plain, grouped] = times[..] else { unreachable!("three ways have three times") };
            alike.row(row().chain(cells([by_hand, plain, grouped, by_hand / stream_time, plain / grouped])));
            cores.row(row().chain(on_cores(crowd, on_all_cores, agents)));
        }
    }
    format!("{}\n\n{NOTES}\n\n{alone}\n{IN_STEP}\n\n{alike}\n{CORES}\n\n{cores}", host::line())
}

/// The median time of each way on this core.
fn on_one_core(ways: &mut [&mut Pass], agents: usize) -> Vec<f64> {
    let times = medians(ways, agents, |pass, count| {
        let start = ThreadTime::now();
        (0..count).for_each(|_| pass());
        start.elapsed()
    });
    times.into_iter().map(|(_, median)| median).collect()
}

/// The cells of numbers.
fn cells<const N: usize>(numbers: [f64; N]) -> impl Iterator<Item = String> {
    numbers.into_iter().map(|number| show(Some(number), 2))
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
    // Other programs use the cores, too. So the best of all rounds counts.
    let ([one, all], [one_clock, all_clock]) = ([work[0].1, work[1].1], [clock[0].0, clock[1].0]);
    cells([one, all, all / one, one_clock, all_clock, one_clock / all_clock])
}

const HEADS: [&str; 9] = [
    "crowd",
    "agents",
    "by hand: ns",
    "bt in a loop: ns",
    "`Crowd`: ns",
    "stream: ns",
    "`Crowd` / stream",
    "times as fast as by hand",
    "as a loop",
];

const IN_STEP_HEADS: [&str; 7] = [
    "in step",
    "agents",
    "by hand: ns",
    "bt in a loop: ns",
    "`Crowd`: ns",
    "by hand / stream",
    "`Crowd`: times as fast as a loop",
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

const IN_STEP: &str = "Agents that all do the same in each tick. No order of agents is faster than that of those by \
                       hand: nothing is mispredicted, and there are no groups to keep.";

const CORES: &str = "On all cores: the work of all cores together, medians; and by the clock, the best round. \
                     `par_tick` wakes all agents, so beside `Crowd::tick_for` it also ticks those that sleep.";

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
        assert_eq!(report.lines().filter(|line| line.starts_with("| W1 door | 1000 ")).count(), 3);
    }
}
