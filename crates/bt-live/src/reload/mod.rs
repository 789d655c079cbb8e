//! An agent goes over to another program of its tree.

pub use transfer::transfer;

mod matching;
mod transfer;
