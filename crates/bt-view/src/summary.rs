//! `Summary`: a run, with one line for each node.

use std::fmt::{self, Display, Formatter};
use std::time::Duration;

use bt::Outcome;

use crate::outline::Outline;
use crate::recording::{Recording, Sort, What};

/// What the nodes of an agent did in all steps of a recording: one line for each node.
///
/// ```
/// use bt::{Status, bt, leaf};
/// use bt_view::Recorder;
///
/// #[leaf]
/// fn hammer(blows: &mut u32) -> Status {
///     *blows += 1;
///     if *blows % 3 == 0 { Status::Success } else { Status::Running }
/// }
///
/// bt! { Smith(u32) = sequence < hammer, wait(0.5) > }
///
/// let (mut recorder, mut smith, mut blows) = (Recorder::new(), Smith::new(), 0);
/// let agent = recorder.agent::<Smith>("smith");
/// for _ in 0..9 {
///     smith.tick_for_with(0.25, &mut blows, &mut recorder.tick_for(agent, 0.25));
/// }
/// let summary = recorder.recording().summary("smith").expect("there is a smith");
/// assert_eq!((summary.nodes()[1].started, summary.nodes()[1].succeeded), (3, 2));
/// assert_eq!(
///     summary.to_string(),
///     "node         started  succeeded  failed  aborted  seconds\n\
///      sequence           3          2       0        0     2.25\n  \
///      hammer           3          2       0        0     1.25\n  \
///      wait(0.5)        2          2       0        0     1.00\n"
/// );
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Summary {
    tree: Outline,
    nodes: Vec<Counts>,
}

/// What a node did: a line of a [`Summary`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Counts {
    /// How often it started.
    pub started: u64,
    /// How often it succeeded.
    pub succeeded: u64,
    /// How often it failed.
    pub failed: u64,
    /// How often it was aborted.
    pub aborted: u64,
    /// How long it was active, in the time of the ticks. A tick without a time counts as zero.
    pub active: Duration,
}

impl Summary {
    /// The counts of the nodes, in the order of [`Outline::nodes`].
    pub fn nodes(&self) -> &[Counts] {
        &self.nodes
    }
}

impl Recording {
    /// Counts what the nodes of an agent did, as far as the recording holds its steps: see [`Summary`]. `None` if no
    /// agent has this name; the first one, if several have it.
    pub fn summary(&self, agent: &str) -> Option<Summary> {
        let number = self.agents.iter().position(|candidate| candidate.name == agent)?;
        let tree = &self.trees[self.agents[number].tree];
        let before = self.agents[number].before.state.placed(&tree.places);
        let tree = tree.outline.clone();
        let (mut nodes, mut now) = (vec![Counts::default(); tree.nodes().len()], Duration::ZERO);
        // Since when each node has been active.
        let mut since: Vec<Option<Duration>> =
            (0..nodes.len()).map(|node| before.is_active(node).then_some(now)).collect();
        for (step, events) in self.steps_of(number) {
            if step.sort.clears() {
                leave(&mut nodes, &mut since, now);
            }
            for event in events {
                let (node, time) = (event.node as usize, now + Duration::from_nanos(event.nanos));
                let counts = &mut nodes[node];
                match event.what {
                    What::Start => {
                        // A node that is active after lost steps must have started in one of them.
                        counts.started += u64::from(step.sort != Sort::Lost);
                        since[node] = Some(time);
                    }
                    What::Run(_) | What::Why => {}
                    What::Finish(outcome) => {
                        *match outcome {
                            Outcome::Success => &mut counts.succeeded,
                            Outcome::Failure => &mut counts.failed,
                            Outcome::Aborted => &mut counts.aborted,
                        } += 1;
                        counts.active += since[node].take().map_or(Duration::ZERO, |since| time.saturating_sub(since));
                    }
                }
            }
            now += step.span;
        }
        leave(&mut nodes, &mut since, now);
        Some(Summary { tree, nodes })
    }
}

/// All nodes stop being active.
fn leave(nodes: &mut [Counts], since: &mut [Option<Duration>], now: Duration) {
    for (counts, since) in nodes.iter_mut().zip(since) {
        counts.active += since.take().map_or(Duration::ZERO, |since| now.saturating_sub(since));
    }
}

impl Display for Summary {
    fn fmt(&self, formatter: &mut Formatter<'_>) -> fmt::Result {
        let names = self.tree.nodes().iter().map(|node| format!("{}{node}", "  ".repeat(node.depth.min(20))));
        let names: Vec<String> = names.collect();
        let width = names.iter().map(|name| name.chars().count()).max().unwrap_or(0).max("node".len());
        writeln!(formatter, "{:width$}  started  succeeded  failed  aborted  seconds", "node")?;
        for (name, Counts { started, succeeded, failed, aborted, active }) in names.iter().zip(&self.nodes) {
            let seconds = active.as_secs_f64();
            writeln!(formatter, "{name:width$}  {started:7}  {succeeded:9}  {failed:6}  {aborted:7}  {seconds:7.2}")?;
        }
        Ok(())
    }
}
