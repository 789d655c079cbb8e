//! How agents of a crowd are told apart.

/// The id of an agent in a [`Crowd`](crate::Crowd): it stays the same as long as the agent is in the crowd, and is not
/// given again to another one after that.
///
/// An id has a meaning in the crowd that gave it and in copies of that; in another one it may be that of another agent.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct AgentId {
    pub(super) slot: u32,
    /// How often the slot has been taken and left: an odd number as long as it is taken.
    pub(super) generation: u32,
}
