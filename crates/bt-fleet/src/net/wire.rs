//! `Wire`: a connection between two processes, plain or TLS.

use std::io::{self, ErrorKind, Read, Write};
use std::net::{Shutdown, SocketAddr, TcpStream};
use std::time::Instant;

use super::raw::{Raw, Side};
#[cfg(feature = "tls")]
use super::tls::{Session, Tls};

/// The transport between the processes of a fleet.
#[derive(Clone, Debug, Default)]
pub(crate) struct Transport {
    #[cfg(feature = "tls")]
    pub(crate) tls: Option<Tls>,
}

/// A connection between two processes.
#[derive(Debug)]
pub(crate) enum Wire {
    Plain(Raw),
    #[cfg(feature = "tls")]
    Tls(Session),
}

impl Wire {
    /// Sets up a connection that must be ready for use by a deadline.
    pub(crate) fn begin(stream: TcpStream, side: Side, transport: &Transport, until: Instant) -> io::Result<Self> {
        let raw = Raw::new(stream, until)?;
        #[cfg(feature = "tls")]
        if let Some(tls) = &transport.tls {
            return Ok(Wire::Tls(Session::begin(raw, side, tls)?));
        }
        let _ = (side, transport);
        Ok(Wire::Plain(raw))
    }

    fn raw(&self) -> &Raw {
        match self {
            Wire::Plain(raw) => raw,
            #[cfg(feature = "tls")]
            Wire::Tls(session) => session.raw(),
        }
    }

    /// Removes the deadline.
    pub(crate) fn keep(&mut self) -> io::Result<()> {
        match self {
            Wire::Plain(raw) => raw.keep(),
            #[cfg(feature = "tls")]
            Wire::Tls(session) => session.keep(),
        }
    }

    /// Another handle of the same connection, to shut it down.
    pub(crate) fn handle(&self) -> io::Result<TcpStream> {
        self.raw().stream.try_clone()
    }

    pub(crate) fn peer(&self) -> io::Result<SocketAddr> {
        self.raw().stream.peer_addr()
    }

    pub(crate) fn try_clone(&self) -> io::Result<Self> {
        Ok(match self {
            Wire::Plain(raw) => Wire::Plain(raw.try_clone()?),
            #[cfg(feature = "tls")]
            Wire::Tls(session) => Wire::Tls(session.try_clone()?),
        })
    }

    pub(crate) fn set_nonblocking(&self, nonblocking: bool) -> io::Result<()> {
        self.raw().stream.set_nonblocking(nonblocking)
    }

    pub(crate) fn shutdown(&self, how: Shutdown) -> io::Result<()> {
        #[cfg(feature = "tls")]
        if let Wire::Tls(session) = self {
            session.say_goodbye()?;
        }
        self.raw().stream.shutdown(how)
    }
}

/// Whether the other side of a connection is gone.
pub(super) fn is_gone(stream: &TcpStream) -> bool {
    let _ = stream.set_nonblocking(true);
    let peeked = stream.peek(&mut [0]);
    let _ = stream.set_nonblocking(false);
    !matches!(peeked, Ok(1)) && !peeked.is_err_and(|error| error.kind() == ErrorKind::WouldBlock)
}

impl Read for Wire {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        match self {
            Wire::Plain(raw) => raw.read(buffer),
            #[cfg(feature = "tls")]
            Wire::Tls(session) => session.read(buffer),
        }
    }
}

impl Write for Wire {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match self {
            Wire::Plain(raw) => raw.write(bytes),
            #[cfg(feature = "tls")]
            Wire::Tls(session) => session.write(bytes),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
