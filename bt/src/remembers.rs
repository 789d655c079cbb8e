//! Contexts with a memory, and what nodes do with it.

use crate::memory::Memory;

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
/// /// A leaf for all who can be alarmed.
/// fn is_alarmed(agent: &impl Remembers<Memory = Memory<Fact, u32>>) -> bool {
///     agent.memory().value(&Fact::Alarm).is_some()
/// }
///
/// let mut guard = Guard { memory: Memory::new(60.0) };
/// guard.memory_mut().remember(Fact::Noise, 3);
/// assert!(!is_alarmed(&guard));
/// ```
///
/// A [`Memory`] is also a context of this sort itself.
#[diagnostic::on_unimplemented(
    message = "`{Self}` has no memory",
    label = "this needs a memory",
    note = "implement `bt::Remembers` for `{Self}`: it lends a `bt::Memory`, or a `bt::Store` of your own",
    note = "a generic context asks for it: `(impl Remembers<Memory = Memory<Fact, u32>>)`"
)]
pub trait Remembers {
    /// The type of the memory: a [`Memory`], or a store of your own.
    type Memory: Store;

    /// Lends it for a look.
    fn memory(&self) -> &Self::Memory;

    /// Lends it for a change.
    fn memory_mut(&mut self) -> &mut Self::Memory;
}

/// What can stand in for a [`Memory`]: a store of values under keys, which may forget as it likes.
///
/// ```
/// use bt::Store;
/// use std::collections::BTreeMap;
///
/// /// Remembers all that it has ever heard.
/// #[derive(Default)]
/// struct Chronicle(BTreeMap<&'static str, u32>);
///
/// impl Store for Chronicle {
///     type Key = &'static str;
///     type Value = u32;
///
///     fn remember(&mut self, key: &'static str, value: u32) {
///         self.0.insert(key, value);
///     }
///
///     fn value(&self, key: &&'static str) -> Option<&u32> {
///         self.0.get(key)
///     }
///
///     fn forget(&mut self, key: &&'static str) {
///         self.0.remove(key);
///     }
/// }
///
/// let mut chronicle = Chronicle::default();
/// chronicle.remember("kings", 3);
/// assert_eq!(chronicle.value(&"kings"), Some(&3));
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot stand in for a `bt::Memory`",
    note = "implement `bt::Store` for `{Self}`"
)]
pub trait Store {
    /// Under what things are remembered.
    type Key;
    /// What is remembered.
    type Value;

    /// Stores a value under a key, in place of what was there.
    fn remember(&mut self, key: Self::Key, value: Self::Value);

    /// What is remembered under a key, unless it has been forgotten.
    fn value(&self, key: &Self::Key) -> Option<&Self::Value>;

    /// Forgets what is remembered under a key, if anything is.
    fn forget(&mut self, key: &Self::Key);
}

impl<K: Eq, V, P, const CAPACITY: usize> Store for Memory<K, V, P, CAPACITY> {
    type Key = K;
    type Value = V;

    fn remember(&mut self, key: K, value: V) {
        self.remember(key, value);
    }

    fn value(&self, key: &K) -> Option<&V> {
        self.value(key)
    }

    fn forget(&mut self, key: &K) {
        self.forget(key);
    }
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

// A node calls two of these: `recalls(memory(context), key)`. Where there is no memory, the inner one is an error, its
// type is unknown, and so the outer one is not an error, too. The memory comes first, so that a wrong key is the error.

/// Asks for a memory, and does nothing else: so that what is missing is told where this stands.
#[inline(always)]
pub fn has_memory<C: Remembers + ?Sized>() {}

/// The memory of a context.
#[inline(always)]
pub fn memory<C: Remembers + ?Sized>(context: &C) -> &C::Memory {
    context.memory()
}

/// The memory of a context, for a change.
#[inline(always)]
pub fn memory_mut<C: Remembers + ?Sized>(context: &mut C) -> &mut C::Memory {
    context.memory_mut()
}

/// Stores a value, which always succeeds.
#[inline(always)]
pub fn remember<S: Store>(memory: &mut S, key: S::Key, value: S::Value) -> bool {
    memory.remember(key, value);
    true
}

/// Whether anything is remembered under a key.
#[inline(always)]
pub fn recalls<S: Store>(memory: &S, key: S::Key) -> bool {
    memory.value(&key).is_some()
}

/// Whether this value is remembered under a key.
#[inline(always)]
pub fn recalls_value<S: Store<Value: PartialEq>>(memory: &S, key: S::Key, value: S::Value) -> bool {
    memory.value(&key) == Some(&value)
}

/// Forgets what is remembered under a key, which always succeeds.
#[inline(always)]
pub fn forget<S: Store>(memory: &mut S, key: S::Key) -> bool {
    memory.forget(&key);
    true
}
