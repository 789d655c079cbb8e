//! How a crowd is saved and loaded: the feature `serde`.
//!
//! A save contains the agents in the order of their slots, and what makes ids valid: the generation of each slot, and
//! the order in which free slots are reused. So a loaded crowd assigns the same ids as the saved one would.

use alloc::vec::Vec;

use bt::__private::DAMAGED;
use bt::Tree;
use serde::de::Error as _;
use serde::ser::{Error as _, SerializeSeq};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::agents::Crowd;
use super::id::is_taken;

/// A crowd as it is saved.
#[derive(Serialize, Deserialize)]
#[serde(rename = "Crowd")]
struct Saved<G, A> {
    generations: G,
    free: G,
    agents: A,
}

/// The agents of a crowd, as written to a save.
struct Agents<'a, T, C>(&'a Crowd<T, C>);

impl<T: Tree + Serialize, C: Serialize> Serialize for Agents<'_, T, C> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut agents = serializer.serialize_seq(Some(self.0.len()))?;
        self.0.iter().try_for_each(|(_, tree, context)| agents.serialize_element(&(tree, context)))?;
        agents.end()
    }
}

impl<T: Tree + Serialize, C: Serialize> Serialize for Crowd<T, C> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        if self.sleepers.is_some() || self.is_owed() {
            return Err(S::Error::custom(
                "agents of this crowd sleep or are owed time: call `wake_all` before it is saved",
            ));
        }
        Saved { generations: &self.generations, free: &self.free, agents: Agents(self) }.serialize(serializer)
    }
}

impl<'de, T, C> Deserialize<'de> for Crowd<T, C>
where
    T: Tree + Deserialize<'de>,
    C: Deserialize<'de>,
{
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let Saved { generations, free, agents } = Saved::<Vec<u32>, Vec<(T, C)>>::deserialize(deserializer)?;
        if u32::try_from(generations.len()).is_err() {
            return Err(D::Error::custom("a crowd has less than 2^32 slots"));
        }
        let taken = generations.iter().filter(|generation| is_taken(**generation)).count();
        if taken != agents.len() {
            return Err(D::Error::custom(format_args!("{} agents in {taken} slots", agents.len())));
        }
        if !are_free(&free, &generations) {
            return Err(D::Error::custom("the list of free slots does not match the slots"));
        }
        if !agents.iter().all(|(tree, _)| tree.__is_whole()) {
            return Err(D::Error::custom(DAMAGED));
        }
        Ok(Crowd::from_slots(generations, free, agents))
    }
}

/// Whether these are the free slots, each of them once.
fn are_free(free: &[u32], generations: &[u32]) -> bool {
    let mut sorted = free.to_vec();
    sorted.sort_unstable();
    let expected = (0..).zip(generations).filter(|(_, generation)| **generation != 0 && !is_taken(**generation));
    sorted.into_iter().eq(expected.map(|(slot, _)| slot))
}
