//! A recording from bytes. Whatever they are, reading them neither panics nor takes more memory than some times their length.

use std::sync::Arc;
use std::time::Duration;

use bt::Outcome;
use bt::describe::NodeKind;

use super::encode::{MAGIC, VERSION, hash};
use super::error::ReadError;
use super::model::{Agent, Before, Dropped, Event, Recording, Sort, Step, What, World};
use super::reason::MOST;
use crate::outline::{Node, Outline};
use crate::state::State;

/// The deepest nesting that is read.
const DEEPEST: usize = 1000;

type Read<T> = Result<T, ReadError>;

impl Recording {
    /// A recording from the bytes of a file.
    ///
    /// # Errors
    ///
    /// If the bytes are no recording, or one of another version, or if they are cut off or damaged.
    ///
    /// ```
    /// use bt_view::Recording;
    ///
    /// let error = Recording::from_bytes(b"a picture").unwrap_err();
    /// assert_eq!(error.to_string(), "this is no recording of a behavior tree");
    /// ```
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, ReadError> {
        let body = bytes.strip_prefix(MAGIC).ok_or(match MAGIC.starts_with(bytes) {
            true => ReadError::CutOff,
            false => ReadError::NotARecording,
        })?;
        let mut reader = Reader { rest: body };
        match reader.number()? {
            VERSION => {}
            version => return Err(ReadError::Version(version)),
        }
        let recording = reader.recording()?;
        let (end, rest) = reader.rest.split_at_checked(8).ok_or(ReadError::CutOff)?;
        if !rest.is_empty() {
            return Err(ReadError::Damaged("something stands behind its end"));
        }
        if hash(&bytes[..bytes.len() - 8]).to_le_bytes() != end {
            return Err(ReadError::Damaged("its hash is another one"));
        }
        Ok(recording)
    }
}

struct Reader<'b> {
    rest: &'b [u8],
}

