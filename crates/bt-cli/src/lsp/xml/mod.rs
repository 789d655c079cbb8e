//! What is answered in the XML of BehaviorTree.CPP.
//!
//! All but the mistakes is found by the tags of the text, which each text has: so a file that is half typed loses
//! nothing.

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
