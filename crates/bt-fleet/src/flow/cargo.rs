//! What workers send to each other.

use serde::{Deserialize, Serialize};

use crate::letter::Letter;
use crate::shard::Nap;

/// What is sent to the home of an agent.
#[derive(Clone, Serialize, Deserialize)]
pub(super) enum ToHome<M> {
    Letter(Letter<M>),
    /// The agent is on this worker from the next epoch on.
    Moved {
        id: u64,
        worker: u64,
    },
    /// A birth: the letter goes to the new agent.
    Born(Letter<M>),
    Died {
        id: u64,
    },
}

impl<M> ToHome<M> {
    pub(super) const fn id(&self) -> u64 {
        match self {
            ToHome::Letter(letter) | ToHome::Born(letter) => letter.to,
            ToHome::Moved { id, .. } | ToHome::Died { id } => *id,
        }
    }
}

/// What is sent to the worker that has an agent, or will have it.
#[derive(Clone, Serialize, Deserialize)]
pub(super) enum ToWorker<M> {
    Letter(u32, Letter<M>),
    /// A serialized agent, and its nap if it sleeps.
    Agent(u32, Option<Nap>, Vec<u8>),
}

impl<M> ToWorker<M> {
    pub(super) fn letter(worker: u64, letter: Letter<M>) -> Self {
        ToWorker::Letter(worker as u32, letter)
    }

    pub(super) fn agent(worker: u64, nap: Option<Nap>, bytes: Vec<u8>) -> Self {
        ToWorker::Agent(worker as u32, nap, bytes)
    }

    pub(super) fn worker(&self) -> u64 {
        match self {
            ToWorker::Letter(worker, _) | ToWorker::Agent(worker, ..) => u64::from(*worker),
        }
    }
}