impl Reader<'_> {
    fn recording(&mut self) -> Read<Recording> {
        let dropped = Dropped { steps: self.number()?, events: self.number()? };
        let trees = self.list(Self::tree)?;
        let agents = self.list(|reader| reader.agent(&trees))?;
        let mut recording = Recording { trees, agents, dropped, ..Recording::default() };
        let texts = self.list(Self::reason)?;
        let mut span = 0;
        for _ in 0..self.count()? {
            let step = self.step(&mut span, &recording)?;
            self.events(&step, &texts, &mut recording)?;
            recording.steps.push_back(step);
        }
        recording.worlds = self.list(|reader| Ok(World { after: reader.number()?, svg: reader.text()? }))?.into();
        Ok(recording)
    }

    fn number(&mut self) -> Read<u64> {
        let mut number = 0;
        for shift in (0..64).step_by(7) {
            let (byte, rest) = self.rest.split_first().ok_or(ReadError::CutOff)?;
            self.rest = rest;
            let bits = u64::from(byte & 0x7f);
            if bits << shift >> shift != bits {
                break;
            }
            number |= bits << shift;
            if byte & 0x80 == 0 {
                return Ok(number);
            }
        }
        Err(ReadError::Damaged("a number is too large"))
    }

    fn size(&mut self) -> Read<usize> {
        usize::try_from(self.number()?).map_err(|_| ReadError::Damaged("a number is too large"))
    }

    fn signed(&mut self) -> Read<i64> {
        self.number().map(signed)
    }

    /// The length of a list, of which each entry has at least one byte.
    fn count(&mut self) -> Read<usize> {
        let count = self.size()?;
        if count > self.rest.len() { Err(ReadError::CutOff) } else { Ok(count) }
    }

    fn list<T>(&mut self, mut entry: impl FnMut(&mut Self) -> Read<T>) -> Read<Vec<T>> {
        (0..self.count()?).map(|_| entry(self)).collect()
    }

    fn text(&mut self) -> Read<String> {
        let length = self.count()?;
        let (text, rest) = self.rest.split_at(length);
        self.rest = rest;
        let text = std::str::from_utf8(text).map_err(|_| ReadError::Damaged("a text is no UTF-8"))?;
        Ok(text.to_owned())
    }

    fn reason(&mut self) -> Read<Arc<str>> {
        let text = self.text()?;
        if text.chars().count() > MOST {
            return Err(ReadError::Damaged("a reason has more than 200 characters"));
        }
        Ok(text.into())
    }

    fn time(&mut self) -> Read<Duration> {
        self.number().map(Duration::from_nanos)
    }

    fn tree(&mut self) -> Read<Outline> {
        let nodes = self.list(Self::node)?;
        let fits = |pair: &[Node]| pair[1].depth >= 1 && pair[1].depth <= pair[0].depth + 1;
        if nodes.first().is_none_or(|root| root.depth != 0) || !nodes.windows(2).all(fits) {
            return Err(ReadError::Damaged("its nodes are no tree"));
        }
        if nodes.iter().any(|node| node.depth > DEEPEST) {
            return Err(ReadError::Damaged("its nodes are nested more than 1000 deep"));
        }
        Ok(Outline::from_nodes(nodes))
    }

    fn node(&mut self) -> Read<Node> {
        let kind = match self.number()? {
            0 => NodeKind::Composite,
            1 => NodeKind::Decorator,
            2 => NodeKind::Leaf,
            _ => return Err(ReadError::Damaged("there is no such kind of node")),
        };
        let depth = self.size()?;
        let label = Some(self.text()?).filter(|label| !label.is_empty());
        let (name, args, arm) = (self.text()?, self.text()?, self.text()?);
        let (line, column) = (self.size()?, self.size()?);
        Ok(Node { kind, label, name, args, arm, depth, line, column, parent: None, children: Vec::new() })
    }

    fn agent(&mut self, trees: &[Outline]) -> Read<Agent> {
        let (name, tree) = (self.text()?, self.size()?);
        let nodes = trees.get(tree).ok_or(ReadError::Damaged("there is no such tree"))?.nodes().len();
        let (steps, time, mut state) = (self.number()?, self.time()?, State::default());
        for position in 0..nodes {
            let mark = self.number()?;
            match mark >> 1 {
                0 => {}
                1 => state.finished(position, Outcome::Success),
                2 => state.finished(position, Outcome::Failure),
                3 => state.finished(position, Outcome::Aborted),
                _ => return Err(ReadError::Damaged("there is no such state of a node")),
            }
            if mark & 1 == 1 {
                state.started(position);
            }
        }
        Ok(Agent { name, tree, before: Before { steps, time, state } })
    }

    /// A step with the number of its events. `span` is that of the step before.
    fn step(&mut self, span: &mut u64, recording: &Recording) -> Read<Step> {
        let code = self.number()?;
        let agent = usize::try_from(code >> 3).unwrap_or(usize::MAX);
        if agent >= recording.agents.len() {
            return Err(ReadError::Damaged("there is no such agent"));
        }
        if code & 4 != 0 {
            *span = self.number()?;
        }
        let sort = Sort::ALL[(code & 3) as usize];
        Ok(Step { agent, sort, span: Duration::from_nanos(*span), events: self.count()?, count: 1 })
    }

    fn events(&mut self, step: &Step, texts: &[Arc<str>], recording: &mut Recording) -> Read<()> {
        let nodes = recording.trees[recording.agents[step.agent].tree].nodes().len() as i64;
        let (mut node, mut nanos) = (0_i64, 0_u64);
        for _ in 0..step.events {
            let code = self.number()?;
            node = node.saturating_add(signed(code >> 4));
            if !(0..nodes).contains(&node) {
                return Err(ReadError::Damaged("there is no such node"));
            }
            if code & 8 != 0 {
                nanos = nanos.wrapping_add(self.signed()? as u64);
            }
            let what = What::ALL[(code & 7) as usize];
            if what == What::Why {
                let text = texts.get(self.size()?).ok_or(ReadError::Damaged("there is no such reason"))?;
                recording.reasons.push_back(text.clone());
            }
            let node = u32::try_from(node).map_err(|_| ReadError::Damaged("there is no such node"))?;
            recording.events.push_back(Event { node, what, nanos });
        }
        Ok(())
    }
}

fn signed(number: u64) -> i64 {
    (number >> 1) as i64 ^ -((number & 1) as i64)
}
