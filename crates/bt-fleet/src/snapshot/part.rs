//! The file of one worker: a header, its agents, their number, and a checksum.

use std::fs::{self, File};
use std::io::{BufReader, BufWriter, Read, Write};
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};
use xxhash_rust::xxh3::Xxh3;

use crate::agent::{Kind, open, open_any, seal};
use crate::error::FleetError;
use crate::world::Types;

/// The header of a file.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Head {
    pub(crate) epoch: u64,
    pub(crate) seed: u64,
    pub(crate) population: u64,
    /// The id of the next agent to be born.
    pub(crate) next: u64,
    pub(crate) types: Types,
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

/// The mark after the last agent.
const END: u64 = u64::MAX;

/// The most bytes of a header: a damaged length must not make a reader take all of a file.
const LONGEST_HEAD: u64 = 1 << 16;

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
            .map_err(FleetError::data("a snapshot"))?;
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

    /// Completes the file and renames it. Returns its size in bytes.
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

/// Checks that a file is intact, and matches its name: epoch, number, and number of files.
pub(crate) fn check(path: &Path, expected: (u64, u64, u64)) -> Result<(), FleetError> {
    let mut walk = Walk::open(path)?;
    let head = walk.head()?;
    if let Ok(Head { epoch, part, parts, .. }) = postcard::from_bytes(open_any(&walk.what, Kind::Snapshot, &head)?)
        && (epoch, part, parts) != expected
    {
        let text = |(epoch, part, parts)| format!("file {part} of {parts} of epoch {epoch}");
        return Err(FleetError::differs(walk.what, text(expected), text((epoch, part, parts))));
    }
    walk.agents(drop)
}

/// Reads the header of a file.
pub(crate) fn head(path: &Path) -> Result<Head, FleetError> {
    let mut walk = Walk::open(path)?;
    let head = walk.head()?;
    decoded(&walk.what, open_any(&walk.what, Kind::Snapshot, &head)?)
}

/// Reads a file: its header, and its serialized agents.
pub(crate) fn read(path: &Path, shape: u64) -> Result<(Head, Vec<Vec<u8>>), FleetError> {
    let mut walk = Walk::open(path)?;
    let head = walk.head()?;
    let head = decoded(&walk.what, open(&walk.what, Kind::Snapshot, shape, &head)?)?;
    let mut agents = Vec::new();
    walk.agents(|agent| agents.push(agent))?;
    Ok((head, agents))
}

fn decoded(what: &str, head: &[u8]) -> Result<Head, FleetError> {
    postcard::from_bytes(head).map_err(FleetError::data(format!("{what} cannot be read")))
}

/// Reads a file part by part, and updates the checksum.
struct Walk {
    file: BufReader<File>,
    checksum: Xxh3,
    at: u64,
    length: u64,
    what: String,
}

impl Walk {
    fn open(path: &Path) -> Result<Self, FleetError> {
        let file = File::open(path).map_err(failed(path))?;
        let length = file.metadata().map_err(failed(path))?.len();
        let what = format!("the snapshot {}", path.display());
        Ok(Walk { file: BufReader::with_capacity(1 << 16, file), checksum: Xxh3::new(), at: 0, length, what })
    }

    /// The header as written.
    fn head(&mut self) -> Result<Vec<u8>, FleetError> {
        let length = self.number()?;
        if length > LONGEST_HEAD {
            return Err(FleetError::Damaged { what: self.what.clone() });
        }
        self.take(length)
    }

    /// Reads all agents after the header, and checks their number and the checksum.
    fn agents(mut self, mut each: impl FnMut(Vec<u8>)) -> Result<(), FleetError> {
        let mut agents = 0;
        loop {
            match self.number()? {
                END => break,
                length => each(self.take(length)?),
            }
            agents += 1;
        }
        let (counted, checksum) = (self.number()?, self.checksum.digest());
        let is_whole = counted == agents && self.number()? == checksum && self.at == self.length;
        if is_whole { Ok(()) } else { Err(FleetError::Damaged { what: self.what }) }
    }

    fn take(&mut self, length: u64) -> Result<Vec<u8>, FleetError> {
        let end = self.at.saturating_add(length);
        if end > self.length {
            return Err(FleetError::CutOff { what: self.what.clone(), found: self.length, expected: end });
        }
        let mut bytes = vec![0; length as usize];
        self.file.read_exact(&mut bytes).map_err(FleetError::io(self.what.clone()))?;
        self.checksum.update(&bytes);
        self.at = end;
        Ok(bytes)
    }

    fn number(&mut self) -> Result<u64, FleetError> {
        let bytes = self.take(8)?;
        Ok(u64::from_le_bytes(std::array::from_fn(|byte| bytes[byte])))
    }
}
