//! `Publisher`: shows a tree of this program to Groot2 and other clients of its protocol.
//!
//! | file | what is in it |
//! | --- | --- |
//! | `mod.rs` | what the program calls |
//! | `state.rs` | what clients may ask for, and the answers |
//! | `hooks.rs` | breakpoints, and answers that replace nodes |
//! | `history.rs` | statuses and transitions, from the events of a tree |
//!
//! Imports run down this table.

mod history;
mod hooks;
mod state;

use std::io;
use std::net::{IpAddr, Ipv4Addr, SocketAddr, TcpListener};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Condvar, Mutex, PoisonError};
use std::time::{Duration, Instant};

use bt::describe::Description;
use bt::{NodeEvent, Outcome, Status, Tree, TreeObserver};
use serde_json::Value;

use super::protocol::{Header, Uuid, kind};
use super::zmtp::Limits;
use super::zmtp::server::{Listening, Publishing};
use crate::feed::lock::lock;
use crate::outline::Outline;
use crate::recording::{Grown, Ids, Inside, What};
use history::{Did, uid};
use hooks::{Order, Position};
use state::State;

/// How long a client's message may be, and how long it may take.
const LIMITS: Limits = Limits { message: 1 << 20, patience: Duration::from_secs(5) };
/// Ids have 16 bits, and start at 1.
const MOST_NODES: usize = u16::MAX as usize;

/// Publishes a tree of this program by Groot2's protocol, like the `Groot2Publisher` of BehaviorTree.CPP 4.10: Groot2,
/// `bt watch` and other clients can show it.
///
/// Its observer is for the `_with` methods of the tree:
///
/// ```
/// use bt_view::groot2::Publisher;
///
/// bt::bt! { Blink(u32) = forever < sequence < wait(0.5), action(|blinks| *blinks += 1) > > }
///
/// # let port = 0;
/// let mut groot = Publisher::on_port::<Blink>(port, "blink")?;
/// let (mut blink, mut blinks) = (Blink::new(), 0);
/// for _ in 0..100 {
///     blink.tick_for_with(0.02, &mut blinks, &mut groot.tick());
///     groot.entry("blinks", blinks);
/// }
/// # Ok::<(), std::io::Error>(())
/// ```
///
/// - Clients see all nodes, including those of trees in `dynamic` nodes. The name of a node is its text. Nodes that
///   BehaviorTree.CPP has with the same rules have its types; the others have types of their own.
/// - Statuses and transitions are those that BehaviorTree.CPP would have. It has no transition for reasons and values.
/// - It listens with its own threads. An event costs one reading of the clock. A tick only waits for a client if
///   [`hooks`](Self::hooks) are allowed, and the client stops it.
/// - Requests that are too long or broken get an error or no answer. There is no encryption and no token: whoever can
///   reach the port sees the tree.
#[derive(Debug)]
pub struct Publisher {
    shared: Arc<Shared>,
    replies: Listening,
    reports: Publishing,
    tree: Grown,
    /// The node ids, and the number of the tree.
    ids: Ids,
    number: usize,
    /// What happened in this tick.
    events: Vec<(Did, Instant)>,
}

/// What the program shares with the threads of its clients.
#[derive(Debug)]
struct Shared {
    state: Mutex<State>,
    /// Wakes a program that waits at a breakpoint.
    asked: Condvar,
    /// Whether there may be hooks.
    has_hooks: AtomicBool,
}

/// How often a program that waits at a breakpoint checks that its client is still there.
const LOOK: Duration = Duration::from_millis(100);

impl Shared {
    fn answer(&self, request: &[Vec<u8>]) -> super::zmtp::Message {
        let mut state = lock(&self.state);
        let reply = state.answer(request);
        self.has_hooks.store(state.hooks.as_ref().is_some_and(|hooks| !hooks.is_empty()), Ordering::Relaxed);
        self.asked.notify_all();
        reply
    }

    /// Waits at a breakpoint. Returns the answer that replaces the node, if there is one.
    fn wait(&self, position: Position, uid: u16) -> Option<Status> {
        let mut state = lock(&self.state);
        loop {
            let is_heard = state.is_heard();
            match state.hooks.as_mut()?.order(position, uid) {
                Order::Go(answer) => return answer,
                Order::Wait if !is_heard => return None,
                Order::Wait => {}
            }
            let waited = self.asked.wait_timeout(state, LOOK);
            (state, _) = waited.unwrap_or_else(PoisonError::into_inner);
        }
    }
}

