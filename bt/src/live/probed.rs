//! What a type has, found out where the type is known: by the methods of [`Probe`], which Rust prefers to those of a
//! trait. Generated code has [`Unprobed`] in scope, whose methods have the same names.

use alloc::boxed::Box;
use core::fmt::Debug;

use super::erased::Slotted;
use super::io::{Io, Out};
use super::pieces;
use super::probe::Probe;
use super::saves::{LoadSlot, LoadValue, SaveSlot, SaveValue};
use super::slotting::{CloneSlot, DebugSlot};
use super::unit::{LiveTree, TreeIn};
use super::value::{Abilities, ErasedValue};
use crate::engine::leaf::bare::Bare;
use crate::engine::nodes::context_functions::{Number, Score};
use crate::random::Random;
use crate::time::IntoDuration;

impl<T: Debug> Probe<T> {
    pub fn __debug(self) -> Option<fn(&T) -> &dyn Debug> {
        Some(|value| value)
    }
}

impl<T: PartialEq> Probe<T> {
    pub fn __same(self) -> Option<fn(&T, &T) -> bool> {
        Some(|one, other| one == other)
    }
}

impl<T: Default> Probe<T> {
    pub fn __default(self) -> Option<fn() -> T> {
        Some(T::default)
    }

    pub fn __has_default(self) -> Option<&'static str> {
        None
    }
}

impl<T: Bare> Probe<T> {
    /// A leaf, a decorator or a composite without arguments.
    pub fn __bare(self) -> T {
        T::bare()
    }
}

impl<T: Clone> Probe<T> {
    pub fn __clone(self) -> Option<fn(&T) -> T> {
        Some(T::clone)
    }
}

impl<T: Send + Sync + 'static> Probe<T> {
    pub fn __erased(self) -> Option<fn(T, Abilities<T>) -> ErasedValue> {
        Some(ErasedValue::new)
    }

    pub fn __refused(self) -> Option<&'static str> {
        None
    }

    /// The slot of a decorator or a composite.
    pub fn __slot(self, made: T) -> Option<Slotted> {
        Some(Box::new(made))
    }
}

impl<T: LiveTree> Probe<T> {
    /// What a tree with a table of its own says of itself.
    pub fn __tree(self) -> Option<TreeIn> {
        Some(TreeIn::of::<T>())
    }
}

impl<T: IntoDuration> Probe<T> {
    pub fn __nanos(self, io: &mut Io<'_, '_, '_>, time: T) {
        pieces::nanos(io, time);
    }
}

impl<T: Number> Probe<T> {
    pub fn __number(self, io: &mut Io<'_, '_, '_>, number: T) {
        io.out = Out::Number(number.number());
    }
}

impl<T: Score> Probe<T> {
    pub fn __score(self, io: &mut Io<'_, '_, '_>, score: T) {
        io.out = Out::Number(score.score());
    }
}

impl<C: Random + ?Sized> Probe<C> {
    pub fn __draws(self) -> Option<&'static str> {
        None
    }

    /// Draws a word from the generator of the context.
    pub fn __draw(self, context: &mut C, io: &mut Io<'_, '_, '_>) {
        io.out = Out::Word(crate::engine::nodes::draw::word(context));
    }
}

/// The fallback for types that lack the trait: the same methods, found second.
pub trait Unprobed<T: ?Sized>: Sized {
    fn __debug(self) -> Option<fn(&T) -> &dyn Debug> {
        None
    }

    fn __same(self) -> Option<fn(&T, &T) -> bool> {
        None
    }

    fn __default(self) -> Option<fn() -> T>
    where
        T: Sized,
    {
        None
    }

    fn __bare(self) -> T
    where
        T: Sized,
    {
        pieces::no_piece()
    }

    fn __has_default(self) -> Option<&'static str> {
        Some("has no `Default`")
    }

    fn __clone(self) -> Option<fn(&T) -> T>
    where
        T: Sized,
    {
        None
    }

    fn __erased(self) -> Option<fn(T, Abilities<T>) -> ErasedValue>
    where
        T: Sized,
    {
        None
    }

    fn __refused(self) -> Option<&'static str> {
        Some("is not `Send + Sync + 'static`")
    }

    fn __slot(self, _: T) -> Option<Slotted>
    where
        T: Sized,
    {
        None
    }

    fn __clone_slot(self) -> Option<CloneSlot> {
        None
    }

    fn __debug_slot(self) -> Option<DebugSlot> {
        None
    }

    fn __save_slot(self) -> SaveSlot {
        SaveSlot::default()
    }

    fn __load_slot(self) -> LoadSlot {
        LoadSlot::default()
    }

    fn __save(self) -> SaveValue<T>
    where
        T: Sized,
    {
        SaveValue::<T>::default()
    }

    fn __load(self) -> LoadValue {
        LoadValue::default()
    }

    fn __tree(self) -> Option<TreeIn> {
        None
    }

    fn __nanos(self, io: &mut Io<'_, '_, '_>, _: T)
    where
        T: Sized,
    {
        io.out = Out::Refused;
    }

    fn __number(self, io: &mut Io<'_, '_, '_>, _: T)
    where
        T: Sized,
    {
        io.out = Out::Refused;
    }

    fn __score(self, io: &mut Io<'_, '_, '_>, _: T)
    where
        T: Sized,
    {
        io.out = Out::Refused;
    }

    fn __draws(self) -> Option<&'static str> {
        Some("has no source of random numbers")
    }

    fn __draw(self, _: &mut T, io: &mut Io<'_, '_, '_>) {
        io.out = Out::Refused;
    }
}

impl<T: ?Sized> Unprobed<T> for Probe<T> {}

/// How a value of the type that a probe asks about loses its type.
#[doc(hidden)]
#[macro_export]
macro_rules! __live_eraser {
    ($probe:expr) => {{
        #[allow(unused_imports)]
        use $crate::__private::live::Unprobed as _;
        let probe = $probe;
        $crate::__private::live::Eraser {
            erased: probe.__erased(),
            abilities: $crate::__private::live::Abilities {
                debug: probe.__debug(),
                same: probe.__same(),
                clone: probe.__clone(),
                save: probe.__save(),
            },
        }
    }};
}

/// A value as an [`ErasedValue`], if its type can be one.
#[doc(hidden)]
#[macro_export]
macro_rules! __live_erase {
    ($value:expr) => {{
        let value = $value;
        $crate::__private::live::eraser!($crate::__private::live::Probe::of(&value)).erase(value)
    }};
}

/// How a type is cloned, if it is.
#[doc(hidden)]
#[macro_export]
macro_rules! __live_clone_of {
    ($ty:ty) => {{
        #[allow(unused_imports)]
        use $crate::__private::live::Unprobed as _;
        $crate::__private::live::Probe::<$ty>::NEW.__clone()
    }};
}

/// What is known of the type of a value, or of the type that a constant probe asks about.
#[doc(hidden)]
#[macro_export]
macro_rules! __live_value_type {
    (probe $probe:expr) => {{
        #[allow(unused_imports)]
        use $crate::__private::live::Unprobed as _;
        let probe = $probe;
        $crate::__private::live::ValueType::of(probe, probe.__refused(), probe.__load(), |option| {
            match $probe.taken(option) {
                $crate::__private::Some(value) => $crate::__private::live::erase!(value),
                $crate::__private::None => $crate::__private::None,
            }
        })
    }};
    ($ty:ty) => {
        $crate::__private::live::value_type!(probe $crate::__private::live::Probe::<$ty>::NEW)
    };
}
