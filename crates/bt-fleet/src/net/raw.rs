//! `Raw`: a TCP connection with a deadline for all reads and writes.
//!
//! The timeout of a socket restarts with each byte, so a peer that sends a byte now and then would never hit it.

use std::io::{self, ErrorKind, Read, Write};
use std::net::TcpStream;
use std::time::{Duration, Instant};

/// Which side of a connection this process is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Side {
    Caller,
    Listener,
}

/// A TCP connection.
#[derive(Debug)]
pub(crate) struct Raw {
    pub(super) stream: TcpStream,
    until: Option<Instant>,
}

impl Raw {
    pub(super) fn new(stream: TcpStream, until: Instant) -> io::Result<Self> {
        stream.set_nonblocking(false)?;
        stream.set_nodelay(true)?;
        Ok(Raw { stream, until: Some(until) })
    }

    pub(super) fn try_clone(&self) -> io::Result<Self> {
        Ok(Raw { stream: self.stream.try_clone()?, until: self.until })
    }

    /// Removes the deadline.
    pub(super) fn keep(&mut self) -> io::Result<()> {
        self.until = None;
        self.stream.set_read_timeout(None)?;
        self.stream.set_write_timeout(None)
    }

    fn left(&self) -> io::Result<Option<Duration>> {
        let Some(until) = self.until else { return Ok(None) };
        match until.checked_duration_since(Instant::now()) {
            Some(left) if !left.is_zero() => Ok(Some(left)),
            _ => Err(ErrorKind::TimedOut.into()),
        }
    }
}

impl Read for Raw {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if let Some(left) = self.left()? {
            self.stream.set_read_timeout(Some(left))?;
        }
        self.stream.read(buffer)
    }
}

impl Write for &Raw {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if let Some(left) = self.left()? {
            self.stream.set_write_timeout(Some(left))?;
        }
        (&self.stream).write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl Write for Raw {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        (&*self).write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
