//! Each tree of the benchmarks alone, compared with the handwritten versions.

use std::time::Duration;

use bt::Status;

use super::{Row, row, sites};
use crate::subject::NOTHING;
use crate::systems::{hand, texts};
use crate::workloads::*;
use crate::world::{Frame, Frames, Jittered, Steady, TickFor, World};

/// The handwritten version, in a function that is not inlined.
#[inline(never)]
pub fn called<C, T: TickFor<C>>(tree: &mut T, context: &mut C, frame: Duration) -> Status {
    tree.tick_for(context, frame)
}

/// No tree at all; the handwritten one, inlined and called; and the tree at one, two and eight sites. The numbers are
/// the most instructions allowed there, as multiples of the best handwritten one.
macro_rules! workload {
    (
        $module:ident = $name:expr; $text:ident, $context:ty, $frames_of:ty, $hand:ty, $most:expr;
        |$this:ident, $with:ident, $frames:ident| $tick:expr
    ) => {
        mod $module {
            use super::*;

            mod nothing {
                use super::*;
                sites!((), $context, $frames_of, |_tree, _context, frames| frames.next().time(); a);
            }

            mod inlined {
                use super::*;
                sites!($hand, $context, $frames_of, |tree, context, frames| tree.tick_for(context, frames.next().time()); a);
            }

            mod by_call {
                use super::*;
                sites!($hand, $context, $frames_of, |tree, context, frames| called(tree, context, frames.next().time()); a);
            }

            workload!(one: $text, $context, $frames_of, |$this, $with, $frames| $tick; a);
            workload!(two: $text, $context, $frames_of, |$this, $with, $frames| $tick; a b);
            workload!(eight: $text, $context, $frames_of, |$this, $with, $frames| $tick; a b c d e f g h);

            pub fn rows() -> [Row; 6] {
                let [at_one, at_two, at_eight] = $most;
                [
                    row(($name, NOTHING), || (), nothing::SITES, None),
                    row(($name, "by hand, inlined"), <$hand>::default, inlined::SITES, None),
                    row(($name, "by hand, called"), <$hand>::default, by_call::SITES, None),
                    row(($name, "one site"), one::Tree::new, one::SITES, Some(at_one)),
                    row(($name, "two sites"), two::Tree::new, two::SITES, Some(at_two)),
                    row(($name, "eight sites"), eight::Tree::new, eight::SITES, Some(at_eight)),
                ]
            }
        }
    };
    ($module:ident: $text:ident, $context:ty, $frames_of:ty, |$this:ident, $with:ident, $frames:ident| $tick:expr; $($site:ident)*) => {
        mod $module {
            #[allow(unused_imports)]
            use bt::bt;

            #[allow(unused_imports)]
            use super::*;
            #[allow(unused_imports)]
            use crate::systems::ours::*;

            texts::$text! {
                /// The tree at these sites.
                Tree
            }

            sites!(Tree, $context, $frames_of, |$this, $with, $frames| $tick; $($site)*);
        }
    };
}

workload! {
    w1 = <door::Room as World>::NAME;
    door, door::Room, Steady, hand::door::Straight, [1.16, 1.16, 1.16];
    |tree, context, frames| tree.tick(context)
}

workload! {
    w2 = <sentry::Sentry as World>::NAME;
    sentry, sentry::Sentry, Steady, hand::sentry::Straight, [1.00, 1.00, 1.00];
    |tree, context, frames| tree.tick(context)
}

workload! {
    w2_closures = "W2 sentry, closures";
    sentry_of_closures, sentry::Sentry, Steady, hand::sentry::Straight, [1.04, 1.04, 1.04];
    |tree, context, frames| tree.tick(context)
}

workload! {
    w3 = <deep::Deep as World>::NAME;
    deep, deep::Deep, Steady, hand::deep::Table, [0.96, 1.00, 1.00];
    |tree, context, frames| tree.tick(context)
}

workload! {
    w6 = <guard::Guard as World>::NAME;
    guard, guard::Guard, Steady, hand::guard::Straight, [1.15, 1.12, 1.12];
    |tree, context, frames| tree.tick(context)
}

workload! {
    w7 = <patrol::Patrol as World>::JITTERED;
    patrol, patrol::Patrol, Jittered, hand::patrol::Straight, [1.11, 1.11, 1.11];
    |tree, context, frames| tree.tick_for(frames.next().time(), context)
}

workload! {
    w8 = <watch::Watch as World>::JITTERED;
    watch, watch::Watch, Jittered, hand::watch::Straight, [1.03, 1.03, 1.03];
    |tree, context, frames| tree.tick_for(frames.next().time(), context)
}

pub fn rows() -> Vec<Row> {
    [w1::rows(), w2::rows(), w2_closures::rows(), w3::rows(), w6::rows(), w7::rows(), w8::rows()]
        .into_iter()
        .flatten()
        .collect()
}
