//! The page, live: the program serves it, and viewers see its trees as they are ticked.
//!
//! With the feature `serve`. A [`Live`] hands out observers, as a [`Recorder`](crate::Recorder) does:
//!
//! ```
//! use bt_view::serve::Options;
//!
//! bt::bt! { Blink(u32) = forever < sequence < wait(0.5), action(|blinks| *blinks += 1) > > }
//!
//! # fn main() -> std::io::Result<()> {
//! let mut live = Options::new().start()?;
//! println!("open {}", live.url());
//!
//! let eye = live.agent::<Blink>("eye");
//! let (mut blink, mut blinks, frame) = (Blink::new(), 0, 0.02);
//! # #[expect(clippy::never_loop, reason = "an example ends")]
//! loop {
//!     blink.tick_for_with(frame, &mut blinks, &mut live.tick_for(eye, frame, || blink.active()));
//! #   return Ok(());
//! }
//! # }
//! ```
//!
//! - It serves on the loopback, from threads of its own. The program never waits for a viewer. With no viewers, a tick only
//!   bumps a counter.
//! - A viewer who joins late first sees what is active, and the ticks that are still kept for others. A viewer who reads
//!   too slowly loses ticks, and the page says which.
//! - With [`control`](Options::control), viewers may pause the program, let it make one step, and run it to the next
//!   start or end of a node; with [`aborts`](Options::aborts), ask for aborts and resets. With
//!   [`mocks`](Options::mocks) they may answer in place of leaves. The program says where: at its [`gate`](Live::gate).
//!   Where viewers may do any of this, each request needs the token in the [`url`](Live::url) of the page. It is a new
//!   one in each run.
//! - Requests from pages of other origins, requests that are no HTTP or too long, and more than 64 viewers are refused.
//!   A client that sends or reads slowly has a deadline, and gives way to others.

mod broadcast;
mod connections;
mod control;
mod http;
mod live;
mod lock;
mod ring;
mod sent;
mod shared;
mod viewer;

pub use broadcast::Broadcast;
use control::Allowed;
pub use control::Turn;
pub use live::Live;

use std::io;
use std::net::{IpAddr, Ipv4Addr, SocketAddr, TcpListener};
use std::sync::Arc;
use std::thread;

use shared::Shared;

/// How trees are served.
///
/// ```
/// use bt_view::serve::Options;
///
/// let live = Options::new().control(true).start()?;
/// assert!(live.url().starts_with("http://127.0.0.1:"));
/// # Ok::<(), std::io::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct Options {
    address: SocketAddr,
    allowed: Allowed,
    always: bool,
    hosts: Vec<String>,
    token: Option<String>,
}

impl Default for Options {
    fn default() -> Self {
        Options::new()
    }
}

impl Options {
    /// On the loopback, on a port that is free. Viewers may look, and do nothing else.
    pub fn new() -> Self {
        let address = SocketAddr::new(IpAddr::V4(Ipv4Addr::LOCALHOST), 0);
        Options { address, allowed: Allowed::default(), always: false, hosts: Vec::new(), token: None }
    }

    /// On this port.
    pub fn port(mut self, port: u16) -> Self {
        self.address.set_port(port);
        self
    }

    /// On this address. Who serves on another one than the loopback shows the trees to all who can reach it.
    pub fn address(self, address: SocketAddr) -> Self {
        Options { address, ..self }
    }

    /// The page may be asked for by this name, beside `localhost` and addresses in figures. Others are refused, so that
    /// no page of another site can get behind its own name.
    pub fn host(mut self, name: impl Into<String>) -> Self {
        self.hosts.push(name.into());
        self
    }

    /// Whether viewers may pause the program, let it make steps, and run it to a node. It has to ask at a
    /// [`gate`](Live::gate).
    pub fn control(mut self, control: bool) -> Self {
        self.allowed.control = control;
        self
    }

    /// Whether viewers may ask for aborts and resets, which the program has to do: its [`gate`](Live::gate) says so.
    pub fn aborts(mut self, aborts: bool) -> Self {
        self.allowed.aborts = aborts;
        self
    }

    /// Whether viewers may answer in place of leaves, to inject faults, as a [`Mock`](bt::observe::Mock) does. The
    /// program takes that up at its [`gate`](Live::gate). When the last viewer leaves, leaves answer by themselves
    /// again.
    pub fn mocks(mut self, mocks: bool) -> Self {
        self.allowed.mocks = mocks;
        self
    }

    /// Sets the token of the page. Default: a random one in each run. With a fixed token and [`port`](Self::port), an
    /// open page finds the program again after a restart. Allowed are letters, digits and `-`; keep it secret.
    pub fn token(mut self, token: impl Into<String>) -> Self {
        self.token = Some(token.into());
        self
    }

    /// Whether ticks are kept also while nobody looks. So one who joins late sees what has happened before.
    pub fn always(self, always: bool) -> Self {
        Options { always, ..self }
    }

    /// Begins to serve.
    ///
    /// # Errors
    ///
    /// If the address cannot be had, if the system has no random bytes for a token, or if the token has other
    /// characters than those that it may have, or none.
    pub fn start(self) -> io::Result<Live> {
        let is_fit = |letter: char| letter.is_ascii_alphanumeric() || letter == '-';
        if self.token.as_ref().is_some_and(|token| token.is_empty() || !token.chars().all(is_fit)) {
            return Err(io::Error::new(io::ErrorKind::InvalidInput, "a token has letters, digits and `-` alone"));
        }
        let listener = TcpListener::bind(self.address)?;
        let address = listener.local_addr()?;
        let shared = Arc::new(Shared::new(self.allowed, self.always, self.hosts, self.token)?);
        let served = Arc::clone(&shared);
        thread::Builder::new().name("bt-view".to_owned()).spawn(move || viewer::accept(&listener, &served))?;
        Ok(Live::new(shared, address))
    }
}
