//! How the operators are connected.

use std::sync::Arc;
use std::sync::atomic::Ordering;

use timely::dataflow::Scope;
use timely::dataflow::operators::{Concat, ConnectLoop, Feedback};

use super::agents::agents;
use super::caught::caught;
use super::homes::homes;
use super::job::Job;
use super::sum::sum;
use crate::shard::Place;
use crate::world::World;

pub(super) fn graph<W: World>(scope: Scope<'_, u64>, job: &Arc<Job<W>>, place: Place) {
    let (next_epoch, arrivals) = scope.feedback(1);
    let (letters, moving, epochs) = agents(scope, arrivals, job, place);
    homes(letters, place, Arc::clone(&job.signal)).concat(moving).connect_loop(next_epoch);
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
