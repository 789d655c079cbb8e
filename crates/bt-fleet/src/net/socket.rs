//! `Socket`: a connection that counts bytes, and detects that the other process is gone.
//!
//! The dataflow engine panics when a connection ends early. So the socket first informs the workers, waits until they
//! have ended, then ends the reading thread silently.

use std::io::{self, Read, Write};
use std::net::Shutdown;
use std::panic::resume_unwind;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::thread;
use std::time::Duration;

use timely::communication::allocator::zero_copy::stream::Stream;

use super::wire::Wire;
use crate::error::FleetError;
use crate::flow::Signal;

/// The engine ends a connection normally with a header of this many zeros.
const END: usize = 48;
const PAUSE: Duration = Duration::from_millis(5);

pub(crate) struct Socket {
    stream: Wire,
    process: usize,
    signal: Arc<Signal>,
    /// How many zeros were received last.
    zeros: usize,
}

impl Socket {
    pub(crate) const fn new(stream: Wire, process: usize, signal: Arc<Signal>) -> Self {
        Socket { stream, process, signal, zeros: 0 }
    }

    /// The connection has ended early.
    fn gone(&self) -> ! {
        if !self.signal.all_have_ended() {
            self.signal.fail(FleetError::PeerGone { process: self.process });
        }
        while !self.signal.all_have_ended() {
            thread::sleep(PAUSE);
        }
        resume_unwind(Box::new("the connection has ended"))
    }
}

impl Read for Socket {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        match self.stream.read(buffer) {
            Ok(0) if self.zeros >= END => Ok(0),
            Ok(0) => self.gone(),
            Ok(length) => {
                let zeros = buffer[..length].iter().rev().take_while(|byte| **byte == 0).count();
                self.zeros = if zeros == length { self.zeros + zeros } else { zeros };
                Ok(length)
            }
            Err(error) if error.kind() == io::ErrorKind::Interrupted => Err(error),
            Err(_) => self.gone(),
        }
    }
}

impl Write for Socket {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        // After a failure, nothing reads it any more.
        if self.signal.has_failed() {
            return Ok(bytes.len());
        }
        match self.stream.write(bytes) {
            Ok(length) => {
                self.signal.wire.fetch_add(length as u64, Ordering::Relaxed);
                Ok(length)
            }
            Err(_) => self.gone(),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl Stream for Socket {
    fn try_clone(&self) -> io::Result<Self> {
        let stream = self.stream.try_clone()?;
        Ok(Socket { stream, process: self.process, signal: Arc::clone(&self.signal), zeros: 0 })
    }

    fn set_nonblocking(&self, nonblocking: bool) -> io::Result<()> {
        self.stream.set_nonblocking(nonblocking)
    }

    fn shutdown(&self, how: Shutdown) -> io::Result<()> {
        // Without a normal end, the other process detects that this one is gone.
        let how = if self.signal.has_failed() { Shutdown::Both } else { how };
        self.stream.shutdown(how).or(Ok(()))
    }
}
