//! A city of a million bakers, couriers and watchmen, who send messages to their neighbours.
//!
//! ```text
//! cargo run --release --example city                                  # one worker
//! cargo run --release --example city -- --processes 2 --threads 1     # the same city, on two processes
//! cargo run --release --example city -- --measure                     # how long an epoch takes on several workers
//! cargo run --release --example city -- --memory                      # resident memory over 10,000 epochs
//! ```
//!
//! Whatever the number of workers, the last line has the same hash. Kill one of the processes while it runs with
//! `--saves <folder>`, and it still has.

mod citizens;
mod measure;
mod options;
mod trees;
mod world;

use std::process::ExitCode;
use std::sync::{Arc, Mutex};
use std::time::Instant;

use bt_fleet::{Epoch, Fleet, FleetError, Report};
use citizens::City;
use options::Options;

fn main() -> ExitCode {
    let ended = match Options::parse(std::env::args().skip(1)) {
        Ok(options) if options.measure => measure::speed(&options),
        Ok(options) if options.memory => measure::memory(&options),
        Ok(options) => run(&options),
        Err(text) => Err(text),
    };
    if let Err(text) = ended {
        eprintln!("{text}");
        return ExitCode::FAILURE;
    }
    ExitCode::SUCCESS
}

/// The fleet that the options ask for.
fn fleet(options: &Options) -> Fleet<City> {
    let fleet = Fleet::new(City::new(options.agents))
        .seed(options.seed)
        .epochs(options.epochs)
        .threads(options.threads)
        .processes(options.processes)
        .hash_every(options.hash_every);
    match &options.saves {
        Some(folder) => fleet.snapshots(folder, 10).restarts(5),
        None => fleet,
    }
}

fn run(options: &Options) -> Result<(), String> {
    let (totals, begin) = (Arc::new(Mutex::new((None::<Instant>, Epoch::default()))), Instant::now());
    let seen = Arc::clone(&totals);
    // In the first epoch all come into the city, so it does not count.
    let watch = move |epoch: &Epoch| {
        let (first, last) = &mut *seen.lock().expect("no panic");
        last.number = epoch.number;
        if first.is_none() {
            *first = Some(Instant::now());
            return;
        }
        last.letters += epoch.letters;
        last.moved += epoch.moved;
        last.wire += epoch.wire;
    };
    let report = fleet(options).watch(watch).run().map_err(|error: FleetError| error.to_string())?;
    let (first, sum) = *totals.lock().expect("no panic");
    print(options, &report, &sum, begin, first.unwrap_or(begin));
    Ok(())
}

fn print(options: &Options, report: &Report, sum: &Epoch, begin: Instant, first: Instant) {
    let epochs = sum.number.saturating_sub(1).max(1);
    let seconds = first.elapsed().as_secs_f64() / epochs as f64;
    println!("{} agents, {} processes with {} threads", options.agents, options.processes, options.threads);
    println!("until all were there   {:10.3} s", (first - begin).as_secs_f64());
    println!("an epoch               {:10.3} ms", seconds * 1e3);
    println!("an agent in an epoch   {:10.1} ns", seconds * 1e9 / options.agents as f64);
    println!("letters an epoch       {:10}", sum.letters / epochs);
    println!("moves an epoch         {:10}", sum.moved / epochs);
    println!("bytes on the wire      {:10}", sum.wire / epochs);
    println!("restarts               {:10}", report.restarts);
    let hash = report.last.and_then(|epoch| epoch.hash).unwrap_or_default();
    println!("epoch {} ended with the hash {hash:016x}", sum.number);
}

#[cfg(test)]
mod tests {
    use super::*;

    fn hashes(threads: usize) -> Vec<(u64, u64)> {
        let options = Options { agents: 2_500, epochs: 30, threads, hash_every: 1, ..Options::default() };
        fleet(&options).run().expect("it runs").hashes
    }

    #[test]
    fn the_city_is_the_same_on_any_number_of_workers() {
        let expected = hashes(1);
        assert_eq!(expected.len(), 30);
        assert_eq!(hashes(3), expected);
        assert_eq!(hashes(4), expected);
    }

    #[test]
    fn all_three_kinds_do_something() {
        let letters = Arc::new(Mutex::new((0, 0)));
        let seen = Arc::clone(&letters);
        let options = Options { agents: 2_500, epochs: 40, threads: 4, ..Options::default() };
        let watch = move |epoch: &Epoch| {
            let (letters, moved) = &mut *seen.lock().expect("no panic");
            *letters += epoch.letters;
            *moved += epoch.moved;
        };
        fleet(&options).watch(watch).run().expect("it runs");
        let (letters, moved) = *letters.lock().expect("no panic");
        // About one in eight agents sends a letter in an epoch.
        assert!((8_000..25_000).contains(&letters), "{letters}");
        assert!(moved > 100, "{moved}");
    }
}
