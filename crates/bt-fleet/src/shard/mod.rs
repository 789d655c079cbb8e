//! The agents of one worker, and the directory of where agents are. No network and no threads.

mod directory;
mod nap;
mod place;
mod residents;

pub(crate) use directory::Directory;
pub(crate) use nap::Nap;
pub(crate) use place::Place;
pub(crate) use residents::{Left, Residents, Ticked};
