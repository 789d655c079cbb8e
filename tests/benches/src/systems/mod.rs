//! The systems: each runs the same leaves on the same contexts.

pub mod actions;
pub mod bonsai;
pub mod boxed;
pub mod closures;
pub mod dispatch;
pub mod generic;
pub mod hand;
pub mod lite;
pub mod ours;
pub(crate) mod texts;
