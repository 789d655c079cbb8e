#![doc = include_str!("../../README.md")]
#![no_std]
#![forbid(unsafe_code)]
#![deny(missing_docs)]

mod answer;
mod behavior;
mod decorator;
mod drive;
mod home;
mod hook;
mod kept;
mod nodes;
mod place;
#[doc(hidden)]
#[allow(missing_docs)]
pub mod private;
pub mod shape;
mod step;
mod tally;
mod time;

pub use answer::Answer;
pub use behavior::{Behavior, Outcome, Status};
pub use bt_macros::Behavior;
pub use decorator::Decorator;
pub use time::Time;

/// Declares a behavior tree.
#[macro_export]
macro_rules! bt {
    ($($tree:tt)*) => {
        $crate::private::bt! { ($crate::private) $($tree)* }
    };
}
