//! Prints what trees cost.
//!
//! `--quick` takes some ten seconds and tells little, `--full` takes all the samples that one could want. `--limit`
//! compares crowds with the limit of the machine, with up to a million agents; `--limit W1 10000000` with ten million.

use std::process::ExitCode;
use std::time::Duration;

use bt_benches::measure::sample::{SAMPLE, Sample};
use bt_benches::report::{Effort, limit, report};

fn main() -> ExitCode {
    let arguments: Vec<_> = std::env::args().skip(1).collect();
    if arguments.first().is_some_and(|first| first == SAMPLE) {
        return take(&arguments[1..]);
    }
    match arguments.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        [] => print(USUAL),
        ["--quick"] => print(QUICK),
        ["--full"] => print(FULL),
        ["--limit"] => println!("{}", limit::report("", 1_000_000)),
        ["--limit", word, most] => match most.parse() {
            Ok(most) => println!("{}", limit::report(word, most)),
            Err(_) => return usage(),
        },
        _ => return usage(),
    }
    ExitCode::SUCCESS
}

fn usage() -> ExitCode {
    eprintln!("usage: bt-benches [--quick | --full | --limit [<part of a workload's name> <most agents>]]");
    ExitCode::FAILURE
}

const USUAL: Effort = Effort {
    rounds: (15, 9),
    longest: (Duration::from_secs(45), Duration::from_secs(80)),
    sample: Duration::from_millis(30),
    most_agents: 1_000_000,
    counted_ticks: 20_000,
};

const QUICK: Effort = Effort {
    rounds: (5, 3),
    longest: (Duration::from_secs(4), Duration::from_secs(4)),
    sample: Duration::from_millis(10),
    most_agents: 10_000,
    counted_ticks: 0,
};

const FULL: Effort = Effort {
    rounds: (41, 21),
    longest: (Duration::from_secs(240), Duration::from_secs(300)),
    sample: Duration::from_millis(60),
    most_agents: 1_000_000,
    counted_ticks: 20_000,
};

fn print(effort: Effort) {
    if cfg!(debug_assertions) {
        eprintln!("warning: this is not optimised; use `cargo run --release`");
    }
    println!("{}", report(effort));
}

/// Takes a sample in the place of the whole program.
fn take(arguments: &[String]) -> ExitCode {
    let Some(sample) = Sample::from_arguments(arguments) else {
        eprintln!("no such sample");
        return ExitCode::FAILURE;
    };
    println!("{}", sample.take());
    ExitCode::SUCCESS
}
