//! How an observer gets the events of a tick.

pub(crate) mod observed;
mod parent_links;
pub(crate) mod watch;
