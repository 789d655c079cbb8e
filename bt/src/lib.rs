//! Behavior trees that compile to state machines: no boxing, no allocation, `no_std`.
//!
//! A tree decides what an agent does next. Its leaves ask and act; the nodes above them say in which order. [`bt!`] turns a
//! tree into a type that holds nothing but the running leaf, and a tick into a `match`.
//!
//! ```
//! use bt::{Status, bt, leaf};
//!
//! /// What the leaves of the tree work on: the context.
//! #[derive(Default)]
//! struct Room {
//!     distance: u32,
//!     door_open: bool,
//! }
//!
//! #[leaf]
//! fn walk(room: &mut Room) -> Status {
//!     room.distance -= 1;
//!     if room.distance == 0 { Status::Success } else { Status::Running }
//! }
//!
//! bt! { pub DoorBot(Room) = sequence < walk, action(|room| room.door_open = true) > }
//!
//! let (mut bot, mut room) = (DoorBot::new(), Room { distance: 2, door_open: false });
//! assert_eq!(bot.tick(&mut room), Status::Running);
//! assert_eq!(bot.tick(&mut room), Status::Success);
//! assert!(room.door_open);
//! ```
//!
//! # Where to find what
//!
//! - The macro [`bt!`]: the language of trees, with all nodes, and the methods of a tree.
//! - [`#[leaf]`](macro@leaf): leaves, from functions. The derive [`Behavior`](derive@Behavior): leaves, from structs and enums.
//! - [`time`]: what may be written as a time, and the [`Span`] of a tick.
//! - [`memory`]: what an agent remembers, and forgets after a while.
//! - [`post`]: messages from agent to agent.
//! - [`observe`]: what happens in a tree, event by event, and why.
//! - [`describe`]: the nodes of a tree, as `active` gives them.
//! - `random`: chance, with the feature `rand`.
//! - `save`: saved trees, with the feature `serde`.
//!
//! Many agents with the same tree are ticked together by the crate [`bt-crowd`](https://docs.rs/bt-crowd). Drawings, recordings
//! and a page that replays them come with [`bt-view`](https://docs.rs/bt-view).
//!
//! # Features
//!
//! - `rand`: nodes that draw by chance, from a generator that the context lends.
//! - `serde`: what is kept between ticks can be saved and loaded.
//! - `migrate`: a tree that runs can be taken over to a newer shape of its tree.

#![no_std]
#![cfg_attr(docsrs, feature(doc_cfg))]
#![forbid(unsafe_code)]
#![deny(missing_docs, missing_debug_implementations)]

#[cfg(feature = "migrate")]
extern crate alloc;

#[doc(hidden)]
#[allow(missing_docs, missing_debug_implementations)]
pub mod __private;
mod answer;
mod behavior;
mod can;
mod decorator;
pub mod describe;
pub mod dyn_tree;
#[doc(hidden)]
#[allow(missing_docs, missing_debug_implementations)]
mod engine;
mod lend;
pub mod memory;
mod message;
mod node_info;
pub mod observe;
#[allow(missing_docs, missing_debug_implementations)]
mod outline;
pub mod post;
#[cfg(feature = "rand")]
pub mod random;
#[cfg(not(feature = "rand"))]
mod random;
#[cfg(feature = "serde")]
pub mod save;
#[cfg(feature = "serde")]
mod serde_seq;
mod status;
pub mod time;
mod tree;
mod tree_for;
mod value;

pub use answer::Answer;
pub use behavior::Behavior;
#[doc = include_str!("docs/derive.md")]
pub use bt_macros::Behavior;
#[doc = include_str!("docs/decorator.md")]
pub use bt_macros::Decorator;
#[doc = include_str!("docs/leaf.md")]
pub use bt_macros::leaf;
pub use can::Can;
pub use decorator::{Decision, Decorator};
pub use dyn_tree::{ActiveNodes, DynTree};
pub use memory::{Memory, Remembers};
pub use message::Receive;
pub use observe::{NodeEvent, TreeObserver};
pub use post::Post;
#[cfg(feature = "rand")]
pub use random::Random;
#[cfg(feature = "serde")]
pub use save::Save;
pub use status::{Outcome, Status, StillRunning};
pub use time::{IntoDuration, Span};
pub use tree::Tree;
pub use tree_for::TreeFor;
pub use value::{PassesValue, Produces};

#[doc = include_str!("docs/bt.md")]
#[macro_export]
macro_rules! bt {
    ($($tree:tt)*) => {
        $crate::__private::bt! { ($crate::__private) $($tree)* }
    };
}
