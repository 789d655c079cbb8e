//! The operator of the directory: it forwards letters from the home of their receiver to its worker.

use std::sync::Arc;

use timely::dataflow::StreamVec;
use timely::dataflow::channels::pact::Exchange;
use timely::dataflow::operators::Capability;
use timely::dataflow::operators::generic::operator::Operator;

use super::cargo::{ToHome, ToWorker};
use super::caught::caught;
use super::job::Job;
use super::pending::Pending;
use super::start;
use crate::error::FleetError;
use crate::shard::{Directory, Place};
use crate::world::World;

/// Forwards letters when all moves of their epoch are known.
pub(super) fn homes<'s, W: World>(
    letters: StreamVec<'s, u64, ToHome<W::Message>>,
    place: Place,
    job: &Arc<Job<W>>,
) -> StreamVec<'s, u64, ToWorker<W::Message>> {
    let by_home = Exchange::new(move |cargo: &ToHome<W::Message>| place.home(cargo.id()));
    let job = Arc::clone(job);
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
                if job.signal.has_failed() {
                    return false;
                }
                if frontier.less_equal(capability.time()) {
                    return true;
                }
                let arrived = pending.take(*capability.time());
                let done = caught(|| {
                    forward(&job, place, &mut directory, arrived, |cargo| output.session(capability).give(cargo))
                });
                done.unwrap_or_else(|error| job.signal.fail(error));
                false
            });
        }
    })
}

/// Records moves and deaths, creates the agents that are born, then forwards the letters.
fn forward<W: World>(
    job: &Job<W>,
    place: Place,
    directory: &mut Directory,
    batches: Vec<Vec<ToHome<W::Message>>>,
    mut send: impl FnMut(ToWorker<W::Message>),
) -> Result<(), FleetError> {
    for cargo in batches.iter().flatten() {
        match cargo {
            ToHome::Moved { id, worker } => directory.note(*id, *worker),
            ToHome::Died { id } => directory.forget(*id),
            ToHome::Born(letter) => {
                let (id, worker, _, bytes) = start::born(&*job.world, job.start.seed, letter, place)?;
                directory.note(id, worker);
                send(ToWorker::agent(worker, None, bytes));
            }
            ToHome::Letter(_) => {}
        }
    }
    for cargo in batches.into_iter().flatten() {
        if let ToHome::Letter(letter) = cargo {
            send(ToWorker::letter(directory.find(letter.to), letter));
        }
    }
    Ok(())
}
