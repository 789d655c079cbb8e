//! The table of lone agents.

use super::Effort;
use super::ratio::{Name, ratios};
use crate::measure::instructions;
use crate::measure::memory::{Footprint, footprints};
use crate::measure::sample::{Sample, interleaved};
use crate::measure::statistics::Spread;
use crate::subject::{Subject, subjects};
use crate::table::{Table, show};

/// Measures, and makes the table.
pub fn table(effort: Effort) -> Table {
    let subjects = subjects();
    let names: Vec<Name> = subjects.iter().map(|subject| (subject.workload, subject.system)).collect();
    let mut table = Table::default();
    table.column("lone agent", names.iter().map(|name| name.0));
    table.column("system", names.iter().map(|name| name.1));
    time(&mut table, &names, effort);
    count(&mut table, &names, effort.counted_ticks);
    weigh(&mut table, &subjects);
    table
}

fn time(table: &mut Table, names: &[Name], effort: Effort) {
    let samples: Vec<_> = (0..names.len()).map(|index| Sample::Lone(index, effort.sample)).collect();
    let spreads = interleaved(&samples, effort.rounds.0, effort.longest.0);
    let medians: Vec<_> = spreads.iter().map(|spread| spread.map(|spread| spread.median)).collect();
    table.column("ns a tick", spreads.iter().map(|spread| spread.map_or_else(String::new, show_spread)));
    table.column("ratio", ratios(names, &medians).into_iter().map(|ratio| show(ratio, 2)));
}

fn show_spread(spread: Spread) -> String {
    format!("{:.2} ({:.2}-{:.2})", spread.median, spread.low, spread.high)
}

fn count(table: &mut Table, names: &[Name], ticks: u64) {
    let count = |index| (ticks > 0).then(|| instructions::per_tick(index, ticks)).flatten();
    let counts: Vec<_> = (0..names.len()).map(count).collect();
    table.column("instructions", counts.iter().map(|&count| show(count, 1)));
    table.column("ratio", ratios(names, &counts).into_iter().map(|ratio| show(ratio, 2)));
}

fn weigh(table: &mut Table, subjects: &[Subject]) {
    let footprints = footprints();
    let column = |of: fn(&Footprint) -> String| {
        let footprints = &footprints;
        (0..subjects.len()).map(move |index| footprints.get(index).map_or_else(String::new, of))
    };
    table.column("state, bytes", subjects.iter().map(|subject| subject.size.to_string()));
    table.column("heap, bytes", column(|footprint| footprint.heap.to_string()));
    table.column("allocations", column(|footprint| footprint.allocations.to_string()));
    table.column("allocations a tick", column(|footprint| show(Some(footprint.allocations_per_tick), 2)));
}
