//! How long several branches can go without a tick.

use core::time::Duration;

/// The minimum of these. `None`, a branch that does not sleep, is less than any time.
#[inline]
pub fn least(sleeps: &[Option<Duration>]) -> Option<Duration> {
    sleeps.iter().copied().min().flatten()
}

/// The minimum for the children of a `pipeline` up to the last one that has been reached.
#[inline]
pub fn least_of_reached(reached: u32, sleeps: &[Option<Duration>]) -> Option<Duration> {
    sleeps.iter().copied().take(reached as usize + 1).min().flatten()
}
