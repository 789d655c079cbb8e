//! Groot2's protocol, in both directions, with the feature `groot2`.
//!
//! - [`Watch`] shows programs that speak it on the [live page](crate::serve), as `bt watch` does: programs with
//!   BehaviorTree.CPP 4 and a `Groot2Publisher`, unchanged. If the page has control, it can stop them and replace the
//!   answers of nodes.
//! - [`Publisher`] speaks it for a tree of this program.
//!
//! The protocol reports when nodes change their status, and the contents of blackboards. It does not report where a
//! tick begins, so transitions within a millisecond are one step of the page. Nor does it report why a node did what it
//! did. A publisher keeps its last 1000 transitions, and gives each to one client only; the page shows transitions that
//! another client took as lost.

// | file | what is in it |
// | --- | --- |
// | `publisher/` | trees of this program |
// | `watch.rs` | shows programs on the page |
// | `follower.rs` | a thread for each program |
// | `hand.rs`, `steer.rs` | carry out the orders of viewers, as hooks |
// | `client.rs`, `entries.rs`, `follow.rs` | requests; changed entries; steps from transitions |
// | `xml.rs`, `msgpack.rs` | trees and entries, as the protocol sends them |
// | `protocol.rs` | the bytes of requests and replies |
// | `zmtp/` | the sockets of ZeroMQ |
//
// Imports run down this table.
//
// We wrote `zmtp/` because two pairs of sockets need only six hundred lines. The crate `zeromq` brings `tokio` and
// seventy other crates, even into programs without that runtime, and `zmq` needs a C library.

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

pub use publisher::{Publisher, StepPublisher};
pub use watch::{News, PORT, Watch};
