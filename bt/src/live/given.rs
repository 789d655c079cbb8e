//! `Given`: the arguments of a piece that are not code. The function that makes a leaf has each of them once: as it is
//! written in the built tree, and as a text gives it.

use alloc::string::String;
use core::any::Any;
use core::cell::Cell;
use core::time::Duration;

use super::io::{Arg, Io, Mismatch, fits, not_of};
use super::probe::Probe;

/// Where arguments come from. `of` is there for its type alone, which rustc infers from the call of the user's
/// function.
pub trait Given {
    /// Checks the type of an argument.
    fn fits<T: 'static>(&self, _at: usize, _of: &Option<T>) {}

    /// Checks the type of a constant. A name cannot be in its place: nothing is known of how its value is cloned.
    fn constant_fits<T: 'static>(&self, _at: usize, _of: &Option<T>) {}

    /// Checks the type of a name: a live tree clones its value, even where it is used last.
    fn name_fits<T: 'static>(&self, _at: usize, _clone: Option<fn(&T) -> T>) {}

    /// A literal.
    fn literal<T: 'static>(&self, at: usize, written: impl FnOnce() -> T, of: &Option<T>) -> T;

    /// A constant: the one of the built tree, or another one by type.
    fn constant<T: 'static>(&self, at: usize, written: impl FnOnce() -> T, of: &Option<T>) -> T;

    /// A name. A text may have another one, whose value is cloned.
    fn name<T: 'static>(&self, at: usize, clone: Option<fn(&T) -> T>, written: impl FnOnce() -> T) -> T;
}

/// As the built tree has them.
pub struct Written;

impl Given for Written {
    fn literal<T: 'static>(&self, _: usize, written: impl FnOnce() -> T, _: &Option<T>) -> T {
        written()
    }

    fn constant<T: 'static>(&self, _: usize, written: impl FnOnce() -> T, _: &Option<T>) -> T {
        written()
    }

    fn name<T: 'static>(&self, _: usize, _: Option<fn(&T) -> T>, written: impl FnOnce() -> T) -> T {
        written()
    }
}

/// Reads them from the text.
impl Given for Io<'_, '_, '_> {
    fn literal<T: 'static>(&self, at: usize, _: impl FnOnce() -> T, _: &Option<T>) -> T {
        match self.args[at] {
            Arg::Value(value) => copied(value).unwrap_or_else(|| not_of::<T>(at)),
            _ => self.arg(at, None),
        }
    }

    fn constant<T: 'static>(&self, at: usize, written: impl FnOnce() -> T, _: &Option<T>) -> T {
        if let Arg::Built = self.args[at] { written() } else { self.arg(at, None) }
    }

    fn name<T: 'static>(&self, at: usize, clone: Option<fn(&T) -> T>, _: impl FnOnce() -> T) -> T {
        self.arg(at, clone)
    }
}

/// Only their types are of interest.
pub struct Checks<'x> {
    args: &'x [Arg<'x>],
    found: Cell<Result<(), Mismatch>>,
}

impl Checks<'_> {
    /// The first mismatch counts.
    fn note(&self, result: Result<(), Mismatch>) {
        if self.found.get().is_ok() {
            self.found.set(result);
        }
    }

    fn is_name(&self, at: usize) -> bool {
        matches!(self.args[at], Arg::Value(_) | Arg::Typed(_))
    }
}

impl Given for Checks<'_> {
    fn fits<T: 'static>(&self, at: usize, _: &Option<T>) {
        self.note(fits::<T>(self.args, at));
    }

    fn constant_fits<T: 'static>(&self, at: usize, of: &Option<T>) {
        self.fits(at, of);
        if self.is_name(at) {
            self.note(Err(Mismatch { at, expected: "constant" }));
        }
    }

    fn name_fits<T: 'static>(&self, at: usize, clone: Option<fn(&T) -> T>) {
        self.fits(at, &None::<T>);
        if self.is_name(at) && clone.is_none() {
            self.note(Err(Mismatch { at, expected: "type with `Clone`" }));
        }
    }

    fn literal<T: 'static>(&self, at: usize, _: impl FnOnce() -> T, _: &Option<T>) -> T {
        not_of(at)
    }

    fn constant<T: 'static>(&self, at: usize, _: impl FnOnce() -> T, _: &Option<T>) -> T {
        not_of(at)
    }

    fn name<T: 'static>(&self, at: usize, _: Option<fn(&T) -> T>, _: impl FnOnce() -> T) -> T {
        not_of(at)
    }
}

/// Checks the types of the arguments of a text. `make` gets no names, so that it ends before it makes something.
pub fn checked<T>(args: &[Arg<'_>], make: impl FnOnce(&Checks<'_>) -> Option<T>) -> Result<(), Mismatch> {
    let checks = Checks { args, found: Cell::new(Ok(())) };
    let _ = make(&checks);
    checks.found.get()
}

/// What a name in the code of a piece means.
pub enum Lent<'x, T> {
    /// The value of a binding, which the piece uses last: it is moved.
    Own(T),
    Ref(&'x T),
    /// In a live tree: an argument of the text is in its place.
    Argument,
}

impl<T> Lent<'_, T> {
    pub fn get(&self) -> &T {
        match self {
            Lent::Own(value) => value,
            Lent::Ref(value) => value,
            Lent::Argument => unreachable!("an argument is taken from the text"),
        }
    }

    pub fn own(self) -> T {
        match self {
            Lent::Own(value) => value,
            Lent::Ref(_) | Lent::Argument => unreachable!("an argument is taken from the text"),
        }
    }
}

/// Finds the type of a name's value.
pub fn lent<T>(_: Option<&Lent<'_, T>>) -> Probe<T> {
    Probe::NEW
}

/// The result of a function that takes names.
pub fn made<T>(made: Option<T>) -> T {
    made.expect("the names are given")
}

/// The copy of a value of a type that literals have.
fn copied<T: 'static>(value: &dyn Any) -> Option<T> {
    let mut copy: Option<T> = None;
    let to: &mut dyn Any = &mut copy;
    macro_rules! copy {
        ($($ty:ty)*) => {$(
            if let (Some(value), Some(to)) = (value.downcast_ref::<$ty>(), to.downcast_mut::<Option<$ty>>()) {
                *to = Some(value.clone());
            }
        )*};
    }
    copy!(bool char &'static str String Duration f32 f64);
    copy!(i8 i16 i32 i64 i128 isize u8 u16 u32 u64 u128 usize);
    copy
}
