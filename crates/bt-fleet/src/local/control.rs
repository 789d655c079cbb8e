//! The messages between the supervisor and its processes.

use std::io::{self, Read, Write};
use std::net::TcpStream;

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

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
    let bytes = postcard::to_stdvec(message).map_err(io::Error::other)?;
    let mut framed = u32::try_from(bytes.len()).map_err(io::Error::other)?.to_le_bytes().to_vec();
    framed.extend(bytes);
    stream.write_all(&framed)
}

pub(super) fn receive<T: DeserializeOwned>(mut stream: &TcpStream) -> io::Result<T> {
    let mut length = [0; 4];
    stream.read_exact(&mut length)?;
    let length = u32::from_le_bytes(length);
    if length > LONGEST {
        return Err(io::Error::other("a message is too long"));
    }
    let mut bytes = vec![0; length as usize];
    stream.read_exact(&mut bytes)?;
    postcard::from_bytes(&bytes).map_err(io::Error::other)
}
