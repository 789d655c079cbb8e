//! A recording as MCAP, which Foxglove and Rerun open next to sensor data.

mod file;

use std::collections::BTreeMap;
use std::time::Duration;

use serde_json::json;

use crate::outline::Outline;
use crate::recording::codes::nanos;
use crate::recording::{Recording, What};
use file::File;

impl Recording {
    /// The recording in the format [MCAP](https://mcap.dev), which [Foxglove](https://foxglove.dev) opens next to
    /// sensor data: files that end with `.mcap`. `start` is the time at which the recording begins, by the clock of
    /// that data: usually the time since 1970. `None` if there would be more than 65,535 topics, the limit of the
    /// format.
    ///
    /// All messages are JSON, with schemas. The topics are:
    ///
    /// - `/bt/guard/sequence/walk_to` for each node of the agent `guard`: its `status` whenever that changes:
    ///   `running`, `success`, `failure`, `aborted` or `idle`. The panel "State Transitions" draws it as spans.
    /// - `/bt/guard/log`: the reasons of nodes, for the panel "Log".
    /// - `/bt/guard/values/battery` for each [`value`](crate::Recorder::value) of the agent: its `value`, for the panel
    ///   "Plot". Infinity and NaN are `null`.
    ///
    /// If no tick covers time, ticks are a millisecond apart.
    ///
    /// ```
    /// use std::time::{Duration, SystemTime, UNIX_EPOCH};
    ///
    /// use bt_view::Recorder;
    ///
    /// bt::bt! { Nod(u32) = action(|nods| *nods += 1) }
    ///
    /// let start = SystemTime::now().duration_since(UNIX_EPOCH)?;
    /// let mut recorder = Recorder::new();
    /// let agent = recorder.agent::<Nod>("nodder");
    /// Nod::new().tick_with(&mut 0, &mut recorder.tick(agent));
    /// let log = recorder.recording().to_mcap(start).expect("it has few nodes");
    /// assert!(log.starts_with(b"\x89MCAP0\r\n"));
    /// // std::fs::write("nodder.mcap", log)?;
    /// # Ok::<_, Box<dyn std::error::Error>>(())
    /// ```
    pub fn to_mcap(&self, start: Duration) -> Option<Vec<u8>> {
        let mut log = Log::new(nanos(start));
        let length = self.lengths();
        let mut states: Vec<_> =
            self.agents.iter().map(|agent| agent.before.state.placed(&self.trees[agent.tree].places)).collect();
        let mut now: Vec<u64> = self.agents.iter().map(|agent| nanos(agent.before.time)).collect();
        let tree = |agent: usize| &self.trees[self.agents[agent].tree].outline;
        for (agent, state) in states.iter().enumerate() {
            for node in (0..tree(agent).nodes().len()).filter(|node| state.is_active(*node)) {
                log.status(self, agent, node, now[agent], "running")?;
            }
        }
        let (mut events, mut reasons, mut values) =
            (self.placed_events(), self.reasons.iter(), self.values.iter().peekable());
        for (step, count) in self.steps.iter().zip(self.dropped.steps + 1..) {
            let (agent, state) = (step.agent, &mut states[step.agent]);
            if step.sort.clears() {
                for node in (0..tree(agent).nodes().len()).filter(|node| state.is_active(*node)) {
                    log.status(self, agent, node, now[agent], "idle")?;
                }
                state.reset();
            }
            for event in events.by_ref().take(step.events) {
                let (node, time) = (event.node as usize, now[agent].saturating_add(event.nanos));
                match event.what {
                    What::Start => {
                        state.started(node);
                        log.status(self, agent, node, time, "running")?;
                    }
                    What::Run(_) => {}
                    What::Why => log.reason(self, agent, node, time, reasons.next().map_or("", |reason| reason))?,
                    What::Finish(outcome) => {
                        state.finished(node, outcome);
                        log.status(self, agent, node, time, &outcome.to_string())?;
                    }
                }
            }
            now[agent] = now[agent].saturating_add(length(step));
            while let Some(value) = values.next_if(|value| value.after <= count) {
                let (name, number) = (&self.names[value.name], f64::from_bits(value.bits));
                log.value(self, value.agent, name, now[value.agent], number)?;
            }
        }
        Some(log.file.into_bytes())
    }
}

/// The messages, with a topic for each node and each value that has any.
struct Log {
    file: File,
    start: u64,
    /// The numbers of the schemas.
    status: u16,
    log: u16,
    value: u16,
    nodes: BTreeMap<(usize, usize), u16>,
    logs: BTreeMap<usize, u16>,
    values: BTreeMap<(usize, String), u16>,
    /// The topics, and how often each name was requested.
    topics: BTreeMap<String, u64>,
}

