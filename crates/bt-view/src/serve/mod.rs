//! The live page: the program serves it, and viewers watch its trees as they are ticked.
//!
//! With the feature `serve`. A [`LivePage`] provides observers, like a [`Recorder`](crate::Recorder):
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
//! - It serves with its own threads, by default on the loopback interface. A tick does not wait for a slow viewer. With
//!   no viewers, a tick only bumps a counter.
//! - A new viewer first sees the active nodes, and recent ticks that are still stored for other viewers. A viewer that
//!   reads too slowly misses ticks, and the page says which ones.
//! - With [`control`](Options::control), viewers may pause the program, let it make one step, and run it to the next
//!   start or end of a node; with [`aborts`](Options::aborts), request aborts and resets. With
//!   [`mocks`](Options::mocks) they may answer instead of leaves. All of this takes effect where the program calls
//!   [`gate`](LivePage::gate). With [`sets`](Options::sets) they may set entries of blackboards. If viewers may do any
//!   of this, or edit trees, each request needs the token in the [`url`](LivePage::url) of the page: a new one in each
//!   run, or [your own](Options::token).
//! - Requests from pages of other origins, malformed or too long requests, and more than 64 viewers are refused. Slow
//!   clients have a deadline, and are dropped first if there are too many connections.

mod connections;
#[cfg(feature = "edit")]
mod edits;
mod http;
mod viewer;

pub use crate::feed::{Broadcast, LivePage, Setting, Turn};

use std::io;
use std::net::{IpAddr, Ipv4Addr, SocketAddr, TcpListener};
use std::sync::Arc;
use std::thread;
use std::time::Duration;

use crate::feed::control::Allowed;
use crate::feed::live::Door;
use crate::feed::shared::Shared;
use connections::Connections;

/// How to serve trees: where, and what viewers may do. By default, they may only watch.
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
    patience: Duration,
    hosts: Vec<String>,
    token: Option<String>,
    #[cfg(feature = "edit")]
    editor: Option<Arc<dyn crate::edit::Editor>>,
}

/// How long a viewer may take by default.
const PATIENCE: Duration = Duration::from_secs(30);

impl Default for Options {
    fn default() -> Self {
        Options::new()
    }
}

impl Options {
    /// Serves on the loopback interface, on a free port. Viewers can only watch.
    pub fn new() -> Self {
        let address = SocketAddr::new(IpAddr::V4(Ipv4Addr::LOCALHOST), 0);
        Options {
            address,
            allowed: Allowed::default(),
            always: false,
            patience: PATIENCE,
            hosts: Vec::new(),
            token: None,
            #[cfg(feature = "edit")]
            editor: None,
        }
    }

    /// Serves on this port. Default: 0, which picks a free one.
    pub fn port(mut self, port: u16) -> Self {
        self.address.set_port(port);
        self
    }

    /// Serves on this address. On any interface other than loopback, everybody who can reach the address sees the
    /// trees.
    pub fn address(self, address: SocketAddr) -> Self {
        Options { address, ..self }
    }

    /// Allows this host name, in addition to `localhost` and numeric addresses. Requests with other names are refused,
    /// which prevents DNS rebinding.
    pub fn host(mut self, name: impl Into<String>) -> Self {
        self.hosts.push(name.into());
        self
    }

    /// Whether viewers may pause the program, let it make steps, and run it to a node. The program must call
    /// [`gate`](LivePage::gate).
    pub fn control(mut self, control: bool) -> Self {
        self.allowed.control = control;
        self
    }

    /// Whether viewers may request aborts and resets. The program must carry them out when [`gate`](LivePage::gate)
    /// returns them.
    pub fn aborts(mut self, aborts: bool) -> Self {
        self.allowed.aborts = aborts;
        self
    }

    /// Whether viewers may replace the answers of leaves to inject faults, like a [`Mock`](bt::observe::Mock). Mocks
    /// take effect at the [`gate`](LivePage::gate), and end when the last viewer leaves.
    pub fn mocks(mut self, mocks: bool) -> Self {
        self.allowed.mocks = mocks;
        self
    }

    /// Whether viewers may set entries of blackboards. The program must apply those that
    /// [`settings`](LivePage::settings) returns.
    pub fn sets(mut self, sets: bool) -> Self {
        self.allowed.sets = sets;
        self
    }

    /// Lets viewers edit the trees in the files of this editor, for example of a `bt_live::LiveFiles`. It writes to the
    /// files: share the [`url`](LivePage::url) only with people you trust.
    #[cfg(feature = "edit")]
    pub fn edits(mut self, editor: Arc<dyn crate::edit::Editor>) -> Self {
        self.allowed.edits = true;
        self.editor = Some(editor);
        self
    }

    /// Sets the token of the page. Default: a random one in each run. With a fixed token and [`port`](Self::port), an
    /// open page reconnects after the program restarts. A token consists of ASCII letters, digits and `-`; keep it
    /// secret. If viewers can only watch, there is no token.
    pub fn token(mut self, token: impl Into<String>) -> Self {
        self.token = Some(token.into());
        self
    }

    /// Whether to store the last ticks even without viewers, so that a new viewer sees what happened before: the last
    /// 20,000 ticks of all agents, with at most 100,000 events. Default: no.
    pub fn always(self, always: bool) -> Self {
        Options { always, ..self }
    }

    /// How long a viewer may take to read one part of the stream before it is disconnected. Default: 30 seconds.
    pub fn patience(self, patience: Duration) -> Self {
        Options { patience, ..self }
    }

    /// Starts serving.
    ///
    /// # Errors
    ///
    /// If the address is not available, the system has no threads or random bytes left, or the token is empty or has
    /// characters that are not allowed.
    pub fn start(self) -> io::Result<LivePage> {
        let is_fit = |letter: char| letter.is_ascii_alphanumeric() || letter == '-';
        if self.token.as_ref().is_some_and(|token| token.is_empty() || !token.chars().all(is_fit)) {
            return Err(io::Error::new(
                io::ErrorKind::InvalidInput,
                "a token may only contain letters, digits and `-`",
            ));
        }
        let listener = TcpListener::bind(self.address)?;
        let address = listener.local_addr()?;
        #[cfg_attr(not(feature = "edit"), expect(unused_mut, reason = "it has no editor"))]
        let mut shared = Shared::new(self.allowed, self.always, random()?);
        #[cfg(feature = "edit")]
        shared.editor.clone_from(&self.editor);
        let token = if self.allowed.any() { Some(self.token.map_or_else(random, Ok)?) } else { None };
        let (shared, hosts, patience) = (Arc::new(shared), self.hosts, self.patience);
        let connections = Connections::default();
        let door = Door { address, token: token.clone() };
        let served = Arc::new(Served { shared: Arc::clone(&shared), connections, patience, hosts, token });
        thread::Builder::new().name("bt-view".to_owned()).spawn(move || viewer::accept(&listener, &served))?;
        Ok(LivePage::new(shared, Some(door)))
    }
}

/// What the viewers' threads share.
#[derive(Debug)]
struct Served {
    shared: Arc<Shared>,
    connections: Connections,
    /// A viewer that takes longer than this to read one part is disconnected.
    patience: Duration,
    /// Host names that requests may use.
    hosts: Vec<String>,
    /// The token that each request must have if viewers may control the program.
    token: Option<String>,
}

/// 16 random bytes, in hexadecimal digits.
fn random() -> io::Result<String> {
    let mut bytes = [0; 16];
    getrandom::fill(&mut bytes)?;
    Ok(bytes.iter().map(|byte| format!("{byte:02x}")).collect())
}
