//! Messages, which active leaves take between two ticks.

use core::marker::PhantomData;

use crate::behavior::Behavior;
use crate::inputs::Inputs;
use crate::status::{Outcome, Status};
use crate::watch::Watch;

/// A leaf that takes messages of the type `M`, for agents whose context is `C`.
///
/// A leaf that derives [`Behavior`](derive@crate::Behavior) names the type in its attribute, and has a method `receive`
/// of its own. The trait may be implemented by hand, too:
///
/// ```
/// use bt::{Behavior, Receive, Status};
///
/// struct Shot { damage: u32 }
///
/// /// Stays in the air until it is shot.
/// struct Fly { feathers: u32 }
///
/// impl Behavior<()> for Fly {
///     type Answer = Status;
///
///     fn run(&mut self, _: &mut ()) -> Status {
///         Status::Running
///     }
/// }
///
/// impl Receive<(), Shot> for Fly {
///     fn receive(&mut self, _: &mut (), shot: &Shot) -> Status {
///         self.feathers = self.feathers.saturating_sub(shot.damage);
///         if self.feathers == 0 { Status::Failure } else { Status::Running }
///     }
/// }
///
/// let mut duck = Fly { feathers: 3 };
/// assert_eq!(duck.receive(&mut (), &Shot { damage: 2 }), Status::Running);
/// assert_eq!(duck.receive(&mut (), &Shot { damage: 2 }), Status::Failure);
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` takes no messages of the type `{M}` in the context `{C}`",
    label = "takes no messages of the type `{M}`",
    note = "a leaf names the type in its attribute: `#[behavior(context = ..., message = {M})]`"
)]
pub trait Receive<C: ?Sized, M: ?Sized>: Behavior<C> {
    /// Called with each message that comes while the leaf is active.
    ///
    /// After [`Running`](Status::Running) the leaf goes on. With success or failure it is finished at once: it gets
    /// `finish`, and no more runs or messages; its parent reacts at its turn in the next tick.
    fn receive(&mut self, context: &mut C, message: &M) -> Status;

    #[doc(hidden)]
    #[inline(always)]
    fn __receive<W: Watch>(&mut self, node: usize, context: &mut C, inputs: &mut Inputs<'_, W>, message: &M) -> Status {
        let _ = (node, inputs);
        self.receive(context, message)
    }
}

/// A message for one active leaf, which may have no use for it.
///
/// Generated code has [`Hears`], [`Mishears`] and [`Ignores`] in scope and calls, once for each active leaf,
/// `Tell::new(leaf, context, message).__listener().tell(node, context, inputs)`, where `leaf` is a `&mut L`. The answer is
/// `Some(success)` if the message has ended the leaf: then its `finish` has been called, and its place is to remember
/// the result.
///
/// What `__listener` is depends on the type `L`, which therefore must not be a type parameter of the function where this
/// is called, or one with the bound `L: Receive<C, M>`. The context may be a parameter. `__listener` is a method of three
/// traits, and rustc takes the first that fits: the one for the value, then the one for `&`, then the one for `&mut`.
pub struct Tell<'a, L, C: ?Sized, M: ?Sized> {
    leaf: &'a mut L,
    message: &'a M,
    context: PhantomData<fn(&C)>,
}

impl<'a, L, C: ?Sized, M: ?Sized> Tell<'a, L, C, M> {
    /// A message for this leaf, in a context of this type.
    #[inline(always)]
    pub fn new(leaf: &'a mut L, _: &C, message: &'a M) -> Self {
        Tell { leaf, message, context: PhantomData }
    }
}

/// A leaf that takes the message.
pub trait Hears<'a, L, C: ?Sized, M: ?Sized> {
    /// The leaf, which listens.
    fn __listener(self) -> Listener<'a, L, C, M>;
}

impl<'a, L: Receive<C, M>, C: ?Sized, M: ?Sized> Hears<'a, L, C, M> for Tell<'a, L, C, M> {
    #[inline(always)]
    fn __listener(self) -> Listener<'a, L, C, M> {
        Listener(self)
    }
}

/// A leaf that takes messages of another type, `N`. It would never get one, so this is a mistake.
pub trait Mishears<L, M: ?Sized, N: ?Sized> {
    /// Refused.
    fn __listener(self) -> Deaf
    where
        N: IsMessage<L, M>;
}

impl<L: Receive<C, N>, C: ?Sized, M: ?Sized, N: ?Sized> Mishears<L, M, N> for &Tell<'_, L, C, M> {
    #[inline(always)]
    fn __listener(self) -> Deaf
    where
        N: IsMessage<L, M>,
    {
        Deaf
    }
}

/// That messages of one type are of another; asked only of those that are not.
#[diagnostic::on_unimplemented(
    message = "`{L}` takes messages of the type `{Self}`, but here come those of the type `{M}`",
    label = "takes messages of the type `{Self}`"
)]
pub trait IsMessage<L, M: ?Sized> {}

/// A leaf that takes no messages.
pub trait Ignores {
    /// None that listens.
    fn __listener(self) -> Deaf;
}

impl<L, C: ?Sized, M: ?Sized> Ignores for &mut Tell<'_, L, C, M> {
    #[inline(always)]
    fn __listener(self) -> Deaf {
        Deaf
    }
}

/// A leaf that takes the message, and all that it needs for that.
pub struct Listener<'a, L, C: ?Sized, M: ?Sized>(Tell<'a, L, C, M>);

impl<L: Receive<C, M>, C: ?Sized, M: ?Sized> Listener<'_, L, C, M> {
    /// What the leaf says of the message.
    #[inline(always)]
    pub fn receive(self, context: &mut C) -> Status {
        let Tell { leaf, message, .. } = self.0;
        leaf.receive(context, message)
    }

    /// The same inside a tree.
    #[inline(always)]
    pub fn receive_inside<W: Watch>(self, node: usize, context: &mut C, inputs: &mut Inputs<'_, W>) -> Status {
        let Tell { leaf, message, .. } = self.0;
        leaf.__receive(node, context, inputs, message)
    }

    /// Gives the message to a leaf of a tree. `Some` is the success or failure with which the leaf has finished.
    #[inline(always)]
    pub fn tell<W: Watch>(self, node: usize, context: &mut C, inputs: &mut Inputs<'_, W>) -> Option<bool> {
        let Tell { leaf, message, .. } = self.0;
        let (success, outcome) = match leaf.__receive(node, context, inputs, message) {
            Status::Running => return None,
            Status::Success => (true, Outcome::Success),
            Status::Failure => (false, Outcome::Failure),
        };
        leaf.__finish(node, context, inputs, outcome);
        if W::LOOKS {
            inputs.finish_alone(node, outcome);
        }
        Some(success)
    }
}

/// A leaf that the message passes by.
pub struct Deaf;

impl Deaf {
    #[inline(always)]
    pub fn receive<C: ?Sized>(self, _: &mut C) -> Status {
        Status::Running
    }

    #[inline(always)]
    pub fn receive_inside<C: ?Sized, W>(self, _: usize, _: &mut C, _: &mut Inputs<'_, W>) -> Status {
        Status::Running
    }

    #[inline(always)]
    pub fn tell<C: ?Sized, W>(self, _: usize, _: &mut C, _: &mut Inputs<'_, W>) -> Option<bool> {
        None
    }
}
