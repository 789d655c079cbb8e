//! The messages of Groot2's protocol, version 2, as the publisher of BehaviorTree.CPP 4.10 answers them.

use std::io;

use serde::{Deserialize, Serialize};

/// The version of the protocol.
pub const PROTOCOL: u8 = 2;
/// The first part of an error reply. Its text follows.
pub const ERROR: &[u8] = b"error";
/// The most transitions that a publisher keeps.
pub const MOST_TRANSITIONS: usize = 1000;

/// Identifies the run of a program that answers.
pub type Uuid = [u8; 16];

/// The kinds of requests.
pub mod kind {
    pub const TREE: u8 = b'T';
    pub const STATUSES: u8 = b'S';
    pub const ENTRIES: u8 = b'B';
    pub const INSERT_HOOK: u8 = b'I';
    pub const REMOVE_HOOK: u8 = b'R';
    pub const UNLOCK: u8 = b'U';
    pub const HOOKS: u8 = b'D';
    pub const REMOVE_ALL: u8 = b'A';
    pub const DISABLE_ALL: u8 = b'X';
    pub const RECORD: u8 = b'r';
    pub const TRANSITIONS: u8 = b't';
    /// A publisher sends this unasked: a breakpoint was reached.
    pub const REACHED: u8 = b'N';
}

/// The status of a node.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "UPPERCASE")]
pub enum Status {
    #[default]
    Idle,
    Running,
    Success,
    Failure,
    Skipped,
}

/// In a list of statuses, a node that became idle has this number, plus the number of its previous status.
const IDLE_AFTER: u8 = 10;

impl Status {
    const ALL: [Status; 5] = [Status::Idle, Status::Running, Status::Success, Status::Failure, Status::Skipped];

    pub fn code(self) -> u8 {
        self as u8
    }

    pub fn of(code: u8) -> Option<Self> {
        Status::ALL.get(usize::from(code)).copied()
    }
}

/// What a publisher reports of a node.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct NodeStatus {
    pub status: Status,
    /// If it is idle: its previous status.
    pub before: Status,
}

impl NodeStatus {
    pub fn code(self) -> u8 {
        match self {
            NodeStatus { status: Status::Idle, before: Status::Idle } => 0,
            NodeStatus { status: Status::Idle, before } => IDLE_AFTER + before.code(),
            NodeStatus { status, .. } => status.code(),
        }
    }

    fn of(code: u8) -> Option<Self> {
        match code.checked_sub(IDLE_AFTER) {
            None => Some(NodeStatus { status: Status::of(code)?, before: Status::Idle }),
            Some(before) => Some(NodeStatus { status: Status::Idle, before: Status::of(before)? }),
        }
    }

    /// Changes the status of the node.
    pub fn become_(&mut self, status: Status) {
        let before = if status == Status::Idle { self.status } else { Status::Idle };
        *self = NodeStatus { status, before };
    }
}

/// The status of a node changed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Transition {
    /// Microseconds since the recording began.
    pub micros: u64,
    pub uid: u16,
    pub status: Status,
}

/// The bytes of a time: the lower six of eight.
const MICROS: usize = 6;
const TRANSITION: usize = MICROS + 3;
const STATUS: usize = 3;

/// The first part of a request.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Header {
    pub kind: u8,
    /// The number of the request, which its reply repeats.
    pub id: u32,
}

impl Header {
    pub fn write(self) -> Vec<u8> {
        let mut bytes = vec![PROTOCOL, self.kind];
        bytes.extend(self.id.to_le_bytes());
        bytes
    }

    /// The first part of a request. The version of the protocol is not checked: BehaviorTree.CPP's publisher does not,
    /// either.
    pub fn read(part: &[u8]) -> Option<Self> {
        match *part {
            [_, kind, a, b, c, d] => Some(Header { kind, id: u32::from_le_bytes([a, b, c, d]) }),
            _ => None,
        }
    }

    /// The first part of the reply.
    pub fn reply(self, run: Uuid) -> Vec<u8> {
        [&self.write()[..], &run].concat()
    }

    /// The run in the first part of a reply to this request.
    pub fn run(self, part: &[u8]) -> io::Result<Uuid> {
        match part.split_first_chunk::<6>() {
            Some((head, run)) if head[..] == self.write() => run.try_into().map_err(|_| wrong("a reply has no UUID")),
            _ if part.first().is_some_and(|protocol| *protocol != PROTOCOL) && part.len() == 22 => {
                Err(wrong(&format!("the program speaks version {} of Groot2's protocol, not {PROTOCOL}", part[0])))
            }
            _ => Err(wrong("a reply is not one to its request")),
        }
    }
}

