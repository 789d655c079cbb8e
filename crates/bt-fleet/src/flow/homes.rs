//! The operator of the directory: it forwards letters from the home of their receiver to its worker.

use std::sync::Arc;

use timely::dataflow::StreamVec;
use timely::dataflow::channels::pact::Exchange;

use super::at_end::at_end_of_epoch;
use super::cargo::{ToHome, ToWorker};
use super::job::Job;
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
    let mut directory = Directory::new(place);
    at_end_of_epoch(letters, by_home, "homes", Arc::clone(&job.signal), move |batches, send| {
        forward(&job, place, &mut directory, batches, send)
    })
}

/// Records moves and deaths, creates the agents that are born, then forwards the letters.
fn forward<W: World>(
    job: &Job<W>,
    place: Place,
    directory: &mut Directory,
    batches: Vec<Vec<ToHome<W::Message>>>,
    send: &mut dyn FnMut(ToWorker<W::Message>),
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
