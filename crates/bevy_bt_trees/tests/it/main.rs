//! What agents do in an app, from outside.

mod abort;
mod ended;
mod names;
mod order;
mod receive;
mod time;
mod view;
mod world;
