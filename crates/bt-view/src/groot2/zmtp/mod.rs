//! The parts of ZMTP 3.0, ZeroMQ's protocol, that two pairs of sockets need: REQ and REP, SUB and PUB, without
//! encryption (the mechanism NULL).
//!
//! | file | what is in it |
//! | --- | --- |
//! | `client.rs` | `Requester` and `Subscriber`, which connect |
//! | `server.rs` | `Listening`, which answers requests, and `Publishing` |
//! | `wire.rs` | a connection: the handshake, and messages |
//! | `frame.rs` | the bytes of frames |
//!
//! Imports run down this table. Each message has a limit, and each wait for a peer has a deadline.

pub mod client;
mod frame;
pub mod server;
mod wire;

/// The parts of a message.
pub type Message = Vec<Vec<u8>>;

pub use wire::Limits;
