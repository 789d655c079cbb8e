//! `Make`: functions that make leaves from the arguments of a text.

use bt::__private::live::{Arg, Io, Mismatch, fits};

/// A function that makes a leaf from the arguments in a text: `Walk::new`, or a closure. Functions of up to six
/// arguments are such functions; you need not implement the trait.
///
/// An argument can be a literal: a number, `bool`, `char`, `String`, `&'static str`, [`Duration`](std::time::Duration)
/// (`1.5` is in seconds) or a variant of an enum that derives `bt::Literal`, or an `Option` of these. Or it is a name
/// that the text binds to the value of a leaf or an action.
///
/// ```
/// use bt_live::{LiveTree, Palette};
/// # use bt::{Behavior, Status};
/// # #[derive(Behavior)]
/// # #[behavior(context = Vec<f64>)]
/// # struct Walk { to: f64, speed: f64 }
/// # impl Walk {
/// #     fn run(&mut self, places: &mut Vec<f64>) -> Status {
/// #         places.push(self.to / self.speed);
/// #         Status::Success
/// #     }
/// # }
///
/// let palette = Palette::new().leaf("walk", |to: f64, speed: Option<f64>| Walk { to, speed: speed.unwrap_or(1.0) });
/// let mut tree = LiveTree::parse("sequence < walk(3.0, Some(2.0)), walk(0.0, None) >", &palette)?;
/// assert!(tree.tick_for(0.1, &mut Vec::new()).is_success());
/// # Ok::<(), bt_live::Refused>(())
/// ```
pub trait Make<Args>: Send + Sync + 'static {
    /// The leaf that it makes.
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
