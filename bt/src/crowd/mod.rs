//! Many agents with the same tree: [`tick_all`] for slices, and with the feature `alloc` `Crowd`, which keeps its agents.
//!
//! A processor predicts where each branch of a program leads. When neighbouring agents wait in different places of their
//! tree, the prediction fails in nearly every tick, and that costs more than the tick itself. So agents that wait in the
//! same place are ticked one after another. That changes how long a tick takes, and nothing else: what happens to an agent
//! depends on that agent alone.

#[cfg(feature = "alloc")]
mod agents;
#[cfg(feature = "alloc")]
mod block;
#[cfg(feature = "alloc")]
mod drowsy;
#[cfg(feature = "alloc")]
mod ends;
#[cfg(feature = "alloc")]
mod groups;
#[cfg(feature = "alloc")]
mod id;
#[cfg(feature = "alloc")]
mod into_iter;
#[cfg(feature = "alloc")]
mod iter;
#[cfg(feature = "alloc")]
mod lists;
#[cfg(feature = "alloc")]
mod moves;
#[cfg(feature = "alloc")]
mod rhythm;
#[cfg(feature = "alloc")]
mod ring;
#[cfg(feature = "alloc")]
mod ring_positions;
#[cfg(all(feature = "alloc", feature = "serde"))]
mod saved;
#[cfg(feature = "alloc")]
mod sleep;
#[cfg(feature = "alloc")]
mod sleepers;
mod slices;
#[cfg(all(test, feature = "alloc"))]
mod tests;
#[cfg(feature = "alloc")]
mod wheel;

#[cfg(feature = "alloc")]
pub use agents::Crowd;
#[cfg(feature = "alloc")]
pub use id::AgentId;
#[cfg(feature = "alloc")]
pub use iter::{IntoIter, Iter, IterMut};
#[cfg(feature = "rayon")]
pub use slices::par_tick_all;
pub use slices::tick_all;
