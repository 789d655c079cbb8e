//! What the user's types are to a tree: a leaf, a decorator, a composite, an answer.
//!
//! A piece asks by calling a method. If the type has what the tree needs, rustc takes an inherent method; otherwise
//! that of a trait, which does nothing. So a type that does not fit is not reported a second time, after the tree
//! itself.

use core::any::{Any, TypeId};
use core::marker::PhantomData;

use super::erased::Slotted;
use super::io::{Io, Out};
use super::pieces;
use super::probe::Probe;
use super::unit::{LeafType, LiveContext};
use super::value::Eraser;
use crate::answer::Answer;
use crate::behavior::Behavior;
use crate::composite::{Choice, Composite, Look, Next};
use crate::decorator::{Decision, Decorator};
use crate::engine::hooks::decides::Decides;
use crate::engine::leaf::answers::Raise;
use crate::engine::node::Node;
use crate::engine::nodes::composed::Returned;
use crate::engine::nodes::context_functions::ScoreOf;

/// Whether `T` is a leaf for the context `C`, whose errors can pass through a tree with the error `E`.
pub struct AsLeaf<T, C: ?Sized, E>(PhantomData<(T, E, PhantomData<C>)>);

/// Whether `T` is a decorator or a composite for the context `C`, in a tree with the error `E`. Its hooks return `A`.
pub struct AsParent<T, C: ?Sized, A, E>(PhantomData<(T, A, E, PhantomData<C>)>);

/// Whether what a function returns can be the answer of a node, in a tree with the error `E`.
pub struct AsAnswer<A, E>(PhantomData<fn() -> (A, E)>);

/// Whether `T` is a score: a number, or a function of the context `C` that gives one.
pub struct AsScore<T, C: ?Sized, Gives>(PhantomData<(T, Gives, PhantomData<C>)>);

macro_rules! questions {
    ($($question:ident<$($parameter:ident $(: ?$sized:ident)?),*>)*) => {$(
        impl<$($parameter $(: ?$sized)?),*> $question<$($parameter),*> {
            pub const NEW: Self = $question(PhantomData);

            /// `_` takes the length from a constant of the trait, such as `ASKED`, so rustc resolves that first: if a
            /// type implements the trait twice, this is the only error.
            pub const fn asked(_: [(); 0]) -> Self {
                Self::NEW
            }
        }

        impl<$($parameter $(: ?$sized)?),*> Clone for $question<$($parameter),*> {
            fn clone(&self) -> Self {
                *self
            }
        }

        impl<$($parameter $(: ?$sized)?),*> Copy for $question<$($parameter),*> {}
    )*};
}

questions! { AsLeaf<T, C: ?Sized, E> AsParent<T, C: ?Sized, A, E> AsAnswer<A, E> AsScore<T, C: ?Sized, Gives> }

impl<T, C: ?Sized, E: 'static> AsLeaf<T, C, E>
where
    T: Node<C, Answer: Raise<E> + Answer<Value: 'static>> + Send + Sync + 'static,
{
    /// Begins, resumes or aborts the leaf.
    pub fn __leaf(
        self,
        context: &mut C,
        io: &mut Io<'_, '_, '_>,
        make: fn(&mut C, &Io<'_, '_, '_>) -> T,
        erase: Eraser<<T::Answer as Answer>::Value>,
    ) {
        pieces::leaf::<T, C, E>(context, io, make, erase);
    }
}

impl<T: Behavior<C>, C: ?Sized, E> AsLeaf<T, C, E> {
    pub const ASKED: usize = 0;
}

impl<T: Node<C>, C: ?Sized, E> AsLeaf<T, C, E> {
    /// The question for a tree with the error of the leaf.
    pub fn __own(self) -> AsLeaf<T, C, <T::Answer as Answer>::Error> {
        AsLeaf::NEW
    }

    /// The type of its value.
    pub fn __gives(self) -> Probe<<T::Answer as Answer>::Value> {
        Probe::NEW
    }
}

impl<T, C: ?Sized, E: 'static> AsLeaf<T, C, E> {
    /// The error of the tree.
    pub fn error(self) -> TypeId {
        TypeId::of::<E>()
    }
}

impl<T: Node<C> + 'static, C: ?Sized, E> AsLeaf<T, C, E> {
    /// What is known of it.
    pub fn __type(self) -> LeafType {
        LeafType::leaf::<T, C>()
    }

    /// Passes a message to it.
    pub fn __receive<M: Any>(self, context: &mut C, io: &mut Io<'_, '_, '_>, message: &M) {
        pieces::relay::<T, C, M>(context, io, message);
    }
}

impl<T: LiveContext<C>, C: ?Sized, E> AsLeaf<T, C, E> {
    /// Calls a piece of the tree that the leaf is.
    pub fn __call(self, index: u32, context: &mut C, io: &mut Io<'_, '_, '_>) {
        T::call(index, context, io);
    }

    /// Passes a message to a leaf inside the tree.
    pub fn __relay<M: Any>(self, path: &[u32], context: &mut C, io: &mut Io<'_, '_, '_>, message: &M) {
        T::relay(path, context, io, message);
    }
}

impl<T: Decorator<C, A>, C: ?Sized, A: Decision, E> AsParent<T, C, A, E> {
    pub const DECORATES: usize = 0;

    /// Asks what the hooks of the decorator return.
    pub fn __decides(self) -> Self {
        self
    }
}

