#![doc = include_str!("../README.md")]
#![deny(missing_debug_implementations)]

mod abort;
mod agent;
mod agents;
mod effects;
mod ended;
mod plugin;
mod receive;
mod systems;
mod tick;
mod view;

pub use agent::BtAgent;
pub use ended::BtEnded;
pub use plugin::BtPlugin;
pub use receive::{BtReceive, BtSend};
pub use systems::BtSystems;
pub use view::{BtView, BtViewPlugin};

/// The chapter of the book, whose code runs as tests.
#[cfg(doctest)]
#[doc = include_str!("../../../book/src/bevy.md")]
pub mod book {}
