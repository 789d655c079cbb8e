//! A recording as the bytes of a file, in the format of the crate `postcard`.
//!
//! The types here define the format: changing one of them requires a new version.

use serde::{Deserialize, Serialize};

use super::codes::{VERSION, VERSION_WITH_NESTED, distinct, kind_code, marks, nanos};
use super::error::ReadError;
use super::event::{Event, What};
use super::grown::{Grown, Nested};
use super::model::{Agent, Recording, Step, Value};
use crate::outline::{Node, Outline};

/// The first bytes of every recording.
const MAGIC: &[u8] = b"bt-view\0";
/// The number of bytes of the hash at the end.
const HASH: usize = 8;

#[derive(Serialize, Deserialize)]
pub(super) struct File {
    pub dropped_steps: u64,
    pub dropped_events: u64,
    /// Each tree is the list of its nodes in pre-order.
    pub trees: Vec<Vec<NodeRow>>,
    pub agents: Vec<AgentRow>,
    /// The texts of reasons, each stored once, of at most 200 characters.
    pub texts: Vec<String>,
    pub steps: Vec<StepRow>,
    /// For each step whose span differs from that of the step before, in order: its nanoseconds.
    pub spans: Vec<u64>,
    /// For each event whose time differs, in order: the difference in nanoseconds.
    pub times: Vec<i64>,
    /// For each event that is a reason, in order: the number of its text.
    pub reasons: Vec<usize>,
    pub worlds: Vec<WorldRow>,
    /// The names of values.
    pub names: Vec<String>,
    pub values: Vec<ValueRow>,
}

#[derive(Serialize, Deserialize)]
pub(super) struct NodeRow {
    /// 0 composite, 1 decorator, 2 leaf.
    pub kind: u8,
    pub depth: usize,
    pub label: Option<String>,
    pub name: String,
    pub args: String,
    pub arm: String,
    pub line: usize,
    pub column: usize,
}

/// A tree that a `dynamic` node has held. The ids of its nodes follow those of its tree, and of the earlier rows of the
/// same tree.
#[derive(Serialize, Deserialize)]
pub(super) struct NestedRow {
    /// The number of the tree.
    pub tree: usize,
    /// The id of the node.
    pub node: u32,
    pub nodes: Vec<NodeRow>,
}

#[derive(Serialize, Deserialize)]
pub(super) struct AgentRow {
    pub name: String,
    pub tree: usize,
    /// The number of its dropped steps, and the nanoseconds that they covered.
    pub steps: u64,
    pub nanos: u64,
    /// For each node after the dropped steps: 1 if it was active, plus 2, 4 or 6 if it last ended in success, failure
    /// or abort.
    pub marks: Vec<u8>,
}

#[derive(Serialize, Deserialize)]
pub(super) struct StepRow {
    /// The number of the agent times 8, plus 4 if its span differs from that of the step before, plus the sort: 0 tick,
    /// 1 abort, 2 send, 3 reset.
    pub head: usize,
    /// A number for each event: the id of its node, minus that of the previous event in the step, times 16; plus 8 if
    /// its time differs from that of the previous event, or from 0 for the first; plus what happened: 0 start; run: 1
    /// success, 2 failure, 3 running; finish: 4 success, 5 failure, 6 aborted; 7 a reason.
    pub events: Vec<i64>,
}

#[derive(Serialize, Deserialize)]
pub(super) struct WorldRow {
    /// The number of steps before it, dropped ones included.
    pub after: u64,
    pub svg: String,
}

#[derive(Serialize, Deserialize)]
pub(super) struct ValueRow {
    pub agent: usize,
    /// The number of steps before it, dropped ones included.
    pub after: u64,
    /// The number of its name.
    pub name: usize,
    pub value: f64,
}

