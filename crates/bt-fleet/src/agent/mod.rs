//! `Agent`: the complete state of an agent, so that it can continue elsewhere.

mod frame;

use bt::{Save, Tree};
pub(crate) use frame::{Kind, open, open_any, seal};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use crate::error::FleetError;
use crate::letter::Letter;
use crate::turn::Chance;

/// The complete state of an agent: its tree, context, random numbers and unread letters. Sent to another machine, it
/// continues there with the same trace.
///
/// Its bytes begin with a version and the shape of the tree, and end with a checksum: see
/// [`to_bytes`](Agent::to_bytes).
///
/// ```
/// use bt::bt;
/// use bt_fleet::{Agent, Chance};
///
/// bt! {
///     #[derive(serde::Serialize, serde::Deserialize)]
///     Wave(u32) = sequence < wait(1.0), action(|waves| *waves += 1), wait(1.0) >
/// }
///
/// let mut wave = Agent { id: 7, tree: Wave::new(), context: 0, chance: Chance::new(1, 7), inbox: Vec::new() };
/// wave.tree.tick_for(0.75, &mut wave.context);
/// let bytes = Agent::<_, _, ()>::to_bytes(&wave)?;
///
/// // On another machine.
/// let mut wave = Agent::<Wave, u32, ()>::from_bytes(&bytes)?;
/// wave.tree.tick_for(0.25, &mut wave.context);
/// assert_eq!((wave.id, wave.context), (7, 1));
///
/// // Bytes that do not fit are an error that says why.
/// bt! {
///     #[derive(serde::Serialize, serde::Deserialize)]
///     Nod(u32) = sequence < wait(1.0), wait(1.0) >
/// }
/// let error = Agent::<Nod, u32, ()>::from_bytes(&bytes).err().expect("it is another tree");
/// assert!(error.to_string().starts_with("the shape of the tree of an agent: found "));
/// let error = Agent::<Wave, u32, ()>::from_bytes(&bytes[..20]).err().expect("it is cut off");
/// assert!(error.to_string().starts_with("an agent is truncated: 20 bytes of "));
/// # Ok::<(), bt_fleet::FleetError>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Agent<T, C, M> {
    /// Its id, which never changes.
    pub id: u64,
    /// Its tree, which may be running.
    pub tree: T,
    /// Its context.
    pub context: C,
    /// Its random numbers.
    pub chance: Chance,
    /// The letters that it has not read.
    pub inbox: Vec<Letter<M>>,
}

#[derive(Serialize, Deserialize)]
struct Body<T, C, R, I> {
    id: u64,
    tree: T,
    context: C,
    chance: R,
    inbox: I,
}

impl<T: Tree + Serialize, C: Serialize, M: Serialize> Agent<T, C, M> {
    /// Serializes the agent, in a format that is the same on every machine and stable within a version:
    ///
    /// | bytes | what |
    /// | --- | --- |
    /// | 4 | `btfl` |
    /// | 1 | what it is: 1 for an agent |
    /// | 2 | the version of the format, the low byte first: 1 |
    /// | 8 | the shape of the tree: `bt::Save::SHAPE` |
    /// | 8 | the length of what follows |
    /// | | id, tree, context, random numbers and letters, as `postcard` writes them |
    /// | 8 | [XXH3](https://xxhash.com) of all previous bytes |
    ///
    /// # Errors
    ///
    /// If the tree, the context or a message cannot be written by `postcard`.
    pub fn to_bytes(&self) -> Result<Vec<u8>, FleetError> {
        write(self.id, &self.tree, &self.context, &self.chance, &self.inbox)
    }
}

impl<T, C, M> Agent<T, C, M>
where
    T: Tree + DeserializeOwned,
    C: DeserializeOwned,
    M: DeserializeOwned,
{
    /// Reads an agent that [`to_bytes`](Agent::to_bytes) has written.
    ///
    /// # Errors
    ///
    /// If the bytes are truncated, damaged, of another version or another tree. To load an agent with an older tree,
    /// read it with that tree, and convert the tree with `bt::Save::migrate` (feature `migrate`).
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, FleetError> {
        let body = open("an agent", Kind::Agent, Save::<T>::SHAPE, bytes)?;
        let (agent, rest) = postcard::take_from_bytes(body).map_err(FleetError::data("an agent cannot be read"))?;
        if !rest.is_empty() {
            return Err(FleetError::Damaged { what: "an agent".into() });
        }
        let Body { id, tree: Save(tree), context, chance, inbox }: Body<Save<T>, C, Chance, Vec<Letter<M>>> = agent;
        Ok(Agent { id, tree, context, chance, inbox })
    }
}

/// Serializes an agent whose parts are in several places.
pub(crate) fn write<T, C, M>(
    id: u64,
    tree: &T,
    context: &C,
    chance: &Chance,
    inbox: &[Letter<M>],
) -> Result<Vec<u8>, FleetError>
where
    T: Tree + Serialize,
    C: Serialize,
    M: Serialize,
{
    let body = Body { id, tree: Save(tree), context, chance, inbox };
    seal(Kind::Agent, Save::<T>::SHAPE, |bytes| postcard::to_extend(&body, bytes))
        .map_err(FleetError::data(format!("agent {id} cannot be written")))
}
