//! Connections between the processes of a fleet: each with each, checked before anything is sent.

mod answer;
mod connect;
pub(crate) mod framed;
mod greeting;
mod hello;
mod key;
mod raw;
mod socket;
#[cfg(feature = "tls")]
mod tls;
mod wire;

pub(crate) use answer::{GREETING, answer_all};
pub(crate) use connect::{Peer, Peers, connect};
pub(crate) use greeting::{Stranger, answer, greet};
pub(crate) use hello::Hello;
pub(crate) use key::Key;
pub(crate) use raw::Side;
pub(crate) use socket::Socket;
#[cfg(feature = "tls")]
pub use tls::Tls;
pub(crate) use wire::{Transport, Wire};