impl Recording {
    /// The recording as the bytes of a file.
    ///
    /// The file starts with `bt-view` and a zero byte. Then follow, in the [format of
    /// `postcard`](https://postcard.jamesmunns.com/wire-format), the version, which is 4, and the data; and last,
    /// lowest byte first, the 8 bytes of the [FNV-1a](https://datatracker.ietf.org/doc/html/draft-eastlake-fnv) hash of
    /// everything before. If `dynamic` nodes have held trees, the version is 5, and those trees come after the rest of
    /// the data. [`from_bytes`](Self::from_bytes) reads both versions, and refuses others.
    ///
    /// ```
    /// use bt_view::{Recorder, Recording};
    ///
    /// bt::bt! { Nod(u32) = action(|nods| *nods += 1) }
    ///
    /// let mut recorder = Recorder::new();
    /// let agent = recorder.agent::<Nod>("nodder");
    /// Nod::new().tick_with(&mut 0, &mut recorder.tick(agent));
    /// let bytes = recorder.recording().to_bytes();
    /// assert_eq!(Recording::from_bytes(&bytes).as_ref(), Ok(recorder.recording()));
    /// ```
    pub fn to_bytes(&self) -> Vec<u8> {
        let nested = self.nested();
        let version = if nested.is_empty() { VERSION } else { VERSION_WITH_NESTED };
        let written = postcard::to_extend(&version, MAGIC.to_vec());
        let written = written.and_then(|bytes| postcard::to_extend(&self.file(), bytes));
        let written = written.and_then(|bytes| match nested.is_empty() {
            true => Ok(bytes),
            false => postcard::to_extend(&nested, bytes),
        });
        let mut bytes = written.expect("a vector takes all bytes, and each type can be written");
        let hash = hash(&bytes);
        bytes.extend(hash);
        bytes
    }

    /// Reads a recording from the bytes of a file. Whatever the bytes are, it does not panic, and the memory that it
    /// uses is in proportion to their number.
    ///
    /// # Errors
    ///
    /// If the bytes are not a recording, have another version, or are truncated or damaged.
    ///
    /// ```
    /// use bt_view::Recording;
    ///
    /// let error = Recording::from_bytes(b"a picture").unwrap_err();
    /// assert_eq!(error.to_string(), "this is not a recording of a behavior tree");
    /// ```
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, ReadError> {
        let body = bytes.strip_prefix(MAGIC).ok_or(match MAGIC.starts_with(bytes) {
            true => ReadError::CutOff,
            false => ReadError::NotARecording,
        })?;
        let (version, body) = postcard::take_from_bytes::<u64>(body).map_err(damaged)?;
        if version != VERSION && version != VERSION_WITH_NESTED {
            return Err(ReadError::Version(version));
        }
        let (file, rest) = postcard::take_from_bytes::<File>(body).map_err(damaged)?;
        let (nested, rest) = match version {
            VERSION => (Vec::new(), rest),
            _ => postcard::take_from_bytes::<Vec<NestedRow>>(rest).map_err(damaged)?,
        };
        match rest.len() {
            HASH => {}
            0..HASH => return Err(ReadError::CutOff),
            _ => return Err(ReadError::Damaged("there is extra data after its end")),
        }
        if hash(&bytes[..bytes.len() - HASH]) != rest {
            return Err(ReadError::Damaged("its hash does not match"));
        }
        Recording::of(file, nested)
    }

    fn nested(&self) -> Vec<NestedRow> {
        let of_tree = |(tree, grown): (usize, &Grown)| {
            let row = move |Nested { node, tree: held }: &Nested| NestedRow { tree, node: *node, nodes: rows(held) };
            grown.nested.iter().map(row).collect::<Vec<_>>()
        };
        self.trees.iter().enumerate().flat_map(of_tree).collect()
    }

