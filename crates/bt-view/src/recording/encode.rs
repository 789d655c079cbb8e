//! A recording as bytes.

use std::collections::BTreeMap;

use bt::Outcome;
use bt::describe::NodeKind;

use super::model::{Agent, Event, Recording, Step, What};
use crate::outline::Outline;
use crate::state::State;

/// The first bytes of every recording.
pub(super) const MAGIC: &[u8] = b"bt-view\0";
/// The version that is written, and the only one that is read.
pub(super) const VERSION: u64 = 3;

impl Recording {
    /// The recording as the bytes of a file.
    ///
    /// A *number* has 7 bits a byte, the lowest first, and the highest bit of a byte says that another one follows. A *signed
    /// number* n is the number 2n, or -2n - 1 if it is below zero. A *text* is the number of its bytes, and UTF-8. A *list* is
    /// the number of its entries, and the entries. A *time* is a number of nanoseconds. The file is:
    ///
    /// 1. The bytes `bt-view` and zero, and the number 3, the version.
    /// 2. How many steps were dropped, and how many events.
    /// 3. A list of trees. A tree is a list of nodes in pre-order: kind (0 composite, 1 decorator, 2 leaf), depth, label (empty
    ///    if there is none), name, arguments, pattern of an arm, line, column.
    /// 4. A list of agents: name, number of its tree, number of its steps that were dropped, time of these, and for each node of
    ///    its tree a number: 1 if it was active then, plus 2, 4 or 6 if it had ended last with success, failure or abort.
    /// 5. A list of texts: the reasons, each once. None has more than 200 characters.
    /// 6. A list of steps: agent times 8, plus 4 if the time differs from that of the step before, plus the sort (0 tick, 1 abort,
    ///    2 send, 3 reset); the time if it differs; the list of its events.
    ///    An event is the difference of its node's position to that of the event before in the step, or to 0, as a signed number,
    ///    times 16; plus 8 if its time differs from that of the event before, or 0; plus what happened (0 start; run: 1 success,
    ///    2 failure, 3 running; finish: 4 success, 5 failure, 6 aborted; 7 a reason). Then the difference of the times, if they
    ///    differ, as a signed number. Then, for a reason, the number of its text.
    /// 7. A list of pictures of the world: after how many steps, counting those that were dropped; SVG.
    /// 8. The 8 bytes of the [FNV-1a](https://datatracker.ietf.org/doc/html/draft-eastlake-fnv) hash of all bytes before, the
    ///    lowest first.
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
        let mut writer = Writer { bytes: MAGIC.to_vec() };
        writer.number(VERSION);
        writer.number(self.dropped.steps);
        writer.number(self.dropped.events);
        writer.list(&self.trees, Writer::tree);
        writer.list(&self.agents, |writer, agent| writer.agent(agent, &self.trees[agent.tree]));
        let (texts, numbers) = distinct(self.reasons.iter().map(|text| &**text));
        writer.list(&texts, |writer, text| writer.text(text));
        writer.number(self.steps.len() as u64);
        let (mut events, mut reasons, mut span) = (self.events.iter(), numbers.into_iter(), 0);
        for step in &self.steps {
            writer.step(step, &mut span);
            writer.events(events.by_ref().take(step.events), &mut reasons);
        }
        writer.number(self.worlds.len() as u64);
        for world in &self.worlds {
            writer.number(world.after);
            writer.text(&world.svg);
        }
        let hash = hash(&writer.bytes);
        writer.bytes.extend(hash.to_le_bytes());
        writer.bytes
    }
}

/// The texts that are different, in the order in which they come first; and for each text the number of that.
pub(crate) fn distinct<'t>(texts: impl Iterator<Item = &'t str>) -> (Vec<&'t str>, Vec<usize>) {
    let (mut different, mut known) = (Vec::new(), BTreeMap::new());
    let numbers = texts.map(|text| {
        *known.entry(text).or_insert_with(|| {
            different.push(text);
            different.len() - 1
        })
    });
    let numbers = numbers.collect();
    (different, numbers)
}

/// FNV-1a, 64 bits.
pub(super) fn hash(bytes: &[u8]) -> u64 {
    bytes.iter().fold(0xcbf2_9ce4_8422_2325, |hash, byte| (hash ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3))
}

pub(crate) fn kind_code(kind: NodeKind) -> u64 {
    match kind {
        NodeKind::Composite => 0,
        NodeKind::Decorator => 1,
        _ => 2,
    }
}

/// 1 if the node is active, plus 2, 4 or 6 for how it ended last.
pub(crate) fn mark_code(state: &State, position: usize) -> u64 {
    let last = match state.last(position) {
        None => 0,
        Some(Outcome::Success) => 2,
        Some(Outcome::Failure) => 4,
        Some(Outcome::Aborted) => 6,
    };
    last + u64::from(state.is_active(position))
}

struct Writer {
    bytes: Vec<u8>,
}

impl Writer {
    fn number(&mut self, mut number: u64) {
        while number >= 0x80 {
            self.bytes.push(number as u8 | 0x80);
            number >>= 7;
        }
        self.bytes.push(number as u8);
    }

    fn text(&mut self, text: &str) {
        self.number(text.len() as u64);
        self.bytes.extend(text.as_bytes());
    }

    fn list<T>(&mut self, list: &[T], mut entry: impl FnMut(&mut Self, &T)) {
        self.number(list.len() as u64);
        list.iter().for_each(|item| entry(self, item));
    }

    fn tree(&mut self, tree: &Outline) {
        self.list(tree.nodes(), |writer, node| {
            writer.number(kind_code(node.kind));
            writer.number(node.depth as u64);
            writer.text(node.label.as_deref().unwrap_or_default());
            writer.text(&node.name);
            writer.text(&node.args);
            writer.text(&node.arm);
            writer.number(node.line as u64);
            writer.number(node.column as u64);
        });
    }

    fn agent(&mut self, agent: &Agent, tree: &Outline) {
        self.text(&agent.name);
        self.number(agent.tree as u64);
        self.number(agent.before.steps);
        self.number(nanos(agent.before.time));
        for position in 0..tree.nodes().len() {
            self.number(mark_code(&agent.before.state, position));
        }
    }

    /// A step without its events. `span` is that of the step before.
    fn step(&mut self, step: &Step, span: &mut u64) {
        let before = std::mem::replace(span, nanos(step.span));
        let differs = before != *span;
        self.number((step.agent as u64) << 3 | u64::from(differs) << 2 | u64::from(step.sort.code()));
        if differs {
            self.number(*span);
        }
        self.number(step.events as u64);
    }

    fn events<'e>(&mut self, events: impl Iterator<Item = &'e Event>, reasons: &mut impl Iterator<Item = usize>) {
        let (mut node, mut time) = (0, 0);
        for event in events {
            let differs = event.nanos != time;
            let step = unsigned(i64::from(event.node) - node);
            self.number(step << 4 | u64::from(differs) << 3 | u64::from(event.what.code()));
            if differs {
                self.number(unsigned(event.nanos.wrapping_sub(time) as i64));
            }
            if event.what == What::Why {
                self.number(reasons.next().expect("each reason has its text") as u64);
            }
            (node, time) = (i64::from(event.node), event.nanos);
        }
    }
}

fn unsigned(number: i64) -> u64 {
    (number << 1 ^ number >> 63) as u64
}

pub(crate) fn nanos(time: std::time::Duration) -> u64 {
    u64::try_from(time.as_nanos()).unwrap_or(u64::MAX)
}