impl<T: Decorator<C, A> + 'static, C: ?Sized, A: Decision + Decides<E>, E: 'static> AsParent<T, C, A, E> {
    /// Makes the decorator, or calls one of its hooks.
    pub fn __decorator(self, context: &mut C, io: &mut Io<'_, '_, '_>, make: MakeParent<C>) {
        pieces::decorator::<T, C, A, E>(context, io, make);
    }
}

impl<T: Composite<C, A>, C: ?Sized, A: Choice, E> AsParent<T, C, A, E> {
    pub const COMPOSES: usize = 0;

    /// Asks what the hooks of the composite return.
    pub fn __chooses(self) -> Self {
        self
    }
}

impl<T: Composite<C, A> + 'static, C: ?Sized, A, E: 'static> AsParent<T, C, A, E>
where
    A: Choice<Start: Returned<(), E>, Look: Returned<Look, E>> + Returned<Next, E>,
{
    /// Makes the composite, or calls one of its hooks.
    pub fn __composite(self, context: &mut C, io: &mut Io<'_, '_, '_>, make: MakeParent<C>) {
        pieces::composite::<T, C, A, E>(context, io, make);
    }
}

/// Makes a decorator or a composite.
type MakeParent<C> = fn(&mut C, &Io<'_, '_, '_>) -> Option<Slotted>;

impl<A, E> AsAnswer<A, E> {
    /// The answer of this function.
    pub fn of(_: &impl FnOnce(&mut Io<'_, '_, '_>) -> A) -> Self {
        AsAnswer::NEW
    }
}

impl<A: Answer, E> AsAnswer<A, E> {
    /// The type of its value.
    pub fn __gives(self) -> Probe<A::Value> {
        Probe::NEW
    }
}

impl<A: Raise<E>, E: 'static> AsAnswer<A, E> {
    /// Calls the function, or says whether it can be running.
    pub fn __action(
        self,
        io: &mut Io<'_, '_, '_>,
        action: impl FnOnce(&mut Io<'_, '_, '_>) -> A,
        erase: Eraser<A::Value>,
    ) {
        pieces::action::<A, E>(io, action, erase);
    }
}

impl<T, C: ?Sized, Gives> AsScore<T, C, Gives> {
    pub fn of(_: &T, _: &C) -> Self {
        AsScore::NEW
    }
}

impl<T: ScoreOf<C, Gives>, C: ?Sized, Gives> AsScore<T, C, Gives> {
    /// The score.
    pub fn __score(self, context: &C, io: &mut Io<'_, '_, '_>, score: T) {
        io.out = Out::Number(score.score_of(context));
    }
}

/// What a type that is not a leaf does.
pub trait NoLeaf<T, C: ?Sized>: Sized {
    const ASKED: usize = 0;

    fn __own(self) -> Self {
        self
    }

    fn __gives(self) -> Probe<()> {
        Probe::NEW
    }

    fn __leaf<V>(self, _: &mut C, io: &mut Io<'_, '_, '_>, _: fn(&mut C, &Io<'_, '_, '_>) -> T, _: Eraser<V>) {
        io.out = Out::Refused;
    }

    fn __type(self) -> LeafType {
        pieces::no_piece()
    }

    fn __receive<M>(self, _: &mut C, _: &mut Io<'_, '_, '_>, _: &M) {}

    fn __relay<M>(self, _: &[u32], _: &mut C, _: &mut Io<'_, '_, '_>, _: &M) {}

    fn __call(self, _: u32, _: &mut C, io: &mut Io<'_, '_, '_>) {
        io.out = Out::Refused;
    }
}

impl<T, C: ?Sized, E> NoLeaf<T, C> for AsLeaf<T, C, E> {}

/// Fallback for the hooks of types that are neither a decorator nor a composite.
pub trait NoHooks: Sized {
    const DECORATES: usize = 0;
    const COMPOSES: usize = 0;

    fn __decides(self) -> Self {
        self
    }

    fn __chooses(self) -> Self {
        self
    }
}

impl<T, C: ?Sized, E> NoHooks for AsParent<T, C, (), E> {}

/// Fallback for types that are neither a decorator nor a composite of this tree.
pub trait NoParent<C: ?Sized>: Sized {
    fn __decorator(self, _: &mut C, io: &mut Io<'_, '_, '_>, _: MakeParent<C>) {
        io.out = Out::Refused;
    }

    fn __composite(self, _: &mut C, io: &mut Io<'_, '_, '_>, _: MakeParent<C>) {
        io.out = Out::Refused;
    }
}

impl<T, C: ?Sized, A, E> NoParent<C> for AsParent<T, C, A, E> {}

/// Fallback for results that are not answers.
pub trait NoAnswer<A>: Sized {
    fn __gives(self) -> Probe<()> {
        Probe::NEW
    }

    fn __action<V>(self, io: &mut Io<'_, '_, '_>, _: impl FnOnce(&mut Io<'_, '_, '_>) -> A, _: Eraser<V>) {
        io.out = Out::Refused;
    }
}

impl<A, E> NoAnswer<A> for AsAnswer<A, E> {}

/// Fallback for expressions that are not scores.
pub trait NoScore<T, C: ?Sized>: Sized {
    fn __score(self, _: &C, io: &mut Io<'_, '_, '_>, _: T) {
        io.out = Out::Refused;
    }
}

impl<T, C: ?Sized> NoScore<T, C> for AsScore<T, C, ()> {}
