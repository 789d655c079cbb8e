//! `Residents`: the agents that one worker has, in a crowd.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::mem;
use std::ops::Range;
use std::sync::Arc;
use std::time::{Duration, Instant};

use bt::Save;
use bt_crowd::{AgentId, Crowd};
use rustc_hash::FxHashMap;
use xxhash_rust::xxh3::xxh3_64;

use super::nap::Nap;
use super::place::Place;
use crate::agent::{self, Agent};
use crate::error::FleetError;
use crate::figures::note;
use crate::letter::Letter;
use crate::turn::{Chance, Turn};
use crate::world::World;

/// What an agent has besides its tree.
struct Resident<C> {
    id: u64,
    context: C,
    chance: Chance,
    /// How many epochs it has slept before its next turn.
    slept: u64,
    /// The range of its letters of this epoch in the list of all letters.
    inbox: Range<u32>,
}

/// An agent that sleeps.
struct Asleep<C> {
    resident: Resident<C>,
    nap: Nap,
    hash: u64,
}

/// Where an agent is.
#[derive(Clone, Copy)]
enum Spot {
    Awake(AgentId),
    Asleep(AgentId),
}

/// The agents of one worker, and their letters for the next epoch.
pub(crate) struct Residents<W: World> {
    world: Arc<W>,
    place: Place,
    /// How many letters an agent may send in an epoch.
    limit: u32,
    crowd: Crowd<W::Tree, Resident<W::Context>>,
    /// Sleeping agents, in a crowd of their own, which is never ticked.
    asleep: Crowd<W::Tree, Asleep<W::Context>>,
    /// The ids of those that wake up in an epoch. Some may have been woken up before by a letter.
    alarms: BTreeMap<u64, Vec<u64>>,
    /// The sum of the hashes of sleeping agents.
    asleep_hash: u64,
    ids: FxHashMap<u64, Spot>,
    letters: Vec<Letter<W::Message>>,
    scratch: RefCell<Ticked<W::Message>>,
}

/// The results of an epoch on one worker.
pub(crate) struct Ticked<M> {
    pub(crate) letters: Vec<Letter<M>>,
    /// The messages to the agents that are born.
    pub(crate) born: Vec<Letter<M>>,
    /// The agents that have died.
    pub(crate) died: Vec<u64>,
    /// The agents that fall asleep here.
    naps: Vec<(u64, Nap)>,
    /// The agents that leave, the worker to which they move, and whether they sleep there.
    moves: Vec<(u64, u64, Option<Nap>)>,
    /// The agents with the longest turns, if times are measured.
    pub(crate) slowest: Vec<(u64, Duration)>,
    /// The sum of the hashes of agents and letters, which is the same in any order.
    pub(crate) hash: u64,
    bytes: Vec<u8>,
    error: Option<FleetError>,
}

/// An agent that leaves, serialized.
pub(crate) struct Left {
    pub(crate) id: u64,
    pub(crate) worker: u64,
    pub(crate) nap: Option<Nap>,
    pub(crate) bytes: Vec<u8>,
}

impl<M> Ticked<M> {
    const fn new() -> Self {
        Ticked {
            letters: Vec::new(),
            born: Vec::new(),
            died: Vec::new(),
            naps: Vec::new(),
            moves: Vec::new(),
            slowest: Vec::new(),
            hash: 0,
            bytes: Vec::new(),
            error: None,
        }
    }
}

impl<W: World> Residents<W> {
    pub(crate) fn new(world: Arc<W>, place: Place, limit: u32) -> Self {
        Residents {
            world,
            place,
            limit,
            crowd: Crowd::new(),
            asleep: Crowd::new(),
            alarms: BTreeMap::new(),
            asleep_hash: 0,
            ids: FxHashMap::default(),
            letters: Vec::new(),
            scratch: RefCell::new(Ticked::new()),
        }
    }

    pub(crate) const fn len(&self) -> usize {
        self.crowd.len() + self.asleep.len()
    }

    pub(crate) const fn awake(&self) -> usize {
        self.crowd.len()
    }

