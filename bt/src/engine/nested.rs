//! How a boxed tree runs at a node of another tree: with the time, the passes and the observer of that tree, and with
//! kept cells of its own.

use core::any::Any;

use super::hearing::ReceiveInside;
use super::machine::{HasMachine, Machine, Task, TreeAnswer, Watching, task};
use super::observe::observed::Observed;
use super::observe::watch::Watch;
use super::outline::Outline;
use super::tick::entry::{between_ticks, settle};
use super::tick::kept_cells::{Cell, KeptCells};
use super::tick::lent::{Nested, Observing, Shared};
use super::tick::tick_inputs::TickInputs;
use super::visit::Abort;
use crate::message::Receive;
use crate::observe::TreeObserver;

impl<'o> Watching for Observing<'o> {
    type Watch = Observed<'o, dyn TreeObserver + 'o>;

    fn watch(self, outline: &Outline) -> Self::Watch {
        Observed::nested(self, *outline)
    }

    #[cfg(feature = "live")]
    fn observer(&mut self) -> Option<&mut dyn TreeObserver> {
        Some(&mut *self.observer)
    }
}

/// Calls `work` with the inputs of a tree, and gives back what it has not used.
fn inside<W: Watch, R>(
    kept: &mut [Cell],
    offsets: &'static [usize],
    shared: Shared<'_>,
    watch: W,
    work: impl FnOnce(&mut TickInputs<'_, W>) -> R,
) -> R {
    let mut inputs = TickInputs::nested(kept, offsets, &shared, watch);
    let done = work(&mut inputs);
    inputs.watch.leave();
    inputs.give_back(shared);
    done
}

/// A tick inside another tree.
struct TickNested<'n, O> {
    shared: Shared<'n>,
    watching: O,
}

task! {
    TickNested<'_, O> [O: Watching] -> answer,
    #[inline]
    |self, state, kept, params, context| {
        let mut value = None;
        let outline = state.outline();
        let watch = self.watching.watch(&outline);
        let step = inside(kept.cells(), outline.offsets, self.shared, watch, |inputs| {
            state.tick_machine(params, &mut value, context, inputs)
        });
        S::Answer::answered(settle(step, state), value)
    },
    watching
}

/// An abort inside another tree.
struct AbortNested<'n, O> {
    shared: Shared<'n>,
    watching: O,
}

task! {
    AbortNested<'_, O> [O: Watching] -> nothing,
    #[inline]
    |self, state, kept, params, context| {
        let outline = state.outline();
        let watch = self.watching.watch(&outline);
        inside(kept.cells(), outline.offsets, self.shared, watch, |inputs| {
            state.visit_machine(params, context, inputs, &Abort);
        });
    },
    watching
}

/// A message inside another tree.
struct RelayNested<'n, 'm, O, M> {
    shared: Shared<'n>,
    watching: O,
    message: &'m M,
}

task! {
    RelayNested<'_, '_, O, M> [O: Watching, M: Any] -> nothing,
    #[inline]
    |self, state, kept, params, context| {
        let (outline, message) = (state.outline(), self.message);
        let watch = self.watching.watch(&outline);
        inside(kept.cells(), outline.offsets, self.shared, watch, |inputs| {
            state.relay(params, context, inputs, message);
        });
    }
}

/// A message to a whole tree, whose header may not name its type.
struct RelayAll<'m, M> {
    message: &'m M,
}

task! {
    RelayAll<'_, M> [M: Any] -> nothing,
    #[inline]
    |self, state, kept, params, context| {
        between_ticks(state, kept, (), |state, inputs| state.relay(params, context, inputs, self.message));
    }
}

/// Ticks a tree inside another one.
pub fn tick_nested<T: HasMachine<C>, C: ?Sized>(tree: &mut T, context: &mut C, nested: Nested<'_>) -> T::Answer {
    let Nested { shared, observing } = nested;
    match observing {
        None => tree.enter(context, TickNested { shared, watching: () }),
        Some(watching) => tree.enter(context, TickNested { shared, watching }),
    }
}

/// Aborts a tree inside another one.
pub fn abort_nested<T: HasMachine<C>, C: ?Sized>(tree: &mut T, context: &mut C, nested: Nested<'_>) {
    let Nested { shared, observing } = nested;
    match observing {
        None => tree.enter(context, AbortNested { shared, watching: () }),
        Some(watching) => tree.enter(context, AbortNested { shared, watching }),
    }
}

/// How a tree takes messages of the type `M` in a box. It implements this for the type that its header names, or for
/// all types if it names none; and for [`NoMessage`](crate::NoMessage).
#[diagnostic::on_unimplemented(
    message = "the tree `{Self}` takes no messages of the type `{M}`",
    label = "takes no messages of the type `{M}`",
    note = "its header names another type of messages, or none: write `on {M}` there"
)]
pub trait Addressed<M: ?Sized> {
    /// [`Relayed`] or [`ByName`].
    type By;
}

/// Messages are passed from node to node, and each leaf compares their type with its own.
pub struct Relayed;

/// Messages borrow or are unsized, so the header names their type.
pub struct ByName;

/// How messages of the type `M` reach the nodes of a `T`.
pub trait Sends<T, C: ?Sized, M: ?Sized> {
    /// Sends a message to a whole tree.
    fn send(tree: &mut T, context: &mut C, message: &M);

    /// Sends a message to a tree inside another one.
    fn send_nested(tree: &mut T, context: &mut C, nested: Nested<'_>, message: &M);
}

impl<T: HasMachine<C>, C: ?Sized, M: Any> Sends<T, C, M> for Relayed {
    fn send(tree: &mut T, context: &mut C, message: &M) {
        tree.enter(context, RelayAll { message });
    }

    fn send_nested(tree: &mut T, context: &mut C, nested: Nested<'_>, message: &M) {
        let Nested { shared, observing } = nested;
        match observing {
            None => tree.enter(context, RelayNested { shared, watching: (), message }),
            Some(watching) => tree.enter(context, RelayNested { shared, watching, message }),
        }
    }
}

impl<T: HasMachine<C> + Receive<C, M> + ReceiveInside<C, M>, C: ?Sized, M: ?Sized> Sends<T, C, M> for ByName {
    fn send(tree: &mut T, context: &mut C, message: &M) {
        tree.receive(context, message);
    }

    // A message changes no kept cell.
    fn send_nested(tree: &mut T, context: &mut C, nested: Nested<'_>, message: &M) {
        let Nested { shared, observing } = nested;
        match observing {
            None => inside(&mut [], &[0], shared, (), |inputs| tree.receive_inside(0, context, inputs, message)),
            Some(observing) => {
                let watch = Observed::around(observing, const { &T::__FACTS });
                inside(&mut [], &[0], shared, watch, |inputs| tree.receive_inside(0, context, inputs, message))
            }
        };
    }
}
