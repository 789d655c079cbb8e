//! The boxes that hold work: one that other threads may use, and one for a single thread.

use alloc::boxed::Box;
use core::pin::Pin;
use core::task::{Poll, Waker};

use super::work::{Carrier, Work};

/// Work of one thread.
pub struct Local<T>(Pin<Box<dyn Work<T>>>);

impl<T> Local<T> {
    pub fn new(work: impl Work<T> + 'static) -> Self {
        Local(Box::pin(work))
    }
}

impl<T> Carrier for Local<T> {
    type Answer = T;

    fn poll(&mut self, waker: &Waker) -> Poll<Option<T>> {
        self.0.as_mut().poll(waker)
    }

    fn cancel(&mut self) {
        self.0.as_mut().cancel();
    }
}

#[cfg(not(feature = "std"))]
pub use sync::Shared;

#[cfg(feature = "std")]
pub use locked::Shared;

/// Without `std`, the work itself is `Sync`.
#[cfg(not(feature = "std"))]
mod sync {
    use super::{Box, Carrier, Pin, Poll, Waker, Work};

    /// Work for every thread.
    pub struct Shared<T>(Pin<Box<dyn Work<T> + Send + Sync>>);

    impl<T> Shared<T> {
        pub fn new(work: impl Work<T> + Send + Sync + 'static) -> Self {
            Shared(Box::pin(work))
        }
    }

    impl<T> Carrier for Shared<T> {
        type Answer = T;

        fn poll(&mut self, waker: &Waker) -> Poll<Option<T>> {
            self.0.as_mut().poll(waker)
        }

        fn cancel(&mut self) {
            self.0.as_mut().cancel();
        }
    }
}

/// With `std`, a lock that is never locked makes the work `Sync`: it is only used by `&mut`.
#[cfg(feature = "std")]
mod locked {
    use std::sync::{Mutex, PoisonError};

    use super::{Box, Carrier, Pin, Poll, Waker, Work};

    /// Work for every thread.
    pub struct Shared<T>(Mutex<Pin<Box<dyn Work<T> + Send>>>);

    impl<T> Shared<T> {
        pub fn new(work: impl Work<T> + Send + 'static) -> Self {
            Shared(Mutex::new(Box::pin(work)))
        }

        fn work(&mut self) -> Pin<&mut (dyn Work<T> + Send)> {
            self.0.get_mut().unwrap_or_else(PoisonError::into_inner).as_mut()
        }
    }

    impl<T> Carrier for Shared<T> {
        type Answer = T;

        fn poll(&mut self, waker: &Waker) -> Poll<Option<T>> {
            self.work().poll(waker)
        }

        fn cancel(&mut self) {
            self.work().cancel();
        }
    }
}
