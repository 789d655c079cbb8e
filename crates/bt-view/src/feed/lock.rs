//! `lock`: locks that outlive panics.

use std::sync::{Mutex, MutexGuard, PoisonError};

/// Locks even after a panic of another thread, which leaves nothing half done here.
pub fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
