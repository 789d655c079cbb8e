//! `Client`: asks a program that speaks Groot2's protocol.

use std::collections::hash_map::RandomState;
use std::fmt::{self, Display, Formatter};
use std::hash::{BuildHasher as _, Hasher as _};
use std::io;
use std::time::Duration;

use serde_json::Value;

use super::msgpack;
use super::protocol::{self, ERROR, Header, NodeStatus, Transition, Uuid, kind};
use super::zmtp::Limits;
use super::zmtp::client::Requester;

/// What a program may send, and how long it may take.
pub const LIMITS: Limits = Limits { message: 64 << 20, patience: Duration::from_secs(2) };

/// A connection to a program.
#[derive(Debug)]
pub struct Client {
    requester: Requester,
    next: u32,
    /// The run that answers.
    run: Option<Uuid>,
}

/// Why there is no answer.
#[derive(Debug)]
pub enum Fault {
    /// The program is gone, or breaks the protocol.
    Lost(io::Error),
    /// Another run answers: the program has restarted.
    Restarted,
    /// The program refuses this request.
    Refused(String),
}

impl Display for Fault {
    fn fmt(&self, formatter: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Fault::Lost(error) if error.kind() == io::ErrorKind::UnexpectedEof => {
                formatter.write_str("the program has closed the connection")
            }
            Fault::Lost(error) => error.fmt(formatter),
            Fault::Restarted => formatter.write_str("the program was started again"),
            Fault::Refused(why) => write!(formatter, "the program refuses a request: {why}"),
        }
    }
}

impl From<io::Error> for Fault {
    fn from(error: io::Error) -> Self {
        Fault::Lost(error)
    }
}

impl Client {
    /// Connects to the REP socket of a program, `host:port`.
    pub fn connect(address: &str) -> Result<Self, Fault> {
        let requester = Requester::connect(address, LIMITS)?;
        // Ids only tell clients apart in network traces.
        Ok(Client { requester, next: RandomState::new().build_hasher().finish() as u32, run: None })
    }

    /// The run that answers.
    pub fn run(&self) -> Option<Uuid> {
        self.run
    }

    /// The reply to a request, without its first part.
    pub fn ask(&mut self, kind: u8, part: Option<&[u8]>) -> Result<Option<Vec<u8>>, Fault> {
        let header = Header { kind, id: self.next };
        self.next = self.next.wrapping_add(1);
        let head = header.write();
        let mut parts = vec![&*head];
        parts.extend(part);
        let mut reply = self.requester.ask(&parts)?.into_iter();
        let first = reply.next().unwrap_or_default();
        if first == ERROR {
            let why = reply.next().unwrap_or_default();
            return Err(Fault::Refused(String::from_utf8_lossy(&why).chars().take(200).collect()));
        }
        let run = header.run(&first)?;
        match self.run.replace(run) {
            Some(known) if known != run => Err(Fault::Restarted),
            _ => Ok(reply.next()),
        }
    }

    fn payload(&mut self, kind: u8, part: Option<&[u8]>) -> Result<Vec<u8>, Fault> {
        Ok(self.ask(kind, part)?.unwrap_or_default())
    }

    /// The XML of the tree.
    pub fn tree(&mut self) -> Result<String, Fault> {
        let text = self.payload(kind::TREE, None)?;
        Ok(String::from_utf8_lossy(&text).into_owned())
    }

    /// The status of each node.
    pub fn statuses(&mut self) -> Result<Vec<(u16, NodeStatus)>, Fault> {
        Ok(protocol::statuses(&self.payload(kind::STATUSES, None)?)?)
    }

    /// Makes the program keep its transitions.
    pub fn record(&mut self) -> Result<(), Fault> {
        self.payload(kind::RECORD, Some(b"start")).map(drop)
    }

    /// The transitions since the last call. Each goes to one client only: the first that asks.
    pub fn transitions(&mut self) -> Result<Vec<Transition>, Fault> {
        Ok(protocol::transitions(&self.payload(kind::TRANSITIONS, None)?)?)
    }

    /// The entries of the blackboards with these names, which are separated by `;`.
    pub fn entries(&mut self, names: &str) -> Result<Value, Fault> {
        let bytes = self.payload(kind::ENTRIES, Some(names.as_bytes()))?;
        let broken = || io::Error::new(io::ErrorKind::InvalidData, "the entries are not MessagePack");
        Ok(msgpack::read(&bytes).ok_or_else(broken)?)
    }
}
