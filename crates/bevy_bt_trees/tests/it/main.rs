//! What agents do in an app, from outside.

mod abort;
mod active;
mod clock;
mod ended;
mod filter;
mod kinds;
#[cfg(feature = "live")]
mod live;
mod names;
mod order;
mod rate;
mod receive;
mod time;
mod view;
mod world;
