//! How the operators are connected.

use std::cell::Cell;
use std::rc::Rc;
use std::sync::Arc;
use std::sync::atomic::Ordering;

use timely::dataflow::Scope;
use timely::dataflow::operators::{Concat, ConnectLoop, Feedback};

use super::agents::{Outputs, agents};
use super::births::births;
use super::caught::caught;
use super::homes::homes;
use super::job::Job;
use super::sum::sum;
use crate::shard::Place;
use crate::world::World;

pub(super) fn graph<W: World>(scope: Scope<'_, u64>, job: &Arc<Job<W>>, place: Place) {
    let (next_epoch, arrivals) = scope.feedback(1);
    let next = Rc::new(Cell::new(job.start.next));
    let Outputs { letters, moving, born, epochs } = agents(scope, arrivals, job, place, Rc::clone(&next));
    let letters = letters.concat(births(born, next, Arc::clone(&job.signal)));
    homes(letters, place, job).concat(moving).connect_loop(next_epoch);
    let job = Arc::clone(job);
    sum(epochs, move |epoch| {
        let told = caught(|| {
            (job.tell)(epoch);
            Ok(())
        });
        told.unwrap_or_else(|error| job.signal.fail(error));
        job.signal.told.fetch_max(epoch.number, Ordering::SeqCst);
    });
}
