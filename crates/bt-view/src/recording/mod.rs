//! `Recording`: what happened in trees.

pub(crate) mod codes;
mod edited;
#[cfg(feature = "groot2")]
mod elsewhere;
mod error;
mod event;
mod file;
mod grown;
mod model;
mod read;
mod reason;
mod recorder;

pub use error::ReadError;
pub(crate) use event::Event;
pub use event::{Sort, What};
#[cfg(feature = "feed")]
pub(crate) use grown::{Grown, Ids, Inside};
pub(crate) use model::{Agent, Step, Value, World};
#[cfg(feature = "feed")]
pub(crate) use model::{Before, Happened};
pub use model::{Dropped, Recording};
#[cfg(feature = "feed")]
pub(crate) use reason::{Parts, cut};
pub use recorder::{AgentKey, Recorder, StepRecorder};
