//! The compiler of the macros of `bt-trees`, as a plain library: tokens in, tokens out.
//!
//! [`tree::compile`] implements `bt!`, and [`derive::derive`] implements `#[derive(Behavior)]`. The modules are public
//! so that the tests of the project can inspect the result of each phase. They may change in any release.

#![forbid(unsafe_code)]
#![allow(missing_docs)]

pub mod apart;
mod attributes;
pub mod codes;
mod context;
pub mod depth;
pub mod derive;
pub mod editor;
pub mod error;
mod facts;
pub mod leaf;
mod leaf_unit;
pub mod literal;
mod message;
pub mod options;
pub mod sorted;
pub mod spelling;
pub mod tokens;
pub mod tree;
pub mod uses;
pub mod written;
