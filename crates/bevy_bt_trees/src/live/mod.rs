//! The live page: what watched agents do, in a browser.

mod page;
mod viewers;

pub use page::{BtLive, BtWatched};
pub use viewers::Viewers;
