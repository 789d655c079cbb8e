//! Snapshots: all agents at the end of an epoch, in a folder with a file from each worker.
//!
//! A file is written under another name first, and renamed when all of it is on the disk. So a folder with all its files is
//! complete, and a fleet that is killed leaves the one before it.

mod folder;
mod part;

pub(crate) use folder::{last, prune};
pub(crate) use part::{Head, Part, read};
