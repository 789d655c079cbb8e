//! `Fleet`: settings, and the methods that run agents.

mod begin;

use std::env;
use std::ffi::OsString;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use crate::error::FleetError;
use crate::figures::Figures;
use crate::local::{self, Program, supervise};
#[cfg(feature = "tls")]
use crate::net::Tls;
use crate::net::{Key, Transport};
use crate::report::{Epoch, Report};
use crate::world::World;

type Watch = Arc<dyn Fn(&Epoch) + Send + Sync>;
type Figured = Arc<dyn Fn(&Figures) + Send + Sync>;
type Started = Arc<dyn Fn(&[u32]) + Send + Sync>;

/// The agents of a [`World`], on several threads, processes or machines.
///
/// The result is a function of the world, its seed and the number of epochs. [The hash of all agents](Report::hash)
/// after each epoch is the same on any number of workers, and if processes are killed and restart from a snapshot.
///
/// ```no_run
/// # use bt::bt;
/// # use bt_fleet::{Chance, Fleet, Turn, World};
/// # bt! {
/// #     #[derive(serde::Serialize, serde::Deserialize)]
/// #     Blink(u32) = forever < sequence < wait(0.5), action(|count| *count += 1) > >
/// # }
/// # struct Lamps;
/// # impl World for Lamps {
/// #     type Tree = Blink;
/// #     type Context = u32;
/// #     type Message = ();
/// #     fn population(&self) -> u64 { 100 }
/// #     fn spawn(&self, _: u64, _: &mut Chance) -> (Blink, u32) { (Blink::new(), 0) }
/// #     fn tick(&self, blink: &mut Blink, count: &mut u32, _: Turn<'_, ()>) { blink.tick_for(0.25, count); }
/// # }
/// let report = Fleet::new(Lamps)
///     .seed(7)
///     .epochs(1_000)
///     .threads(2)
///     .processes(3)
///     .snapshots("saves", 100)
///     .restarts(5)
///     .watch(|epoch| println!("epoch {}: {} letters", epoch.number, epoch.letters))
///     .run()?;
/// println!("{:016x}", report.hash(1_000).expect("the last epoch always has one"));
/// # Ok::<(), bt_fleet::FleetError>(())
/// ```
#[must_use = "a fleet does nothing before `run` or `join`"]
pub struct Fleet<W> {
    world: Arc<W>,
    seed: u64,
    epochs: u64,
    threads: usize,
    processes: usize,
    hash_every: u64,
    letters: u32,
    snapshots: Option<(PathBuf, u64)>,
    restarts: u32,
    patience: Duration,
    args: Option<Vec<OsString>>,
    key: Option<Key>,
    transport: Transport,
    figures: Option<Figured>,
    endpoint: Option<String>,
    watch: Watch,
    started: Started,
}

impl<W> std::fmt::Debug for Fleet<W> {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter
            .debug_struct("Fleet")
            .field("seed", &self.seed)
            .field("epochs", &self.epochs)
            .field("threads", &self.threads)
            .field("processes", &self.processes)
            .finish_non_exhaustive()
    }
}

impl<W: World> Fleet<W> {
    /// A fleet with one worker, for 100 epochs with the seed 0.
    pub fn new(world: W) -> Self {
        Fleet {
            world: Arc::new(world),
            seed: 0,
            epochs: 100,
            threads: 1,
            processes: 1,
            hash_every: 1,
            letters: 64,
            snapshots: None,
            restarts: 0,
            patience: Duration::from_secs(300),
            args: None,
            key: None,
            transport: Transport::default(),
            figures: None,
            endpoint: None,
            watch: Arc::new(|_| ()),
            started: Arc::new(|_| ()),
        }
    }

    /// Sets the seed of all random numbers. Default: 0.
    pub fn seed(mut self, seed: u64) -> Self {
        self.seed = seed;
        self
    }

    /// Sets the number of epochs. In each epoch, every agent has a turn. Default: 100.
    pub fn epochs(mut self, epochs: u64) -> Self {
        self.epochs = epochs;
        self
    }

    /// Sets the number of workers in each process, at least 1. The total is this number times the number of processes.
    /// Default: 1.
    pub fn threads(mut self, threads: usize) -> Self {
        self.threads = threads;
        self
    }

    /// Sets how many processes [`run`](Fleet::run) uses on this machine, at least 1. With 2 or more, the program starts
    /// itself that many times. Default: 1.
    pub fn processes(mut self, processes: usize) -> Self {
        self.processes = processes;
        self
    }

    /// Sets the arguments with which the program starts itself. Default: its own.
    pub fn args(mut self, args: impl IntoIterator<Item = impl Into<OsString>>) -> Self {
        self.args = Some(args.into_iter().map(Into::into).collect());
        self
    }

    /// Hashes all agents every N epochs, and after the last one. Default: 1. Hashing an agent takes about as long as
    /// ticking a small tree.
    pub fn hash_every(mut self, epochs: u64) -> Self {
        self.hash_every = epochs;
        self
    }

    /// Sets how many letters an agent may send in an epoch, which limits the memory for letters. Default: 64.
    pub fn letters(mut self, letters: u32) -> Self {
        self.letters = letters;
        self
    }

