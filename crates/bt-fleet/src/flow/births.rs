//! The operator of births, on worker 0: it assigns ids to the agents that are born in an epoch.

use std::cell::Cell;
use std::rc::Rc;
use std::sync::Arc;

use timely::dataflow::StreamVec;
use timely::dataflow::channels::pact::Exchange;

use super::at_end::at_end_of_epoch;
use super::cargo::ToHome;
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
    let first_worker = Exchange::new(|_: &Letter<M>| 0);
    at_end_of_epoch(born, first_worker, "births", signal, move |batches, send| {
        let mut born: Vec<Letter<M>> = batches.into_iter().flatten().collect();
        born.sort_unstable_by_key(Letter::key);
        for letter in born {
            let to = next.replace(next.get() + 1);
            send(ToHome::Born(Letter { to, ..letter }));
        }
        Ok(())
    })
}
