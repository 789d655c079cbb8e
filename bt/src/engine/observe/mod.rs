//! How an observer gets the events of a tick.

pub(crate) mod look;
pub(crate) mod observed;
pub(crate) mod parent_links;
pub(crate) mod reasons;
mod reports;
pub(crate) mod watch;
