//! `Open`: work that is waited for. One cancel, unless the answer has been polled.

use core::task::{Poll, Waker};

use super::work::Carrier;

/// Work that is waited for, until its answer is there.
pub struct Open<C: Carrier> {
    work: Option<C>,
    waker: Option<Waker>,
}

impl<C: Carrier> Open<C> {
    pub fn new(work: C) -> Self {
        Open { work: Some(work), waker: None }
    }

    pub fn wake(&mut self, waker: Waker) {
        self.waker = Some(waker);
    }

    /// Whether somebody wakes the tree when the answer is there.
    pub fn wakes(&self) -> bool {
        self.waker.is_some()
    }

    /// The answer, if it is there. `None`: there will never be one.
    pub fn poll(&mut self) -> Poll<Option<C::Answer>> {
        // Not in its field meanwhile: if the poll panics, the work is dropped and not cancelled.
        let Some(mut work) = self.work.take() else { return Poll::Ready(None) };
        let polled = work.poll(self.waker.as_ref().unwrap_or(Waker::noop()));
        if polled.is_pending() {
            self.work = Some(work);
        }
        polled
    }

    /// Changes the work, which is not cancelled by this.
    pub fn map<D: Carrier>(mut self, map: impl FnOnce(C) -> D) -> Open<D> {
        Open { work: self.work.take().map(map), waker: self.waker.take() }
    }
}

impl<C: Carrier> Drop for Open<C> {
    fn drop(&mut self) {
        if let Some(mut work) = self.work.take() {
            work.cancel();
        }
    }
}
