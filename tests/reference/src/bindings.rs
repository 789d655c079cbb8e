//! The values of names while the reference runs a tree.

use std::cell::{Cell, RefCell};
use std::collections::{BTreeMap, BTreeSet};

/// A binding of one node in one place: two subtrees of the same kind each have their own.
pub type Slot = usize;

/// The bound values, and which of them the closures of the ticked node use.
#[derive(Debug, Default)]
pub struct Bindings {
    values: RefCell<BTreeMap<Slot, u32>>,
    used: RefCell<Vec<Slot>>,
    /// The names whose nodes have since ended without a new value.
    late: RefCell<BTreeSet<Slot>>,
    /// How often one of these has been read.
    late_reads: Cell<usize>,
}

impl Bindings {
    /// Binds a value, replacing the previous one.
    pub fn bind(&self, slot: Slot, value: u32) {
        self.values.borrow_mut().insert(slot, value);
        self.late.borrow_mut().remove(&slot);
    }

    /// Notes that the node of a name has ended without a new value: the old one stays.
    pub fn keep(&self, slot: Slot) {
        if self.values.borrow().contains_key(&slot) {
            self.late.borrow_mut().insert(slot);
        }
    }

    /// Drops the bindings of a scope that ends.
    pub fn drop(&self, slots: &[Slot]) {
        for slot in slots {
            self.values.borrow_mut().remove(slot);
            self.late.borrow_mut().remove(slot);
        }
    }

    /// Clears all bindings, since the tree restarts.
    pub fn clear(&self) {
        self.values.borrow_mut().clear();
        self.late.borrow_mut().clear();
    }

    /// Switches to the closures of a node that uses these names. Returns the names of the previous node.
    pub fn turn_to(&self, used: Vec<Slot>) -> Vec<Slot> {
        self.used.replace(used)
    }

    /// The values in the closures of the node that is being ticked.
    pub fn used(&self) -> Vec<u32> {
        let (used, values, late) = (self.used.borrow(), self.values.borrow(), self.late.borrow());
        self.late_reads.set(self.late_reads.get() + used.iter().filter(|slot| late.contains(slot)).count());
        used.iter().map(|slot| *values.get(slot).expect("a name is read only where it is bound")).collect()
    }

    /// Whether no value is bound.
    pub fn is_empty(&self) -> bool {
        self.values.borrow().is_empty()
    }

    /// How often a value was read after its node had ended without a new one.
    pub fn late_reads(&self) -> usize {
        self.late_reads.get()
    }
}
