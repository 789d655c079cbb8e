//! How a process of a fleet begins: its settings, the last good snapshot, its connections, its workers.

use std::env;
use std::net::TcpListener;
use std::sync::{Arc, Mutex, PoisonError};

use super::Fleet;
use crate::endpoint::Endpoint;
use crate::error::FleetError;
use crate::figures::{Figures, Latest};
use crate::flow::{Figured, Job, Signal, Start, Tell};
use crate::net::{Hello, Key, Peer, Peers, connect};
use crate::process;
use crate::report::{Epoch, Report};
use crate::snapshot::{self, Snapshot};
use crate::world::{Types, World};

/// The environment variable of the shared key.
const KEY: &str = "FLEET_KEY";

/// The snapshots that a process has found, and those in which its part is damaged.
struct Looked {
    complete: Vec<Snapshot>,
    damaged: Vec<(u64, FleetError)>,
}

impl<W: World> Fleet<W> {
    pub(super) fn on_threads(&self) -> Result<Report, FleetError> {
        self.reported(|fleet, tell| fleet.process(0, &[String::new()], None, Key::default(), tell))
    }

    /// Collects the report of what runs in this process.
    pub(super) fn reported(
        &self,
        run: impl FnOnce(&Self, Tell) -> Result<Vec<String>, FleetError>,
    ) -> Result<Report, FleetError> {
        let report = Arc::new(Mutex::new(Report::default()));
        let (collected, watch) = (Arc::clone(&report), Arc::clone(&self.watch));
        let tell = move |epoch: &Epoch| {
            collected.lock().unwrap_or_else(PoisonError::into_inner).add(epoch);
            watch(epoch);
        };
        let damaged = run(self, Box::new(tell))?;
        let report = report.lock().unwrap_or_else(PoisonError::into_inner).clone();
        Ok(Report { damaged, ..report })
    }

    /// Runs one process to its end. Returns its report on damaged snapshots.
    pub(super) fn process(
        &self,
        process: usize,
        addresses: &[String],
        listener: Option<TcpListener>,
        key: Key,
        tell: Tell,
    ) -> Result<Vec<String>, FleetError> {
        let looked = self.look(process, addresses.len())?;
        let hello = self.hello(process, addresses.len(), &looked)?;
        let signal = Arc::new(Signal::new(self.threads));
        let peers = if addresses.len() == 1 {
            vec![None]
        } else {
            let listener = match listener {
                Some(listener) => listener,
                None => TcpListener::bind(&addresses[process])
                    .map_err(FleetError::io(format!("listening at {}", addresses[process])))?,
            };
            let (patience, transport) = (self.patience, self.transport.clone());
            connect(&Peers { listener, addresses, patience, key, transport }, &hello)?
        };
        let (start, damaged) = self.start(process, looked, &peers)?;
        let (figures, endpoint) = self.figured(process)?;
        let job = Job {
            figures,
            world: Arc::clone(&self.world),
            start,
            epochs: self.epochs,
            hash_every: self.hash_every,
            letters: self.letters,
            snapshots: self.snapshots.clone(),
            patience: self.patience,
            threads: self.threads,
            signal,
            tell,
        };
        let wires = peers.into_iter().map(|peer| peer.map(|peer| peer.wire)).collect();
        process::run(wires, process, &Arc::new(job))?;
        drop(endpoint);
        Ok(damaged)
    }

    /// The consumer of figures, and the endpoint that serves them.
    fn figured(&self, process: usize) -> Result<(Option<Figured>, Option<Endpoint>), FleetError> {
        let latest = Arc::new(Latest::default());
        let endpoint = match &self.endpoint {
            Some(address) => Some(Endpoint::begin(&shifted(address, process)?, Arc::clone(&latest))?),
            None => None,
        };
        let (watched, served) = (self.figures.clone(), endpoint.is_some());
        if watched.is_none() && !served && !Figures::are_traced() {
            return Ok((None, endpoint));
        }
        let figured = move |figures: &Figures| {
            figures.trace();
            if let Some(watched) = &watched {
                watched(figures);
            }
            if served {
                latest.set(figures.clone());
            }
        };
        Ok((Some(Box::new(figured)), endpoint))
    }

