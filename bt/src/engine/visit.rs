//! Visits of the active places of a tree: an abort, or a message that no header names.

use core::any::Any;

use super::node::Node;
use super::observe::watch::Watch;
use super::tick::slot::Slot;
use super::tick::tick_inputs::TickInputs;

/// What is done with each active place. A machine walks its places once, for all visits: see
/// [`Machine::visit`](super::machine::Machine::visit).
pub trait Visit {
    /// Whether it aborts: then the places are idle after it, and nodes with code of their own give up.
    const ABORTS: bool;

    /// Visits the leaf, subtree or enum in a slot.
    fn leaf<L: Node<C>, C: ?Sized, W: Watch>(
        &self,
        slot: &mut impl Slot<L>,
        node: usize,
        context: &mut C,
        inputs: &mut TickInputs<'_, W>,
    );

    /// Visits a place that holds nothing.
    fn place<W: Watch>(&self, node: usize, inputs: &mut TickInputs<'_, W>);

    /// Visits a node with places in it: `inside` visits them.
    fn frame<W: Watch>(&self, node: usize, inputs: &mut TickInputs<'_, W>, inside: impl FnOnce(&mut TickInputs<'_, W>));
}

/// Aborts: `finish` with `Aborted`, the deepest first.
pub struct Abort;

impl Visit for Abort {
    const ABORTS: bool = true;

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn leaf<L: Node<C>, C: ?Sized, W: Watch>(
        &self,
        slot: &mut impl Slot<L>,
        node: usize,
        context: &mut C,
        inputs: &mut TickInputs<'_, W>,
    ) {
        L::abort_in(slot, node, context, inputs);
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn place<W: Watch>(&self, node: usize, inputs: &mut TickInputs<'_, W>) {
        inputs.aborted(node);
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn frame<W: Watch>(
        &self,
        node: usize,
        inputs: &mut TickInputs<'_, W>,
        inside: impl FnOnce(&mut TickInputs<'_, W>),
    ) {
        inputs.aborts(node, inside);
    }
}

/// Hands on a message. A leaf that takes messages of its type receives it.
pub struct Overhear<'m, M>(pub &'m M);

impl<M: Any> Visit for Overhear<'_, M> {
    const ABORTS: bool = false;

    #[inline(always)]
    fn leaf<L: Node<C>, C: ?Sized, W: Watch>(
        &self,
        slot: &mut impl Slot<L>,
        node: usize,
        context: &mut C,
        inputs: &mut TickInputs<'_, W>,
    ) {
        let Ok(leaf) = slot.active() else { return };
        let status = leaf.overhear(node, context, inputs, self.0);
        if let Some(success) = leaf.after_message(status, node, context, inputs) {
            slot.end(success);
        }
    }

    #[inline(always)]
    fn place<W: Watch>(&self, _: usize, _: &mut TickInputs<'_, W>) {}

    #[inline(always)]
    fn frame<W: Watch>(&self, _: usize, inputs: &mut TickInputs<'_, W>, inside: impl FnOnce(&mut TickInputs<'_, W>)) {
        inside(inputs);
    }
}
