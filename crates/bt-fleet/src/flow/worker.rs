//! The threads of the workers.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::time::{Duration, Instant};

use timely::communication::{Allocator, AllocatorBuilder, initialize_from};
use timely::worker::Worker;

use super::caught::text;
use super::graph::graph;
use super::job::Job;
use crate::error::FleetError;
use crate::shard::Place;
use crate::world::World;

/// How often a waiting worker checks for failures.
const LOOK: Duration = Duration::from_millis(50);

/// Runs all workers of this process to the end.
pub(crate) fn work<W: World>(builders: Vec<AllocatorBuilder>, job: &Arc<Job<W>>) -> Result<(), FleetError> {
    let (signal, job) = (Arc::clone(&job.signal), Arc::clone(job));
    let workers = initialize_from(builders, Box::new(()), move |allocator| {
        if let Err(panic) = catch_unwind(AssertUnwindSafe(|| one(allocator, &job))) {
            job.signal.fail(FleetError::Panicked(text(&*panic)));
        }
        job.signal.worker_ends();
    });
    match workers {
        Ok(workers) => drop(workers.join()),
        Err(error) => signal.fail(FleetError::Settings(format!("the workers cannot be started: {error}"))),
    }
    signal.take_error().map_or(Ok(()), Err)
}

fn one<W: World>(allocator: Allocator, job: &Arc<Job<W>>) {
    let mut worker = Worker::new(timely::WorkerConfig::default(), allocator, Some(Instant::now()));
    let place = Place { worker: worker.index() as u64, workers: worker.peers() as u64 };
    worker.dataflow(|scope| graph(scope, job, place));
    while worker.has_dataflows() {
        worker.step_or_park(Some(LOOK));
        job.signal.check(job.patience);
        if job.signal.has_failed() {
            for dataflow in worker.installed_dataflows() {
                worker.drop_dataflow(dataflow);
            }
        }
    }
}
