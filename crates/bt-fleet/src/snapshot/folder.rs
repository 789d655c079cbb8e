//! Which snapshots there are. The name of a folder says its epoch and how many files it must have.

use std::fs;
use std::path::{Path, PathBuf};

use super::part::Head;
use crate::error::FleetError;

/// The folder of a snapshot.
struct Found {
    epoch: u64,
    parts: u64,
    path: PathBuf,
}

impl Found {
    fn parse(path: PathBuf) -> Option<Self> {
        let (epoch, parts) = path.file_name()?.to_str()?.strip_prefix("epoch-")?.split_once("-of-")?;
        Some(Found { epoch: epoch.parse().ok()?, parts: parts.parse().ok()?, path })
    }

    fn files(&self) -> Vec<PathBuf> {
        (0..self.parts).map(|part| self.path.join(name(part))).collect()
    }
}

fn name(part: u64) -> String {
    format!("worker-{part:04}")
}

/// All complete snapshots, the oldest first, and those that are not complete.
fn all(folder: &Path) -> Result<(Vec<Found>, Vec<Found>), FleetError> {
    let failed = || FleetError::io(format!("the snapshots in {}", folder.display()));
    if !folder.exists() {
        return Ok((Vec::new(), Vec::new()));
    }
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).map_err(failed())? {
        found.extend(Found::parse(entry.map_err(failed())?.path()));
    }
    found.sort_unstable_by_key(|found| (found.epoch, found.parts));
    Ok(found.into_iter().partition(|found| found.files().iter().all(|file| file.exists())))
}

/// The last complete snapshot: its epoch, and its files.
pub(crate) fn last(folder: &Path) -> Result<Option<(u64, Vec<PathBuf>)>, FleetError> {
    Ok(all(folder)?.0.pop().map(|found| (found.epoch, found.files())))
}

/// Removes what is older than the last two complete snapshots.
pub(crate) fn prune(folder: &Path) -> Result<(), FleetError> {
    let (complete, rest) = all(folder)?;
    let Some(oldest) = complete.iter().rev().nth(1).map(|found| found.epoch) else { return Ok(()) };
    for Found { epoch, path, .. } in complete.iter().chain(&rest) {
        if *epoch < oldest {
            fs::remove_dir_all(path).map_err(FleetError::io(format!("removing {}", path.display())))?;
        }
    }
    Ok(())
}

impl Head {
    /// Where the file is while it is written, and then.
    pub(super) fn paths(&self, folder: &Path) -> (PathBuf, PathBuf) {
        let folder = folder.join(format!("epoch-{:012}-of-{:04}", self.epoch, self.parts));
        let name = name(self.part);
        (folder.join(format!("{name}.unfinished")), folder.join(name))
    }
}
