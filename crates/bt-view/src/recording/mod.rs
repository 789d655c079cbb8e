//! `Recording`: what happened in trees.

mod decode;
pub(crate) mod encode;
mod error;
mod model;
mod reason;
mod recorder;

pub use error::ReadError;
pub(crate) use model::{Agent, Event, Sort, Step, What, World};
#[cfg(feature = "serve")]
pub(crate) use model::{Before, Happened};
pub use model::{Dropped, Recording};
#[cfg(feature = "serve")]
pub(crate) use reason::reason;
pub use recorder::{AgentKey, Recorder, Watching};
