//! Messages with their length before them.

use std::io::{self, Read, Write};

use serde::Serialize;
use serde::de::DeserializeOwned;

pub(crate) fn send(stream: &mut impl Write, message: &impl Serialize) -> io::Result<()> {
    let bytes = postcard::to_stdvec(message).map_err(io::Error::other)?;
    let length = u32::try_from(bytes.len()).map_err(io::Error::other)?;
    stream.write_all(&[&length.to_le_bytes()[..], &bytes].concat())
}

/// Receives a message of at most this many bytes.
pub(crate) fn receive<T: DeserializeOwned>(stream: &mut impl Read, longest: u32) -> io::Result<T> {
    let mut length = [0; 4];
    stream.read_exact(&mut length)?;
    let length = u32::from_le_bytes(length);
    if length > longest {
        return Err(io::Error::other("a message is too long"));
    }
    let mut bytes = vec![0; length as usize];
    stream.read_exact(&mut bytes)?;
    postcard::from_bytes(&bytes).map_err(io::Error::other)
}
