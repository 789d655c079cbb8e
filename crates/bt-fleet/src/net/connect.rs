//! How processes find each other: each listens for those with higher numbers, and calls those with lower ones.

use std::io::ErrorKind;
use std::net::{TcpListener, TcpStream, ToSocketAddrs};
use std::thread;
use std::time::{Duration, Instant};

use super::Hello;
use crate::error::FleetError;

/// Between two calls.
const PAUSE: Duration = Duration::from_millis(10);

/// Who is there, and how long to wait for them.
pub(crate) struct Peers<'p> {
    pub(crate) listener: TcpListener,
    pub(crate) addresses: &'p [String],
    pub(crate) patience: Duration,
}

/// Connects this process with all others: a stream for each, none for itself.
pub(crate) fn connect(peers: &Peers<'_>, hello: &Hello) -> Result<Vec<Option<TcpStream>>, FleetError> {
    let me = hello.process as usize;
    let deadline = Instant::now() + peers.patience;
    let mut streams: Vec<Option<TcpStream>> = peers.addresses.iter().map(|_| None).collect();
    for (process, address) in peers.addresses.iter().enumerate().take(me) {
        let stream = call(address, deadline).ok_or(unreachable(process, peers.patience))?;
        let their = exchange(&stream, hello, deadline).ok_or(unreachable(process, peers.patience))?;
        check(hello, their?)?;
        streams[process] = Some(stream);
    }
    while let Some(missing) = (me + 1..streams.len()).find(|process| streams[*process].is_none()) {
        let stream = answer(&peers.listener, deadline)?.ok_or(unreachable(missing, peers.patience))?;
        // What is no process of a fleet, or has gone again, is not waited for.
        let Some(their) = exchange(&stream, hello, deadline) else { continue };
        let process = check(hello, their?)?;
        if process > me && process < streams.len() {
            streams[process] = Some(stream);
        }
    }
    Ok(streams)
}

const fn unreachable(process: usize, waited: Duration) -> FleetError {
    FleetError::Unreachable { process, waited }
}

fn check(hello: &Hello, their: Hello) -> Result<usize, FleetError> {
    hello.agree(&their)?;
    Ok(their.process as usize)
}

fn call(address: &str, deadline: Instant) -> Option<TcpStream> {
    while Instant::now() < deadline {
        let found = address.to_socket_addrs().ok().into_iter().flatten();
        let left = deadline.saturating_duration_since(Instant::now()).max(PAUSE);
        if let Some(stream) = found.into_iter().find_map(|address| TcpStream::connect_timeout(&address, left).ok()) {
            return Some(stream);
        }
        thread::sleep(PAUSE);
    }
    None
}

fn answer(listener: &TcpListener, deadline: Instant) -> Result<Option<TcpStream>, FleetError> {
    let failed = || FleetError::io("listening for other processes");
    listener.set_nonblocking(true).map_err(failed())?;
    while Instant::now() < deadline {
        match listener.accept() {
            Ok((stream, _)) => {
                stream.set_nonblocking(false).map_err(failed())?;
                return Ok(Some(stream));
            }
            Err(error) if error.kind() == ErrorKind::WouldBlock => thread::sleep(PAUSE),
            Err(error) => return Err(failed()(error)),
        }
    }
    Ok(None)
}

/// Says hello, and hears the other's; `None` if there is no answer.
fn exchange(stream: &TcpStream, hello: &Hello, deadline: Instant) -> Option<Result<Hello, FleetError>> {
    let left = deadline.saturating_duration_since(Instant::now()).max(PAUSE);
    stream.set_nodelay(true).ok()?;
    stream.set_read_timeout(Some(left)).ok()?;
    hello.send(stream).ok()?;
    let their = Hello::receive(stream).ok()?;
    stream.set_read_timeout(None).ok()?;
    Some(their.ok_or_else(|| FleetError::Foreign { what: "what another process says".into() }))
}
