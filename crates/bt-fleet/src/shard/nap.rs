//! `Nap`: when an agent fell asleep, and when it wakes up.

use serde::{Deserialize, Serialize};

use crate::error::FleetError;

/// The sleep of an agent.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Nap {
    /// The last epoch in which it had a turn.
    pub(crate) since: u64,
    /// The epoch of its next turn, unless a letter arrives earlier.
    pub(crate) wake: u64,
}

impl Nap {
    /// Writes before an agent whether it sleeps.
    pub(super) fn write(nap: Option<Nap>, agent: &[u8]) -> Vec<u8> {
        let mut bytes = postcard::to_stdvec(&nap).expect("numbers can be written");
        bytes.extend_from_slice(agent);
        bytes
    }

    /// Reads what `write` has written.
    pub(crate) fn split(bytes: &[u8]) -> Result<(Option<Nap>, &[u8]), FleetError> {
        postcard::take_from_bytes(bytes).map_err(FleetError::data("an agent cannot be read"))
    }
}