    /// Finds the complete snapshots, and checks this process's part of each.
    fn look(&self, process: usize, processes: usize) -> Result<Looked, FleetError> {
        let Some((folder, _)) = &self.snapshots else {
            return Ok(Looked { complete: Vec::new(), damaged: Vec::new() });
        };
        let complete = snapshot::complete(folder)?;
        if let Some(last) = complete.last().filter(|last| last.epoch > self.epochs) {
            let expected = format!("at most {}", self.epochs);
            return Err(FleetError::differs("the epoch of the last snapshot", expected, last.epoch));
        }
        let mut damaged = Vec::new();
        for snapshot in &complete {
            match snapshot.check(process, processes) {
                Ok(()) => {}
                // It is intact, but of another version or place: a mistake, not damage.
                Err(error @ FleetError::Differs { .. }) => return Err(error),
                Err(error) => damaged.push((snapshot.epoch, error)),
            }
        }
        Ok(Looked { complete, damaged })
    }

    /// Where the fleet begins: after the last complete snapshot that no process has found damaged.
    fn start(
        &self,
        process: usize,
        Looked { complete, mut damaged }: Looked,
        peers: &[Option<Peer>],
    ) -> Result<(Start, Vec<String>), FleetError> {
        let is_damaged = |epoch: u64| {
            damaged.iter().any(|(other, _)| *other == epoch)
                || peers.iter().flatten().any(|peer| peer.hello.damaged.contains(&epoch))
        };
        let good = complete.iter().rposition(|snapshot| !is_damaged(snapshot.epoch));
        let first_bad = good.map_or(0, |good| good + 1);
        if let (None, Some(last)) = (good, complete.last()) {
            // If none is left, the error of the latest one is the most useful.
            let own =
                damaged.iter().position(|(epoch, _)| *epoch == last.epoch).map(|index| damaged.swap_remove(index).1);
            return Err(own.unwrap_or(FleetError::Damaged { what: format!("the snapshot {}", last.path.display()) }));
        }
        let mut said = Vec::new();
        for snapshot in &complete[first_bad..] {
            let why = damaged.iter().find(|(epoch, _)| *epoch == snapshot.epoch);
            let why = why.map_or_else(|| "another process found it damaged".to_owned(), |(_, error)| error.to_string());
            tracing::warn!(snapshot = %snapshot.path.display(), %why, "a snapshot is damaged: using the previous one");
            said.push(format!("the snapshot of epoch {} is skipped: {why}", snapshot.epoch));
            if process == 0 {
                snapshot.set_aside()?;
            }
        }
        let taken = good.map(|good| complete[good].clone());
        let (epoch, files) = taken.map(|taken| (taken.epoch, taken.files)).unwrap_or_default();
        let next = match files.first() {
            Some(first) => snapshot::head(first)?.next,
            None => self.world.population(),
        };
        Ok((Start { epoch, next, files, seed: self.seed }, said))
    }

    fn hello(&self, process: usize, processes: usize, looked: &Looked) -> Result<Hello, FleetError> {
        Ok(Hello {
            process: process as u64,
            run: Hello::new_run()?,
            version: Hello::version(),
            types: Types::of::<W>(),
            processes: processes as u64,
            threads: self.threads as u64,
            population: self.world.population(),
            seed: self.seed,
            complete: looked.complete.iter().map(|snapshot| snapshot.epoch).collect(),
            damaged: looked.damaged.iter().map(|(epoch, _)| *epoch).collect(),
            epochs: self.epochs,
            letters: self.letters,
            hash_every: self.hash_every,
            snapshots: self.snapshots.as_ref().map_or(0, |(_, every)| *every),
        })
    }

    /// The key that was set, or the one in the environment.
    pub(super) fn shared_key(&self) -> Key {
        match &self.key {
            Some(key) => key.clone(),
            None => env::var_os(KEY).map(|key| Key::new(key.into_encoded_bytes())).unwrap_or_default(),
        }
    }

    pub(super) fn check(&self) -> Result<(), FleetError> {
        let wrong = |text: &str| Err(FleetError::Settings(text.into()));
        if self.threads == 0 || self.processes == 0 {
            return wrong("a fleet needs a worker: `threads` and `processes` are at least 1");
        }
        if self.hash_every == 0 {
            return wrong("`hash_every` is at least 1");
        }
        if matches!(&self.snapshots, Some((_, 0))) {
            return wrong("snapshots are taken after 1 epoch or more");
        }
        Ok(())
    }
}

/// An address whose port is increased by the number of a process.
fn shifted(address: &str, process: usize) -> Result<String, FleetError> {
    let wrong = || {
        FleetError::Settings(format!("`{address}` is not the address of an endpoint: a port is missing or too high"))
    };
    let (host, port) = address.rsplit_once(':').ok_or_else(wrong)?;
    let port: u16 = port.parse().map_err(|_| wrong())?;
    let port = u16::try_from(process).ok().and_then(|process| port.checked_add(process)).ok_or_else(wrong)?;
    Ok(format!("{host}:{port}"))
}
