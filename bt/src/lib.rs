// Where the README names a file, its page is here.
#![doc = "[testing]: crate::testing\n"]
#![doc = include_str!("../../README.md")]
#![no_std]
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
#[doc = include_str!("docs/testing.md")]
pub mod testing {}
mod time;
mod tree;
mod watch;
mod watching;

pub use answer::Answer;
pub use behavior::Behavior;
#[doc = include_str!("docs/derive.md")]
pub use bt_macros::Behavior;
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
