//! `Hello`: what two processes tell each other first. They must agree in all of it.

use std::io::{Read, Write};

use serde::{Deserialize, Serialize};

use crate::error::FleetError;

/// The version of what goes through the network.
const WIRE: u32 = 1;

/// What a process is, and what it is about to do.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Hello {
    pub(crate) process: u64,
    pub(crate) version: String,
    pub(crate) processes: u64,
    pub(crate) threads: u64,
    pub(crate) shape: u64,
    pub(crate) population: u64,
    pub(crate) seed: u64,
    pub(crate) start: u64,
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

    pub(super) fn send(&self, mut to: impl Write) -> std::io::Result<()> {
        let bytes = postcard::to_stdvec(self).map_err(std::io::Error::other)?;
        let length = u32::try_from(bytes.len()).map_err(std::io::Error::other)?;
        to.write_all(b"btfl")?;
        to.write_all(&length.to_le_bytes())?;
        to.write_all(&bytes)?;
        to.flush()
    }

    /// Reads a hello; `None` if it is none.
    pub(super) fn receive(mut from: impl Read) -> std::io::Result<Option<Self>> {
        let mut head = [0; 8];
        from.read_exact(&mut head)?;
        let length = u32::from_le_bytes([head[4], head[5], head[6], head[7]]);
        if head[..4] != *b"btfl" || length > 1 << 16 {
            return Ok(None);
        }
        let mut bytes = vec![0; length as usize];
        from.read_exact(&mut bytes)?;
        Ok(postcard::from_bytes(&bytes).ok())
    }

    /// Whether another process is about to do the same.
    pub(super) fn agree(&self, other: &Hello) -> Result<(), FleetError> {
        let differs = |what: &str, here: &dyn ToString, there: &dyn ToString| {
            let what = format!("{what} of process {}", other.process);
            Err(FleetError::differs(what, here.to_string(), there.to_string()))
        };
        if self.version != other.version {
            return differs("the version", &self.version, &other.version);
        }
        if self.shape != other.shape {
            return differs("the shape of the tree", &format!("{:016x}", self.shape), &format!("{:016x}", other.shape));
        }
        let numbers = |hello: &Hello| {
            [
                ("the number of processes", hello.processes),
                ("the number of threads", hello.threads),
                ("the number of agents", hello.population),
                ("the seed", hello.seed),
                ("the epoch to go on after", hello.start),
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
        Ok(())
    }
}
