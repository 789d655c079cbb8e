//! `Shared`: the data that the program shares with the threads of its viewers.

use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use super::control::{Allowed, Control, Orders};
use super::lock::lock;
use super::ring::{Cursor, Part, Ring};

/// The data that the program shares with the threads of its viewers.
#[derive(Debug)]
pub struct Shared {
    /// A tick only tries to lock it: viewers never delay the program.
    pub ring: Mutex<Ring>,
    changed: Condvar,
    pub control: Control,
    viewers: AtomicUsize,
    /// Whether ticks are kept even without viewers.
    always: bool,
    closed: AtomicBool,
    /// The id of this run of the program.
    pub run: String,
    #[cfg(feature = "edit")]
    pub editor: Option<std::sync::Arc<dyn crate::edit::Editor>>,
}

/// The next message to a viewer.
pub enum News {
    Part(Box<Part>, Option<Orders>),
    /// Nothing happened for a while.
    Nothing,
    /// The program has ended.
    End,
}

impl Shared {
    /// `run` is the id of this run of the program.
    pub fn new(allowed: Allowed, always: bool, run: String) -> Self {
        Shared {
            run,
            ring: Mutex::default(),
            changed: Condvar::new(),
            control: Control::new(allowed),
            viewers: AtomicUsize::new(0),
            always,
            closed: AtomicBool::new(false),
            #[cfg(feature = "edit")]
            editor: None,
        }
    }

    pub fn viewers(&self) -> usize {
        self.viewers.load(Ordering::Relaxed)
    }

    /// Whether ticks must be recorded.
    #[inline]
    pub fn is_watched(&self) -> bool {
        self.always || self.viewers.load(Ordering::Relaxed) > 0
    }

    /// Counts one more viewer until the result is dropped.
    pub fn looking(&self) -> Looking<'_> {
        self.viewers.fetch_add(1, Ordering::Relaxed);
        Looking(self)
    }

    pub fn notify(&self) {
        self.changed.notify_all();
    }

    pub fn close(&self) {
        // Under the lock: otherwise a viewer could check `closed` just before this, and start to wait just after.
        let _ring = lock(&self.ring);
        self.closed.store(true, Ordering::Relaxed);
        self.changed.notify_all();
    }

    pub fn is_closed(&self) -> bool {
        self.closed.load(Ordering::Relaxed)
    }

    /// Wakes the viewers: the orders have changed.
    pub fn tell_orders(&self) {
        let _ring = lock(&self.ring);
        self.changed.notify_all();
    }

    /// Waits for the next message to a viewer. `told` is the last version of the orders that it received.
    pub fn next(&self, cursor: &mut Cursor, told: &mut Option<u64>, longest: Duration) -> News {
        let ring = lock(&self.ring);
        let is_idle = |ring: &mut Ring| self.is_idle(ring, cursor, *told);
        let waited = self.changed.wait_timeout_while(ring, longest, is_idle);
        let (ring, waited) = waited.unwrap_or_else(PoisonError::into_inner);
        if waited.timed_out() { News::Nothing } else { self.read(ring, cursor, told) }
    }

    /// Takes the next message to a viewer, if there is one.
    pub fn try_next(&self, cursor: &mut Cursor, told: &mut Option<u64>) -> News {
        let ring = lock(&self.ring);
        if self.is_idle(&ring, cursor, *told) { News::Nothing } else { self.read(ring, cursor, told) }
    }

    /// Whether there is nothing new for a viewer.
    fn is_idle(&self, ring: &Ring, cursor: &Cursor, told: Option<u64>) -> bool {
        !self.is_closed() && !ring.has_more(cursor) && told == Some(self.control.version())
    }

    fn read(&self, ring: MutexGuard<'_, Ring>, cursor: &mut Cursor, told: &mut Option<u64>) -> News {
        if self.is_closed() && !ring.has_more(cursor) {
            return News::End;
        }
        let part = ring.read(cursor);
        // First send the steps that led to the orders.
        let orders = (!ring.has_more(cursor)).then(|| self.control.orders());
        drop(ring);
        let orders = orders.filter(|orders| *told != Some(orders.version));
        *told = orders.as_ref().map(|orders| orders.version).or(*told);
        News::Part(Box::new(part), orders)
    }
}

/// A connected viewer.
pub struct Looking<'s>(&'s Shared);

impl Drop for Looking<'_> {
    fn drop(&mut self) {
        // Without viewers, nobody could resume a paused program.
        if self.0.viewers.fetch_sub(1, Ordering::Relaxed) == 1 {
            self.0.control.release();
        }
    }
}
