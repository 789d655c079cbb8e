//! The operator of a worker's agents: it begins an epoch when nothing more can arrive for it.

use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Instant;

use timely::dataflow::channels::pact::Exchange;
use timely::dataflow::operators::generic::OutputBuilder;
use timely::dataflow::operators::generic::builder_rc::OperatorBuilder;
use timely::dataflow::{Scope, StreamVec};

use super::births::Next;
use super::cargo::{ToHome, ToWorker};
use super::caught::caught;
use super::job::Job;
use super::pending::Pending;
use super::start::{self, Begun};
use crate::error::FleetError;
use crate::figures::Figures;
use crate::letter::Letter;
use crate::report::Epoch;
use crate::shard::{Left, Place, Residents, Ticked};
use crate::snapshot::{self, Head, Part};
use crate::world::{Types, World};

/// How many agents are created at a time, so that not all are in flight at once.
const AT_ONCE: usize = 1 << 14;

/// What a worker sends.
pub(super) struct Outputs<'s, M: 'static> {
    /// To the homes of agents.
    pub(super) letters: StreamVec<'s, u64, ToHome<M>>,
    /// To other workers.
    pub(super) moving: StreamVec<'s, u64, ToWorker<M>>,
    /// To the operator that assigns ids.
    pub(super) born: StreamVec<'s, u64, Letter<M>>,
    /// To the sum.
    pub(super) epochs: StreamVec<'s, u64, Epoch>,
}

/// Runs the agents of this worker, which receive `arrivals`.
pub(super) fn agents<'s, W: World>(
    scope: Scope<'s, u64>,
    arrivals: StreamVec<'s, u64, ToWorker<W::Message>>,
    job: &Arc<Job<W>>,
    place: Place,
    next: Next,
) -> Outputs<'s, W::Message> {
    let mut builder = OperatorBuilder::new("agents".to_owned(), scope);
    let activator = scope.activator_for(builder.operator_info().address);
    let mut input = builder.new_input(arrivals, Exchange::new(|cargo: &ToWorker<W::Message>| cargo.worker()));
    let (to_homes, homes) = builder.new_output();
    let (to_workers, workers) = builder.new_output();
    let (to_births, births) = builder.new_output();
    let (to_sum, sum) = builder.new_output();
    let (mut to_homes, mut to_workers) = (OutputBuilder::from(to_homes), OutputBuilder::from(to_workers));
    let (mut to_births, mut to_sum) = (OutputBuilder::from(to_births), OutputBuilder::from(to_sum));
    let mut worker = AgentsOfWorker::new(Arc::clone(job), place, next);
    let job = Arc::clone(job);
    builder.build(move |mut capabilities| {
        for capability in &mut capabilities {
            capability.downgrade(&job.start.epoch);
        }
        move |frontiers| {
            input.for_each_stamp(|stamp, batches| {
                let Some(epoch) = stamp.least().copied() else { return };
                batches.for_each(|batch| worker.take_in(epoch, batch));
            });
            let Some(epoch) = capabilities.first().map(|capability| *capability.time()) else { return };
            if job.signal.has_failed() {
                capabilities.clear();
                return;
            }
            // The epoch before the first one, in which agents are created.
            let is_over = if worker.is_beginning() {
                activator.activate();
                caught(|| worker.bring(AT_ONCE))
            } else if frontiers[0].less_equal(&epoch) {
                return;
            } else if worker.is_early(epoch) {
                activator.activate();
                return;
            } else {
                caught(|| worker.epoch(epoch).map(|()| true))
            };
            {
                let Sent { homes, workers, births, sum } = &mut worker.sent;
                let (mut to_homes, mut to_workers) = (to_homes.activate(), to_workers.activate());
                let (mut to_births, mut to_sum) = (to_births.activate(), to_sum.activate());
                to_homes.session(&capabilities[0]).give_iterator(homes.drain(..));
                to_workers.session(&capabilities[1]).give_iterator(workers.drain(..));
                to_births.session(&capabilities[2]).give_iterator(births.drain(..));
                to_sum.session(&capabilities[3]).give_iterator(sum.drain(..));
            }
            match is_over {
                Ok(false) => {}
                Ok(true) if epoch <= job.epochs => {
                    capabilities.iter_mut().for_each(|capability| capability.downgrade(&(epoch + 1)));
                }
                Ok(true) => capabilities.clear(),
                Err(error) => {
                    job.signal.fail(error);
                    capabilities.clear();
                }
            }
        }
    });
    Outputs { letters: homes, moving: workers, born: births, epochs: sum }
}

/// What is to be sent.
struct Sent<M> {
    homes: Vec<ToHome<M>>,
    workers: Vec<ToWorker<M>>,
    births: Vec<Letter<M>>,
    sum: Vec<Epoch>,
}

type Beginning = Box<dyn Iterator<Item = Result<Begun, FleetError>>>;

struct AgentsOfWorker<W: World> {
    job: Arc<Job<W>>,
    place: Place,
    residents: Residents<W>,
    pending: Pending<ToWorker<W::Message>>,
    beginning: Option<Beginning>,
    sent: Sent<W::Message>,
    next: Next,
    /// When the previous epoch ended here.
    ended: Instant,
    /// How many bytes this process had sent at the end of the last epoch.
    wire: u64,
}

impl<W: World> AgentsOfWorker<W> {
    fn new(job: Arc<Job<W>>, place: Place, next: Next) -> Self {
        let beginning = start::agents(&job.start, Arc::clone(&job.world), place);
        AgentsOfWorker {
            residents: Residents::new(Arc::clone(&job.world), place, job.letters),
            place,
            pending: Pending::new(),
            beginning: Some(beginning),
            sent: Sent { homes: Vec::new(), workers: Vec::new(), births: Vec::new(), sum: Vec::new() },
            next,
            ended: Instant::now(),
            wire: 0,
            job,
        }
    }