impl Log {
    fn new(start: u64) -> Self {
        let mut file = File::new();
        let text = json!({"type": "string"});
        let object = |properties: serde_json::Value| json!({"type": "object", "properties": properties}).to_string();
        let words = ["running", "success", "failure", "aborted", "idle"];
        let status = file.schema("bt.Status", &object(json!({"status": {"type": "string", "enum": words}})));
        let time = json!({"type": "object", "properties": {"sec": {"type": "integer"}, "nsec": {"type": "integer"}}});
        let log = json!({
            "timestamp": time, "level": {"type": "integer"}, "message": text, "name": text, "file": text,
            "line": {"type": "integer"},
        });
        // The panel finds the schema by this name.
        let log = file.schema("foxglove.Log", &object(log));
        let value = file.schema("bt.Value", &object(json!({"value": {"type": "number"}})));
        Log {
            file,
            start,
            status,
            log,
            value,
            nodes: BTreeMap::new(),
            logs: BTreeMap::new(),
            values: BTreeMap::new(),
            topics: BTreeMap::new(),
        }
    }

    fn status(&mut self, of: &Recording, agent: usize, node: usize, time: u64, status: &str) -> Option<()> {
        let channel = match self.nodes.get(&(agent, node)) {
            Some(channel) => *channel,
            None => {
                let tree = &of.trees[of.agents[agent].tree].outline;
                let topic = self.topic(&format!("{}{}", root(of, agent), path(tree, node)));
                let (shown, line) = (tree.nodes()[node].to_string(), tree.nodes()[node].line.to_string());
                let channel = self.file.channel(self.status, &topic, &[("node", &shown), ("line", &line)])?;
                self.nodes.insert((agent, node), channel);
                channel
            }
        };
        self.file.message(channel, self.start.saturating_add(time), &json!({"status": status}).to_string());
        Some(())
    }

    fn reason(&mut self, of: &Recording, agent: usize, node: usize, time: u64, reason: &str) -> Option<()> {
        let channel = match self.logs.get(&agent) {
            Some(channel) => *channel,
            None => {
                let topic = self.topic(&format!("{}/log", root(of, agent)));
                let channel = self.file.channel(self.log, &topic, &[])?;
                self.logs.insert(agent, channel);
                channel
            }
        };
        let (node, time) = (&of.trees[of.agents[agent].tree].outline.nodes()[node], self.start.saturating_add(time));
        let (name, stamp) = (node.to_string(), json!({"sec": time / SECOND, "nsec": time % SECOND}));
        let message = format!("{name}: {reason}");
        let text = json!({
            "timestamp": stamp, "level": INFO, "message": message, "name": name, "file": "", "line": node.line,
        });
        self.file.message(channel, time, &text.to_string());
        Some(())
    }

    /// JSON has no number for infinity and NaN: they become `null`.
    fn value(&mut self, of: &Recording, agent: usize, name: &str, time: u64, number: f64) -> Option<()> {
        let key = (agent, name.to_owned());
        let channel = match self.values.get(&key) {
            Some(channel) => *channel,
            None => {
                let topic = self.topic(&format!("{}/values/{}", root(of, agent), plain(name)));
                let channel = self.file.channel(self.value, &topic, &[("name", name)])?;
                self.values.insert(key, channel);
                channel
            }
        };
        self.file.message(channel, self.start.saturating_add(time), &json!({"value": number}).to_string());
        Some(())
    }

    /// The topic, with a number appended if the name is taken.
    fn topic(&mut self, topic: &str) -> String {
        let wanted = self.topics.get(topic).copied().unwrap_or_default();
        let numbered =
            (wanted + 1..).map(|number| if number == 1 { topic.to_owned() } else { format!("{topic}_{number}") });
        let (number, free) =
            (wanted + 1..).zip(numbered).find(|(_, name)| !self.topics.contains_key(name)).unwrap_or_default();
        self.topics.insert(topic.to_owned(), number);
        self.topics.entry(free.clone()).or_insert(1);
        free
    }
}

const SECOND: u64 = 1_000_000_000;

/// The level of an informative message.
const INFO: u8 = 2;

fn root(of: &Recording, agent: usize) -> String {
    format!("/bt/{}", plain(&of.agents[agent].name))
}

/// The titles of a node and its ancestors.
fn path(tree: &Outline, node: usize) -> String {
    let mut names: Vec<String> = std::iter::successors(Some(node), |node| tree.nodes()[*node].parent)
        .map(|node| format!("/{}", plain(tree.nodes()[node].title())))
        .collect();
    names.reverse();
    names.concat()
}

/// A part of a topic. Other characters would need quotes wherever a topic is typed.
fn plain(name: &str) -> String {
    name.chars().map(|letter| if letter.is_alphanumeric() { letter } else { '_' }).collect()
}
