//! `Start`: the initial agents of a worker, new or from a snapshot, some at a time.

use std::path::PathBuf;
use std::sync::Arc;

use bt::Save;
use xxhash_rust::xxh3::xxh3_64_with_seed;

use crate::agent::{self, Agent};
use crate::error::FleetError;
use crate::letter::Letter;
use crate::shard::{Nap, Place};
use crate::snapshot::{self, Head};
use crate::turn::Chance;
use crate::world::{Types, World};

/// Where a fleet begins.
#[derive(Clone, Debug)]
pub(crate) struct Start {
    /// The last completed epoch; 0 for a new fleet.
    pub(crate) epoch: u64,
    /// The id of the next agent to be born.
    pub(crate) next: u64,
    /// The files of a snapshot; none for a new fleet.
    pub(crate) files: Vec<PathBuf>,
    pub(crate) seed: u64,
}

/// An agent at its beginning: its id, the worker that will have it, its nap if it sleeps, and its bytes.
pub(super) type Begun = (u64, u64, Option<Nap>, Vec<u8>);

/// The agents that one worker creates.
pub(super) fn agents<W: World>(
    start: &Start,
    world: Arc<W>,
    place: Place,
) -> Box<dyn Iterator<Item = Result<Begun, FleetError>>> {
    if start.files.is_empty() {
        let seed = start.seed;
        let ids = (place.worker..world.population()).step_by(place.workers as usize);
        return Box::new(ids.map(move |id| fresh(&*world, seed, id, place)));
    }
    let files: Vec<PathBuf> =
        start.files.iter().skip(place.worker as usize).step_by(place.workers as usize).cloned().collect();
    let (start, check) = (start.clone(), Arc::clone(&world));
    let read = move |file: PathBuf| -> Result<Vec<Vec<u8>>, FleetError> {
        let (head, agents) = snapshot::read(&file, Save::<W::Tree>::SHAPE)?;
        same(&head, &start, &*check, &file.display().to_string())?;
        Ok(agents)
    };
    let agents = files.into_iter().flat_map(move |file| match read(file) {
        Ok(agents) => agents.into_iter().map(Ok).collect(),
        Err(error) => vec![Err(error)],
    });
    Box::new(agents.map(move |bytes| saved(&*world, bytes?, place)))
}

fn fresh<W: World>(world: &W, seed: u64, id: u64, place: Place) -> Result<Begun, FleetError> {
    begun(world, seed, id, place, |chance| world.spawn(id, chance))
}

/// An agent that is born in a turn.
pub(super) fn born<W: World>(
    world: &W,
    seed: u64,
    letter: &Letter<W::Message>,
    place: Place,
) -> Result<Begun, FleetError> {
    begun(world, seed, letter.to, place, |chance| world.born(letter, chance))
}

fn begun<W: World>(
    world: &W,
    seed: u64,
    id: u64,
    place: Place,
    begin: impl FnOnce(&mut Chance) -> (W::Tree, W::Context),
) -> Result<Begun, FleetError> {
    // Generators with the same initial state are correlated, even if their sequences differ. So the state depends on
    // the id, too.
    let mut chance = Chance::new(xxh3_64_with_seed(&id.to_le_bytes(), seed), id);
    let (tree, context) = begin(&mut chance);
    let worker = worker(world, id, &context, place);
    Ok((id, worker, None, agent::write::<_, _, W::Message>(id, &tree, &context, &chance, &[])?))
}

fn saved<W: World>(world: &W, bytes: Vec<u8>, place: Place) -> Result<Begun, FleetError> {
    let (nap, bytes) = Nap::split(&bytes)?;
    let Agent { id, context, .. } = Agent::<W::Tree, W::Context, W::Message>::from_bytes(bytes)?;
    Ok((id, worker(world, id, &context, place), nap, bytes.to_vec()))
}

fn worker<W: World>(world: &W, id: u64, context: &W::Context, place: Place) -> u64 {
    if W::MOVES { place.of_cell(world.cell(id, context)) } else { place.home(id) }
}

fn same<W: World>(head: &Head, start: &Start, world: &W, file: &str) -> Result<(), FleetError> {
    if head.seed != start.seed {
        return Err(FleetError::differs(format!("the seed of the snapshot {file}"), start.seed, head.seed));
    }
    Types::of::<W>().agree(&head.types, &format!(" of the snapshot {file}"))?;
    if head.population != world.population() {
        let what = format!("the number of agents of the snapshot {file}");
        return Err(FleetError::differs(what, world.population(), head.population));
    }
    Ok(())
}
