//! Finds snapshots. The name of a folder contains its epoch and its number of files.

use std::fs;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};

use super::part::{Head, check};
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

    /// Whether all files exist. The number of files comes from a name, so no memory of that size is allocated.
    fn is_complete(&self) -> bool {
        self.parts > 0 && (0..self.parts).all(|part| self.path.join(name(part)).is_file())
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
    Ok(found.into_iter().partition(|found| found.is_complete()))
}

/// A complete snapshot.
#[derive(Clone, Debug)]
pub(crate) struct Snapshot {
    pub(crate) epoch: u64,
    pub(crate) path: PathBuf,
    /// A file from each worker.
    pub(crate) files: Vec<PathBuf>,
}

impl Snapshot {
    /// Checks the files of a process: every `processes`-th, starting at its number. Files of other programs are
    /// reported like damaged ones: neither can be read.
    pub(crate) fn check(&self, process: usize, processes: usize) -> Result<(), FleetError> {
        let parts = self.files.len() as u64;
        (0..)
            .zip(&self.files)
            .skip(process)
            .step_by(processes)
            .try_for_each(|(part, file)| check(file, (self.epoch, part, parts)))
    }

    /// Renames it so that it is not used again.
    pub(crate) fn set_aside(&self) -> Result<PathBuf, FleetError> {
        let name = self.path.file_name().unwrap_or_default().to_string_lossy();
        let aside = (0..).map(|number| self.path.with_file_name(format!("damaged-{number}-{name}")));
        let aside = aside.into_iter().find(|path| !path.exists()).unwrap_or_else(|| self.path.clone());
        fs::rename(&self.path, &aside).map_err(FleetError::io(format!("renaming {}", self.path.display())))?;
        Ok(aside)
    }
}

/// All complete snapshots, the oldest first.
pub(crate) fn complete(folder: &Path) -> Result<Vec<Snapshot>, FleetError> {
    let found = all(folder)?.0.into_iter();
    Ok(found.map(|found| Snapshot { epoch: found.epoch, files: found.files(), path: found.path }).collect())
}

/// Removes everything older than the last two complete snapshots. Several workers may do this at once.
pub(crate) fn prune(folder: &Path) -> Result<(), FleetError> {
    let (complete, rest) = all(folder)?;
    let Some(oldest) = complete.iter().rev().nth(1).map(|found| found.epoch) else { return Ok(()) };
    for Found { epoch, path, .. } in complete.iter().chain(&rest) {
        if *epoch < oldest {
            match fs::remove_dir_all(path) {
                // Another worker was faster.
                Err(error) if error.kind() == ErrorKind::NotFound => {}
                removed => removed.map_err(FleetError::io(format!("removing {}", path.display())))?,
            }
        }
    }
    Ok(())
}

impl Head {
    /// The path of a file while it is written, and its final path.
    pub(super) fn paths(&self, folder: &Path) -> (PathBuf, PathBuf) {
        let folder = folder.join(format!("epoch-{:012}-of-{:04}", self.epoch, self.parts));
        let name = name(self.part);
        (folder.join(format!("{name}.unfinished")), folder.join(name))
    }
}
