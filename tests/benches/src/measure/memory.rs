//! How much memory agents take: a separate program counts it, so that allocations are not slower where time is
//! measured.

use std::process::Command;

use crate::subject::Subject;

/// What an agent takes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Footprint {
    /// Bytes of the heap that a new agent holds.
    pub heap: u64,
    /// Allocations that make it.
    pub allocations: u64,
    /// Allocations of one tick.
    pub allocations_per_tick: f64,
}

/// The number of allocations, and the number of bytes that remain allocated: `bin/memory.rs` counts them.
pub type Count = (u64, i64);

/// Counts what an agent takes; `count` counts what a function allocates.
pub fn footprint(subject: &Subject, count: impl Fn(&dyn Fn()) -> Count) -> Footprint {
    const TICKS: u64 = 10_000;
    let (allocations, heap) = count(&*subject.leak);
    let after = |ticks| {
        count(&|| {
            let _ = (subject.time)(0, ticks);
        })
        .0
    };
    let per_tick = (after(2 * TICKS) - after(TICKS)) as f64 / TICKS as f64;
    Footprint { heap: heap.max(0) as u64, allocations, allocations_per_tick: per_tick }
}

impl Footprint {
    /// One line, which [`Footprint::from_line`] reads.
    pub fn line(self) -> String {
        format!("{} {} {}", self.heap, self.allocations, self.allocations_per_tick)
    }

    /// What a line says.
    pub fn from_line(line: &str) -> Option<Self> {
        let mut words = line.split(' ');
        Some(Footprint {
            heap: words.next()?.parse().ok()?,
            allocations: words.next()?.parse().ok()?,
            allocations_per_tick: words.next()?.parse().ok()?,
        })
    }
}

/// The memory of the agents of all subjects, in order; empty, if the program that counts cannot be run.
pub fn footprints() -> Vec<Footprint> {
    let cargo = std::env::var("CARGO").unwrap_or_else(|_| "cargo".to_owned());
    let arguments = ["run", "--quiet", "--release", "--package", "bt-benches", "--bin", "memory"];
    let output = Command::new(cargo).args(arguments).current_dir(env!("CARGO_MANIFEST_DIR")).output();
    let lines = output.map(|output| String::from_utf8_lossy(&output.stdout).into_owned()).unwrap_or_default();
    lines.lines().filter_map(Footprint::from_line).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_says_what_it_was_made_from() {
        let footprint = Footprint { heap: 64, allocations: 2, allocations_per_tick: 0.5 };
        assert_eq!(Footprint::from_line(&footprint.line()), Some(footprint));
        assert_eq!(Footprint::from_line("no numbers here"), None);
    }
}
