//! `Deliver`: sends a message to an active leaf, if the leaf takes messages of its type.

use core::any::Any;
use core::marker::PhantomData;

use crate::engine::hearing::ReceiveAt;
use crate::engine::node::Node;
use crate::engine::observe::watch::Watch;
use crate::engine::tick::tick_inputs::TickInputs;
use crate::message::Receive;
use crate::status::Status;

/// A message for one active leaf, which may not take it.
///
/// Generated code has [`Hears`], [`Mishears`] and either [`Relays`] or [`Ignores`] in scope. It calls, once per
/// active leaf, `Deliver::new(leaf, context, message).__listener().deliver(node, context, inputs)`, where `leaf` is a
/// `&mut L`. The result is `Some(success)` if the message has ended the leaf: then its `finish` has been called, and
/// its slot must store the result.
///
/// Which `__listener` is called depends on the type `L`. So in the calling function, `L` must not be a type parameter,
/// unless it has the bound `L: Receive<C, M>`. The context may be a type parameter. `__listener` is a method of three
/// traits, and rustc takes the first that fits: the one for the value, then the one for `&`, then the one for `&mut`.
pub struct Deliver<'a, L, C: ?Sized, M: ?Sized> {
    leaf: &'a mut L,
    message: &'a M,
    context: PhantomData<fn(&C)>,
}

impl<'a, L, C: ?Sized, M: ?Sized> Deliver<'a, L, C, M> {
    /// A message for this leaf, in a context of this type.
    #[inline(always)]
    pub fn new(leaf: &'a mut L, _: &C, message: &'a M) -> Self {
        Deliver { leaf, message, context: PhantomData }
    }
}

/// A leaf that takes the message.
pub trait Hears<'a, L, C: ?Sized, M: ?Sized> {
    /// The leaf, which listens.
    fn __listener(self) -> Listener<'a, L, C, M>;
}

impl<'a, L: ReceiveAt<C, M>, C: ?Sized, M: ?Sized> Hears<'a, L, C, M> for Deliver<'a, L, C, M> {
    #[inline(always)]
    fn __listener(self) -> Listener<'a, L, C, M> {
        Listener(self)
    }
}

/// A leaf that takes messages of another type, `N`. It would never get one, so it is an error.
pub trait Mishears<L, M: ?Sized, N: ?Sized> {
    /// Never compiles.
    fn __listener(self) -> Deaf
    where
        N: IsMessage<L, M>;
}

impl<L: Receive<C, N>, C: ?Sized, M: ?Sized, N: ?Sized> Mishears<L, M, N> for &Deliver<'_, L, C, M> {
    #[inline(always)]
    fn __listener(self) -> Deaf
    where
        N: IsMessage<L, M>,
    {
        Deaf
    }
}

/// Holds if messages of one type are of another type. It is only required where they are not, so it never holds.
#[diagnostic::on_unimplemented(
    message = "`{L}` takes messages of the type `{Self}`, but messages of the type `{M}` are sent here",
    label = "takes messages of the type `{Self}`"
)]
pub trait IsMessage<L, M: ?Sized> {}

/// A leaf that takes no messages of this type. If it is a tree whose header names no message type, the leaves in it may
/// take them.
pub trait Relays<'a, L, M> {
    /// The leaf, which passes the message on.
    fn __listener(self) -> Relay<'a, L, M>;
}

impl<'a, L: Node<C>, C: ?Sized, M: Any> Relays<'a, L, M> for &'a mut Deliver<'_, L, C, M> {
    #[inline(always)]
    fn __listener(self) -> Relay<'a, L, M> {
        Relay { leaf: &mut *self.leaf, message: self.message }
    }
}

/// A leaf in which there may be leaves that take the message.
pub struct Relay<'a, L, M> {
    leaf: &'a mut L,
    message: &'a M,
}

impl<L, M: Any> Relay<'_, L, M> {
    #[inline(always)]
    pub fn receive<C: ?Sized>(self, _: &mut C) -> Status {
        Status::Running
    }

    #[inline(always)]
    pub fn receive_inside<C: ?Sized, W: Watch>(
        self,
        node: usize,
        context: &mut C,
        inputs: &mut TickInputs<'_, W>,
    ) -> Status
    where
        L: Node<C>,
    {
        self.leaf.relay(node, context, inputs, self.message)
    }

    #[inline(always)]
    pub fn deliver<C: ?Sized, W: Watch>(
        self,
        node: usize,
        context: &mut C,
        inputs: &mut TickInputs<'_, W>,
    ) -> Option<bool>
    where
        L: Node<C>,
    {
        let status = self.leaf.relay(node, context, inputs, self.message);
        self.leaf.after_message(status, node, context, inputs)
    }
}

/// A leaf that takes no messages, in a tree whose messages borrow or have no size.
pub trait Ignores {
    /// No listener.
    fn __listener(self) -> Deaf;
}

impl<L, C: ?Sized, M: ?Sized> Ignores for &mut Deliver<'_, L, C, M> {
    #[inline(always)]
    fn __listener(self) -> Deaf {
        Deaf
    }
}

/// A leaf that takes the message, with everything it needs for it.
pub struct Listener<'a, L, C: ?Sized, M: ?Sized>(Deliver<'a, L, C, M>);

impl<L: ReceiveAt<C, M> + Node<C>, C: ?Sized, M: ?Sized> Listener<'_, L, C, M> {
    /// Sends the message to the leaf of an enum outside of a tree.
    #[inline(always)]
    pub fn receive(self, context: &mut C) -> Status {
        let Deliver { leaf, message, .. } = self.0;
        leaf.receive(context, message)
    }

    /// Sends the message to the leaf of an enum inside a tree.
    #[inline(always)]
    pub fn receive_inside<W: Watch>(self, node: usize, context: &mut C, inputs: &mut TickInputs<'_, W>) -> Status {
        let Deliver { leaf, message, .. } = self.0;
        leaf.receive_at(node, context, inputs, message)
    }

    /// Sends the message to a leaf of a tree. Returns `Some(success)` if the leaf has ended.
    #[inline(always)]
    pub fn deliver<W: Watch>(self, node: usize, context: &mut C, inputs: &mut TickInputs<'_, W>) -> Option<bool> {
        let Deliver { leaf, message, .. } = self.0;
        let status = leaf.receive_at(node, context, inputs, message);
        leaf.after_message(status, node, context, inputs)
    }
}

/// A leaf that does not take the message.
pub struct Deaf;

impl Deaf {
    #[inline(always)]
    pub fn receive<C: ?Sized>(self, _: &mut C) -> Status {
        Status::Running
    }

    #[inline(always)]
    pub fn receive_inside<C: ?Sized, W>(self, _: usize, _: &mut C, _: &mut TickInputs<'_, W>) -> Status {
        Status::Running
    }

    #[inline(always)]
    pub fn deliver<C: ?Sized, W>(self, _: usize, _: &mut C, _: &mut TickInputs<'_, W>) -> Option<bool> {
        None
    }
}
