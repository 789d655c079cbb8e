//! The file of one worker: a head, its agents, how many they are, and a checksum.

use std::fs::{self, File};
use std::io::{BufWriter, Write};
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};
use xxhash_rust::xxh3::{Xxh3, xxh3_64};

use crate::agent::{Kind, open, seal};
use crate::error::FleetError;

/// What stands at the beginning of a file.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Head {
    pub(crate) epoch: u64,
    pub(crate) seed: u64,
    pub(crate) population: u64,
    pub(crate) part: u64,
    pub(crate) parts: u64,
}

/// A file that is being written.
pub(crate) struct Part {
    file: BufWriter<File>,
    checksum: Xxh3,
    agents: u64,
    paths: (PathBuf, PathBuf),
}

/// Behind the last agent.
const END: u64 = u64::MAX;

fn failed(path: &Path) -> impl FnOnce(std::io::Error) -> FleetError {
    FleetError::io(format!("the snapshot {}", path.display()))
}

impl Part {
    pub(crate) fn begin(folder: &Path, head: &Head, shape: u64) -> Result<Self, FleetError> {
        let paths = head.paths(folder);
        fs::create_dir_all(paths.0.parent().unwrap_or(folder)).map_err(failed(folder))?;
        let file = BufWriter::new(File::create(&paths.0).map_err(failed(&paths.0))?);
        let mut part = Part { file, checksum: Xxh3::new(), agents: 0, paths };
        let head = seal(Kind::Snapshot, shape, |bytes| postcard::to_extend(head, bytes))
            .map_err(|error| FleetError::Data { what: "a snapshot".into(), text: error.to_string() })?;
        part.write(&(head.len() as u64).to_le_bytes())?;
        part.write(&head)?;
        Ok(part)
    }

    fn write(&mut self, bytes: &[u8]) -> Result<(), FleetError> {
        self.checksum.update(bytes);
        self.file.write_all(bytes).map_err(failed(&self.paths.0))
    }

    pub(crate) fn agent(&mut self, bytes: &[u8]) -> Result<(), FleetError> {
        self.agents += 1;
        self.write(&(bytes.len() as u64).to_le_bytes())?;
        self.write(bytes)
    }

    /// All agents are in it: it gets its name. Returns how many bytes it has.
    pub(crate) fn finish(mut self) -> Result<u64, FleetError> {
        self.write(&END.to_le_bytes())?;
        self.write(&self.agents.to_le_bytes())?;
        let checksum = self.checksum.digest().to_le_bytes();
        self.write(&checksum)?;
        let (unfinished, path) = self.paths;
        let file = self.file.into_inner().map_err(|error| failed(&unfinished)(error.into_error()))?;
        file.sync_all().map_err(failed(&unfinished))?;
        let length = file.metadata().map_err(failed(&unfinished))?.len();
        fs::rename(&unfinished, &path).map_err(failed(&path))?;
        Ok(length)
    }
}

/// Reads a file: its head, and its agents as they are written down.
pub(crate) fn read(path: &Path, shape: u64) -> Result<(Head, Vec<Vec<u8>>), FleetError> {
    let bytes = fs::read(path).map_err(failed(path))?;
    let what = format!("the snapshot {}", path.display());
    let mut reader = Reader { bytes: &bytes, at: 0, what: &what };
    let head = reader.number()?;
    let head = open(&what, Kind::Snapshot, shape, reader.take(head)?)?;
    let head = postcard::from_bytes(head)
        .map_err(|error| FleetError::Data { what: format!("{what} cannot be read"), text: error.to_string() })?;
    let mut agents = Vec::new();
    loop {
        match reader.number()? {
            END => break,
            length => agents.push(reader.take(length)?.to_vec()),
        }
    }
    let counted = reader.number()?;
    let checked = reader.at;
    let checksum = reader.number()?;
    if counted != agents.len() as u64 || reader.at != bytes.len() || checksum != xxh3_64(&bytes[..checked]) {
        return Err(FleetError::Damaged { what });
    }
    Ok((head, agents))
}

struct Reader<'b> {
    bytes: &'b [u8],
    at: usize,
    what: &'b str,
}

impl<'b> Reader<'b> {
    fn take(&mut self, length: u64) -> Result<&'b [u8], FleetError> {
        let found = self.bytes.len() as u64;
        let end = (self.at as u64).saturating_add(length);
        if end > found {
            return Err(FleetError::CutOff { what: self.what.into(), found, expected: end });
        }
        let taken = &self.bytes[self.at..][..length as usize];
        self.at += taken.len();
        Ok(taken)
    }

    fn number(&mut self) -> Result<u64, FleetError> {
        let bytes = self.take(8)?;
        Ok(u64::from_le_bytes(std::array::from_fn(|byte| bytes[byte])))
    }
}
