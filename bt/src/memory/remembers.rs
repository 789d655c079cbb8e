//! `Remembers`: contexts that have a memory.

use super::agent_memory::Memory;
use super::store::Store;

/// A context that has a memory: what the nodes `remember`, `recalls` and `forget` need.
///
/// ```
/// use bt::{Memory, Remembers};
///
/// #[derive(PartialEq, Eq)]
/// enum Fact {
///     Noise,
///     Alarm,
/// }
///
/// struct Guard {
///     memory: Memory<Fact, u32>,
/// }
///
/// impl Remembers for Guard {
///     type Memory = Memory<Fact, u32>;
///
///     fn memory(&self) -> &Self::Memory {
///         &self.memory
///     }
///
///     fn memory_mut(&mut self) -> &mut Self::Memory {
///         &mut self.memory
///     }
/// }
///
/// /// For every agent with such a memory.
/// fn is_alarmed(agent: &impl Remembers<Memory = Memory<Fact, u32>>) -> bool {
///     agent.memory().contains_key(&Fact::Alarm)
/// }
///
/// let mut guard = Guard { memory: Memory::new(60.0) };
/// guard.memory_mut().insert(Fact::Noise, 3);
/// assert!(!is_alarmed(&guard));
/// ```
///
/// A [`Memory`] is itself such a context.
#[diagnostic::on_unimplemented(
    message = "`{Self}` has no memory",
    label = "this needs a memory",
    note = "implement `bt::Remembers` for `{Self}`: it lends a `bt::Memory`, or a `bt::memory::Store` of your own",
    note = "a generic context requires it: `(impl Remembers<Memory = Memory<Fact, u32>>)`"
)]
pub trait Remembers {
    /// The type of the memory: a [`Memory`], or a store of your own.
    type Memory: Store;

    /// The memory, to read it.
    fn memory(&self) -> &Self::Memory;

    /// The memory, to change it.
    fn memory_mut(&mut self) -> &mut Self::Memory;
}

#[diagnostic::do_not_recommend]
impl<K: Eq, V, P, const CAPACITY: usize> Remembers for Memory<K, V, P, CAPACITY> {
    type Memory = Self;

    fn memory(&self) -> &Self {
        self
    }

    fn memory_mut(&mut self) -> &mut Self {
        self
    }
}