impl Publisher {
    /// Publishes a tree of type `T` on the loopback interface, on this port and the next one. Groot2 uses port 1667 by
    /// default. 0 picks free ports.
    ///
    /// # Errors
    ///
    /// If the ports are not free, the tree has more than 65,535 nodes, or the system has no threads or random bytes
    /// left.
    pub fn on_port<T: Tree>(port: u16, name: impl Into<String>) -> io::Result<Self> {
        Publisher::on(SocketAddr::new(IpAddr::V4(Ipv4Addr::LOCALHOST), port), name, Description::of::<T>())
    }

    /// Publishes a tree of this description on an address, and on the next port. On any interface other than loopback,
    /// everybody who can reach the address sees the tree.
    ///
    /// # Errors
    ///
    /// As [`on_port`](Self::on_port).
    pub fn on(address: SocketAddr, name: impl Into<String>, tree: Description) -> io::Result<Self> {
        let (replies, reports) = listen(address)?;
        let mut ids = Ids::default();
        let number = ids.tree(tree);
        let state = Mutex::new(State::new(name.into(), uuid()?));
        let shared = Arc::new(Shared { state, asked: Condvar::new(), has_hooks: AtomicBool::new(false) });
        let answering = Arc::clone(&shared);
        let replies = Listening::replying(replies, LIMITS, move |request| answering.answer(request))?;
        let reports = Publishing::new(reports, LIMITS)?;
        let tree = Grown::new(Outline::from(tree), Vec::new());
        let publisher = Publisher { shared, replies, reports, tree, ids, number, events: Vec::new() };
        publisher.tell_tree(true)?;
        Ok(publisher)
    }

    /// Whether clients may stop the program at a node, and replace the node's answer. Default: no. A stopped program
    /// waits in its tick until a client lets it continue, or until no client has asked for anything for 5 seconds.
    ///
    /// A leaf stops, or gets its answer, before each run; any other node, when it starts. Hooks after a node are
    /// breakpoints only. Answers work like those of a [`Mock`](bt::observe::Mock), with the same limits.
    pub fn hooks(self, allowed: bool) -> Self {
        lock(&self.shared.state).hooks = allowed.then(hooks::Hooks::default);
        self
    }

    /// The address for requests of clients: the one to type into Groot2.
    pub fn address(&self) -> SocketAddr {
        self.replies.address()
    }

    /// The address where clients wait for breakpoints: usually the next port.
    pub fn reports_address(&self) -> SocketAddr {
        self.reports.address()
    }

    /// The observer of a tick, an abort, or a message: pass it to the `_with` method of the tree.
    pub fn tick(&mut self) -> StepPublisher<'_> {
        self.events.clear();
        StepPublisher { publisher: self, inside: Inside::default() }
    }

    /// Reports that the tree was reset (which calls no observer) or replaced by a new one.
    pub fn reset(&mut self) {
        let mut state = lock(&self.shared.state);
        let micros = state.began.elapsed().as_micros() as u64;
        state.history.reset(micros);
    }

    /// Shows a value of the program as an entry of the tree's blackboard: a number, a text, or any JSON.
    pub fn entry(&mut self, name: &str, value: impl Into<Value>) {
        lock(&self.shared.state).set_entry(name, value.into());
    }

    /// Reports that the tree was replaced or has grown.
    fn tell_tree(&self, is_other: bool) -> io::Result<()> {
        if self.tree.ids.len() > MOST_NODES {
            if is_other {
                lock(&self.shared.state).history.forget();
            }
            let why =
                format!("Groot2's protocol has ids for {MOST_NODES} nodes, and the tree has {}", self.tree.ids.len());
            return Err(io::Error::new(io::ErrorKind::InvalidInput, why));
        }
        lock(&self.shared.state).set_tree(&self.tree, uuid()?, is_other);
        Ok(())
    }
}

