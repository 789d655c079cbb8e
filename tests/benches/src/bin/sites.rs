//! Counts the instructions of a tick, called in the ways that programs call it, and fails if there are more than
//! recorded.
//!
//! With fat LTO: `--config 'profile.release.lto="fat"'`. Without `--release` it counts those of a debug build, which
//! has one limit for all trees.

use std::hint::black_box;
use std::process::ExitCode;

use bt::{Status, TreeFor};
use bt_benches::measure::instructions;
use bt_benches::sites::{self, Row, Site};
use bt_benches::subject::{BY_HAND, NOTHING};
use bt_benches::systems::ours;
use bt_benches::workloads::door::Room;
use bt_benches::world::{Steady, World};

const TICKS: u64 = 16_000;
const RUN: &str = "--run";

/// A tree of one crate in a generic function of another.
#[inline(never)]
fn generic<T: TreeFor<Room, Answer = Status>>(tree: &mut T, room: &mut Room, _: &mut Steady, ticks: u64) {
    for _ in 0..ticks {
        room.prepare();
        black_box(tree.tick(room));
    }
}

const GENERIC: &[Site<ours::Door, Room, Steady>] = &[generic];

fn rows() -> Vec<Row> {
    let mut rows = sites::rows();
    let called = (Room::NAME, "a generic function of another crate");
    rows.push(sites::row(called, ours::Door::new, GENERIC, Some(1.16)));
    rows
}

/// callgrind writes its counts each time this function is called.
#[inline(never)]
fn mark() {
    black_box(());
}

fn main() -> ExitCode {
    if std::env::args().nth(1).as_deref() == Some(RUN) {
        mark();
        for row in rows() {
            (row.run)(TICKS);
            mark();
        }
        return ExitCode::SUCCESS;
    }
    if !instructions::can_be_counted() {
        println!("SKIPPED: there is no valgrind here to count instructions");
        return ExitCode::SUCCESS;
    }
    let Some(counts) = instructions::between_marks("sites::mark*", RUN) else {
        eprintln!("callgrind gave no counts");
        return ExitCode::FAILURE;
    };
    match table(&rows(), &counts) {
        true => ExitCode::SUCCESS,
        false => ExitCode::FAILURE,
    }
}

/// The most instructions of a tree in a debug build, as a multiple of the best handwritten one: 7 % above the worst
/// tree.
const MOST_IN_DEBUG: f64 = 6.3;

/// Prints the counts. Returns whether all of them are within their limits.
fn table(rows: &[Row], counts: &[u64]) -> bool {
    assert_eq!(counts.len(), rows.len(), "callgrind counts each row once");
    let per_tick: Vec<f64> = counts.iter().map(|count| *count as f64 / TICKS as f64).collect();
    // The smallest count among the systems of a workload whose names begin like this.
    let least = |workload: &str, called: &str| {
        let of_it =
            rows.iter().zip(&per_tick).filter(|(row, _)| row.workload == workload && row.called.starts_with(called));
        of_it.map(|(_, count)| *count).fold(f64::INFINITY, f64::min)
    };
    println!("| workload | called | instructions | to the best by hand | at most | net |");
    println!("| --- | --- | ---: | ---: | ---: | ---: |");
    let mut fits = true;
    for (row, count) in rows.iter().zip(&per_tick) {
        let (nothing, by_hand) = (least(row.workload, NOTHING), least(row.workload, BY_HAND));
        let (ratio, net) = (count / by_hand, (count - nothing) / (by_hand - nothing));
        let limit = row.most.map(|most| if cfg!(debug_assertions) { MOST_IN_DEBUG } else { most });
        let most = limit.map_or(String::new(), |most| format!("{most:.2}"));
        let is_more = limit.is_some_and(|most| ratio > most);
        let more = if is_more { " **more**" } else { "" };
        println!("| {} | {} | {count:.1} | {ratio:.2}{more} | {most} | {net:.2} |", row.workload, row.called);
        fits &= !is_more;
    }
    fits
}
