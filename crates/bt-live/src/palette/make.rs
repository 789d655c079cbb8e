//! `Make`: functions that make leaves from the arguments of a text.

use bt::__private::live::{Arg, Io, Mismatch, fits};

/// A function that makes a leaf: `Walk::new`, or a closure. It is implemented for functions of up to six arguments.
///
/// An argument is a number, a `bool`, a `String` or `&'static str`, a `Duration`, or of any type that a leaf or
/// function of the palette gives and that the text binds to a name.
pub trait Make<Args>: Send + Sync + 'static {
    /// What it makes.
    type Leaf;

    #[doc(hidden)]
    const ARGS: usize;

    #[doc(hidden)]
    fn make(&self, io: &Io<'_, '_, '_>) -> Self::Leaf;

    #[doc(hidden)]
    fn check(args: &[Arg<'_>]) -> Result<(), Mismatch>;
}

macro_rules! make {
    ($count:literal $($arg:ident $at:literal)*) => {
        impl<F, L, $($arg),*> Make<($($arg,)*)> for F
        where
            F: Fn($($arg),*) -> L + Send + Sync + 'static,
            $($arg: Clone + 'static,)*
        {
            type Leaf = L;

            const ARGS: usize = $count;

            #[allow(unused_variables)]
            fn make(&self, io: &Io<'_, '_, '_>) -> L {
                self($(io.arg($at, Some($arg::clone))),*)
            }

            #[allow(unused_variables)]
            fn check(args: &[Arg<'_>]) -> Result<(), Mismatch> {
                $(fits::<$arg>(args, $at)?;)*
                Ok(())
            }
        }
    };
}

make!(0);
make!(1 A 0);
make!(2 A 0 B 1);
make!(3 A 0 B 1 D 2);
make!(4 A 0 B 1 D 2 E 3);
make!(5 A 0 B 1 D 2 E 3 G 4);
make!(6 A 0 B 1 D 2 E 3 G 4 H 5);
