//! `Connections`: how many there may be, and which of them gets dropped.

use std::collections::VecDeque;
use std::net::{Shutdown, TcpStream};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

use crate::feed::lock::lock;

/// If there are more requests than this at a time, the oldest is dropped: a browser needs only milliseconds for one.
const MOST_REQUESTS: usize = 64;
/// More viewers are refused.
const MOST_VIEWERS: usize = 64;
/// More threads are not started, even if connections end more slowly than new ones come.
const MOST_THREADS: usize = 512;

/// The connections of all clients.
#[derive(Debug, Default)]
pub struct Connections {
    requests: Mutex<Requests>,
    viewers: AtomicUsize,
    threads: AtomicUsize,
}

/// Connections whose request is being read or answered, the oldest first.
#[derive(Debug, Default)]
struct Requests {
    next: u64,
    open: VecDeque<(u64, TcpStream)>,
}

/// A connection's place, until this is dropped.
pub struct Place<'c> {
    connections: &'c Connections,
    request: u64,
    is_viewer: bool,
}

impl Connections {
    /// Whether there is room for one more thread.
    pub fn begin(&self) -> bool {
        let has_room = self.threads.fetch_add(1, Ordering::Relaxed) < MOST_THREADS;
        if !has_room {
            self.end();
        }
        has_room
    }

    pub fn end(&self) {
        self.threads.fetch_sub(1, Ordering::Relaxed);
    }

    /// A place for a request. If all are taken, the oldest request is dropped: its client must be slow.
    pub fn request(&self, stream: &TcpStream) -> std::io::Result<Place<'_>> {
        let stream = stream.try_clone()?;
        let mut requests = lock(&self.requests);
        let request = requests.next;
        requests.next += 1;
        requests.open.push_back((request, stream));
        if requests.open.len() > MOST_REQUESTS
            && let Some((_, oldest)) = requests.open.pop_front()
        {
            // It may already be closed.
            let _ = oldest.shutdown(Shutdown::Both);
        }
        Ok(Place { connections: self, request, is_viewer: false })
    }
}

impl Place<'_> {
    /// Makes this the place of a viewer, which is never dropped; `false` if there are too many viewers.
    pub fn become_viewer(&mut self) -> bool {
        self.leave();
        self.is_viewer = true;
        self.connections.viewers.fetch_add(1, Ordering::Relaxed) < MOST_VIEWERS
    }

    fn leave(&self) {
        lock(&self.connections.requests).open.retain(|(request, _)| *request != self.request);
    }
}

impl Drop for Place<'_> {
    fn drop(&mut self) {
        if self.is_viewer {
            self.connections.viewers.fetch_sub(1, Ordering::Relaxed);
        } else {
            self.leave();
        }
    }
}
