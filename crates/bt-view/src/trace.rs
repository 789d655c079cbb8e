//! A recording for Perfetto and chrome://tracing.

use std::collections::BTreeMap;

use crate::outline::Outline;
use crate::recording::codes::nanos;
use crate::recording::{Recording, What};

impl Recording {
    /// The recording in the JSON of Chrome's traces, which [Perfetto](https://ui.perfetto.dev) and `chrome://tracing`
    /// open.
    ///
    /// Each agent is a process. Each leaf of its tree is a track, with a slice for each time it was active. If no tick
    /// covers time, ticks are drawn a millisecond apart.
    ///
    /// ```
    /// use bt_view::Recorder;
    ///
    /// bt::bt! { Nod(u32) = action(|nods| *nods += 1) }
    ///
    /// let mut recorder = Recorder::new();
    /// let agent = recorder.agent::<Nod>("nodder");
    /// Nod::new().tick_with(&mut 0, &mut recorder.tick(agent));
    /// let trace = recorder.recording().to_chrome_trace();
    /// assert!(trace.contains(r#""name":"action","cat":"success""#));
    /// ```
    pub fn to_chrome_trace(&self) -> String {
        let mut tracks: Vec<Tracks<'_>> = (0..)
            .zip(&self.agents)
            .map(|(number, agent)| {
                Tracks::new(number, &agent.name, &self.trees[agent.tree].outline, nanos(agent.before.time))
            })
            .collect();
        let mut entries: Vec<String> = tracks.iter().flat_map(Tracks::names).collect();
        let length = self.lengths();
        let mut events = self.placed_events();
        for step in &self.steps {
            let tracks = &mut tracks[step.agent];
            if step.sort.clears() {
                entries.extend(tracks.reset());
            }
            for event in events.by_ref().take(step.events) {
                entries.extend(tracks.see(event.node as usize, event.what, event.nanos));
            }
            tracks.now = tracks.now.saturating_add(length(step));
        }
        entries.extend(tracks.iter_mut().flat_map(Tracks::reset));
        format!("{{\"displayTimeUnit\":\"ms\",\"traceEvents\":[\n{}\n]}}\n", entries.join(",\n"))
    }
}

/// The tracks of an agent.
struct Tracks<'r> {
    agent: u64,
    name: &'r str,
    tree: &'r Outline,
    /// When the step began, in nanoseconds.
    now: u64,
    /// When each active leaf started.
    started: BTreeMap<usize, u64>,
}

impl<'r> Tracks<'r> {
    fn new(agent: u64, name: &'r str, tree: &'r Outline, now: u64) -> Self {
        Tracks { agent, name, tree, now, started: BTreeMap::new() }
    }

    /// The entries that name the process and its tracks.
    fn names(&self) -> Vec<String> {
        let entry = |what: &str, track: usize, name: &str| {
            let (agent, name) = (self.agent, serde_json::Value::from(name));
            format!(r#"{{"ph":"M","name":"{what}","pid":{agent},"tid":{track},"args":{{"name":{name}}}}}"#)
        };
        let leaves = self.tree.nodes().iter().enumerate().filter(|(_, node)| node.children.is_empty());
        let leaves = leaves.map(|(position, node)| entry("thread_name", position, &node.to_string()));
        std::iter::once(entry("process_name", 0, self.name)).chain(leaves).collect()
    }

    /// The slice that an event ends, if any.
    fn see(&mut self, node: usize, what: What, nanos: u64) -> Option<String> {
        let time = self.now.saturating_add(nanos);
        match what {
            What::Start if self.tree.nodes()[node].children.is_empty() => {
                self.started.insert(node, time);
                None
            }
            What::Finish(outcome) => self.slice(node, time, &outcome.to_string()),
            _ => None,
        }
    }

    /// The slices of everything that is still active.
    fn reset(&mut self) -> Vec<String> {
        let active: Vec<usize> = self.started.keys().copied().collect();
        active.into_iter().filter_map(|node| self.slice(node, self.now, "active")).collect()
    }

    fn slice(&mut self, node: usize, time: u64, category: &str) -> Option<String> {
        let began = self.started.remove(&node)?;
        let (agent, title) = (self.agent, serde_json::Value::from(self.tree.nodes()[node].title()));
        let [began, length] = [began, time.saturating_sub(began)].map(microseconds);
        Some(format!(
            r#"{{"ph":"X","name":{title},"cat":"{category}","pid":{agent},"tid":{node},"ts":{began},"dur":{length}}}"#
        ))
    }
}

fn microseconds(nanos: u64) -> String {
    format!("{}.{:03}", nanos / 1000, nanos % 1000)
}
