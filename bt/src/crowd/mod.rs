//! Many agents with the same tree, ticked in groups of those that wait in the same place.
//!
//! A processor guesses where each branch of a program leads. Agents one after another that are each in another place of
//! their tree make it guess wrong in nearly every tick, and that costs more than the tick itself. So agents that wait in
//! the same place are ticked one after another. Which they are changes how long it takes, and nothing else: what is
//! done to an agent depends on that agent alone.

mod all;
#[cfg(feature = "alloc")]
mod arc;
#[cfg(feature = "alloc")]
mod block;
#[cfg(feature = "alloc")]
mod id;
#[cfg(feature = "alloc")]
mod list;
#[cfg(feature = "alloc")]
mod many;
#[cfg(feature = "alloc")]
mod moves;
#[cfg(feature = "alloc")]
mod ring;
#[cfg(all(test, feature = "alloc"))]
mod tests;

#[cfg(feature = "rayon")]
pub use all::par_tick_all;
pub use all::tick_all;
#[cfg(feature = "alloc")]
pub use id::AgentId;
#[cfg(feature = "alloc")]
pub use many::Crowd;
