//! The answers for the XML of BehaviorTree.CPP.
//!
//! Everything except mistakes is based on tags, which any text has. So even a half-typed file gets all answers.

pub mod completion;
pub mod definition;
mod file;
pub mod hover;
mod known;
pub mod outline;
mod place;
pub mod problems;
pub mod rename;

pub use file::File;
pub use known::{Files, Known};
