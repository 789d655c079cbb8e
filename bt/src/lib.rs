//! Behavior trees that compile to state machines: no boxing, no allocation, `no_std`.
//!
//! A tree decides what an agent does next. Its leaves are conditions and actions; the nodes above them decide which
//! leaf runs when. [`bt!`] turns a tree into a type that stores the running leaves, and what timers, counters and bound
//! values need. A tick is a `match` on it. Only requests and `dynamic` nodes allocate; they need the feature `alloc`.
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
//! The book, in the folder `book` of the repository, starts with a first tree in five minutes, and has a chapter for
//! each subject.
//!
//! # Where to find what
//!
//! To write a tree:
//!
//! - [`bt!`] declares a tree. Its page has the grammar, and the methods of a tree.
//! - [`nodes`]: a page for each built-in node.
//! - [`#[leaf]`](macro@leaf) turns a function into a leaf, and [`#[derive(Behavior)]`](derive@Behavior) a struct or an
//!   enum. [`#[derive(Decorator)]`](derive@Decorator) turns a type into a decorator,
//!   [`#[derive(Composite)]`](derive@Composite) into a composite.
//! - [`Can`]: what a leaf that you implement by hand can return.
//!
//! To run it:
//!
//! - [`Status`]: what a tick returns. [`Outcome`]: how a node ended; leaves get it in `finish`.
//! - [`Span`]: the remaining time of a tick. [`time`]: the types that can be used as a time.
//! - [`TreeFor`]: a bound for any tree. [`DynTree`]: a tree in a box. A table [compares](TreeFor#which-trait-for-whom)
//!   them.
//! - `Save`, with the feature `serde`: a tree that can be saved and loaded in the middle of its work.
//!
//! To give it memory, messages and chance:
//!
//! - [`Memory`]: what an agent knows, and forgets after a while. [`memory`] has everything around it.
//! - [`Post`]: messages from agent to agent.
//! - `Random`, with the feature `rand`: a context that provides a random number generator.
//!
//! To wait for work that is done elsewhere:
//!
//! - [`Request`], with the feature `alloc` or `std`: a leaf returns it to wait for a thread, a task or a server.
//!   [`Pending`] is work of your own.
//!
//! To see what it does:
//!
//! - [`TreeObserver`]: receives every event in a tree, as a [`NodeEvent`]. [`observe`] also has reasons, and mocks for
//!   tests.
//! - [`describe`]: the nodes of a tree, and drawings with the active ones marked.
//!
//! The crate [`bt-crowd`](https://docs.rs/bt-crowd) ticks many agents with the same tree together. The crate
//! [`bt-view`](https://docs.rs/bt-view) has drawings, recordings, and a page that replays them. The crate
//! [`bt-live`](https://docs.rs/bt-live) changes trees while the program runs;
//! [`#[derive(Literal)]`](derive@Literal) lets it use the variants of an enum.
//!
//! # Features
//!
//! - `alloc`: the node [`dynamic`](nodes::dynamic), which runs a boxed tree, and requests, for futures and
//!   for work of your own.
//! - `std`: requests for threads and channels, too. It includes `alloc`.
//! - `rand`: random nodes, with a generator from the context.
//! - `serde`: trees, memories and mailboxes can be saved and loaded.
//! - `boxed-saves`: the save of a tree with `dynamic` nodes includes the state of the trees in them.
//! - `migrate`: the state of a running tree can move to a changed version of the tree.
//! - `parts`: observers get the [parts](TreeObserver::part) of conditions. Trees take longer to compile. The live page
//!   of `bt-view` enables it.
//! - `live`: the crate `bt-live` can change trees while the program runs. For development.
//! - `live-saves`: such trees can be saved and loaded, too. The feature `serde` of `bt-live` enables it.

#![no_std]
#![cfg_attr(docsrs, feature(doc_cfg))]
#![forbid(unsafe_code)]
#![deny(missing_docs, missing_debug_implementations)]

#[cfg(feature = "alloc")]
extern crate alloc;
#[cfg(feature = "std")]
extern crate std;

#[doc(hidden)]
#[allow(missing_docs, missing_debug_implementations)]
pub mod __private;
mod answer;
mod behavior;
mod can;
mod composite;
mod decorator;
pub mod describe;
mod dyn_tree;
#[cfg(feature = "alloc")]
#[allow(missing_docs)]
mod dynamic;
#[doc(hidden)]
#[allow(missing_docs, missing_debug_implementations)]
mod engine;
#[doc(hidden)]
#[allow(missing_docs, missing_debug_implementations)]
pub mod ide;
mod lend;
#[cfg(feature = "live")]
#[doc(hidden)]
#[allow(missing_docs, missing_debug_implementations)]
pub mod live;
pub mod memory;
mod message;
mod node_info;
pub mod nodes;
pub mod observe;
#[allow(missing_docs, missing_debug_implementations)]
mod outline;
pub mod post;
#[cfg(feature = "rand")]
pub mod random;
#[cfg(not(feature = "rand"))]
mod random;
mod request;
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
#[doc = include_str!("docs/composite.md")]
pub use bt_macros::Composite;
#[doc = include_str!("docs/decorator.md")]
pub use bt_macros::Decorator;
#[doc = include_str!("docs/literal.md")]
pub use bt_macros::Literal;
#[doc = include_str!("docs/leaf.md")]
pub use bt_macros::leaf;
pub use can::Can;
pub use composite::{Choice, Composite, Look, Next};
pub use decorator::{Decision, Decorator};
pub use dyn_tree::{ActiveNodes, DynTree, LocalDynTree, NoMessage};
#[cfg(feature = "alloc")]
pub use dynamic::Registry;
#[doc(inline)]
pub use memory::{Memory, Remembers};
pub use message::Receive;
#[doc(inline)]
pub use observe::{NodeEvent, TreeObserver};
#[doc(inline)]
pub use post::Post;
#[cfg(feature = "rand")]
#[doc(inline)]
pub use random::Random;
pub use request::{LocalRequest, Pending, Request};
#[cfg(feature = "serde")]
#[doc(inline)]
pub use save::Save;
pub use status::{Outcome, Status, StillRunning};
#[doc(inline)]
pub use time::{IntoDuration, Span};
pub use tree::Tree;
pub use tree_for::TreeFor;
pub use value::{PassesValue, Produces};

#[cfg(feature = "alloc")]
#[doc = include_str!("docs/bt.md")]
#[macro_export]
macro_rules! bt {
    ($($tree:tt)*) => {
        $crate::__private::bt! { ($crate::__private) $($tree)* }
    };
}

// The name of the module says which features are missing.
#[cfg(not(feature = "alloc"))]
#[doc = include_str!("docs/bt.md")]
#[macro_export]
macro_rules! bt {
    ($($tree:tt)*) => {
        $crate::__private::bt! { ($crate::__private_without_alloc) $($tree)* }
    };
}

#[cfg(not(feature = "alloc"))]
#[doc(hidden)]
pub use __private as __private_without_alloc;
