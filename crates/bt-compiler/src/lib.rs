//! The compiler behind the macros of `bt-trees`, as a plain library: tokens in, tokens out.
//!
//! [`tree::compile`] is `bt!`, [`derive::derive`] is `#[derive(Behavior)]`, and [`leaf::leaf`] is `#[leaf]`. The modules are public for the tests of
//! the project, which look between the phases; they may change in any release.

#![forbid(unsafe_code)]
#![allow(missing_docs)]

mod context;
pub mod derive;
pub mod error;
pub mod leaf;
mod spelling;
pub mod tree;
