//! What says which feature is missing: constructors that cannot be called.

use core::marker::PhantomData;

/// Never holds without the feature `alloc`.
#[cfg(not(feature = "alloc"))]
#[diagnostic::on_unimplemented(
    message = "a request needs the feature `alloc` of `bt-trees`, or `std` for threads and channels",
    label = "needs the feature `alloc`",
    note = "write `bt = {{ package = \"bt-trees\", version = \"..\", features = [\"std\"] }}` in `Cargo.toml`"
)]
pub trait HasAlloc {}

/// Never holds without the feature `std`.
#[diagnostic::on_unimplemented(
    message = "a request for a thread or a receiver needs the feature `std` of `bt-trees`",
    label = "needs the feature `std`",
    note = "write `bt = {{ package = \"bt-trees\", version = \"..\", features = [\"std\"] }}` in `Cargo.toml`"
)]
pub trait HasStd {}

/// The features of this build. Because of the lifetime, Rust checks a bound on it where a function is called, not where
/// it is declared.
pub struct Features<'a>(PhantomData<&'a ()>);

/// The constructors that need `std`.
macro_rules! without_std {
    ($($request:ident)*) => {$(
        #[doc(hidden)]
        impl<T> $request<T> {
            pub fn receiver<'a, R>(_: R) -> Self
            where
                Features<'a>: HasStd,
            {
                unreachable!("no build has this function")
            }

            pub fn thread<'a, H>(_: H) -> Self
            where
                Features<'a>: HasStd,
            {
                unreachable!("no build has this function")
            }
        }
    )*};
}

#[cfg(feature = "alloc")]
use super::requests::{LocalRequest, Request};

without_std! { Request LocalRequest }

#[cfg(not(feature = "alloc"))]
pub use without_alloc::{LocalRequest, Request};

/// The types without the feature `alloc`. They have no values.
#[cfg(not(feature = "alloc"))]
mod without_alloc {
    use core::convert::Infallible;
    use core::marker::PhantomData;
    use core::task::Poll;

    use super::{Features, HasAlloc};
    use crate::request::answered::AnyRequest;

    macro_rules! without_alloc {
        ($($(#[$doc:meta])* $request:ident)*) => {$(
            $(#[$doc])*
            #[derive(Debug)]
            pub struct $request<T>(Infallible, PhantomData<fn() -> T>);

            #[doc(hidden)]
            impl<T> $request<T> {
                pub fn new<'a, P>(_: P) -> Self
                where
                    Features<'a>: HasAlloc,
                {
                    unreachable!("no build has this function")
                }

                pub fn with_cancel<'a, P, R>(_: P, _: R) -> Self
                where
                    Features<'a>: HasAlloc,
                {
                    unreachable!("no build has this function")
                }

                pub fn future<'a, F>(_: F) -> Self
                where
                    Features<'a>: HasAlloc,
                {
                    unreachable!("no build has this function")
                }

                pub fn waking<W>(self, _: W) -> Self {
                    match self.0 {}
                }
            }

            #[doc(hidden)]
            impl<T, E> $request<Result<T, E>> {
                pub fn ok(self) -> $request<Option<T>> {
                    match self.0 {}
                }
            }

            impl<T> AnyRequest for $request<T> {
                type Answer = T;

                fn poll(&mut self) -> Poll<Option<T>> {
                    match self.0 {}
                }

                fn wakes(&self) -> bool {
                    match self.0 {}
                }
            }
        )*};
    }

    without_alloc! {
        /// Work that is done elsewhere. It needs the feature `alloc`.
        Request
        /// Work that is done elsewhere, and is not `Send`. It needs the feature `alloc`.
        LocalRequest
    }
}