    /// An agent arrives, with its queue.
    pub(crate) fn arrive(&mut self, nap: Option<Nap>, bytes: &[u8]) -> Result<(), FleetError> {
        let Agent { id, tree, context, chance, inbox } = Agent::<W::Tree, W::Context, W::Message>::from_bytes(bytes)?;
        self.letters.extend(inbox);
        let resident = Resident { id, context, chance, slept: 0, inbox: 0..0 };
        match nap {
            Some(nap) => self.fall_asleep(tree, resident, nap)?,
            None => {
                let agent = self.crowd.insert(tree, resident);
                self.ids.insert(id, Spot::Awake(agent));
            }
        }
        Ok(())
    }

    fn fall_asleep(&mut self, tree: W::Tree, resident: Resident<W::Context>, nap: Nap) -> Result<(), FleetError> {
        let id = resident.id;
        let agent = (id, Save(&tree), &resident.context, &resident.chance, &0usize);
        let hash = xxh3_64(&postcard::to_stdvec(&agent).map_err(unwritten(id))?);
        self.asleep_hash = self.asleep_hash.wrapping_add(hash);
        let agent = self.asleep.insert(tree, Asleep { resident, nap, hash });
        self.ids.insert(id, Spot::Asleep(agent));
        // An agent that sleeps forever is only woken up by letters.
        if nap.wake != u64::MAX {
            self.alarms.entry(nap.wake).or_default().push(id);
        }
        Ok(())
    }

    /// Wakes up an agent for an epoch, if it sleeps.
    fn wake(&mut self, id: u64, epoch: u64) {
        let Some(Spot::Asleep(agent)) = self.ids.get(&id).copied() else { return };
        let Some((tree, Asleep { mut resident, nap, hash })) = self.asleep.remove(agent) else { return };
        self.asleep_hash = self.asleep_hash.wrapping_sub(hash);
        resident.slept = epoch.saturating_sub(nap.since + 1);
        let agent = self.crowd.insert(tree, resident);
        self.ids.insert(id, Spot::Awake(agent));
    }

    /// Wakes up all agents that are due.
    fn wake_due(&mut self, epoch: u64) {
        let later = self.alarms.split_off(&(epoch + 1));
        for id in mem::replace(&mut self.alarms, later).into_values().flatten() {
            let is_due = match self.ids.get(&id) {
                Some(Spot::Asleep(agent)) => {
                    self.asleep.get(*agent).is_some_and(|(_, asleep)| asleep.nap.wake <= epoch)
                }
                _ => false,
            };
            if is_due {
                self.wake(id, epoch);
            }
        }
    }

    /// A letter arrives.
    pub(crate) fn receive(&mut self, letter: Letter<W::Message>) {
        self.letters.push(letter);
    }

    /// All letters of the epoch have arrived: sorts and delivers them. Returns how many are addressed to no agent.
    pub(crate) fn deliver(&mut self, epoch: u64) -> u64 {
        self.wake_due(epoch);
        if !self.asleep.is_empty() {
            for letter in 0..self.letters.len() {
                self.wake(self.letters[letter].to, epoch);
            }
        }
        self.letters.sort_unstable_by_key(Letter::key);
        let (mut begin, mut lost) = (0, 0);
        for letters in self.letters.chunk_by(|a, b| a.to == b.to) {
            let end = begin + u32::try_from(letters.len()).expect("the letters of a worker fit into memory");
            let agent = match self.ids.get(&letters[0].to) {
                Some(Spot::Awake(agent)) => self.crowd.get_mut(*agent),
                _ => None,
            };
            match agent {
                Some((_, resident)) => resident.inbox = begin..end,
                None => lost += letters.len() as u64,
            }
            begin = end;
        }
        lost
    }

