//! Snapshots: all agents at the end of an epoch, in a folder with a file from each worker.
//!
//! A file is written under another name first, and renamed when all of it is on the disk. So a folder with all its files is
//! complete, and a fleet that is killed leaves the one before it. Each process checks a part of the files before it begins; when one
//! is damaged, all take the snapshot before it.

mod folder;
mod part;

pub(crate) use folder::{Snapshot, complete, prune};
pub(crate) use part::{Head, Part, head, read};
