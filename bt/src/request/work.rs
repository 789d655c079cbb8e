//! The work that a request waits for: a `Pending`, a future, a receiver or a thread.

use core::future::Future;
use core::pin::Pin;
use core::task::{Context, Poll, Waker};

use super::pending::Pending;

/// Work that a request waits for. It is pinned, so that a future needs no second box.
pub trait Work<T> {
    /// The answer, if it is there. `None`: there will never be one.
    fn poll(self: Pin<&mut Self>, waker: &Waker) -> Poll<Option<T>>;

    /// Nobody waits for it any more. It is dropped next.
    fn cancel(self: Pin<&mut Self>) {}
}

/// A future, which is cancelled by its drop.
impl<F: Future> Work<F::Output> for F {
    fn poll(self: Pin<&mut Self>, waker: &Waker) -> Poll<Option<F::Output>> {
        Future::poll(self, &mut Context::from_waker(waker)).map(Some)
    }
}

/// A user's work.
pub struct Polled<P>(pub P);

// Nothing inside is ever pinned.
impl<P> Unpin for Polled<P> {}

impl<P: Pending> Work<P::Answer> for Polled<P> {
    fn poll(mut self: Pin<&mut Self>, _: &Waker) -> Poll<Option<P::Answer>> {
        self.0.poll().map(Some)
    }

    fn cancel(mut self: Pin<&mut Self>) {
        self.0.cancel();
    }
}

/// A user's work that is handed to a function when it is cancelled. It is empty afterwards.
pub struct Reaped<P, R>(pub Option<(P, R)>);

impl<P, R> Unpin for Reaped<P, R> {}

impl<P: Pending, R: FnOnce(P)> Work<P::Answer> for Reaped<P, R> {
    fn poll(mut self: Pin<&mut Self>, _: &Waker) -> Poll<Option<P::Answer>> {
        match &mut self.0 {
            Some((pending, _)) => pending.poll().map(Some),
            None => Poll::Ready(None),
        }
    }

    fn cancel(mut self: Pin<&mut Self>) {
        if let Some((mut pending, reaper)) = self.0.take() {
            pending.cancel();
            reaper(pending);
        }
    }
}

/// Boxed work whose errors become `None`.
pub struct Optional<B>(pub B);

impl<B> Unpin for Optional<B> {}

impl<T, E, B: Carrier<Answer = Result<T, E>>> Work<Option<T>> for Optional<B> {
    fn poll(mut self: Pin<&mut Self>, waker: &Waker) -> Poll<Option<Option<T>>> {
        self.0.poll(waker).map(|answer| answer.map(Result::ok))
    }

    fn cancel(mut self: Pin<&mut Self>) {
        self.0.cancel();
    }
}

/// A box with work in it.
pub trait Carrier {
    /// What the work returns.
    type Answer;
    fn poll(&mut self, waker: &Waker) -> Poll<Option<Self::Answer>>;
    fn cancel(&mut self);
}
