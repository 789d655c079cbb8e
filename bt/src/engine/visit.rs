//! Visits of the active places of a tree: an abort, or a message that no header names.

use core::any::Any;
use core::convert::Infallible;

use super::observe::watch::Watch;
use super::tick::tick_inputs::TickInputs;

/// What is done with each active place. A machine walks its places in one function, for all visits: see
/// [`Machine::visit_machine`](super::machine::Machine::visit_machine).
pub trait Visit {
    /// Whether it aborts. After an abort the places are idle, and nodes with code of their own have given up.
    const ABORTS: bool;

    /// The type of the message for leaves, if it does not abort.
    type Message: Any;

    /// The message for leaves.
    fn message(&self) -> Option<&Self::Message>;

    /// Visits a place without data.
    fn place<W: Watch>(&self, node: usize, inputs: &mut TickInputs<'_, W>);

    /// Visits a node with places inside, which `inside` visits.
    fn frame<W: Watch>(&self, node: usize, inputs: &mut TickInputs<'_, W>, inside: impl FnOnce(&mut TickInputs<'_, W>));
}

/// An abort: `finish` with `Aborted`, children before their parents.
pub struct Abort;

impl Visit for Abort {
    const ABORTS: bool = true;

    type Message = Infallible;

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn message(&self) -> Option<&Infallible> {
        None
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

/// A message for all leaves that take messages of its type.
pub struct RelayedMessage<'m, M>(pub &'m M);

impl<M: Any> Visit for RelayedMessage<'_, M> {
    const ABORTS: bool = false;

    type Message = M;

    #[inline(always)]
    fn message(&self) -> Option<&M> {
        Some(self.0)
    }

    #[inline(always)]
    fn place<W: Watch>(&self, _: usize, _: &mut TickInputs<'_, W>) {}

    #[inline(always)]
    fn frame<W: Watch>(&self, _: usize, inputs: &mut TickInputs<'_, W>, inside: impl FnOnce(&mut TickInputs<'_, W>)) {
        inside(inputs);
    }
}
