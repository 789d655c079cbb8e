//! `Now`: what a property sees.

use std::cell::Cell;

use bt::{Outcome, Status};

use crate::agents::Agents;
use crate::watch::{Event, What};

/// What a property sees: the world and the trees at the start, after a tick or after a move.
///
/// ```
/// use bt_check::Check;
///
/// bt::bt! {
///     #[derive(Clone, PartialEq, Eq, Hash)]
///     Eat(u8) = sequence < chew: wait_until(|bites| *bites > 3), swallow: action(|bites| *bites = 0) >
/// }
///
/// let check = Check::new(0, Eat::new()).tick(|bites, eat| {
///     *bites += 1;
///     eat.tick(bites)
/// });
/// let check = check.never("it swallows at once", |now| now.started("chew") && now.succeeded("swallow"));
/// check.always("it chews", |now| now.is_active("chew") || *now.world == 0).holds();
/// ```
#[derive(Debug)]
pub struct Now<'n, W, A> {
    /// The world.
    pub world: &'n W,
    pub(crate) agents: &'n A,
    /// The labels of each agent's tree.
    pub(crate) labels: &'n [Vec<Label>],
    /// The events of the tick, if it was observed.
    pub(crate) events: Option<&'n [Event]>,
    /// Set if a property asks for events that were not observed.
    pub(crate) asked: &'n Cell<bool>,
    /// The agent that the questions are about; `None`: all agents.
    pub(crate) agent: Option<usize>,
}

/// What a node is called, and where it is.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Label {
    pub title: &'static str,
    /// Whether the user has named it: with a label, or as a subtree.
    pub is_named: bool,
    pub begin: usize,
    /// The position after the last node below it.
    pub end: usize,
}

impl<W, A> Clone for Now<'_, W, A> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<W, A> Copy for Now<'_, W, A> {}

impl<'n, W, A: Agents> Now<'n, W, A> {
    /// Restricts questions to one of several agents, counted from 0. Without this, labels mean the nodes of all agents.
    ///
    /// # Panics
    ///
    /// If there are fewer agents.
    pub fn agent(&self, agent: usize) -> Self {
        assert!(
            agent < self.labels.len(),
            "there are {} agents, counted from 0: there is no agent {agent}",
            self.labels.len()
        );
        Now { agent: Some(agent), ..*self }
    }

    /// Whether a node with this label is active. A node without a label goes by its name, such as `open_door`.
    ///
    /// # Panics
    ///
    /// If there is no such node.
    pub fn is_active(&self, label: &str) -> bool {
        self.nodes(label).any(|(agent, begin, end)| {
            let tree = self.agents.tree(agent).expect("there are labels for trees alone");
            tree.first_active(begin).is_some_and(|leaf| leaf < end)
        })
    }

    /// Whether a tree has started and not ended yet.
    pub fn is_running(&self) -> bool {
        self.agents_here().any(|agent| self.agents.tree(agent).is_some_and(|tree| tree.first_active(0).is_some()))
    }

    /// Whether a node with this label has started in this tick.
    ///
    /// # Panics
    ///
    /// If there is no such node. All methods that take a label panic then.
    pub fn started(&self, label: &str) -> bool {
        self.happened(label, &What::Start)
    }

    /// Whether a leaf with this label has run in this tick, whatever its result.
    pub fn ran(&self, label: &str) -> bool {
        [Status::Success, Status::Failure, Status::Running]
            .iter()
            .any(|status| self.happened(label, &What::Run(*status)))
    }

    /// Whether a node with this label has succeeded in this tick.
    pub fn succeeded(&self, label: &str) -> bool {
        self.happened(label, &What::Finish(Outcome::Success))
    }

    /// Whether a node with this label has failed in this tick.
    pub fn failed(&self, label: &str) -> bool {
        self.happened(label, &What::Finish(Outcome::Failure))
    }

    /// Whether a node with this label was aborted in this tick.
    pub fn aborted(&self, label: &str) -> bool {
        self.happened(label, &What::Finish(Outcome::Aborted))
    }

    fn happened(&self, label: &str, what: &What) -> bool {
        let nodes = self.nodes(label);
        let Some(events) = self.events else {
            self.asked.set(true);
            return false;
        };
        let mut nodes = nodes;
        nodes.any(|(agent, position, _)| {
            events.iter().any(|event| event.agent == agent && event.position == position && event.what == *what)
        })
    }

    fn agents_here(&self) -> std::ops::Range<usize> {
        match self.agent {
            Some(agent) => agent..agent + 1,
            None => 0..self.labels.len(),
        }
    }

    /// The nodes with a label: their agent, position and end.
    fn nodes<'l>(&self, label: &'l str) -> impl Iterator<Item = (usize, usize, usize)> + use<'n, 'l, W, A> {
        let (labels, agents) = (self.labels, self.agents_here());
        let found = move |agent: usize| {
            let nodes = labels[agent].iter().filter(move |node| node.title == label);
            nodes.map(move |node| (agent, node.begin, node.end))
        };
        if agents.clone().all(|agent| found(agent).next().is_none()) {
            let known: Vec<_> = agents.clone().flat_map(|agent| labels[agent].iter().map(|node| node.title)).collect();
            panic!("no node has the label `{label}`; there are {}", known.join(", "));
        }
        agents.flat_map(found)
    }
}
