//! An operator that works when an epoch is over.

use std::sync::Arc;

use timely::ExchangeData;
use timely::dataflow::StreamVec;
use timely::dataflow::channels::pact::ParallelizationContract;
use timely::dataflow::operators::Capability;
use timely::dataflow::operators::generic::operator::Operator;

use super::caught::caught;
use super::pending::Pending;
use super::signal::Signal;
use crate::error::FleetError;

/// Exchanges a stream, and calls `work` with everything that has arrived for an epoch when nothing more can arrive.
/// `work` also gets a function that sends its results on.
pub(super) fn at_end_of_epoch<'s, T: ExchangeData, U: Clone + 'static>(
    stream: StreamVec<'s, u64, T>,
    exchange: impl ParallelizationContract<u64, Vec<T>>,
    name: &str,
    signal: Arc<Signal>,
    mut work: impl FnMut(Vec<Vec<T>>, &mut dyn FnMut(U)) -> Result<(), FleetError> + 'static,
) -> StreamVec<'s, u64, U> {
    stream.unary_frontier(exchange, name, |_, _| {
        let (mut pending, mut capabilities) = (Pending::new(), Vec::<Capability<u64>>::new());
        move |(input, frontier), output| {
            input.for_each_stamp(|stamp, batches| {
                let Some(capability) = stamp.retain_least(output.output_index()) else { return };
                batches.for_each(|batch| pending.add(*capability.time(), batch));
                if !capabilities.iter().any(|held| held.time() == capability.time()) {
                    capabilities.push(capability);
                }
            });
            capabilities.sort_unstable_by_key(|capability| *capability.time());
            capabilities.retain(|capability| {
                if signal.has_failed() {
                    return false;
                }
                if frontier.less_equal(capability.time()) {
                    return true;
                }
                let arrived = pending.take(*capability.time());
                let mut session = output.session(capability);
                let done = caught(|| work(arrived, &mut |result| session.give(result)));
                done.unwrap_or_else(|error| signal.fail(error));
                false
            });
        }
    })
}
