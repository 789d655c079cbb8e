//! `AgentId`: how the agents of a crowd are told apart.

/// The id of an agent in a [`Crowd`](crate::Crowd). It stays the same as long as the agent is in the crowd, and after that
/// no other agent gets it.
///
/// An id belongs to the crowd that gave it, to clones of that crowd, and to its saves. In another crowd it may be the id of
/// another agent. With the feature `serde` it can be saved.
///
/// ```
/// use bt::{Crowd, bt};
///
/// bt! { Sit(u32) = running }
///
/// let mut dogs = Crowd::new();
/// let rex = dogs.insert(Sit::new(), 3);
/// dogs.remove(rex);
/// let bella = dogs.insert(Sit::new(), 5);
/// assert!(rex != bella && dogs.get(rex).is_none());
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct AgentId {
    pub(super) slot: u32,
    /// How often the slot has been taken and left: an odd number as long as it is taken.
    pub(super) generation: u32,
}

impl AgentId {
    /// The id of the agent in a slot, if the slot is taken.
    pub(super) const fn of(slot: u32, generation: u32) -> Option<Self> {
        if generation % 2 == 1 { Some(AgentId { slot, generation }) } else { None }
    }
}

#[cfg(feature = "serde")]
impl<'de> serde::Deserialize<'de> for AgentId {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        #[derive(serde::Deserialize)]
        #[serde(rename = "AgentId")]
        struct Saved {
            slot: u32,
            generation: u32,
        }
        let Saved { slot, generation } = Saved::deserialize(deserializer)?;
        AgentId::of(slot, generation).ok_or_else(|| serde::de::Error::custom("no agent has had this id"))
    }
}
