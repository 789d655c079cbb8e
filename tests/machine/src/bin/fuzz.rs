//! Compares random trees with the reference for as long as you like: `cargo run --release --bin fuzz -- --seconds 60
//! --seed 123`.

use std::process::ExitCode;
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use bt_machine::search;

fn main() -> ExitCode {
    let args: Vec<String> = std::env::args().collect();
    let option = |name: &str| {
        let at = args.iter().position(|arg| arg == name)?;
        args.get(at + 1)?.parse::<u64>().ok()
    };
    let now = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |time| time.as_nanos() as u64);
    let (seconds, seed) = (option("--seconds").unwrap_or(60), option("--seed").unwrap_or(now));
    println!("seed {seed}, {seconds} s");
    let began = Instant::now();
    match search(seed, Duration::from_secs(seconds), u64::MAX) {
        Ok(found) => {
            let seconds = began.elapsed().as_secs_f64();
            println!(
                "{} trees of {} nodes, {} scripts, {} tree-ticks compared in {seconds:.1} s",
                found.trees, found.nodes, found.scripts, found.ticks
            );
            ExitCode::SUCCESS
        }
        Err(report) => {
            println!("{report}");
            ExitCode::FAILURE
        }
    }
}
