//! Counts how much memory agents take: a line for each subject, in order.

use bt_benches::measure::memory::footprint;
use bt_benches::subject::subjects;

fn main() {
    for subject in subjects() {
        let footprint = footprint(&subject, |function| {
            let counted = allocation_counter::measure(function);
            (counted.count_total, counted.bytes_current)
        });
        println!("{}", footprint.line());
    }
}
