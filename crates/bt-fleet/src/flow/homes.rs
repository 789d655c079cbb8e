//! The operator of the directory: letters come to the home of their receiver, and go on to where it is.

use std::sync::Arc;

use timely::dataflow::StreamVec;
use timely::dataflow::channels::pact::Exchange;
use timely::dataflow::operators::Capability;
use timely::dataflow::operators::generic::operator::Operator;

use super::cargo::{ToHome, ToWorker};
use super::pending::Pending;
use super::signal::Signal;
use crate::shard::{Directory, Place};

/// Forwards letters when all moves of their epoch are known.
pub(super) fn homes<'s, M>(
    letters: StreamVec<'s, u64, ToHome<M>>,
    place: Place,
    signal: Arc<Signal>,
) -> StreamVec<'s, u64, ToWorker<M>>
where
    M: timely::ExchangeData + Clone,
{
    let by_home = Exchange::new(move |cargo: &ToHome<M>| place.home(cargo.id()));
    letters.unary_frontier(by_home, "homes", |_, _| {
        let (mut directory, mut pending) = (Directory::new(place), Pending::new());
        let mut capabilities: Vec<Capability<u64>> = Vec::new();
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
                forward(&mut directory, pending.take(*capability.time()), |cargo| {
                    output.session(capability).give(cargo);
                });
                false
            });
        }
    })
}

/// First the moves, then the letters.
fn forward<M>(directory: &mut Directory, batches: Vec<Vec<ToHome<M>>>, mut send: impl FnMut(ToWorker<M>)) {
    for cargo in batches.iter().flatten() {
        if let ToHome::Moved { id, worker } = cargo {
            directory.note(*id, *worker);
        }
    }
    for cargo in batches.into_iter().flatten() {
        if let ToHome::Letter(letter) = cargo {
            send(ToWorker::letter(directory.find(letter.to), letter));
        }
    }
}
