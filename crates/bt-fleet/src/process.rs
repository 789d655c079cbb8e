//! One process of a fleet: its connections, and then its workers.

use std::mem;
use std::sync::Arc;

use timely::communication::allocator::ProcessBuilder;
use timely::communication::allocator::zero_copy::initialize::{CommsGuard, initialize_networking_from_sockets};
use timely::communication::{AllocatorBuilder, Hooks};

use crate::error::FleetError;
use crate::flow::{Job, work};
use crate::net::{Socket, Wire};
use crate::world::World;

/// How many empty buffers the dataflow engine keeps for reuse; all others are freed.
const BUFFERS: usize = 8;

/// Runs the workers of process number `process`. `streams` connect it with the others.
pub(crate) fn run<W: World>(streams: Vec<Option<Wire>>, process: usize, job: &Arc<Job<W>>) -> Result<(), FleetError> {
    let mut hooks = Hooks::default();
    hooks.refill.limit = Some(BUFFERS);
    let inner = ProcessBuilder::new_typed_vector(job.threads, hooks.refill.clone(), hooks.spill.clone());
    if streams.len() < 2 {
        return work(inner.into_iter().map(AllocatorBuilder::Process).collect(), job);
    }
    let sockets = streams
        .into_iter()
        .enumerate()
        .map(|(process, stream)| stream.map(|stream| Socket::new(stream, process, Arc::clone(&job.signal))));
    let (builders, guard) = initialize_networking_from_sockets(inner, sockets.collect(), process, job.threads, hooks)
        .map_err(FleetError::io("connecting the workers"))?;
    let ended = work(builders.into_iter().map(AllocatorBuilder::Tcp).collect(), job);
    close(guard, ended.is_ok());
    ended
}

/// Waits until everything is sent and received. After a failure it does not wait: the threads end by themselves.
fn close(guard: CommsGuard, in_order: bool) {
    if in_order {
        drop(guard);
    } else {
        mem::forget(guard);
    }
}
