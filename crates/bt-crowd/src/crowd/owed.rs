//! What a crowd keeps while its agents are owed time.

use core::time::Duration;

use crate::turns::Turns;

/// What a crowd keeps while its agents are owed time.
#[derive(Clone)]
pub struct Detail<T, C> {
    pub turns: Turns,
    /// Ticks an agent for the time that it is owed. A function pointer, so that only `advance` needs to know that the
    /// tree can be ticked with this context.
    pub tick: fn(&mut T, &mut C, Duration),
}
