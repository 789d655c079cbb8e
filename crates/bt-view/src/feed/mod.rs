//! What viewers of the live page see and request, without a network.
//!
//! | file | what is in it |
//! | --- | --- |
//! | `local.rs` | a viewer in the same process |
//! | `asks.rs` | requests of viewers, and their answers |
//! | `broadcast.rs`, `elsewhere.rs`, `live.rs` | what the program calls |
//! | `shared.rs` | what the program shares with its viewers |
//! | `sent.rs` | the messages to viewers |
//! | `ring.rs`, `control.rs` | the last steps of all agents; the orders of viewers |
//! | `lock.rs` | locks that outlive panics |
//!
//! Imports run down this table.

pub(crate) mod asks;
mod broadcast;
pub(crate) mod control;
#[cfg(feature = "groot2")]
mod elsewhere;
pub(crate) mod live;
#[cfg(feature = "edit")]
pub mod local;
pub(crate) mod lock;
pub(crate) mod ring;
pub(crate) mod sent;
pub(crate) mod shared;

pub use broadcast::Broadcast;
pub use control::{Setting, Turn};
pub use live::LivePage;
