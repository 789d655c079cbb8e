//! `Watch`: shows programs that speak Groot2's protocol on the page.

use std::fmt::{self, Display, Formatter};
use std::io;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use super::follower::{Follower, Report};
use super::steering::Steering;
use crate::feed::LivePage;
use crate::feed::lock::lock;
use crate::recording::{AgentKey, Recorder};

/// The port that a program with a `Groot2Publisher` uses by default: 1667.
pub const PORT: u16 = 1667;
/// How many times a second a program is asked for news.
const RATE: u32 = 25;
/// The most nodes in the trees of all runs, so that a program that keeps restarting does not fill the memory.
const MOST_NODES: usize = 2_000_000;
/// The most news that may wait for the page. Beyond that, programs are asked less often.
const MOST_WAITING: usize = 256;

/// Shows programs that speak Groot2's protocol on the live page, and records them.
///
/// Each program is an agent, named by its address. A program that restarts becomes a new agent, `address, run 2`,
/// because its tree may have changed.
///
/// ```
/// use std::time::Duration;
///
/// use bt_view::groot2::Watch;
/// use bt_view::serve::Options;
///
/// let mut watch = Watch::new(Options::new().always(true).start()?);
/// watch.add("tcp://127.0.0.1:1667")?;
/// println!("open {}", watch.page().url());
/// while let Some(news) = watch.next(Duration::from_millis(10)) {
///     println!("{news}");
/// #   break;
/// }
/// # Ok::<(), std::io::Error>(())
/// ```
#[derive(Debug)]
pub struct Watch {
    live: LivePage,
    recorder: Option<Recorder>,
    programs: Vec<Watched>,
    sender: SyncSender<(usize, Report)>,
    receiver: Receiver<(usize, Report)>,
    /// The number of nodes in the trees of all runs.
    nodes: usize,
    /// The requests of viewers, if they may steer.
    steering: Option<Arc<Steering>>,
}

#[derive(Debug)]
struct Watched {
    address: String,
    runs: u32,
    /// The agents of this run on the page and in the recording.
    shown: Option<AgentKey>,
    recorded: Option<AgentKey>,
}

/// News about a watched program.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum News {
    /// A run of a program was found.
    Began {
        /// `host:port`.
        address: String,
        /// The name of its main tree.
        tree: String,
        /// The number of nodes of the tree.
        nodes: usize,
    },
    /// A program cannot be reached, or breaks the protocol. The connection is retried.
    Lost {
        /// `host:port`.
        address: String,
        /// Why, in words.
        why: String,
    },
}

impl Display for News {
    fn fmt(&self, formatter: &mut Formatter<'_>) -> fmt::Result {
        match self {
            News::Began { address, tree, nodes: 1 } => write!(formatter, "{address}: `{tree}`, 1 node"),
            News::Began { address, tree, nodes } => write!(formatter, "{address}: `{tree}`, {nodes} nodes"),
            News::Lost { address, why } => write!(formatter, "{address}: not connected: {why}"),
        }
    }
}

impl Watch {
    /// Shows programs on this page. Set [`always`](crate::serve::Options::always) if viewers should also see what
    /// happened before they connected.
    ///
    /// If the page has [`control`](crate::serve::Options::control) or [`mocks`](crate::serve::Options::mocks), viewers
    /// can pause programs, run them to a node, and replace the answers of nodes. This uses the protocol's hooks, which
    /// a program forgets 5 seconds after its last client has left. A pause stops every program, at the root of its
    /// tree.
    pub fn new(live: LivePage) -> Self {
        let (shared, allowed) = (live.shared(), live.shared().control.allowed);
        let steering = || Arc::new(Steering { shared, agents: Mutex::default(), steps: AtomicU64::new(0) });
        let steering = (allowed.control || allowed.mocks).then(steering);
        let (sender, receiver) = sync_channel(MOST_WAITING);
        Watch { live, recorder: None, programs: Vec::new(), sender, receiver, nodes: 0, steering }
    }

    /// Also records what happens, within the limits of this recorder.
    pub fn record(self, recorder: Recorder) -> Self {
        Watch { recorder: Some(recorder), ..self }
    }

    /// Watches one more program: `tcp://host:port`, `host:port`, or `host` for port 1667. The program need not be
    /// running yet.
    ///
    /// # Errors
    ///
    /// If this is not a possible address, or the system has no more threads.
    pub fn add(&mut self, address: &str) -> io::Result<()> {
        let address = read(address).ok_or_else(|| {
            let why = format!("`{address}` is not an address like `tcp://127.0.0.1:{PORT}`");
            io::Error::new(io::ErrorKind::InvalidInput, why)
        })?;
        let (period, to, steering) = (Duration::from_secs(1) / RATE, self.sender.clone(), self.steering.clone());
        Follower { number: self.programs.len(), address: address.clone(), period, to, steering }.spawn()?;
        self.programs.push(Watched { address, runs: 0, shown: None, recorded: None });
        Ok(())
    }