/// Listens on an address, and on the next port; on two free ones if the port is 0.
fn listen(address: SocketAddr) -> io::Result<(TcpListener, TcpListener)> {
    let next = |address: SocketAddr| {
        let port = address.port().checked_add(1);
        let port = port.ok_or_else(|| io::Error::new(io::ErrorKind::InvalidInput, "there is no next port"))?;
        TcpListener::bind(SocketAddr::new(address.ip(), port))
    };
    let mut last = None;
    for _ in 0..16 {
        let first = TcpListener::bind(address)?;
        match next(first.local_addr()?) {
            Ok(second) => return Ok((first, second)),
            Err(error) if address.port() == 0 => last = Some(error),
            Err(error) => return Err(error),
        }
    }
    Err(last.unwrap_or_else(|| io::ErrorKind::AddrInUse.into()))
}

/// A random UUID.
fn uuid() -> io::Result<Uuid> {
    let mut bytes = Uuid::default();
    getrandom::fill(&mut bytes)?;
    bytes[6] = bytes[6] & 0x0f | 0x40;
    bytes[8] = bytes[8] & 0x3f | 0x80;
    Ok(bytes)
}

/// The observer of one tick, abort or message, from a [`Publisher`]. Clients see what happened when it is dropped.
#[derive(Debug)]
pub struct StepPublisher<'p> {
    publisher: &'p mut Publisher,
    inside: Inside,
}

impl StepPublisher<'_> {
    fn push(&mut self, event: &NodeEvent, what: What, did: impl FnOnce(u32) -> Did) {
        let now = Instant::now();
        let (before, node) = self.inside.ids(event.position(), what);
        self.publisher.events.extend(before.into_iter().map(|node| (Did::Start(node), now)));
        self.publisher.events.push((did(node), now));
    }

    fn tell(&mut self, ended: bool) {
        let mut state = lock(&self.publisher.shared.state);
        let began = state.began;
        let micros = |time: Instant| time.saturating_duration_since(began).as_micros() as u64;
        let events: Vec<_> = self.publisher.events.drain(..).map(|(did, time)| (did, micros(time))).collect();
        let now = micros(Instant::now());
        state.history.see(&events, ended.then_some(now));
    }

    /// Stops at a breakpoint. Returns the answer that replaces the node, if there is one.
    #[inline]
    fn hook(&mut self, position: Position, event: &NodeEvent) -> Option<Status> {
        match self.publisher.shared.has_hooks.load(Ordering::Relaxed) {
            false => None,
            true => self.stop(position, uid(self.inside.id(event.position()))),
        }
    }

    #[cold]
    fn stop(&mut self, position: Position, uid: u16) -> Option<Status> {
        let state = lock(&self.publisher.shared.state);
        if !state.is_heard() || !state.hooks.as_ref()?.is_at(position, uid) {
            return None;
        }
        drop(state);
        // First show clients what has happened so far.
        self.tell(false);
        let header = Header { kind: kind::REACHED, id: 0 }.write();
        self.publisher.reports.send(&[&header, uid.to_string().as_bytes()]);
        self.publisher.shared.wait(position, uid)
    }
}

impl TreeObserver for StepPublisher<'_> {
    fn begin(&mut self, tree: Description) {
        let publisher = &mut *self.publisher;
        if !publisher.ids.is(publisher.number, tree) {
            publisher.number = publisher.ids.tree(tree);
            publisher.tree = Grown::new(Outline::from(tree), Vec::new());
            publisher.events.clear();
            self.inside.go_over(tree);
            // A tree that is too large is not shown.
            let _ = publisher.tell_tree(true);
        }
    }

    fn enter(&mut self, holder: &NodeEvent, held: Description) {
        let node = self.inside.id(holder.position());
        let (first, is_new) = self.publisher.ids.enter(self.publisher.number, node, held);
        if is_new {
            self.publisher.tree.grow(node, held.into());
            let _ = self.publisher.tell_tree(false);
        }
        self.inside.enter(first);
    }

    fn leave(&mut self) {
        self.inside.leave();
    }

    fn start(&mut self, event: &NodeEvent) {
        self.push(event, What::Start, Did::Start);
    }

    fn mock(&mut self, event: &NodeEvent) -> Option<Status> {
        self.hook(Position::Before, event)
    }

    fn run(&mut self, event: &NodeEvent, status: Status) {
        self.push(event, What::Run(status), |node| Did::Run(node, status));
    }

    fn finish(&mut self, event: &NodeEvent, outcome: Outcome) {
        self.push(event, What::Finish(outcome), |node| Did::Finish(node, outcome));
        self.hook(Position::After, event);
    }
}

impl Drop for StepPublisher<'_> {
    fn drop(&mut self) {
        self.tell(true);
    }
}
