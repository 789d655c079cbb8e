//! `Wire`: a connection, starting with its handshake.

use std::io::{self, BufReader, Read, Write as _};
use std::net::TcpStream;
use std::time::{Duration, Instant};

use super::Message;
use super::frame::{self, Frame, broken};

/// The most parts of a message, and the most commands between two messages.
const MOST_PARTS: usize = 64;
/// The most bytes of a command.
const COMMAND: usize = 4096;

/// What a peer may send, and how long it may take.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// The most bytes of a message.
    pub message: usize,
    /// How long a peer may take to send or to receive a message.
    pub patience: Duration,
}

/// A connection after its handshake.
#[derive(Debug)]
pub struct Wire {
    reader: BufReader<Timed>,
    limits: Limits,
}

/// A stream whose reads end at a deadline.
#[derive(Debug)]
struct Timed {
    stream: TcpStream,
    /// `None` while it waits for a message that may never come.
    deadline: Option<Instant>,
}

impl Read for Timed {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let left = self.deadline.map(|deadline| deadline.saturating_duration_since(Instant::now()));
        if left.is_some_and(|left| left.is_zero()) {
            return Err(late());
        }
        self.stream.set_read_timeout(left)?;
        self.stream.read(buffer).map_err(|error| match error.kind() {
            io::ErrorKind::WouldBlock => late(),
            _ => error,
        })
    }
}

fn late() -> io::Error {
    io::Error::new(io::ErrorKind::TimedOut, "the peer does not answer in time")
}

impl Wire {
    /// Shakes hands. `own` is the type of this socket, `other` that of the peer.
    pub fn new(stream: TcpStream, own: &str, other: &str, limits: Limits) -> io::Result<Self> {
        stream.set_nodelay(true)?;
        stream.set_write_timeout(Some(limits.patience))?;
        let mut wire = Wire { reader: BufReader::new(Timed { stream, deadline: None }), limits };
        wire.wait(limits.patience);
        wire.write(&greeting())?;
        let mut answer = [0; 64];
        wire.reader.read_exact(&mut answer)?;
        check(&answer)?;
        let mut ready = Vec::new();
        frame::write(&mut ready, true, false, &ready_command(own));
        wire.write(&ready)?;
        let answer = frame::read(&mut wire.reader, COMMAND)?;
        let socket = socket_type(&answer)?;
        match socket == other {
            true => Ok(wire),
            false => Err(broken(format!("the peer is a ZeroMQ socket of the type {socket}, not {other}"))),
        }
    }

    /// From now on, reads must end within this time.
    fn wait(&mut self, patience: Duration) {
        self.reader.get_mut().deadline = Some(Instant::now() + patience);
    }

    /// The next message, which must arrive in time.
    pub fn read(&mut self) -> io::Result<Message> {
        self.wait(self.limits.patience);
        self.message()
    }

    /// Waits for the next message, however long that takes. Once it begins, the rest must arrive in time.
    pub fn read_any_time(&mut self) -> io::Result<Message> {
        self.reader.get_mut().deadline = None;
        if std::io::BufRead::fill_buf(&mut self.reader)?.is_empty() {
            return Err(io::ErrorKind::UnexpectedEof.into());
        }
        self.read()
    }

    fn message(&mut self) -> io::Result<Message> {
        let (mut parts, mut room) = (Message::new(), self.limits.message);
        for _ in 0..MOST_PARTS {
            let Frame { is_command, has_more, body } = frame::read(&mut self.reader, room)?;
            // Commands after the handshake are pings, which this side never requests.
            if is_command {
                continue;
            }
            room -= body.len();
            parts.push(body);
            if !has_more {
                return Ok(parts);
            }
        }
        Err(broken(format!("a message has more than {MOST_PARTS} parts")))
    }

    /// Sends a message.
    pub fn send<P: AsRef<[u8]>>(&mut self, parts: &[P]) -> io::Result<()> {
        self.write(&frame::message(parts))
    }

    /// The stream, so that another thread can send messages.
    pub fn stream(&self) -> io::Result<TcpStream> {
        self.reader.get_ref().stream.try_clone()
    }

    fn write(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.reader.get_mut().stream.write_all(bytes).map_err(|error| match error.kind() {
            io::ErrorKind::WouldBlock => late(),
            _ => error,
        })
    }
}

