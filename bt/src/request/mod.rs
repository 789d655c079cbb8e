//! Requests: work that is done elsewhere, in another thread, task, program or machine.
//!
//! A leaf that returns a [`Request`] is called once, at its start. Then it runs until the answer is there. If the tree
//! aborts the leaf before that, the request is cancelled, once.
//!
//! Needs the feature `alloc`, or `std` for threads and channels.

#[allow(missing_docs, missing_debug_implementations)]
mod answered;
#[allow(missing_docs, missing_debug_implementations)]
mod asking;
#[cfg(feature = "alloc")]
mod carriers;
#[cfg(feature = "std")]
mod elsewhere;
#[cfg(not(feature = "std"))]
#[allow(missing_docs, missing_debug_implementations)]
mod missing;
#[cfg(feature = "alloc")]
mod open;
mod pending;
#[cfg(feature = "alloc")]
mod requests;
#[cfg(feature = "alloc")]
mod work;

#[doc(hidden)]
pub use answered::{AnswerOf, Answered, AnyRequest};
#[doc(hidden)]
pub use asking::Asking;
#[cfg(not(feature = "alloc"))]
pub use missing::{LocalRequest, Request};
pub use pending::Pending;
#[cfg(feature = "alloc")]
pub use requests::{LocalRequest, Request};
