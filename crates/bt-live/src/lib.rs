//! Edit the trees of a running program.
//!
//! [`Live<T>`](Live) runs the tree `T` from its text. [`poll`] rereads the files of all live trees when they change,
//! and [`offer`] takes a text from elsewhere. Running agents carry on in the edited tree.
//!
//! | folder | what is in it |
//! | --- | --- |
//! | `edit/` | with the feature `edit`: the page of `bt-view` edits the files of live trees |
//! | `live/` | `Live`: what users tick |
//! | `xml/` | with the feature `xml`: trees of BehaviorTree.CPP's XML |
//! | `script/` | with the feature `script`: trees whose leaves are scripted |
//! | `hand/` | what viewers of the page of `bt-view` see of a text |
//! | `palette/` | trees that are not part of a Rust program |
//! | `watch.rs`, `half.rs` | `poll`: which files have changed, and which may be half written |
//! | `registry/` | the programs of all live trees; `offer` |
//! | `save/` | saves and loads a state (feature `serde`) |
//! | `reload/` | an agent switches to another program: which nodes match, and the state in the new one |
//! | `run/` | the interpreter: flows, parts, frames |
//! | `program/` | what the interpreter runs: the machine, its plan, and the pieces of code that it calls |
//! | `refused.rs` | why a text was refused |
//! | `text/` | the trees in a file, and mistakes drawn in it |
//!
//! Imports run down this table.

#![forbid(unsafe_code)]
#![deny(missing_docs)]

#[cfg(feature = "edit")]
mod edit;
mod half;
#[cfg(any(feature = "edit", feature = "script"))]
mod hand;
mod live;
mod palette;
mod program;
mod refused;
mod registry;
mod reload;
mod run;
#[cfg(feature = "serde")]
mod save;
#[cfg(feature = "script")]
mod script;
mod text;
mod watch;
#[cfg(feature = "xml")]
pub mod xml;

#[cfg(feature = "edit")]
pub use edit::LiveFiles;
#[cfg(feature = "script")]
pub use hand::sheet::{Sheet, read};
pub use live::Live;
pub use palette::{Contexts, LiveTree, LiveTreeFor, Make, Only, Palette, PaletteFor, TreeFile, TreeFileFor};
pub use refused::{Mistake, Refused};
pub use registry::{Update, offer, sources};
#[cfg(feature = "script")]
pub use script::{Line, Part, Script, Stage};
pub use watch::{Watching, poll, watch};

/// The chapter of the book: its code is tested here.
#[cfg(doctest)]
#[doc = include_str!("../../../book/src/live.md")]
mod chapter {}