    const fn is_beginning(&self) -> bool {
        self.beginning.is_some()
    }

    fn take_in(&mut self, epoch: u64, batch: &mut Vec<ToWorker<W::Message>>) {
        self.pending.add(epoch, batch);
    }

    /// Creates some agents. Returns whether these were all.
    fn bring(&mut self, at_once: usize) -> Result<bool, FleetError> {
        let Some(beginning) = &mut self.beginning else { return Ok(true) };
        for _ in 0..at_once {
            let Some(begun) = beginning.next() else {
                self.beginning = None;
                return Ok(true);
            };
            let (id, worker, nap, bytes) = begun?;
            self.sent.workers.push(ToWorker::agent(worker, nap, bytes));
            if worker != self.place.home(id) {
                self.sent.homes.push(ToHome::Moved { id, worker });
            }
        }
        self.job.signal.begin(self.job.start.epoch);
        Ok(false)
    }

    /// Runs an epoch. Everything for it has arrived.
    fn epoch(&mut self, number: u64) -> Result<(), FleetError> {
        self.job.signal.begin(number);
        let (begin, mut queue) = (Instant::now(), 0);
        for cargo in self.pending.take(number).into_iter().flatten() {
            queue += 1;
            match cargo {
                ToWorker::Agent(_, nap, bytes) => self.residents.arrive(nap, &bytes)?,
                ToWorker::Letter(_, letter) => self.residents.receive(letter),
            }
        }
        let mut epoch = Epoch { number, lost: self.residents.deliver(number), ..Epoch::default() };
        // The current state is the end of the previous epoch, with the letters that were sent in it.
        epoch.saved = self.save(number - 1)?;
        if number > self.job.epochs {
            return Ok(());
        }
        let hashed = number.is_multiple_of(self.job.hash_every) || number == self.job.epochs;
        (epoch.agents, epoch.turns) = (self.residents.len() as u64, self.residents.awake() as u64);
        self.residents.tick(number, hashed, self.job.figures.is_some());
        let (mut ticked, left) = self.residents.outcome()?;
        let Ticked { letters, born, died, hash, .. } = &mut ticked;
        epoch.hash = hashed.then_some(*hash);
        (epoch.letters, epoch.moved) = (letters.len() as u64, left.len() as u64);
        (epoch.born, epoch.died) = (born.len() as u64, died.len() as u64);
        self.sent.births.append(born);
        self.sent.homes.extend(died.iter().map(|id| ToHome::Died { id: *id }));
        for Left { id, worker, nap, bytes } in left {
            self.sent.workers.push(ToWorker::agent(worker, nap, bytes));
            self.sent.homes.push(ToHome::Moved { id, worker });
        }
        let place = self.place;
        if W::MOVES {
            self.sent.homes.extend(letters.drain(..).map(ToHome::Letter));
        } else {
            let to_worker = |letter: Letter<_>| ToWorker::letter(place.home(letter.to), letter);
            self.sent.workers.extend(letters.drain(..).map(to_worker));
        }
        let slowest = std::mem::take(&mut ticked.slowest);
        self.residents.reuse(ticked);
        if self.job.counts_wire(place) {
            let wire = self.job.signal.wire.load(Ordering::Relaxed);
            epoch.wire = wire - self.wire;
            self.wire = wire;
        }
        self.job.signal.begin(number);
        let ended = Instant::now();
        if let Some(figured) = &self.job.figures {
            let Epoch { agents, turns, letters, moved, wire, saved, .. } = epoch;
            let (busy, waited) = (ended - begin, begin - self.ended);
            let worker = place.worker;
            let figures = Figures {
                worker,
                epoch: number,
                agents,
                turns,
                queue,
                letters,
                moved,
                wire,
                saved,
                busy,
                waited,
                slowest,
            };
            figured(&figures);
        }
        self.ended = ended;
        self.sent.sum.push(epoch);
        Ok(())
    }

    /// Whether a snapshot is due, but the previous epoch has not been reported yet: a fleet that is killed must not
    /// resume after an epoch that was never reported.
    fn is_early(&self, number: u64) -> bool {
        let before = number - 1;
        self.place.worker == 0 && self.is_due(before) && self.job.signal.told.load(Ordering::SeqCst) < before
    }

    /// Whether a snapshot is due at the end of an epoch.
    fn is_due(&self, epoch: u64) -> bool {
        let Some((_, every)) = &self.job.snapshots else { return false };
        epoch != self.job.start.epoch && (epoch.is_multiple_of(*every) || epoch == self.job.epochs)
    }

    /// Takes a snapshot of the end of an epoch, if one is due. Returns its size in bytes.
    fn save(&mut self, epoch: u64) -> Result<u64, FleetError> {
        let Some((folder, _)) = self.job.snapshots.as_ref().filter(|_| self.is_due(epoch)) else { return Ok(0) };
        let Place { worker: part, workers: parts } = self.place;
        let (seed, population, next) = (self.job.start.seed, self.job.world.population(), self.next.get());
        let head = Head { epoch, seed, population, next, types: Types::of::<W>(), part, parts };
        let mut file = Part::begin(folder, &head, bt::Save::<W::Tree>::SHAPE)?;
        self.residents.save(epoch + 1, |agent| file.agent(agent))?;
        let written = file.finish()?;
        // Only the worker that finishes last finds the new snapshot complete, and so more than two snapshots.
        snapshot::prune(folder)?;
        Ok(written)
    }
}
