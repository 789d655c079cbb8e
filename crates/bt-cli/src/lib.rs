//! The command `bt`, as a library: [`check`] finds the mistakes in the trees of a file, and [`fmt`] writes
//! them in one style.
//!
//! The modules are public for the tests and for other tools of the project. They may change in any release.

#![forbid(unsafe_code)]
#![deny(missing_docs)]

pub mod blocks;
pub mod check;
pub mod files;
pub mod fmt;
pub mod lex;
pub mod lsp;
mod report;
mod source;
pub mod syntax;

pub use report::Report;
pub use source::Source;
