//! The compiler behind the macros of `bt-trees`, as a plain library: tokens in, tokens out.
//!
//! [`tree::compile`] is `bt!`, and [`derive::derive`] is `#[derive(Behavior)]`. Its items may change in any release.

#![forbid(unsafe_code)]
#![allow(missing_docs)]

mod context;
pub mod derive;
pub mod error;
mod spelling;
pub mod tree;
