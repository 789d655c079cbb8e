//! Work in other threads: receivers of channels, and handles of threads.

use std::panic::resume_unwind;
use std::sync::mpsc::{Receiver, TryRecvError};
use std::thread::JoinHandle;

use core::pin::Pin;
use core::task::{Poll, Waker};

use super::work::Work;

/// A receiver without senders has no answer.
pub struct Received<T>(pub Receiver<T>);

impl<T> Unpin for Received<T> {}

impl<T> Work<T> for Received<T> {
    fn poll(self: Pin<&mut Self>, _: &Waker) -> Poll<Option<T>> {
        match self.0.try_recv() {
            Ok(answer) => Poll::Ready(Some(answer)),
            Err(TryRecvError::Disconnected) => Poll::Ready(None),
            Err(TryRecvError::Empty) => Poll::Pending,
        }
    }
}

/// A thread. It is empty after it has been joined.
pub struct Joined<T>(pub Option<JoinHandle<T>>);

impl<T> Unpin for Joined<T> {}

impl<T> Work<T> for Joined<T> {
    fn poll(mut self: Pin<&mut Self>, _: &Waker) -> Poll<Option<T>> {
        if self.0.as_ref().is_some_and(|thread| !thread.is_finished()) {
            return Poll::Pending;
        }
        // It has finished, so this does not block.
        match self.0.take().map(JoinHandle::join) {
            Some(Ok(answer)) => Poll::Ready(Some(answer)),
            Some(Err(panic)) => resume_unwind(panic),
            None => Poll::Ready(None),
        }
    }
}
