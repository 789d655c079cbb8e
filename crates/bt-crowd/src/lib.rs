//! Ticks many agents with the same tree of [`bt`]: [`tick_all`] for agents in slices, and [`Crowd`], which owns its
//! agents.
//!
//! A processor predicts branches. If neighbouring agents wait in different places of their tree, the prediction fails
//! in nearly every tick, which costs more than the tick itself. So this crate ticks agents that wait in the same place
//! one after another. This only changes how long a tick takes: each agent behaves as if it were ticked alone.
//!
//! ```
//! use bt::bt;
//! use bt_crowd::Crowd;
//!
//! bt! { Sheep(u32) = forever < sequence < wait(2.0), action(|bleats| *bleats += 1) > > }
//!
//! let mut flock = Crowd::new();
//! let dolly = flock.insert(Sheep::new(), 0);
//! flock.extend((0..999).map(|_| (Sheep::new(), 0)));
//! for _ in 0..10 {
//!     flock.tick_for(0.5, |sheep, bleats, span| {
//!         sheep.tick_for(span, bleats);
//!     });
//! }
//! assert_eq!(flock.get(dolly).map(|(_, bleats)| *bleats), Some(2));
//! ```
//!
//! # Features
//!
//! - `rayon`: `par_tick_all` and `Crowd::par_tick` tick on all cores. It needs the standard library.
//! - `std`: `Crowd::tick_within` reads the clock.
//! - `serde`: crowds can be saved and loaded.

#![no_std]
#![cfg_attr(docsrs, feature(doc_cfg))]
#![forbid(unsafe_code)]
#![deny(missing_docs, missing_debug_implementations)]

extern crate alloc;
#[cfg(feature = "std")]
extern crate std;

mod crowd;
mod engine;
mod groups;
mod sleepers;
mod slices;
#[cfg(test)]
mod tests;
mod turns;

pub use crowd::agents::Crowd;
pub use crowd::id::AgentId;
pub use crowd::iter::{IntoIter, Iter, IterMut};
#[cfg(feature = "rayon")]
pub use slices::par_tick_all;
pub use slices::tick_all;
pub use turns::stamp::Turn;
