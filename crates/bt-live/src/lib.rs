//! Edit the trees of a running program, while you develop it.
//!
//! A [`Live<Guard>`](Live) runs the tree `Guard` of a `bt!` from its text. Change the text in the source file, save it,
//! and running agents carry on in the edited tree. In a release, use `Guard` itself: then the program contains nothing
//! of this crate.
//!
//! ```
//! use bt_live::{Live, poll};
//!
//! bt::bt! { pub Lookout(u32) = forever < sequence < wait(2.0), action(|alarms| *alarms += 1) > > }
//!
//! let (mut lookout, mut alarms) = (Live::from(Lookout::new()), 0);
//! for _frame in 0..110 {
//!     if let Err(refused) = poll() {
//!         eprintln!("{refused}");
//!     }
//!     lookout.tick_for(0.1, &mut alarms);
//! }
//! assert_eq!(alarms, 5);
//! ```
//!
//! # Where to find what
//!
//! - [`Live`]: a tree of the program, run from its text. [`poll`] rereads the files of all live trees when they change;
//!   [`watch()`] says how it notices, and [`sources`] where the files are. [`offer`] takes a text from elsewhere.
//! - [`LiveTree`]: a tree that is not part of the program, such as a mission or a mod. [`Palette`] lists what it may
//!   use, and a [`TreeFile`] follows a file.
//! - [`Refused`] and [`Mistake`]: why a text was refused. The old trees keep running.
//! - `LiveFiles`, with the feature `edit`: lets viewers of the live page of `bt-view` change the trees and their files.
//! - `xml`, with the feature `xml`: runs trees of BehaviorTree.CPP and nav2.
//!
//! # Features
//!
//! - `watch` (on by default): [`poll`] reads files that have changed.
//! - `edit`: `LiveFiles`.
//! - `serde`: a live tree is saved and loaded like the compiled tree.
//! - `xml`: the module `xml`.
//! - `bevy`: a live tree is a component of Bevy. It needs Rust 1.95.
//! - `script`: trees with scripted leaves, for the playground of this project. It may change in any release.

#![cfg_attr(docsrs, feature(doc_cfg))]
#![forbid(unsafe_code)]
#![deny(missing_docs)]

// | folder | what is in it |
// | --- | --- |
// | `edit/` | with the feature `edit`: the page of `bt-view` edits the files of live trees |
// | `live/` | `Live`: what users tick |
// | `xml/` | with the feature `xml`: trees of BehaviorTree.CPP's XML |
// | `script/` | with the feature `script`: trees whose leaves are scripted |
// | `hand/` | what viewers of the page of `bt-view` see of a text |
// | `palette/` | trees that are not part of a Rust program |
// | `watch.rs`, `half.rs` | `poll`: which files have changed, and which may be half written |
// | `registry/` | the programs of all live trees; `offer` |
// | `save/` | saves and loads a state (feature `serde`) |
// | `reload/` | an agent switches to another program: which nodes match, and the state in the new one |
// | `run/` | the interpreter: flows, parts, frames |
// | `program/` | what the interpreter runs: the machine, its plan, and the pieces of code that it calls |
// | `refused.rs` | why a text was refused |
// | `text/` | the trees in a file, and mistakes drawn in it |
//
// Imports run down this table.

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
pub use script::{Line, Part, Script, Stage, trees};
pub use watch::{Watching, poll, watch};

/// The chapter of the book: its code is tested here.
#[cfg(doctest)]
#[doc = include_str!("../../../book/src/live.md")]
mod chapter {}