    fn file(&self) -> File {
        let (texts, reasons) = distinct(self.reasons.iter().map(|text| &**text));
        let (mut events, mut spans, mut times, mut span) = (self.events.iter(), Vec::new(), Vec::new(), 0);
        let row = |step: &Step| {
            let differs = span != nanos(step.span);
            span = nanos(step.span);
            spans.extend(differs.then_some(span));
            StepRow::new(step, differs, events.by_ref().take(step.events), &mut times)
        };
        let steps = self.steps.iter().map(row).collect();
        File {
            dropped_steps: self.dropped.steps,
            dropped_events: self.dropped.events,
            trees: self.trees.iter().map(|tree| rows(&tree.own)).collect(),
            agents: self
                .agents
                .iter()
                .map(|agent| AgentRow::new(agent, self.trees[agent.tree].ids.len() as u32))
                .collect(),
            texts: texts.into_iter().map(str::to_owned).collect(),
            steps,
            spans,
            times,
            reasons,
            worlds: self.worlds.iter().map(|world| WorldRow { after: world.after, svg: world.svg.clone() }).collect(),
            names: self.names.clone(),
            values: self.values.iter().map(|value| ValueRow::from(*value)).collect(),
        }
    }
}

/// A function, since `From` would make `postcard` part of the public API.
fn damaged(error: postcard::Error) -> ReadError {
    match error {
        postcard::Error::DeserializeUnexpectedEnd => ReadError::CutOff,
        postcard::Error::DeserializeBadUtf8 => ReadError::Damaged("a text is not valid UTF-8"),
        postcard::Error::DeserializeBadVarint => ReadError::Damaged("a number is too large"),
        _ => ReadError::Damaged("it contains an unknown value"),
    }
}

/// FNV-1a, 64 bits.
fn hash(bytes: &[u8]) -> [u8; HASH] {
    let hash = bytes
        .iter()
        .fold(0xcbf2_9ce4_8422_2325_u64, |hash, byte| (hash ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3));
    hash.to_le_bytes()
}

fn rows(tree: &Outline) -> Vec<NodeRow> {
    tree.nodes().iter().map(NodeRow::new).collect()
}

impl NodeRow {
    fn new(node: &Node) -> Self {
        let Node { label, name, args, arm, depth, line, column, .. } = node.clone();
        NodeRow { kind: kind_code(node.kind), depth, label, name, args, arm, line, column }
    }
}

impl AgentRow {
    fn new(agent: &Agent, ids: u32) -> Self {
        let before = &agent.before;
        AgentRow {
            name: agent.name.clone(),
            tree: agent.tree,
            steps: before.steps,
            nanos: nanos(before.time),
            marks: marks(&before.state, 0..ids),
        }
    }
}

impl From<Value> for ValueRow {
    fn from(Value { agent, after, name, bits }: Value) -> Self {
        ValueRow { agent, after, name, value: f64::from_bits(bits) }
    }
}

impl StepRow {
    /// `differs`: whether its span differs from that of the step before. The times of its events go to `times`.
    fn new<'e>(step: &Step, differs: bool, events: impl Iterator<Item = &'e Event>, times: &mut Vec<i64>) -> Self {
        let (mut node, mut time) = (0, 0);
        let code = |event: &Event| {
            let moved = i64::from(event.node) - std::mem::replace(&mut node, i64::from(event.node));
            let change = event.nanos.wrapping_sub(std::mem::replace(&mut time, event.nanos)) as i64;
            times.extend((change != 0).then_some(change));
            moved * 16 + i64::from(change != 0) * 8 + i64::from(event.what.code())
        };
        let head = step.agent * 8 + usize::from(differs) * 4 + usize::from(step.sort.code());
        StepRow { head, events: events.map(code).collect() }
    }

    /// The events of the row, in a tree with this many ids.
    pub(super) fn events(&self, nodes: usize, times: &mut impl Iterator<Item = i64>) -> Result<Vec<Event>, ReadError> {
        let (mut node, mut nanos) = (0_i64, 0_u64);
        let event = |code: &i64| {
            node = node.saturating_add(code.div_euclid(16));
            let position = usize::try_from(node).ok().filter(|position| *position < nodes);
            let position = position.and_then(|position| u32::try_from(position).ok());
            let position = position.ok_or(ReadError::Damaged("there is no such node"))?;
            if code & 8 != 0 {
                let change = times.next().ok_or(ReadError::Damaged("it has fewer times than events"))?;
                nanos = nanos.wrapping_add(change as u64);
            }
            Ok(Event { node: position, what: What::ALL[(code & 7) as usize], nanos })
        };
        self.events.iter().map(event).collect()
    }
}
