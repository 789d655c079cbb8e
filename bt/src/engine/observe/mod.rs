//! How an observer gets the events of a tick.
//!
//! `TreeObserver` is the user's. [`Observed`](observed::Observed) is one with the view of the tree that it watches now.
//! [`Watch`](watch::Watch) is the bound of a tick: an `Observed`, or `()` for none. A task for a whole tree makes the
//! `Watch` from what [`Watching`](super::machine::Watching) holds. `Observing` is what a boxed tree borrows of an
//! `Observed`.

pub(crate) mod look;
pub(crate) mod observed;
pub(crate) mod parent_links;
pub(crate) mod reasons;
mod reports;
pub(crate) mod watch;
