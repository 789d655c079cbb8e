//! Trees as programs call them: at one, two and eight call sites, in boxes, in an enum, and in a generic function.
//!
//! rustc inlines a tick where it is called once. What is called from more places shows what a tick costs out of line.

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
    /// Ticks a new agent so often.
    pub run: Box<dyn Fn(u64)>,
    /// The most instructions, as a multiple of the best that is written by hand: some 7 % more than there are. `None`
    /// for what trees are compared with.
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

/// All of them; of each workload, what does nothing and what is written by hand come first.
pub fn rows() -> Vec<Row> {
    lone::rows().into_iter().chain(boxed::rows()).collect()
}