    /// Passes on what happens in the programs to the page and the recording, until there is news or this time is over:
    /// then `None`. Call it in a loop, because the page shows nothing between the calls.
    pub fn next(&mut self, time: Duration) -> Option<News> {
        let end = Instant::now().checked_add(time);
        loop {
            let left = end.map_or(time, |end| end.saturating_duration_since(Instant::now()));
            let wait = if let Some(steering) = &self.steering {
                while steering.shared.control.take_step() {
                    steering.steps.fetch_add(1, Ordering::Relaxed);
                }
                left.min(Duration::from_secs(1) / RATE)
            } else {
                left
            };
            match self.receiver.recv_timeout(wait) {
                Ok((number, report)) => {
                    let news = self.take(number, report);
                    if news.is_some() {
                        return news;
                    }
                }
                Err(RecvTimeoutError::Timeout) if wait < left => {}
                Err(RecvTimeoutError::Timeout | RecvTimeoutError::Disconnected) => return None,
            }
        }
    }

    /// The page on which the programs are shown.
    pub fn page(&self) -> &LivePage {
        &self.live
    }

    /// The recorder, if what happens is [recorded](Self::record).
    pub fn recorder(&self) -> Option<&Recorder> {
        self.recorder.as_ref()
    }

    fn take(&mut self, number: usize, report: Report) -> Option<News> {
        let watched = self.programs.get_mut(number)?;
        let address = watched.address.clone();
        match report {
            Report::Lost(why) => Some(News::Lost { address, why }),
            Report::Began(program, _) if self.nodes + program.uids.len() > MOST_NODES => {
                (watched.shown, watched.recorded) = (None, None);
                Some(News::Lost { address, why: format!("all runs so far have more than {MOST_NODES} nodes") })
            }
            Report::Began(program, state) => {
                self.nodes += program.uids.len();
                watched.runs += 1;
                let name = if watched.runs == 1 { address.clone() } else { format!("{address}, run {}", watched.runs) };
                let recorder = self.recorder.as_mut();
                let tree = || program.tree.clone();
                watched.recorded =
                    recorder.map(|recorder| recorder.agent_elsewhere(name.clone(), tree(), state.clone()));
                let shown = self.live.agent_elsewhere(name, tree(), state);
                watched.shown = Some(shown);
                if let Some(steering) = &self.steering {
                    let mut agents = lock(&steering.agents);
                    agents.resize(self.programs.len(), None);
                    agents[number] = Some(shown.0);
                }
                Some(News::Began { address, tree: program.name, nodes: program.uids.len() })
            }
            Report::Reached(node) => {
                self.live.shared().control.hit(node);
                self.live.shared().tell_orders();
                None
            }
            Report::Seen { steps, values } => {
                let (shown, recorded) = (watched.shown?, watched.recorded);
                for (step, happened) in steps {
                    if let (Some(recorder), Some(AgentKey(agent))) = (&mut self.recorder, recorded) {
                        recorder.see(crate::recording::Step { agent, ..step }, happened.clone());
                    }
                    self.live.see(crate::recording::Step { agent: shown.0, ..step }, happened);
                }
                for (name, value) in values {
                    if let (Some(recorder), Some(agent)) = (&mut self.recorder, recorded) {
                        recorder.note(agent, &name, value);
                    }
                    self.live.note(shown, &name, value);
                }
                None
            }
        }
    }
}

/// The host and the port in an address.
fn read(address: &str) -> Option<String> {
    let rest = address.strip_prefix("tcp://").unwrap_or(address);
    let is_fit = |letter: char| letter.is_ascii_alphanumeric() || "-._:[]%".contains(letter);
    let (host, port) = match rest.rsplit_once(':') {
        Some((host, port)) if !port.ends_with(']') => (host, port.parse().ok()?),
        _ => (rest, PORT),
    };
    (!host.is_empty() && host.chars().all(is_fit) && port > 0).then(|| format!("{host}:{port}"))
}

#[cfg(test)]
mod tests {
    use super::read;

    #[test]
    fn addresses_are_read() {
        for (text, address) in [
            ("tcp://127.0.0.1:1667", Some("127.0.0.1:1667")),
            ("robot.local:80", Some("robot.local:80")),
            ("robot", Some("robot:1667")),
            ("tcp://[::1]:5", Some("[::1]:5")),
            ("[::1]", Some("[::1]:1667")),
            ("", None),
            (":5", None),
            ("http://robot", None),
            ("robot:0", None),
            ("robot:99999", None),
        ] {
            assert_eq!(read(text).as_deref(), address, "{text}");
        }
    }
}
