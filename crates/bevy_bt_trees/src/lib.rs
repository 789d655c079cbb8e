#![doc = include_str!("../README.md")]
#![deny(missing_debug_implementations)]

mod abort;
mod active;
mod agent;
mod agents;
mod audience;
mod clock;
mod effects;
mod ended;
#[cfg(feature = "live-trees")]
mod live_trees;
mod mode;
#[cfg(feature = "page")]
mod page;
mod past;
mod plugin;
mod rate;
mod receive;
mod receivers;
#[cfg(feature = "reflect")]
mod reflect;
mod systems;
#[cfg(feature = "live-trees")]
mod text_trees;
mod tick;
mod tick_all;
mod view;

pub use active::BtActive;
pub use agent::BtAgent;
pub use clock::BtClock;
pub use ended::BtEnded;
#[cfg(feature = "live-trees")]
pub use live_trees::BtEdited;
#[cfg(feature = "page")]
pub use page::{BtPage, BtWatched};
pub use plugin::BtPlugin;
pub use rate::BtRate;
pub use receive::{BtReceive, BtSend};
pub use systems::{BtSystems, BtTick};
#[cfg(feature = "live-trees")]
pub use text_trees::BtTexts;
pub use view::{BtView, BtViewPlugin};

/// The chapter of the book, whose code runs as tests.
#[cfg(all(doctest, feature = "page"))]
#[doc = include_str!("../../../book/src/bevy.md")]
pub mod book {}
