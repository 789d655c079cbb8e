//! Tests of agents in an app, through the public interface.

mod abort;
mod active;
mod clock;
mod dynamic;
mod ended;
mod filter;
mod kinds;
#[cfg(feature = "live-trees")]
mod live_trees;
mod names;
mod order;
#[cfg(feature = "page")]
mod page;
mod rate;
mod receive;
mod requests;
#[cfg(feature = "live-trees")]
mod text_trees;
mod time;
mod versions;
mod view;
mod world;
