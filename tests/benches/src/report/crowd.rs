//! The table of crowds.

use super::Effort;
use super::ratio::{Name, ratios};
use crate::crowd::{SIZES, Subject, subjects};
use crate::measure::sample::{Sample, interleaved};
use crate::measure::statistics::Spread;
use crate::table::{Table, show};

/// Measures, and makes the table.
pub fn table(effort: Effort) -> Table {
    let subjects = subjects();
    let names: Vec<Name> = subjects.iter().map(|subject| (subject.workload, subject.system)).collect();
    let mut table = Table::default();
    table.column("crowd", names.iter().map(|name| name.0));
    table.column("system", names.iter().map(|name| name.1));
    for (size, medians) in medians(&subjects, effort) {
        table.column(&format!("{size} agents: ns a tick"), medians.iter().map(|&median| show(median, 2)));
        table.column("ratio", ratios(&names, &medians).into_iter().map(|ratio| show(ratio, 2)));
    }
    table
}

/// For each size, the time of each subject that is not too slow for it.
fn medians(subjects: &[Subject], effort: Effort) -> Vec<(usize, Vec<Option<f64>>)> {
    let sizes: Vec<_> = SIZES.into_iter().filter(|&size| size <= effort.most_agents).collect();
    let all = sizes.iter().flat_map(|&size| (0..subjects.len()).map(move |index| (index, size)));
    let taken: Vec<_> = all.filter(|&(index, size)| size <= subjects[index].most).collect();
    let samples: Vec<_> = taken.iter().map(|&(index, size)| Sample::Crowd(index, size, effort.sample)).collect();
    let spreads = interleaved(&samples, effort.rounds.1, effort.longest.1);
    let median = |of| {
        let sample = taken.iter().position(|&taken| taken == of)?;
        spreads[sample].map(|Spread { median, .. }| median)
    };
    let of_size = |size| (0..subjects.len()).map(|index| median((index, size))).collect();
    sizes.into_iter().map(|size| (size, of_size(size))).collect()
}
