//! The sockets that connect: REQ and SUB.

use std::io;
use std::net::{TcpStream, ToSocketAddrs};

use super::Message;
use super::frame::broken;
use super::wire::{Limits, Wire};

/// A REQ socket: asks, and waits for the answer. Drop it after an error.
#[derive(Debug)]
pub struct Requester(Wire);

impl Requester {
    /// Connects to a REP socket.
    pub fn connect(address: &str, limits: Limits) -> io::Result<Self> {
        Ok(Requester(Wire::new(connect(address, limits)?, "REQ", "REP", limits)?))
    }

    /// The answer to a message.
    pub fn ask(&mut self, parts: &[&[u8]]) -> io::Result<Message> {
        // In both directions, an empty part comes first.
        let mut message = vec![&b""[..]];
        message.extend(parts);
        self.0.send(&message)?;
        let mut answer = self.0.read()?;
        if answer.first().is_none_or(|first| !first.is_empty()) {
            return Err(broken("an answer does not begin with an empty part"));
        }
        answer.remove(0);
        Ok(answer)
    }
}

/// A SUB socket that subscribes to everything.
#[derive(Debug)]
pub struct Subscriber(Wire);

impl Subscriber {
    /// Connects to a PUB socket.
    pub fn connect(address: &str, limits: Limits) -> io::Result<Self> {
        let mut wire = Wire::new(connect(address, limits)?, "SUB", "PUB", limits)?;
        // It subscribes to the empty prefix, so to everything.
        wire.send(&[b"\x01"])?;
        Ok(Subscriber(wire))
    }

    /// The stream, so that another thread can end the wait for a message.
    pub fn stream(&self) -> io::Result<TcpStream> {
        self.0.stream()
    }

    /// Waits for the next message.
    pub fn next(&mut self) -> io::Result<Message> {
        self.0.read_any_time()
    }
}

fn connect(address: &str, limits: Limits) -> io::Result<TcpStream> {
    let mut last = io::Error::new(io::ErrorKind::NotFound, format!("there is no address `{address}`"));
    for address in address.to_socket_addrs()? {
        match TcpStream::connect_timeout(&address, limits.patience) {
            Ok(stream) => return Ok(stream),
            Err(error) => last = error,
        }
    }
    Err(last)
}
