//! Functions with which `remember`, `recalls` and `forget` use the memory of the context.

use crate::memory::{Remembers, Store, StoreAt};

// A node calls two of these: `recalls(memory(context), key)`. If the context has no memory, the inner call is an error,
// and its type is unknown, so the outer call does not cause a second error.

/// Checks that the context has a memory, so that the error for a missing one points to the node.
#[cfg_attr(not(debug_assertions), inline(always))]
pub fn has_memory<C: Remembers + ?Sized>() {}

/// The memory of a context.
#[cfg_attr(not(debug_assertions), inline(always))]
pub fn memory<C: Remembers + ?Sized>(context: &C) -> &C::Memory {
    context.memory()
}

/// The memory of a context, mutably.
#[cfg_attr(not(debug_assertions), inline(always))]
pub fn memory_mut<C: Remembers + ?Sized>(context: &mut C) -> &mut C::Memory {
    context.memory_mut()
}

/// Stores a value, which always succeeds.
#[cfg_attr(not(debug_assertions), inline(always))]
pub fn remember<S: Store>(memory: &mut S, key: S::Key, value: S::Value) -> bool {
    memory.insert(key, value);
    true
}

/// Stores a value with a position, which always succeeds.
#[cfg_attr(not(debug_assertions), inline(always))]
pub fn remember_at<S: StoreAt>(memory: &mut S, key: S::Key, value: S::Value, position: S::Position) -> bool {
    memory.insert_at(key, value, position);
    true
}

/// Whether anything is remembered under a key.
#[cfg_attr(not(debug_assertions), inline(always))]
pub fn recalls<S: Store>(memory: &S, key: S::Key) -> bool {
    memory.get(&key).is_some()
}

/// Whether this value is remembered under a key.
#[cfg_attr(not(debug_assertions), inline(always))]
pub fn recalls_value<S: Store<Value: PartialEq>>(memory: &S, key: S::Key, value: S::Value) -> bool {
    memory.get(&key) == Some(&value)
}

/// Forgets what is remembered under a key, which always succeeds.
#[cfg_attr(not(debug_assertions), inline(always))]
pub fn forget<S: Store>(memory: &mut S, key: S::Key) -> bool {
    memory.remove(&key);
    true
}
