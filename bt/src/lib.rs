//! Behavior trees for games, robots and simulations.
//!
//! A tree is written as text in the macro [`bt!`] and compiles to a type of its own: a state machine whose state is the
//! leaf that is running. It boxes nothing, allocates nothing, contains no `unsafe`, and works without the standard
//! library. A mistake in a tree is an error of the compiler, at the word that is wrong.
//!
//! ```
//! use bt::{Behavior, Status, bt};
//!
//! /// The context: the data that the tree works on.
//! struct Room {
//!     distance: u32,
//!     door_open: bool,
//! }
//!
//! /// A leaf, which takes several ticks.
//! #[derive(Behavior, Default)]
//! #[behavior(context = Room)]
//! struct Walk;
//!
//! impl Walk {
//!     fn run(&mut self, room: &mut Room) -> Status {
//!         if room.distance == 0 {
//!             return Status::Success;
//!         }
//!         room.distance -= 1;
//!         Status::Running
//!     }
//! }
//!
//! bt! {
//!     /// Walks to the door and opens it.
//!     pub DoorBot(Room) = sequence < walk, action(|room| room.door_open = true) >
//! }
//!
//! let mut room = Room { distance: 3, door_open: false };
//! let mut bot = DoorBot::new();
//! // In a game, this loop is the game's own: one tick in each frame.
//! while bot.tick(&mut room).is_running() {}
//! assert!(room.door_open);
//! ```
//!
//! - [`bt!`] is the language of trees, with all nodes.
//! - [`#[derive(Behavior)]`](macro@Behavior) makes a leaf.
//! - [`Status`] is what a tick returns, [`Tree`] and [`TreeFor`] are what all trees can do.
//!
//! # Features
//!
//! None is on by default, and without them there is no dependency.
//!
//! - `rand`: nodes that draw by chance, from a generator in the context.
//! - `serde`: saving and loading a tree's state.
//! - `alloc`: crowds of agents, which keep them on the heap.
//! - `rayon`: crowds on all cores; it needs the standard library.

#![no_std]
#![cfg_attr(docsrs, feature(doc_cfg))]
#![forbid(unsafe_code)]
#![deny(missing_docs)]

#[cfg(feature = "alloc")]
extern crate alloc;

mod active;
mod answer;
mod behavior;
mod chance;
mod crowd;
mod decorator;
mod drive;
mod home;
mod hook;
mod inputs;
mod kept;
mod left;
mod links;
mod memory;
mod message;
mod nodes;
mod observer;
mod outline;
mod place;
mod possible;
mod post;
#[doc(hidden)]
#[allow(missing_docs)]
pub mod private;
mod random;
mod remembers;
mod run;
#[cfg(feature = "serde")]
mod save;
#[cfg(feature = "serde")]
mod serial;
pub mod shape;
mod status;
mod step;
mod tally;
mod tells;
mod time;
mod tree;
mod watch;
mod watching;

pub use answer::Answer;
pub use behavior::Behavior;
#[doc = include_str!("docs/derive.md")]
pub use bt_macros::Behavior;
/// A function as a leaf.
pub use bt_macros::leaf;
#[cfg(feature = "rayon")]
pub use crowd::par_tick_all;
pub use crowd::tick_all;
#[cfg(feature = "alloc")]
pub use crowd::{AgentId, Crowd};
pub use decorator::Decorator;
pub use memory::{Memory, Recollection};
pub use message::Receive;
pub use observer::{Event, Observer};
pub use post::{Full, Post, Round};
#[cfg(feature = "rand")]
pub use random::Random;
pub use remembers::{Remembers, Store};
#[cfg(feature = "serde")]
pub use save::Save;
pub use status::{Outcome, Status};
pub use time::{Span, Time};
pub use tree::{Tree, TreeFor};

#[doc = include_str!("docs/bt.md")]
#[macro_export]
macro_rules! bt {
    ($($tree:tt)*) => {
        $crate::private::bt! { ($crate::private) $($tree)* }
    };
}