fn wrong(why: &str) -> io::Error {
    io::Error::new(io::ErrorKind::InvalidData, format!("this is not Groot2's protocol: {why}"))
}

/// The statuses of nodes, by their ids.
pub fn statuses(bytes: &[u8]) -> io::Result<Vec<(u16, NodeStatus)>> {
    let rows = bytes.chunks_exact(STATUS);
    if !rows.remainder().is_empty() {
        return Err(wrong("a list of statuses is truncated"));
    }
    rows.map(|row| match NodeStatus::of(row[2]) {
        Some(told) => Ok((u16::from_le_bytes([row[0], row[1]]), told)),
        None => Err(wrong(&format!("there is no status {}", row[2]))),
    })
    .collect()
}

/// Appends the status of a node.
pub fn write_status(to: &mut Vec<u8>, uid: u16, told: NodeStatus) {
    to.extend(uid.to_le_bytes());
    to.push(told.code());
}

/// Transitions in the order in which they happened.
pub fn transitions(bytes: &[u8]) -> io::Result<Vec<Transition>> {
    let rows = bytes.chunks_exact(TRANSITION);
    if !rows.remainder().is_empty() {
        return Err(wrong("a list of transitions is truncated"));
    }
    rows.map(|row| {
        let status = Status::of(row[8]).ok_or_else(|| wrong(&format!("there is no status {}", row[8])))?;
        let micros = row[..MICROS].iter().rev().fold(0, |micros, byte| micros << 8 | u64::from(*byte));
        Ok(Transition { micros, uid: u16::from_le_bytes([row[6], row[7]]), status })
    })
    .collect()
}

/// Appends a transition.
pub fn write_transition(to: &mut Vec<u8>, Transition { micros, uid, status }: Transition) {
    to.extend(&micros.to_le_bytes()[..MICROS]);
    to.extend(uid.to_le_bytes());
    to.push(status.code());
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_written_is_read() {
        let transition = Transition { micros: 0x0605_0403_0201, uid: 0x0807, status: Status::Failure };
        let mut bytes = Vec::new();
        write_transition(&mut bytes, transition);
        assert_eq!(bytes, [1, 2, 3, 4, 5, 6, 7, 8, 3]);
        assert_eq!(transitions(&bytes).expect("one"), [transition]);

        let mut told = NodeStatus::default();
        let mut bytes = Vec::new();
        for status in [Status::Running, Status::Skipped, Status::Idle, Status::Idle] {
            told.become_(status);
            write_status(&mut bytes, 258, told);
        }
        assert_eq!(bytes, [2, 1, 1, 2, 1, 4, 2, 1, 14, 2, 1, 0]);
        assert_eq!(statuses(&bytes).expect("four").last(), Some(&(258, told)));
    }

    #[test]
    fn what_cannot_be_is_an_error() {
        for (bytes, why) in
            [(&b"\x01\0"[..], "truncated"), (b"\x01\0\x05", "no status 5"), (b"\x01\0\x0f", "no status 15")]
        {
            assert!(statuses(bytes).unwrap_err().to_string().contains(why));
        }
        assert!(transitions(b"12345678").unwrap_err().to_string().contains("truncated"));
        assert!(transitions(b"12345678\x05").unwrap_err().to_string().contains("no status 5"));
    }

    #[test]
    fn a_reply_belongs_to_its_request() {
        let header = Header { kind: kind::TREE, id: 0x0102_0304 };
        assert_eq!(header.write(), [2, b'T', 4, 3, 2, 1]);
        assert_eq!(Header::read(&header.write()), Some(header));
        assert_eq!(header.run(&header.reply([9; 16])).expect("its reply"), [9; 16]);
        let other = Header { id: 5, ..header };
        assert!(other.run(&header.reply([9; 16])).unwrap_err().to_string().contains("not one to its request"));
        let mut old = header.reply([9; 16]);
        old[0] = 1;
        assert!(header.run(&old).unwrap_err().to_string().contains("version 1 of Groot2's protocol, not 2"));
        assert!(header.run(b"").is_err() && header.run(&header.write()).is_err());
    }
}
