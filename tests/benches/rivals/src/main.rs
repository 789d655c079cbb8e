//! Prints instructions and nanoseconds of a tick, for libraries that take long to build and, in the same run, for `bt`,
//! trees of boxes and handwritten state machines.
//!
//! The leaves of these libraries get no context. So a tree shares a cell with its leaves: a tick puts the context in,
//! and takes it out.

mod beetry;
mod behaviortree;

use std::process::ExitCode;

use bt_benches::measure::instructions;
use bt_benches::measure::sample::{SAMPLE, Sample};
use bt_benches::subject::{NOTHING, Nothing, Subject, subject};
use bt_benches::systems::{bonsai, boxed, hand, lite, ours};
use bt_benches::workloads::{door::Room, sentry::Sentry};

/// Ticks of a count, and of a time.
const TICKS: (u64, u64) = (20_000, 500_000);

fn subjects() -> Vec<Subject> {
    vec![
        subject::<Room, _>(NOTHING, || Nothing),
        subject::<Room, _>("by hand", hand::door::Straight::default),
        subject::<Room, _>("bt", ours::Door::new),
        subject::<Room, _>("`Box<dyn>`", boxed::door),
        subject::<Room, _>("beetry", beetry::door),
        subject::<Room, _>("bonsai-bt", bonsai::door),
        subject::<Room, _>("behavior-tree-lite", lite::door),
        subject::<Room, _>("behaviortree", behaviortree::door),
        subject::<Sentry, _>(NOTHING, || Nothing),
        subject::<Sentry, _>("by hand", hand::sentry::Straight::default),
        subject::<Sentry, _>("bt", ours::Sentry::new),
        subject::<Sentry, _>("`Box<dyn>`", boxed::sentry),
        subject::<Sentry, _>("bonsai-bt", bonsai::sentry),
        subject::<Sentry, _>("behavior-tree-lite", lite::sentry),
        subject::<Sentry, _>("behaviortree", behaviortree::sentry),
    ]
}

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    if arguments.first().is_some_and(|first| first == SAMPLE) {
        let Some(Sample::Ticks(index, ticks)) = Sample::from_arguments(&arguments[1..]) else {
            return ExitCode::FAILURE;
        };
        (subjects()[index].time)(0, ticks);
        return ExitCode::SUCCESS;
    }
    println!("| lone agent | system | instructions | ns a tick |\n| --- | --- | --- | --- |");
    for (index, Subject { workload, system, time, .. }) in subjects().iter().enumerate() {
        let count = instructions::per_tick(index, TICKS.0).map_or("".to_owned(), |count| format!("{count:.1}"));
        let mut times: Vec<f64> = (0..7).map(|_| time(TICKS.0, TICKS.1).as_nanos() as f64 / TICKS.1 as f64).collect();
        times.sort_by(f64::total_cmp);
        println!("| {workload} | {system} | {count} | {:.1} |", times[times.len() / 2]);
    }
    ExitCode::SUCCESS
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_systems_do_the_same() {
        let subjects = subjects();
        for subject in subjects.iter().filter(|subject| subject.system != NOTHING) {
            let by_hand = |other: &&Subject| other.system == "by hand" && other.workload == subject.workload;
            let by_hand = subjects.iter().find(by_hand).expect("each workload has one by hand");
            assert!((subject.trace)(5000) == (by_hand.trace)(5000), "{}: {}", subject.workload, subject.system);
        }
    }
}
