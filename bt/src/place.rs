//! Where a running leaf is kept in the state of its tree.

use core::convert::Infallible;
use core::marker::PhantomData;

/// The type of a leaf's place: the leaf, or, for one that can never be running, something that cannot exist, so that
/// it takes no room and its resumption is no code.
pub type Wait<L, const CAN_RUN: bool> = <CanRun<CAN_RUN> as Choice>::Of<L>;

pub struct CanRun<const CAN_RUN: bool>;

pub trait Choice {
    type Of<L>;
}

impl Choice for CanRun<true> {
    type Of<L> = L;
}

impl Choice for CanRun<false> {
    type Of<L> = Never<L>;
}

/// The place of a leaf that cannot be running.
pub struct Never<L>(Infallible, PhantomData<L>);

/// What trees are asked to derive, without asking it of the leaf.
macro_rules! never {
    ($($derived:path, $function:ident($($other:ident: $ty:ty)?) -> $result:ty;)*) => {$(
        impl<L> $derived for Never<L> {
            fn $function(&self $(, $other: $ty)?) -> $result {
                $(let _ = $other;)?
                match self.0 {}
            }
        }
    )*};
}

never! {
    Clone, clone() -> Self;
    core::fmt::Debug, fmt(formatter: &mut core::fmt::Formatter<'_>) -> core::fmt::Result;
    PartialEq, eq(other: &Self) -> bool;
    PartialOrd, partial_cmp(other: &Self) -> Option<core::cmp::Ordering>;
    Ord, cmp(other: &Self) -> core::cmp::Ordering;
}

impl<L> Copy for Never<L> {}

impl<L> Eq for Never<L> {}

impl<L> core::hash::Hash for Never<L> {
    fn hash<H: core::hash::Hasher>(&self, _: &mut H) {
        match self.0 {}
    }
}

/// A place for the leaf `L`.
pub trait Place<L> {
    /// The place with the leaf in it.
    fn of(leaf: L) -> Self;
    /// The leaf in it.
    fn leaf(&mut self) -> &mut L;
}

impl<L> Place<L> for L {
    #[inline(always)]
    fn of(leaf: L) -> L {
        leaf
    }

    #[inline(always)]
    fn leaf(&mut self) -> &mut L {
        self
    }
}

impl<L> Place<L> for Never<L> {
    fn of(_: L) -> Self {
        unreachable!("this leaf cannot be running, as its type says, and it is")
    }

    fn leaf(&mut self) -> &mut L {
        match self.0 {}
    }
}

/// Puts a leaf into its place.
#[inline(always)]
pub fn put<L, P: Place<L>>(leaf: L) -> P {
    P::of(leaf)
}
