//! Trees as programs call them: at one, two and eight call sites, in boxes, in an enum, and in a generic function.
//!
//! rustc inlines a tick that is called once. The other cases show what a tick costs out of line.

use std::hint::black_box;

use crate::world::{Frames, World};

mod boxed;
mod lone;

/// A function with one call of a tick in it.
pub type Site<T, C, F> = fn(&mut T, &mut C, &mut F, u64);

/// A tree, and how it is called.
pub struct Row {
    /// The workload.
    pub workload: &'static str,
    /// How it is called.
    pub called: &'static str,
    /// Ticks a new agent this many times.
    pub run: Box<dyn Fn(u64)>,
    /// The most instructions, as a multiple of the best handwritten one: 7 % above the current count. `None` for the
    /// trees that others are compared with.
    pub most: Option<f64>,
}

/// Ticks at these sites in turn.
pub fn row<T: 'static, C: World, F: Frames>(
    (workload, called): (&'static str, &'static str),
    new: fn() -> T,
    sites: &'static [Site<T, C, F>],
    most: Option<f64>,
) -> Row {
    let run = move |ticks: u64| {
        let (mut tree, mut context, mut frames) = (new(), C::default(), F::default());
        let (tree, context) = (black_box(&mut tree), black_box(&mut context));
        sites.iter().for_each(|site| site(tree, context, &mut frames, ticks / sites.len() as u64));
    };
    Row { workload, called, run: Box::new(run), most }
}

/// Declares functions with one call each, and a list of them.
macro_rules! sites {
    ($tree:ty, $context:ty, $of:ty, |$this:ident, $with:ident, $frames:ident| $tick:expr; $($name:ident)*) => {
        pub const SITES: &[$crate::sites::Site<$tree, $context, $of>] = &[$($name),*];

        $(#[inline(never)]
        fn $name($this: &mut $tree, $with: &mut $context, $frames: &mut $of, ticks: u64) {
            let _ = &$frames;
            for _ in 0..ticks {
                $crate::world::World::prepare($with);
                std::hint::black_box($tick);
            }
        })*
    };
}

pub(crate) use sites;

/// All of them; for each workload, no tree at all and the handwritten ones come first.
pub fn rows() -> Vec<Row> {
    lone::rows().into_iter().chain(boxed::rows()).collect()
}
