//! Prints how long trees take to compile.
//!
//! `--leaves 16,64` builds trees of these sizes alone. `--game` builds a game with many trees, from nothing and after
//! edits, and each crate that `bt` brings.

use std::io;
use std::process::ExitCode;

use bt_benches::compile_time::each_crate::called_as_compiler;
use bt_benches::compile_time::loops::loops;
use bt_benches::compile_time::report::{trees, ways_to_write};
use bt_benches::compile_time::shape::Leaves;
use bt_benches::measure::host;

/// The most levels that a tree can have: the numbers of leaves end at 65536.
const MOST_LEVELS: u32 = 16;

fn main() -> ExitCode {
    if let Some(code) = called_as_compiler() {
        return code;
    }
    let arguments: Vec<_> = std::env::args().skip(1).collect();
    let levels = match arguments.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        [] => Some(vec![4, 6, 8, 10, 12]),
        ["--game"] => Some(Vec::new()),
        ["--leaves", sizes] => sizes.split(',').map(levels).collect(),
        _ => None,
    };
    let Some(levels) = levels else {
        eprintln!("usage: compile_time [--leaves 16,64,256], of powers of two; or compile_time --game");
        return ExitCode::FAILURE;
    };
    match if levels.is_empty() { print_game() } else { print(&levels) } {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("{error}");
            ExitCode::FAILURE
        }
    }
}

/// The levels of a tree with this number of leaves.
fn levels(leaves: &str) -> Option<u32> {
    let leaves: u32 = leaves.parse().ok()?;
    let levels = leaves.checked_ilog2()?;
    (leaves.is_power_of_two() && (1..=MOST_LEVELS).contains(&levels)).then_some(levels)
}

fn print(levels: &[u32]) -> io::Result<()> {
    println!("{}\n", host::line());
    println!("`cargo build` of a crate with a tree, its dependencies built before; ratios are to the least by hand.\n");
    for leaves in [Leaves::Numbered, Leaves::Distinct] {
        println!("{}", trees(levels, leaves)?);
    }
    println!("{}", ways_to_write()?);
    print_game()
}

fn print_game() -> io::Result<()> {
    println!("{}\n", host::line());
    println!("Processor seconds of a debug build with 40 trees of 12 leaves, and 100 types of leaves.\n");
    for table in loops()? {
        println!("{table}");
    }
    Ok(())
}
