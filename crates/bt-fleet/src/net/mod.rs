//! Connections between the processes of a fleet: each with each, checked before anything is sent.

mod connect;
mod hello;
mod socket;

pub(crate) use connect::{Peers, connect};
pub(crate) use hello::Hello;
pub(crate) use socket::Socket;
