//! `AgentId`: identifies an agent of a crowd.

/// The id of an agent in a [`Crowd`](crate::Crowd). It is stable while the agent is in the crowd, and is never reused.
///
/// An id is valid in the crowd that created it, in clones of that crowd, and in its saves. In another crowd it may
/// identify another agent. With the feature `serde` it can be saved.
///
/// ```
/// use bt::bt;
/// use bt_crowd::Crowd;
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
    pub(crate) slot: u32,
    /// How often the slot has been occupied and freed: odd while it is occupied.
    pub(crate) generation: u32,
}

impl AgentId {
    /// Whether an agent can have this id: the generation of a free slot is even.
    pub(super) const fn is_valid(self) -> bool {
        is_taken(self.generation)
    }
}

/// Whether a slot with this generation is occupied.
pub(super) const fn is_taken(generation: u32) -> bool {
    generation % 2 == 1
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
        let id = AgentId { slot, generation };
        if id.is_valid() { Ok(id) } else { Err(serde::de::Error::custom("no agent can have this id")) }
    }
}
