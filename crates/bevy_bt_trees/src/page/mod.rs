//! The live page: what watched agents do, in a browser.

mod served;
mod viewers;

pub use served::{BtPage, BtWatched};
pub use viewers::Viewers;