    /// Gives all agents their turn. With `hashed`, computes the sum of hashes.
    pub(crate) fn tick(&mut self, epoch: u64, hashed: bool, timed: bool) {
        let Residents { world, place, limit, crowd, letters, scratch, asleep_hash, .. } = self;
        if hashed {
            scratch.get_mut().hash = *asleep_hash;
        }
        crowd.tick(|tree, resident| {
            let mut ticked = scratch.borrow_mut();
            let Ticked { letters: out, born, died, naps, moves, slowest, hash, bytes, error } = &mut *ticked;
            let range = mem::take(&mut resident.inbox);
            let inbox = &letters[range.start as usize..range.end as usize];
            let (id, chance, first, first_born, mut dies) =
                (resident.id, &mut resident.chance, out.len(), born.len(), false);
            let turn = Turn {
                id,
                epoch,
                chance,
                inbox,
                out,
                born,
                dies: &mut dies,
                slept: mem::take(&mut resident.slept),
                sent: 0,
                limit: *limit,
            };
            let begin = timed.then(Instant::now);
            world.tick(tree, &mut resident.context, turn);
            if let Some(begin) = begin {
                note(slowest, id, begin.elapsed());
            }
            let worker = if W::MOVES { place.of_cell(world.cell(id, &resident.context)) } else { place.worker };
            // Sleep must not depend on moves: with fewer workers, the agent would not move.
            let nap = match world.sleep(tree, &resident.context) {
                0 => None,
                epochs => Some(Nap { since: epoch, wake: epoch.saturating_add(1).saturating_add(epochs) }),
            };
            if dies {
                died.push(id);
            } else if !place.is_here(worker) {
                moves.push((id, worker, nap));
            } else {
                naps.extend(nap.map(|nap| (id, nap)));
            }
            if hashed {
                bytes.clear();
                let agent = (id, Save(&*tree), &resident.context, &resident.chance, &out[first..].len());
                let mut written = postcard::to_extend(&agent, mem::take(bytes));
                for letter in &out[first..] {
                    written = written.and_then(|bytes| postcard::to_extend(letter, bytes));
                }
                if dies || born.len() > first_born {
                    written = written.and_then(|bytes| postcard::to_extend(&(dies, &born[first_born..]), bytes));
                }
                match written {
                    Ok(written) => {
                        *hash = hash.wrapping_add(xxh3_64(&written));
                        *bytes = written;
                    }
                    Err(text) => *error = Some(unwritten(id)(text)),
                }
            }
        });
        self.letters.clear();
    }

    /// The results of the last epoch, and the agents that leave.
    pub(crate) fn outcome(&mut self) -> Result<(Ticked<W::Message>, Vec<Left>), FleetError> {
        let mut ticked = self.scratch.replace(Ticked::new());
        if let Some(error) = ticked.error {
            return Err(error);
        }
        let left = mem::take(&mut ticked.moves).into_iter().filter_map(|(id, worker, nap)| {
            let Spot::Awake(agent) = self.ids.remove(&id)? else { return None };
            let (tree, Resident { context, chance, .. }) = self.crowd.remove(agent)?;
            let bytes = agent::write::<_, _, W::Message>(id, &tree, &context, &chance, &[]);
            Some(bytes.map(|bytes| Left { id, worker, nap, bytes }))
        });
        let left = left.collect::<Result<_, _>>()?;
        for id in &ticked.died {
            if let Some(Spot::Awake(agent)) = self.ids.remove(id) {
                self.crowd.remove(agent);
            }
        }
        for (id, nap) in mem::take(&mut ticked.naps) {
            let Some(Spot::Awake(agent)) = self.ids.get(&id).copied() else { continue };
            if let Some((tree, resident)) = self.crowd.remove(agent) {
                self.fall_asleep(tree, resident, nap)?;
            }
        }
        Ok((ticked, left))
    }

    /// Keeps the memory of an epoch's results for the next epoch.
    pub(crate) fn reuse(&self, mut ticked: Ticked<W::Message>) {
        ticked.letters.clear();
        ticked.died.clear();
        ticked.slowest.clear();
        ticked.hash = 0;
        self.scratch.replace(ticked);
    }

    /// Serializes all agents as they are, with their delivered letters. The next epoch is `epoch`.
    pub(crate) fn save(
        &self,
        epoch: u64,
        mut to: impl FnMut(&[u8]) -> Result<(), FleetError>,
    ) -> Result<(), FleetError> {
        let mut save = |tree: &W::Tree, resident: &Resident<W::Context>, nap: Option<Nap>| {
            let Resident { id, context, chance, inbox, .. } = resident;
            let letters = &self.letters[inbox.start as usize..inbox.end as usize];
            to(&Nap::write(nap, &agent::write(*id, tree, context, chance, letters)?))
        };
        for (_, tree, resident) in &self.crowd {
            // An agent that has just woken up has slept until now.
            let nap = (resident.slept > 0).then(|| Nap { since: epoch - 1 - resident.slept, wake: epoch });
            save(tree, resident, nap)?;
        }
        self.asleep.iter().try_for_each(|(_, tree, Asleep { resident, nap, .. })| save(tree, resident, Some(*nap)))
    }
}

fn unwritten<E: ToString>(id: u64) -> impl FnOnce(E) -> FleetError {
    FleetError::data(format!("agent {id} cannot be written"))
}
