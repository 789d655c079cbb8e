//! `Hello`: what two processes compare before they start. They must agree on all of it.

use serde::{Deserialize, Serialize};

use crate::error::FleetError;
use crate::world::Types;

/// The version of the protocol.
const WIRE: u32 = 2;

/// What a process is, and what it is about to do.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Hello {
    pub(crate) process: u64,
    /// Random in each run, so that a process that calls twice is not mistaken for two.
    pub(crate) run: u64,
    pub(crate) version: String,
    pub(crate) types: Types,
    pub(crate) processes: u64,
    pub(crate) threads: u64,
    pub(crate) population: u64,
    pub(crate) seed: u64,
    /// The epochs of the complete snapshots, the oldest first.
    pub(crate) complete: Vec<u64>,
    /// The snapshots that this process has found damaged.
    pub(crate) damaged: Vec<u64>,
    pub(crate) epochs: u64,
    pub(crate) letters: u32,
    pub(crate) hash_every: u64,
    /// After how many epochs a snapshot is taken; 0 for never.
    pub(crate) snapshots: u64,
}

impl Hello {
    /// The version of this program.
    pub(crate) fn version() -> String {
        format!("bt-fleet {} with wire {WIRE}", env!("CARGO_PKG_VERSION"))
    }

    pub(super) fn to_bytes(&self) -> Vec<u8> {
        postcard::to_stdvec(self).expect("numbers and text can be written")
    }

    /// Reads a hello; `None` if the bytes are not one.
    pub(super) fn from_bytes(bytes: &[u8]) -> Option<Self> {
        postcard::from_bytes(bytes).ok()
    }

    /// Checks that another process is about to do the same.
    pub(super) fn agree(&self, other: &Hello) -> Result<(), FleetError> {
        let differs = |what: &str, here: &dyn ToString, there: &dyn ToString| {
            let what = format!("{what} of process {}", other.process);
            Err(FleetError::differs(what, here.to_string(), there.to_string()))
        };
        if self.version != other.version {
            return differs("the version", &self.version, &other.version);
        }
        let place = format!(" of process {}", other.process);
        self.types.agree(&other.types, &place)?;
        let last = |hello: &Hello| hello.complete.last().copied().unwrap_or_default();
        let numbers = |hello: &Hello| {
            [
                ("the number of processes", hello.processes),
                ("the number of threads", hello.threads),
                ("the number of agents", hello.population),
                ("the seed", hello.seed),
                ("the epoch to continue after", last(hello)),
                ("the last epoch", hello.epochs),
                ("the number of letters", u64::from(hello.letters)),
                ("the epochs between hashes", hello.hash_every),
                ("the epochs between snapshots", hello.snapshots),
            ]
        };
        for ((what, here), (_, there)) in numbers(self).iter().zip(numbers(other)) {
            if *here != there {
                return differs(what, here, &there);
            }
        }
        if self.complete != other.complete {
            let text = |epochs: &[u64]| format!("{epochs:?}");
            return differs("the complete snapshots", &text(&self.complete), &text(&other.complete));
        }
        Ok(())
    }

    /// A number unique to this run.
    pub(crate) fn new_run() -> Result<u64, FleetError> {
        getrandom::u64().map_err(|error| FleetError::io("drawing a number")(std::io::Error::other(error)))
    }
}
