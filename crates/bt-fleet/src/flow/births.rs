//! The operator of births, on worker 0: it assigns ids to the agents that are born in an epoch.

use std::cell::Cell;
use std::rc::Rc;
use std::sync::Arc;

use timely::dataflow::StreamVec;
use timely::dataflow::channels::pact::Exchange;
use timely::dataflow::operators::Capability;
use timely::dataflow::operators::generic::operator::Operator;

use super::cargo::ToHome;
use super::pending::Pending;
use super::signal::Signal;
use crate::letter::Letter;

/// The id of the next agent to be born, on worker 0.
pub(super) type Next = Rc<Cell<u64>>;

/// Assigns ids in the order of parents and of their births, so that ids are the same on any number of workers.
pub(super) fn births<'s, M>(
    born: StreamVec<'s, u64, Letter<M>>,
    next: Next,
    signal: Arc<Signal>,
) -> StreamVec<'s, u64, ToHome<M>>
where
    M: timely::ExchangeData + Clone,
{
    born.unary_frontier(Exchange::new(|_: &Letter<M>| 0), "births", |_, _| {
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
                let mut born: Vec<Letter<M>> = pending.take(*capability.time()).into_iter().flatten().collect();
                born.sort_unstable_by_key(Letter::key);
                output.session(capability).give_iterator(born.into_iter().map(|letter| {
                    let to = next.replace(next.get() + 1);
                    ToHome::Born(Letter { to, ..letter })
                }));
                false
            });
        }
    })
}
