//! The messages between the supervisor and its processes.

use std::io;
use std::net::TcpStream;

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use crate::net::framed;
use crate::report::Epoch;

/// A message of a process.
#[derive(Debug, Serialize, Deserialize)]
pub(super) enum Up {
    Epoch(Epoch),
    /// It has finished, with this report on damaged snapshots.
    Done {
        damaged: Vec<String>,
    },
    /// It ends, with this error.
    Failed {
        is_peer_gone: bool,
        text: String,
    },
}

/// The first message of a process: its address.
#[derive(Debug, Serialize, Deserialize)]
pub(super) struct Listens {
    pub(super) process: usize,
    pub(super) port: u16,
}

/// The message of the supervisor.
#[derive(Debug, Serialize, Deserialize)]
pub(super) struct Down {
    /// The addresses of all processes.
    pub(super) addresses: Vec<String>,
}

/// The maximum length of a message.
const LONGEST: u32 = 1 << 20;

pub(super) fn send(mut stream: &TcpStream, message: &impl Serialize) -> io::Result<()> {
    framed::send(&mut stream, message)
}

pub(super) fn receive<T: DeserializeOwned>(mut stream: &TcpStream) -> io::Result<T> {
    framed::receive(&mut stream, LONGEST)
}
