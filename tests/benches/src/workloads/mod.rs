//! The contexts, and what each leaf does: written once, and wrapped by every system.

pub mod deep;
pub mod door;
pub mod guard;
pub mod hall;
pub mod patrol;
pub mod rounds;
pub mod sentry;
pub mod watch;
pub mod way;
