//! Source files: the trees in them, and mistakes drawn in their text.

pub mod blocks;
pub mod draw;
pub mod problem;
