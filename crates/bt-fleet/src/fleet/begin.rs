//! How a process of a fleet begins: its settings, the last snapshot, its connections, its workers.

use std::net::TcpListener;
use std::sync::{Arc, Mutex, PoisonError};

use bt::Save;

use super::Fleet;
use crate::error::FleetError;
use crate::flow::{Job, Signal, Start, Tell};
use crate::net::{Hello, Peers, connect};
use crate::report::{Epoch, Report};
use crate::world::World;
use crate::{process, snapshot};

impl<W: World> Fleet<W> {
    pub(super) fn on_threads(&self) -> Result<Report, FleetError> {
        self.reported(|fleet, tell| fleet.process(0, &[String::new()], None, tell))
    }

    /// Collects the report of what runs in this process.
    pub(super) fn reported(
        &self,
        run: impl FnOnce(&Self, Tell) -> Result<(), FleetError>,
    ) -> Result<Report, FleetError> {
        let report = Arc::new(Mutex::new(Report::default()));
        let (collected, watch) = (Arc::clone(&report), Arc::clone(&self.watch));
        let tell = move |epoch: &Epoch| {
            collected.lock().unwrap_or_else(PoisonError::into_inner).add(epoch);
            watch(epoch);
        };
        run(self, Box::new(tell))?;
        Ok(report.lock().unwrap_or_else(PoisonError::into_inner).clone())
    }

    pub(super) fn process(
        &self,
        process: usize,
        addresses: &[String],
        listener: Option<TcpListener>,
        tell: Tell,
    ) -> Result<(), FleetError> {
        let start = self.start()?;
        let hello = self.hello(process, addresses.len(), &start);
        let signal = Arc::new(Signal::new(self.threads));
        let streams = if addresses.len() == 1 {
            vec![None]
        } else {
            let listener = match listener {
                Some(listener) => listener,
                None => TcpListener::bind(&addresses[process])
                    .map_err(FleetError::io(format!("listening at {}", addresses[process])))?,
            };
            connect(&Peers { listener, addresses, patience: self.patience }, &hello)?
        };
        let job = Job {
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
        process::run(streams, process, &Arc::new(job))
    }

    /// Where the fleet begins: after the last complete snapshot.
    fn start(&self) -> Result<Start, FleetError> {
        let last = match &self.snapshots {
            Some((folder, _)) => snapshot::last(folder)?,
            None => None,
        };
        let (epoch, files) = last.unwrap_or_default();
        if epoch > self.epochs {
            return Err(FleetError::differs(
                "the epoch of the last snapshot",
                format!("at most {}", self.epochs),
                epoch,
            ));
        }
        Ok(Start { epoch, files, seed: self.seed })
    }

    fn hello(&self, process: usize, processes: usize, start: &Start) -> Hello {
        Hello {
            process: process as u64,
            version: Hello::version(),
            processes: processes as u64,
            threads: self.threads as u64,
            shape: Save::<W::Tree>::SHAPE,
            population: self.world.population(),
            seed: self.seed,
            start: start.epoch,
            epochs: self.epochs,
            letters: self.letters,
            hash_every: self.hash_every,
            snapshots: self.snapshots.as_ref().map_or(0, |(_, every)| *every),
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
