//! Groot2's protocol, in both directions, with the feature `groot2`.
//!
//! - [`Watch`] shows programs that speak it on the [live page](crate::serve), as `bt watch` does: those of
//!   BehaviorTree.CPP 4 with a `Groot2Publisher`, unchanged. If the page has control, it can stop them, and answer
//!   instead of nodes.
//! - [`Publisher`] speaks it for a tree of this program.
//!
//! The protocol says when nodes change their status, and what is in blackboards. It does not say where a tick begins,
//! so transitions within a millisecond are one step of the page. Nor does it say why a node did what it did. A
//! publisher keeps its last 1000 transitions, and gives each to only one client; transitions that another client took
//! are shown as lost.
//!
//! | file | what is in it |
//! | --- | --- |
//! | `publisher/` | trees of this program |
//! | `watch.rs` | programs on the page |
//! | `follower.rs` | a thread for each program |
//! | `hand.rs`, `steer.rs` | what viewers ask of a program, as hooks |
//! | `client.rs`, `entries.rs`, `follow.rs` | requests; entries that change; from transitions to steps |
//! | `xml.rs`, `msgpack.rs` | trees and entries, as they are sent |
//! | `protocol.rs` | the bytes of requests and replies |
//! | `zmtp/` | the sockets of ZeroMQ |
//!
//! Imports run down this table.
//!
//! `zmtp/` is our own: two pairs of sockets need five hundred lines. The crate `zeromq` brings `tokio` and seventy
//! others, into programs that may have no such runtime, and `zmq` needs a library in C.

mod client;
mod entries;
mod follow;
mod follower;
mod hand;
mod msgpack;
mod protocol;
mod publisher;
mod steer;
mod steering;
#[cfg(test)]
mod traces;
mod watch;
mod xml;
mod zmtp;

pub use publisher::{Publisher, Telling};
pub use watch::{News, PORT, Watch};
