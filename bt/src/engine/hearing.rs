//! How messages reach what is in a leaf's place, in a tree whose header names their type.

use super::leaf::ways::{Alone, Choice, HearsByName, HearsRelayed, Subtree};
use super::observe::watch::Watch;
use super::run::checked_reply;
use super::tick::tick_inputs::TickInputs;
use crate::answer::Answer;
use crate::message::Receive;
use crate::status::Status;

/// A node that takes messages of the type `M`. Every type that implements [`Receive`] is one.
pub trait ReceiveAt<C: ?Sized, M: ?Sized>: Receive<C, M> {
    /// Takes a message at a node of the tree around it.
    fn receive_at<W: Watch>(
        &mut self,
        node: usize,
        context: &mut C,
        inputs: &mut TickInputs<'_, W>,
        message: &M,
    ) -> Status;
}

#[diagnostic::do_not_recommend]
impl<L, C: ?Sized, M: ?Sized> ReceiveAt<C, M> for L
where
    L: Receive<C, M, Answer: Answer<Way: WayOfMessages<L, C, M>>>,
{
    #[inline(always)]
    fn receive_at<W: Watch>(
        &mut self,
        node: usize,
        context: &mut C,
        inputs: &mut TickInputs<'_, W>,
        message: &M,
    ) -> Status {
        <<L::Answer as Answer>::Way as WayOfMessages<L, C, M>>::receive(self, node, context, inputs, message)
    }
}

/// How a message reaches the `L` at a node. It corresponds to [`Way`](super::way::Way), which is about the hooks.
pub trait WayOfMessages<L, C: ?Sized, M: ?Sized> {
    fn receive<W: Watch>(
        leaf: &mut L,
        node: usize,
        context: &mut C,
        inputs: &mut TickInputs<'_, W>,
        message: &M,
    ) -> Status;
}

/// Generated for trees and enums with messages: takes a message inside another tree.
pub trait ReceiveInside<C: ?Sized, M: ?Sized> {
    fn receive_inside<W: Watch>(
        &mut self,
        node: usize,
        context: &mut C,
        inputs: &mut TickInputs<'_, W>,
        message: &M,
    ) -> Status;
}

macro_rules! by_the_hook {
    ($($way:ty;)*) => {$(
        impl<L: Receive<C, M>, C: ?Sized, M: ?Sized> WayOfMessages<L, C, M> for $way {
            #[inline(always)]
            fn receive<W: Watch>(
                leaf: &mut L,
                _: usize,
                context: &mut C,
                _: &mut TickInputs<'_, W>,
                message: &M,
            ) -> Status {
                checked_reply::<L, C>(leaf.receive(context, message))
            }
        }
    )*};
}

by_the_hook! {
    Alone;
    HearsByName;
    HearsRelayed;
}

macro_rules! from_inside {
    ($($way:ty)*) => {$(
        impl<L: ReceiveInside<C, M>, C: ?Sized, M: ?Sized> WayOfMessages<L, C, M> for $way {
            #[inline(always)]
            fn receive<W: Watch>(
                leaf: &mut L,
                node: usize,
                context: &mut C,
                inputs: &mut TickInputs<'_, W>,
                message: &M,
            ) -> Status {
                leaf.receive_inside(node, context, inputs, message)
            }
        }
    )*};
}

from_inside! { Subtree Choice }
