//! The frame around saved data: a header with kind, version and shape, and a checksum at the end.

use xxhash_rust::xxh3::xxh3_64;

use crate::error::FleetError;

const MAGIC: [u8; 4] = *b"btfl";
/// Magic, kind, version, shape, length.
const HEAD: usize = 4 + 1 + 2 + 8 + 8;
const CHECKSUM: usize = 8;

/// The kind of data in a frame.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    Agent = 1,
    Snapshot = 2,
}

impl Kind {
    /// The version of the format. Data of other versions is refused.
    const fn version(self) -> u16 {
        match self {
            Kind::Agent => 1,
            Kind::Snapshot => 2,
        }
    }
}

/// Writes a body in its frame.
pub(crate) fn seal<E>(kind: Kind, shape: u64, body: impl FnOnce(Vec<u8>) -> Result<Vec<u8>, E>) -> Result<Vec<u8>, E> {
    let mut bytes = Vec::with_capacity(128);
    bytes.extend(MAGIC);
    bytes.push(kind as u8);
    bytes.extend(kind.version().to_le_bytes());
    bytes.extend(shape.to_le_bytes());
    bytes.extend([0; 8]);
    let mut bytes = body(bytes)?;
    let length = (bytes.len() - HEAD) as u64;
    bytes[HEAD - 8..HEAD].copy_from_slice(&length.to_le_bytes());
    bytes.extend(xxh3_64(&bytes).to_le_bytes());
    Ok(bytes)
}

/// The body in a frame, if it is intact, and of this version and tree.
pub(crate) fn open<'b>(what: &str, kind: Kind, shape: u64, bytes: &'b [u8]) -> Result<&'b [u8], FleetError> {
    let (found, body) = parts(what, kind, bytes)?;
    if found != shape {
        let text = |shape: u64| format!("{shape:016x}");
        return Err(FleetError::differs(format!("the shape of the tree of {what}"), text(shape), text(found)));
    }
    Ok(body)
}

/// The body in a frame, if it is intact and of this version, for any tree.
pub(crate) fn open_any<'b>(what: &str, kind: Kind, bytes: &'b [u8]) -> Result<&'b [u8], FleetError> {
    Ok(parts(what, kind, bytes)?.1)
}

/// The shape of the tree, and the body.
fn parts<'b>(what: &str, kind: Kind, bytes: &'b [u8]) -> Result<(u64, &'b [u8]), FleetError> {
    let cut_off = |expected: u64| FleetError::CutOff { what: what.into(), found: bytes.len() as u64, expected };
    let shared = bytes.len().min(MAGIC.len());
    if bytes[..shared] != MAGIC[..shared] || bytes.get(4).is_some_and(|found| *found != kind as u8) {
        return Err(FleetError::Foreign { what: what.into() });
    }
    let Some((head, rest)) = bytes.split_first_chunk::<HEAD>() else {
        return Err(cut_off((HEAD + CHECKSUM) as u64));
    };
    let version = u16::from_le_bytes([head[5], head[6]]);
    if version != kind.version() {
        return Err(FleetError::differs(format!("the version of {what}"), kind.version(), version));
    }
    let number = |from: usize| u64::from_le_bytes(std::array::from_fn(|byte| head[from + byte]));
    let (found, length) = (number(7), number(15));
    let whole = length.saturating_add((HEAD + CHECKSUM) as u64);
    if (bytes.len() as u64) < whole {
        return Err(cut_off(whole));
    }
    let (body, checksum) = rest.split_at(usize::try_from(length).unwrap_or(rest.len()));
    if checksum.len() != CHECKSUM || xxh3_64(&bytes[..HEAD + body.len()]).to_le_bytes() != *checksum {
        return Err(FleetError::Damaged { what: what.into() });
    }
    Ok((found, body))
}
