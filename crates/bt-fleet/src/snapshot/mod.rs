//! Snapshots: all agents at the end of an epoch, in a folder with one file per worker.
//!
//! A file is first written under another name, and renamed when it is completely on disk. So a folder with all its
//! files is complete, and if a fleet is killed, the previous snapshot remains. At the start, each process checks a part
//! of the files; if one is damaged, all processes use the previous snapshot.

mod folder;
mod part;

pub(crate) use folder::{Snapshot, complete, prune};
pub(crate) use part::{Head, Part, head, read};
