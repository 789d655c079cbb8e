//! The values of names while the reference runs a tree.

use std::cell::{Cell, RefCell};
use std::collections::BTreeMap;

/// A binding of one node in one place: two subtrees of the same kind have each their own.
pub type Slot = usize;

/// The bound values, and which of them the closures of the ticked node use.
#[derive(Debug, Default)]
pub struct Bindings {
    values: RefCell<BTreeMap<Slot, u32>>,
    used: RefCell<Vec<Slot>>,
    /// How often a value has been read.
    reads: Cell<usize>,
}

impl Bindings {
    /// Binds a value, replacing the previous one.
    pub fn bind(&self, slot: Slot, value: u32) {
        self.values.borrow_mut().insert(slot, value);
    }

    /// The scope of a binding ends.
    pub fn drop(&self, slots: &[Slot]) {
        for slot in slots {
            self.values.borrow_mut().remove(slot);
        }
    }

    /// The tree restarts.
    pub fn clear(&self) {
        self.values.borrow_mut().clear();
    }

    /// From now on the closures are those of a node that uses these; those of the node before.
    pub fn turn_to(&self, used: Vec<Slot>) -> Vec<Slot> {
        self.used.replace(used)
    }

    /// The values in the closures of the node that is being ticked.
    pub fn used(&self) -> Vec<u32> {
        let (used, values) = (self.used.borrow(), self.values.borrow());
        self.reads.set(self.reads.get() + used.len());
        used.iter().map(|slot| *values.get(slot).expect("a name is read only where it is bound")).collect()
    }

    /// Whether no value is bound.
    pub fn is_empty(&self) -> bool {
        self.values.borrow().is_empty()
    }

    /// How often a value has been read.
    pub fn reads(&self) -> usize {
        self.reads.get()
    }
}
