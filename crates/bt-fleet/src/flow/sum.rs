//! The operator that sums up an epoch, on worker 0.

use std::collections::BTreeMap;

use timely::dataflow::StreamVec;
use timely::dataflow::channels::pact::Exchange;
use timely::dataflow::operators::generic::operator::Operator;

use crate::report::Epoch;

/// Calls `tell` with each epoch, in order, when all workers have ended it.
pub(super) fn sum(epochs: StreamVec<'_, u64, Epoch>, mut tell: impl FnMut(&Epoch) + 'static) {
    let mut sums: BTreeMap<u64, Epoch> = BTreeMap::new();
    epochs.sink(Exchange::new(|_: &Epoch| 0), "sum", move |(input, frontier)| {
        input.for_each_stamp(|_, batches| {
            for epoch in batches.flat_map(|batch| batch.drain(..)) {
                let sum = sums.entry(epoch.number).or_insert(Epoch { number: epoch.number, ..Epoch::default() });
                sum.add(&epoch);
            }
        });
        while let Some(first) = sums.first_entry()
            && !frontier.less_equal(first.key())
        {
            tell(&first.remove());
        }
    });
}
