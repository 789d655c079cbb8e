//! `Way`: how a tree calls the hooks of leaves, subtrees and enums. The type of the answer selects it.

use core::any::Any;

use super::leaf::ways::{Alone, Choice, HearsByName, HearsRelayed, Subtree};
use super::machine::{AbortAt, HasMachine, RelayAt, TickAt, TreeAnswer};
use super::observe::watch::Watch;
use super::tick::tick_inputs::TickInputs;
use crate::behavior::Behavior;
use crate::status::{Outcome, Status};

/// How a tree calls the hooks of the `L` at a node. The answer selects it, by its type [`Way`](crate::Answer::Way). A
/// second implementation of `Node` is not possible: for a context `impl Trait`, Rust could not tell the two apart.
#[diagnostic::on_unimplemented(
    message = "`{L}` has the answer of another behavior, which is a tree or takes messages",
    label = "its `Answer` belongs to another type",
    note = "a leaf that holds a tree has an answer of its own: `type Answer = Status`, which `tick_for` of the tree \
            returns"
)]
pub trait Way<L: Behavior<C>, C: ?Sized> {
    /// Whether an observer may answer instead of it: not if it is a subtree that is running by itself.
    fn may_be_mocked(_: &L) -> bool {
        true
    }

    /// Runs it, with the remaining time.
    fn run<W: Watch>(leaf: &mut L, node: usize, context: &mut C, inputs: &mut TickInputs<'_, W>) -> L::Answer;

    /// Finishes it.
    fn finish<W: Watch>(leaf: &mut L, node: usize, context: &mut C, inputs: &mut TickInputs<'_, W>, outcome: Outcome);

    /// Takes a message of a tree whose header names no message type.
    fn relay<M: Any, W: Watch>(
        leaf: &mut L,
        node: usize,
        context: &mut C,
        inputs: &mut TickInputs<'_, W>,
        message: &M,
    ) -> Status;
}

/// The ways of leaves, which differ only in what they do with a message.
macro_rules! by_the_hooks {
    ($($way:ty: $bound:ident, |$leaf:pat_param, $context:pat_param, $message:pat_param| $relay:expr;)*) => {$(
        impl<L: $bound<C>, C: ?Sized> Way<L, C> for $way {
            #[inline(always)]
            fn run<W: Watch>(leaf: &mut L, node: usize, context: &mut C, inputs: &mut TickInputs<'_, W>) -> L::Answer {
                let given = inputs.span;
                let answer = leaf.run_for(context, &mut inputs.span);
                inputs.took(node, &given);
                answer
            }

            #[inline(always)]
            fn finish<W: Watch>(leaf: &mut L, _: usize, context: &mut C, _: &mut TickInputs<'_, W>, outcome: Outcome) {
                leaf.finish(context, outcome);
            }

            #[inline(always)]
            fn relay<M: Any, W: Watch>(
                $leaf: &mut L,
                _: usize,
                $context: &mut C,
                _: &mut TickInputs<'_, W>,
                $message: &M,
            ) -> Status {
                $relay
            }
        }
    )*};
}

by_the_hooks! {
    Alone: Behavior, |_, _, _| Status::Running;
    HearsByName: Behavior, |_, _, _| Status::Running;
    HearsRelayed: ReceivesRelayed, |leaf, context, message| leaf.receive_relayed(context, message);
}

impl<L, C: ?Sized> Way<L, C> for Subtree
where
    L: HasMachine<C>,
    L: Behavior<C, Answer = <<L as HasMachine<C>>::Answer as TreeAnswer>::Inside>,
{
    fn may_be_mocked(tree: &L) -> bool {
        !tree.is_running()
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn run<W: Watch>(
        tree: &mut L,
        node: usize,
        context: &mut C,
        inputs: &mut TickInputs<'_, W>,
    ) -> <L as Behavior<C>>::Answer {
        tree.enter(context, TickAt { node, inputs }).inside()
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn finish<W: Watch>(tree: &mut L, node: usize, context: &mut C, inputs: &mut TickInputs<'_, W>, outcome: Outcome) {
        // A tree that has ended by itself is already idle.
        if outcome == Outcome::Aborted {
            tree.enter(context, AbortAt { node, inputs });
        }
    }

    #[inline(always)]
    fn relay<M: Any, W: Watch>(
        tree: &mut L,
        node: usize,
        context: &mut C,
        inputs: &mut TickInputs<'_, W>,
        message: &M,
    ) -> Status {
        tree.enter(context, RelayAt { node, inputs, message });
        Status::Running
    }
}

impl<L: Chosen<C>, C: ?Sized> Way<L, C> for Choice {
    fn may_be_mocked(choice: &L) -> bool {
        choice.may_be_mocked_chosen()
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn run<W: Watch>(choice: &mut L, node: usize, context: &mut C, inputs: &mut TickInputs<'_, W>) -> L::Answer {
        choice.run_chosen(node, context, inputs)
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn finish<W: Watch>(
        choice: &mut L,
        node: usize,
        context: &mut C,
        inputs: &mut TickInputs<'_, W>,
        outcome: Outcome,
    ) {
        choice.finish_chosen(node, context, inputs, outcome);
    }

    #[inline(always)]
    fn relay<M: Any, W: Watch>(
        choice: &mut L,
        node: usize,
        context: &mut C,
        inputs: &mut TickInputs<'_, W>,
        message: &M,
    ) -> Status {
        choice.relay_chosen(node, context, inputs, message)
    }
}

/// What holds one of several behaviors: an enum, or a boxed tree. Each call goes to the `Node`
/// in the active variant.
pub trait Chosen<C: ?Sized>: Behavior<C> {
    /// Whether an observer may answer instead of it.
    fn may_be_mocked_chosen(&self) -> bool {
        true
    }

    fn run_chosen<W: Watch>(&mut self, node: usize, context: &mut C, inputs: &mut TickInputs<'_, W>) -> Self::Answer;

    fn finish_chosen<W: Watch>(
        &mut self,
        node: usize,
        context: &mut C,
        inputs: &mut TickInputs<'_, W>,
        outcome: Outcome,
    );

    fn relay_chosen<M: Any, W: Watch>(
        &mut self,
        node: usize,
        context: &mut C,
        inputs: &mut TickInputs<'_, W>,
        message: &M,
    ) -> Status;
}

/// Generated for a leaf that takes messages: checks whether a message has the type that it takes.
pub trait ReceivesRelayed<C: ?Sized>: Behavior<C> {
    fn receive_relayed<M: Any>(&mut self, context: &mut C, message: &M) -> Status;
}
