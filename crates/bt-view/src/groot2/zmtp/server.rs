//! The sockets that listen: REP and PUB.

use std::io::{self, Write as _};
use std::net::{IpAddr, Ipv4Addr, Shutdown, SocketAddr, TcpListener, TcpStream};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::thread::{self, JoinHandle};
use std::time::Duration;

use super::wire::{Limits, Wire};
use super::{Message, frame};
use crate::feed::lock::lock;

/// The most connections: further ones are closed at once.
const MOST_CONNECTIONS: usize = 32;

/// A listening socket, with a thread for each connection. Dropping it closes them all.
#[derive(Debug)]
pub struct Listening {
    address: SocketAddr,
    open: Arc<Open>,
    /// The thread that waits for connections. It owns the port.
    accepting: Option<JoinHandle<()>>,
}

/// The connections that are open.
#[derive(Debug, Default)]
struct Open {
    closed: AtomicBool,
    streams: Mutex<Vec<(u64, TcpStream)>>,
}

impl Listening {
    /// Listens, and serves each connection with this function in its own thread.
    fn new(listener: TcpListener, name: &str, serve: impl Fn(TcpStream) + Send + Sync + 'static) -> io::Result<Self> {
        let (address, open, serve) = (listener.local_addr()?, Arc::new(Open::default()), Arc::new(serve));
        let (kept, name) = (Arc::clone(&open), name.to_owned());
        let of_connection = name.clone();
        let accepting = thread::Builder::new().name(name).spawn(move || {
            for (number, stream) in (0..).zip(listener.incoming()) {
                if kept.closed.load(Ordering::Relaxed) {
                    return;
                }
                // The connection ended before it was accepted.
                let Ok(stream) = stream else {
                    thread::sleep(Duration::from_millis(10));
                    continue;
                };
                let (Some(kept), serve) = (kept.keep(number, &stream), Arc::clone(&serve)) else { continue };
                // If no threads are left, the connection is closed.
                let _ = thread::Builder::new().name(of_connection.clone()).spawn(move || {
                    let _kept = kept;
                    serve(stream);
                });
            }
        })?;
        Ok(Listening { address, open, accepting: Some(accepting) })
    }

    /// Where it listens.
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// A REP socket, which answers each message.
    pub fn replying(
        listener: TcpListener,
        limits: Limits,
        answer: impl Fn(&[Vec<u8>]) -> Message + Send + Sync + 'static,
    ) -> io::Result<Self> {
        Listening::new(listener, "bt-groot2-rep", move |stream| {
            let Ok(mut wire) = Wire::new(stream, "REP", "REQ", limits) else { return };
            while let Ok(request) = wire.read_any_time() {
                // The parts up to an empty one are the return address.
                let Some(end) = request.iter().position(Vec::is_empty) else { return };
                let mut reply: Message = request[..=end].to_vec();
                reply.extend(answer(&request[end + 1..]));
                if wire.send(&reply).is_err() {
                    return;
                }
            }
        })
    }
}

impl Open {
    /// Keeps a connection, so that it can be closed, until the result is dropped. `None` if there are too many.
    fn keep(self: &Arc<Self>, number: u64, stream: &TcpStream) -> Option<Kept> {
        let stream = stream.try_clone().ok()?;
        let mut streams = lock(&self.streams);
        // Under the lock: otherwise it could be kept just after all others were closed.
        if self.closed.load(Ordering::Relaxed) || streams.len() >= MOST_CONNECTIONS {
            return None;
        }
        streams.push((number, stream));
        Some(Kept { number, open: Arc::clone(self) })
    }
}

struct Kept {
    number: u64,
    open: Arc<Open>,
}

impl Drop for Kept {
    fn drop(&mut self) {
        lock(&self.open.streams).retain(|(number, _)| *number != self.number);
    }
}

impl Drop for Listening {
    fn drop(&mut self) {
        self.open.closed.store(true, Ordering::Relaxed);
        for (_, stream) in lock(&self.open.streams).iter() {
            // The peer may already have closed it.
            let _ = stream.shutdown(Shutdown::Both);
        }
        let mut address = self.address;
        if address.ip().is_unspecified() {
            address.set_ip(IpAddr::V4(Ipv4Addr::LOCALHOST));
        }
        // Wakes the thread that waits for connections.
        let woken = TcpStream::connect_timeout(&address, Duration::from_millis(100));
        // Afterwards, the port is free.
        if let Some(accepting) = self.accepting.take().filter(|_| woken.is_ok()) {
            let _ = accepting.join();
        }
    }
}

/// A PUB socket.
#[derive(Debug)]
pub struct Publishing {
    listening: Listening,
    subscribers: Arc<Mutex<Vec<Subscribed>>>,
}

#[derive(Debug)]
struct Subscribed {
    number: usize,
    stream: TcpStream,
    /// The prefixes of the messages that it wants.
    topics: Vec<Vec<u8>>,
}

/// The most topics of a subscriber.
const MOST_TOPICS: usize = 64;

impl Publishing {
    pub fn new(listener: TcpListener, limits: Limits) -> io::Result<Self> {
        let (subscribers, numbers) = (Arc::new(Mutex::new(Vec::new())), AtomicUsize::new(0));
        let known = Arc::clone(&subscribers);
        let listening = Listening::new(listener, "bt-groot2-pub", move |stream| {
            let number = numbers.fetch_add(1, Ordering::Relaxed);
            let Ok(mut wire) = Wire::new(stream, "PUB", "SUB", limits) else { return };
            let Ok(stream) = wire.stream() else { return };
            lock(&known).push(Subscribed { number, stream, topics: Vec::new() });
            while let Ok(message) = wire.read_any_time() {
                let mut known = lock(&known);
                match known.iter_mut().find(|known| known.number == number) {
                    Some(subscribed) => subscribed.take(&message),
                    None => return,
                }
            }
            lock(&known).retain(|known| known.number != number);
        })?;
        Ok(Publishing { listening, subscribers })
    }

    /// Where it listens.
    pub fn address(&self) -> SocketAddr {
        self.listening.address()
    }

    /// Sends a message to all who want it, and drops those who do not receive it in time.
    pub fn send(&self, parts: &[&[u8]]) {
        let bytes = frame::message(parts);
        lock(&self.subscribers).retain_mut(|subscribed| {
            let wants = subscribed.topics.iter().any(|topic| parts[0].starts_with(topic));
            let keeps = !wants || subscribed.stream.write_all(&bytes).is_ok();
            if !keeps {
                // The peer may already have closed it.
                let _ = subscribed.stream.shutdown(Shutdown::Both);
            }
            keeps
        });
    }
}

impl Subscribed {
    /// Starts or ends a subscription.
    fn take(&mut self, message: &[Vec<u8>]) {
        let [only] = message else { return };
        match only.split_first() {
            Some((1, topic)) if self.topics.len() < MOST_TOPICS => self.topics.push(topic.to_vec()),
            Some((0, topic)) => {
                if let Some(known) = self.topics.iter().position(|known| known == topic) {
                    self.topics.swap_remove(known);
                }
            }
            _ => {}
        }
    }
}