/// The first bytes from each side: signature, version 3.0, mechanism, and that this is not a server in ZMTP's sense.
fn greeting() -> [u8; 64] {
    let mut bytes = [0; 64];
    (bytes[0], bytes[9], bytes[10]) = (0xff, 0x7f, 3);
    bytes[12..16].copy_from_slice(b"NULL");
    bytes
}

fn check(greeting: &[u8; 64]) -> io::Result<()> {
    if greeting[0] != 0xff || greeting[9] & 1 != 1 {
        return Err(broken("the peer does not speak ZeroMQ"));
    }
    if greeting[10] < 3 {
        return Err(broken(format!("the peer speaks version {} of ZeroMQ's protocol, not 3", greeting[10])));
    }
    let mechanism = &greeting[12..32];
    let mechanism = &mechanism[..mechanism.iter().position(|byte| *byte == 0).unwrap_or(mechanism.len())];
    match mechanism {
        b"NULL" => Ok(()),
        other => {
            let other = String::from_utf8_lossy(other);
            Err(broken(format!("the peer asks for the mechanism {other}, not NULL")))
        }
    }
}

/// The property that holds a socket's type.
const SOCKET_TYPE: &str = "Socket-Type";

fn ready_command(own: &str) -> Vec<u8> {
    let mut bytes = b"\x05READY".to_vec();
    for (name, value) in [(SOCKET_TYPE, own), ("Identity", "")] {
        bytes.push(name.len() as u8);
        bytes.extend(name.as_bytes());
        bytes.extend((value.len() as u32).to_be_bytes());
        bytes.extend(value.as_bytes());
    }
    bytes
}

/// The type of a peer's socket, from its `READY` command.
fn socket_type(frame: &Frame) -> io::Result<String> {
    let wrong = || broken("the peer does not speak ZeroMQ: it does not say that it is ready");
    if let Some(why) = frame.body.strip_prefix(b"\x05ERROR").filter(|_| frame.is_command) {
        let why = String::from_utf8_lossy(why.get(1..).unwrap_or_default());
        return Err(broken(format!("the peer refuses the connection: {why}")));
    }
    let mut rest = frame.body.strip_prefix(b"\x05READY").filter(|_| frame.is_command).ok_or_else(wrong)?;
    // Each round removes a property.
    while !rest.is_empty() {
        let (name, after) = text(rest, 1).ok_or_else(wrong)?;
        let (value, after) = text(after, 4).ok_or_else(wrong)?;
        if name.eq_ignore_ascii_case(SOCKET_TYPE.as_bytes()) {
            return Ok(String::from_utf8_lossy(value).into_owned());
        }
        rest = after;
    }
    Err(wrong())
}

/// A text that follows its length, which has this many bytes; and the rest.
fn text(bytes: &[u8], width: usize) -> Option<(&[u8], &[u8])> {
    let (length, rest) = bytes.split_at_checked(width)?;
    let length = length.iter().fold(0, |length: usize, byte| length << 8 | usize::from(*byte));
    rest.split_at_checked(length)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_greeting_is_checked() {
        let with = |change: fn(&mut [u8; 64])| {
            let mut bytes = greeting();
            change(&mut bytes);
            check(&bytes).map_err(|error| error.to_string())
        };
        assert_eq!(with(|_| ()), Ok(()));
        assert_eq!(with(|bytes| bytes[0] = b'H').unwrap_err(), "the peer does not speak ZeroMQ");
        assert_eq!(with(|bytes| bytes[10] = 1).unwrap_err(), "the peer speaks version 1 of ZeroMQ's protocol, not 3");
        let plain = with(|bytes| bytes[12..17].copy_from_slice(b"PLAIN"));
        assert_eq!(plain.unwrap_err(), "the peer asks for the mechanism PLAIN, not NULL");
    }

    #[test]
    fn a_peer_says_its_type() {
        let of = |body: &[u8]| socket_type(&Frame { is_command: true, has_more: false, body: body.to_vec() });
        assert_eq!(of(&ready_command("REP")).expect("a type"), "REP");
        assert!(of(b"\x05ERROR\x02no").unwrap_err().to_string().ends_with("refuses the connection: no"));
        for hostile in [&b""[..], b"\x05READY", b"\x05READY\x0bSocket-Type", b"\x05READY\x01a\xff\xff\xff\xffREP"] {
            assert!(of(hostile).unwrap_err().to_string().ends_with("it does not say that it is ready"));
        }
    }
}
