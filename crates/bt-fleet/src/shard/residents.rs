//! `Residents`: the agents that one worker has, in a crowd.

use std::cell::RefCell;
use std::mem;
use std::ops::Range;
use std::sync::Arc;

use bt::Save;
use bt_crowd::{AgentId, Crowd};
use rustc_hash::FxHashMap;
use xxhash_rust::xxh3::xxh3_64;

use super::Place;
use crate::agent::{self, Agent};
use crate::error::FleetError;
use crate::letter::Letter;
use crate::turn::{Chance, Turn};
use crate::world::World;

/// What an agent has besides its tree.
struct Resident<C> {
    id: u64,
    context: C,
    chance: Chance,
    /// Where its letters of this epoch lie in the list of all.
    inbox: Range<u32>,
}

/// The agents of one worker, and the letters that they get in the epoch that comes.
pub(crate) struct Residents<W: World> {
    world: Arc<W>,
    place: Place,
    /// How many letters an agent may send in an epoch.
    limit: u32,
    crowd: Crowd<W::Tree, Resident<W::Context>>,
    ids: FxHashMap<u64, AgentId>,
    letters: Vec<Letter<W::Message>>,
    scratch: RefCell<Ticked<W::Message>>,
}

/// What an epoch has led to, on one worker.
pub(crate) struct Ticked<M> {
    pub(crate) letters: Vec<Letter<M>>,
    /// What is said to those that are to be born.
    pub(crate) born: Vec<Letter<M>>,
    /// The agents that have died.
    pub(crate) died: Vec<u64>,
    /// The agents that are to leave, and the worker to which they go.
    moves: Vec<(u64, u64)>,
    /// The sum of the hashes of agents and letters, which is the same in any order.
    pub(crate) hash: u64,
    bytes: Vec<u8>,
    error: Option<FleetError>,
}

/// An agent that leaves, written down.
pub(crate) struct Left {
    pub(crate) id: u64,
    pub(crate) worker: u64,
    pub(crate) bytes: Vec<u8>,
}

impl<M> Ticked<M> {
    const fn new() -> Self {
        Ticked {
            letters: Vec::new(),
            born: Vec::new(),
            died: Vec::new(),
            moves: Vec::new(),
            hash: 0,
            bytes: Vec::new(),
            error: None,
        }
    }
}

impl<W: World> Residents<W> {
    pub(crate) fn new(world: Arc<W>, place: Place, limit: u32) -> Self {
        let (crowd, ids) = (Crowd::new(), FxHashMap::default());
        Residents { world, place, limit, crowd, ids, letters: Vec::new(), scratch: RefCell::new(Ticked::new()) }
    }

    pub(crate) const fn len(&self) -> usize {
        self.crowd.len()
    }

    /// An agent comes, with its queue.
    pub(crate) fn arrive(&mut self, bytes: &[u8]) -> Result<(), FleetError> {
        let Agent { id, tree, context, chance, inbox } = Agent::<W::Tree, W::Context, W::Message>::from_bytes(bytes)?;
        self.letters.extend(inbox);
        let agent = self.crowd.insert(tree, Resident { id, context, chance, inbox: 0..0 });
        self.ids.insert(id, agent);
        Ok(())
    }

    /// A letter comes.
    pub(crate) fn receive(&mut self, letter: Letter<W::Message>) {
        self.letters.push(letter);
    }

    /// All letters of the epoch are there: they are put in order, and handed out. Returns how many are for nobody.
    pub(crate) fn deliver(&mut self) -> u64 {
        self.letters.sort_unstable_by_key(Letter::key);
        let (mut begin, mut lost) = (0, 0);
        for letters in self.letters.chunk_by(|a, b| a.to == b.to) {
            let end = begin + u32::try_from(letters.len()).expect("the letters of a worker fit into memory");
            match self.ids.get(&letters[0].to).and_then(|agent| self.crowd.get_mut(*agent)) {
                Some((_, resident)) => resident.inbox = begin..end,
                None => lost += letters.len() as u64,
            }
            begin = end;
        }
        lost
    }

    /// All agents have their turn. With `hashed`, the sum of hashes is taken.
    pub(crate) fn tick(&mut self, epoch: u64, hashed: bool) {
        let Residents { world, place, limit, crowd, letters, scratch, .. } = self;
        crowd.tick(|tree, resident| {
            let mut ticked = scratch.borrow_mut();
            let Ticked { letters: out, born, died, moves, hash, bytes, error } = &mut *ticked;
            let range = mem::take(&mut resident.inbox);
            let inbox = &letters[range.start as usize..range.end as usize];
            let (id, chance, first, first_born, mut dies) =
                (resident.id, &mut resident.chance, out.len(), born.len(), false);
            let turn = Turn { id, epoch, chance, inbox, out, born, dies: &mut dies, sent: 0, limit: *limit };
            world.tick(tree, &mut resident.context, turn);
            if dies {
                died.push(id);
            } else if W::MOVES {
                let worker = place.of_cell(world.cell(id, &resident.context));
                if !place.is_here(worker) {
                    moves.push((id, worker));
                }
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
                    Err(text) => *error = Some(unwritten(id, &text)),
                }
            }
        });
        self.letters.clear();
    }

    /// What the last epoch has led to, and the agents that leave.
    pub(crate) fn outcome(&mut self) -> Result<(Ticked<W::Message>, Vec<Left>), FleetError> {
        let mut ticked = self.scratch.replace(Ticked::new());
        if let Some(error) = ticked.error {
            return Err(error);
        }
        let left = mem::take(&mut ticked.moves).into_iter().filter_map(|(id, worker)| {
            let (tree, Resident { context, chance, .. }) = self.crowd.remove(self.ids.remove(&id)?)?;
            let bytes = agent::write::<_, _, W::Message>(id, &tree, &context, &chance, &[]);
            Some(bytes.map(|bytes| Left { id, worker, bytes }))
        });
        let left = left.collect::<Result<_, _>>()?;
        for id in &ticked.died {
            self.ids.remove(id).and_then(|agent| self.crowd.remove(agent));
        }
        Ok((ticked, left))
    }

    /// Keeps the memory of what an epoch has led to for the next one.
    pub(crate) fn reuse(&self, mut ticked: Ticked<W::Message>) {
        ticked.letters.clear();
        ticked.died.clear();
        ticked.hash = 0;
        self.scratch.replace(ticked);
    }

    /// Hands over all agents as they are, written down with the letters that have been delivered.
    pub(crate) fn save(&self, mut to: impl FnMut(&[u8]) -> Result<(), FleetError>) -> Result<(), FleetError> {
        self.crowd.iter().try_for_each(|(_, tree, Resident { id, context, chance, inbox })| {
            let letters = &self.letters[inbox.start as usize..inbox.end as usize];
            to(&agent::write(*id, tree, context, chance, letters)?)
        })
    }
}

fn unwritten(id: u64, text: &impl ToString) -> FleetError {
    FleetError::Data { what: format!("agent {id} cannot be written"), text: text.to_string() }
}
