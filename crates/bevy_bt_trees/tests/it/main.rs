//! What agents do in an app, from outside.

mod abort;
mod active;
mod clock;
mod ended;
mod kinds;
#[cfg(feature = "live")]
mod live;
mod names;
mod order;
mod receive;
mod time;
mod view;
mod world;
