//! `AgentId`: how an agent of a crowd is found.

/// The id of an agent in a [`Crowd`](crate::Crowd). It stays the same as long as the agent is in the crowd, and after that
/// no other agent gets it.
///
/// An id belongs to the crowd that gave it, to clones of that crowd, and to its saves. In another crowd it may be the id of
/// another agent. With the feature `serde` it can be saved.
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
    /// How often the slot has been taken and left: an odd number as long as it is taken.
    pub(crate) generation: u32,
}

impl AgentId {
    /// Whether an agent can have it: the generation of a free slot is an even number.
    pub(super) const fn is_valid(self) -> bool {
        self.generation % 2 == 1
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
        let id = AgentId { slot, generation };
        if id.is_valid() { Ok(id) } else { Err(serde::de::Error::custom("no agent can have this id")) }
    }
}