    /// Takes a snapshot in a folder every N epochs, and after the last one. If the folder has a complete snapshot, the
    /// fleet resumes from the latest one. All processes must share the folder. The last two snapshots are kept.
    pub fn snapshots(mut self, folder: impl Into<PathBuf>, epochs: u64) -> Self {
        self.snapshots = Some((folder.into(), epochs));
        self
    }

    /// Sets how many times [`run`](Fleet::run) restarts all processes after it has lost one. Default: 0.
    pub fn restarts(mut self, restarts: u32) -> Self {
        self.restarts = restarts;
        self
    }

    /// Sets how long a process waits for others before it gives up. An epoch must not take longer. Default: 5 minutes.
    pub fn patience(mut self, patience: Duration) -> Self {
        self.patience = patience;
        self
    }

    /// Sets a secret that all processes share, for [`join`](Fleet::join). Callers without it are dropped. Default: the
    /// environment variable `FLEET_KEY`. Without either, anyone who can reach the port can join.
    ///
    /// Each side proves that it knows the key, and the key itself is never sent. Later traffic is neither encrypted nor
    /// protected from changes: use TLS for that. [`run`](Fleet::run) generates a key for the processes that it starts.
    pub fn key(mut self, key: impl Into<Vec<u8>>) -> Self {
        self.key = Some(Key::new(key));
        self
    }

    /// Encrypts the network traffic of [`join`](Fleet::join). Needs the feature `tls`.
    #[cfg(feature = "tls")]
    pub fn tls(mut self, tls: Tls) -> Self {
        self.transport.tls = Some(tls);
        self
    }

    /// Calls a function with each epoch, in order. After a restart, epochs may be repeated.
    pub fn watch(mut self, watch: impl Fn(&Epoch) + Send + Sync + 'static) -> Self {
        self.watch = Arc::new(watch);
        self
    }

    /// Calls a function with the figures of each worker of this process and each epoch. They are also events of
    /// `tracing`, at the level `DEBUG` with the target `bt_fleet::worker`. Measuring the time of each agent costs about
    /// 50 ns.
    pub fn figures(mut self, figures: impl Fn(&Figures) + Send + Sync + 'static) -> Self {
        self.figures = Some(Arc::new(figures));
        self
    }

    /// Serves the latest figures of the workers of this process over HTTP, at `/metrics`, in the text format of
    /// Prometheus. The process with the number `n` adds `n` to the port. Anyone who can reach the port can read them,
    /// so keep it local.
    pub fn endpoint(mut self, address: impl Into<String>) -> Self {
        self.endpoint = Some(address.into());
        self
    }

    /// Calls a function with the ids of the processes whenever [`run`](Fleet::run) has started them.
    pub fn started(mut self, started: impl Fn(&[u32]) + Send + Sync + 'static) -> Self {
        self.started = Arc::new(started);
        self
    }

    /// Runs the fleet to its end on this machine.
    ///
    /// With several [processes](Fleet::processes), the program starts itself. Each process executes the code before
    /// `run`, which must configure the same fleet, runs its agents, and exits inside `run`. Code after `run` is
    /// executed once. A program can have only one fleet with several processes.
    ///
    /// # Errors
    ///
    /// See [`FleetError`].
    pub fn run(self) -> Result<Report, FleetError> {
        self.check()?;
        if self.processes == 1 {
            return self.on_threads();
        }
        if let Some(child) = local::child() {
            let ended = child.listener.try_clone().map_err(FleetError::io("listening")).and_then(|listener| {
                let tell = Box::new(child.tell());
                self.process(child.process, &child.addresses, Some(listener), child.key.clone(), tell)
            });
            child.end(ended);
        }
        supervise(&Program {
            args: self.args.clone().unwrap_or_else(|| env::args_os().skip(1).collect()),
            processes: self.processes,
            restarts: self.restarts,
            patience: self.patience,
            started: &*self.started,
            tell: &*self.watch,
        })
    }

    /// Runs one process of a fleet whose processes you start, on one machine or several. `addresses` has the address of
    /// each process; this one is number `process`, and listens on its own address. The number of
    /// [processes](Fleet::processes) is ignored.
    ///
    /// When one process is lost, all others end with an error. Restart all of them, and they resume from the last
    /// snapshot.
    ///
    /// # Errors
    ///
    /// See [`FleetError`].
    ///
    /// ```no_run
    /// # use bt_fleet::{Fleet, FleetError, World};
    /// # fn run(world: impl World, number: usize) -> Result<(), FleetError> {
    /// let report = Fleet::new(world)
    ///     .threads(8)
    ///     .snapshots("/shared/saves", 100)
    ///     .join(number, &["10.0.0.1:7000".into(), "10.0.0.2:7000".into()])?;
    /// # Ok(())
    /// # }
    /// ```
    pub fn join(self, process: usize, addresses: &[String]) -> Result<Report, FleetError> {
        self.check()?;
        if process >= addresses.len() {
            return Err(FleetError::Settings(format!("process {process} has no address among {}", addresses.len())));
        }
        self.reported(|fleet, tell| fleet.process(process, addresses, None, fleet.shared_key(), tell))
    }
}
