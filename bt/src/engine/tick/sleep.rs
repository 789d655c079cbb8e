//! How long several branches may go without a tick.

use core::time::Duration;

/// The least of these. `None`, which does not sleep at all, is the least of all.
#[inline]
pub fn least(sleeps: &[Option<Duration>]) -> Option<Duration> {
    sleeps.iter().copied().min().flatten()
}

/// The same for the children of a `pipeline` up to the last one that has been reached.
#[inline]
pub fn least_of_reached(reached: u32, sleeps: &[Option<Duration>]) -> Option<Duration> {
    sleeps.iter().copied().take(reached as usize + 1).min().flatten()
}
