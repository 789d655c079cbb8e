//! The bytes of frames.

use std::io::{self, Read};

/// More parts of a message follow.
const MORE: u8 = 1;
/// The length has eight bytes.
const LONG: u8 = 2;
/// It is a command of the protocol, not a part of a message.
const COMMAND: u8 = 4;

/// A command of the protocol, or a part of a message.
#[derive(Debug, PartialEq, Eq)]
pub struct Frame {
    pub is_command: bool,
    /// Whether more parts of the message follow.
    pub has_more: bool,
    pub body: Vec<u8>,
}

/// The error of a peer that breaks the protocol.
pub fn broken(why: impl Into<String>) -> io::Error {
    io::Error::new(io::ErrorKind::InvalidData, why.into())
}

/// Reads a frame whose body has at most `room` bytes.
pub fn read(from: &mut impl Read, room: usize) -> io::Result<Frame> {
    let mut flags = [0];
    from.read_exact(&mut flags)?;
    let [flags] = flags;
    let (is_command, has_more) = (flags & COMMAND != 0, flags & MORE != 0);
    if flags & !(MORE | LONG | COMMAND) != 0 || (is_command && has_more) {
        return Err(broken(format!("the peer does not speak ZeroMQ: a frame has the flags {flags:#04x}")));
    }
    let length = if flags & LONG == 0 {
        let mut length = [0];
        from.read_exact(&mut length)?;
        u64::from(length[0])
    } else {
        let mut length = [0; 8];
        from.read_exact(&mut length)?;
        u64::from_be_bytes(length)
    };
    if usize::try_from(length).map_or(true, |length| length > room) {
        return Err(broken(format!("a message is longer than the {room} bytes that are allowed")));
    }
    // It grows with what arrives, not with what was announced.
    let mut body = Vec::new();
    from.take(length).read_to_end(&mut body)?;
    match body.len() as u64 == length {
        true => Ok(Frame { is_command, has_more, body }),
        false => Err(io::ErrorKind::UnexpectedEof.into()),
    }
}

/// Appends a frame.
pub fn write(to: &mut Vec<u8>, is_command: bool, has_more: bool, body: &[u8]) {
    let flags = if has_more { MORE } else { 0 } | if is_command { COMMAND } else { 0 };
    match u8::try_from(body.len()) {
        Ok(length) => to.extend([flags, length]),
        Err(_) => {
            to.push(flags | LONG);
            to.extend((body.len() as u64).to_be_bytes());
        }
    }
    to.extend(body);
}

/// The frames of a message.
pub fn message<P: AsRef<[u8]>>(parts: &[P]) -> Vec<u8> {
    let mut bytes = Vec::new();
    for (index, part) in parts.iter().enumerate() {
        write(&mut bytes, false, index + 1 < parts.len(), part.as_ref());
    }
    bytes
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn frames_are_read_as_they_are_written() {
        for length in [0, 1, 255, 256, 70_000] {
            for (is_command, has_more) in [(false, false), (false, true), (true, false)] {
                let (mut bytes, body) = (Vec::new(), vec![7; length]);
                write(&mut bytes, is_command, has_more, &body);
                let read = read(&mut bytes.as_slice(), length).expect("a frame");
                assert_eq!(read, Frame { is_command, has_more, body });
            }
        }
    }

    #[test]
    fn a_hostile_frame_is_an_error() {
        let error = |bytes: &[u8]| read(&mut &*bytes, 100).unwrap_err().to_string();
        assert!(error(b"\x40\x00").contains("the flags 0x40"));
        assert!(error(b"\x05\x00").contains("the flags 0x05"));
        assert!(error(b"\x00\x65").contains("longer than the 100 bytes"));
        assert!(error(b"\x02\xff\xff\xff\xff\xff\xff\xff\xff").contains("longer than the 100 bytes"));
        for cut in [&b""[..], b"\x00", b"\x00\x02a", b"\x02\0\0\0"] {
            assert_eq!(read(&mut &*cut, 100).unwrap_err().kind(), io::ErrorKind::UnexpectedEof);
        }
    }
}
