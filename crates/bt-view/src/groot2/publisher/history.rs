//! `History`: the statuses of nodes as BehaviorTree.CPP would have them, from the events of a tree of `bt`.

use std::collections::VecDeque;

use bt::Outcome;
use bt::describe::NodeKind;

use crate::groot2::protocol::{MOST_TRANSITIONS, NodeStatus, Status, Transition, write_status, write_transition};
use crate::recording::Grown;

/// Something that happened to a node, by its id.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Did {
    Start(u32),
    Run(u32, bt::Status),
    Finish(u32, Outcome),
}

/// The statuses of all nodes, and the last transitions.
///
/// In a tree of `bt`, a node that has ended is inactive, whatever its parent does. In BehaviorTree.CPP it keeps its
/// result until its parent resets it: when the parent ends or starts it again, or, if the parent is reactive, when
/// another child is running. A leaf that ends in the tick of its start is never `RUNNING`.
#[derive(Debug, Default)]
pub struct History {
    nodes: Vec<Node>,
    transitions: VecDeque<Transition>,
    /// Whether transitions are recorded.
    pub is_recording: bool,
}

#[derive(Clone, Debug, Default)]
struct Node {
    told: NodeStatus,
    /// Whether it has started but not ended.
    is_active: bool,
    is_leaf: bool,
    is_reactive: bool,
    parent: Option<u32>,
    children: Vec<u32>,
}

/// The composites that reset their other children when one is running.
const REACTIVE: [&str; 2] = ["reactive_sequence", "reactive_selector"];

/// The id of a node for clients: theirs start at 1.
pub fn uid(id: u32) -> u16 {
    id as u16 + 1
}

impl History {
    /// Sets the nodes of a tree that is new or has grown: known nodes keep their status.
    pub fn set_tree(&mut self, tree: &Grown) {
        self.nodes.resize(tree.ids.len(), Node::default());
        for (node, id) in tree.outline.nodes().iter().zip(&tree.ids) {
            let known = &mut self.nodes[*id as usize];
            known.is_leaf = node.kind == NodeKind::Leaf && node.children.is_empty();
            known.is_reactive = REACTIVE.contains(&node.name.as_str());
            known.parent = node.parent.map(|parent| tree.ids[parent]);
            known.children = node.children.iter().map(|child| tree.ids[*child]).collect();
        }
    }

    /// Forgets the tree, but not whether it is recording.
    pub fn forget(&mut self) {
        self.nodes.clear();
        self.transitions.clear();
    }

    /// The number of nodes.
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// The status of each node, as bytes.
    pub fn statuses(&self) -> Vec<u8> {
        let mut bytes = Vec::new();
        (0..).zip(&self.nodes).for_each(|(id, node)| write_status(&mut bytes, uid(id), node.told));
        bytes
    }

    /// Starts to record, or starts over.
    pub fn record(&mut self) {
        self.transitions.clear();
        self.is_recording = true;
    }

    /// The transitions that no client has received yet, as bytes.
    pub fn take_transitions(&mut self) -> Vec<u8> {
        let mut bytes = Vec::new();
        self.transitions.drain(..).for_each(|transition| write_transition(&mut bytes, transition));
        bytes
    }

    /// The tree was reset: all nodes become idle.
    pub fn reset(&mut self, micros: u64) {
        for id in 0..self.nodes.len() as u32 {
            self.nodes[id as usize].is_active = false;
            self.settle(id, micros);
        }
    }

    /// Takes the events of a tick, each with its time, and the time when the tick ended, if it has.
    pub fn see(&mut self, events: &[(Did, u64)], ended: Option<u64>) {
        for (index, (did, micros)) in events.iter().enumerate() {
            let (Did::Start(id) | Did::Run(id, _) | Did::Finish(id, _)) = *did;
            // A tree that is too large for the protocol has no nodes here.
            if self.nodes.len() <= id as usize {
                continue;
            }
            match *did {
                Did::Start(id) => self.start(id, *micros),
                Did::Run(id, bt::Status::Running) => self.become_(id, Status::Running, *micros),
                Did::Run(..) => {}
                Did::Finish(id, outcome) => {
                    if outcome == Outcome::Aborted {
                        self.halt(id, &events[index + 1..], *micros);
                    }
                    self.finish(id, outcome, *micros);
                }
            }
        }
        if let Some(micros) = ended {
            self.end_tick(micros);
        }
    }

    fn start(&mut self, id: u32, micros: u64) {
        self.settle(id, micros);
        self.nodes[id as usize].is_active = true;
        if !self.nodes[id as usize].is_leaf {
            self.become_(id, Status::Running, micros);
        }
    }

    /// A node is halted, by its parent or by an ancestor whose abort follows. BehaviorTree.CPP halts children in order,
    /// and resets those that have ended.
    fn halt(&mut self, id: u32, after: &[(Did, u64)], micros: u64) {
        let mut path = vec![id];
        for (did, _) in after {
            let Did::Finish(above, Outcome::Aborted) = *did else { break };
            if Some(above) == path.last().and_then(|last| self.nodes[*last as usize].parent) {
                path.push(above);
            }
        }
        for id in path.into_iter().rev() {
            let Some(parent) = self.nodes[id as usize].parent else { continue };
            let before = self.nodes[parent as usize].children.clone().into_iter().take_while(|child| *child != id);
            before
                .filter(|child| !self.nodes[*child as usize].is_active)
                .collect::<Vec<_>>()
                .into_iter()
                .for_each(|child| self.settle(child, micros));
        }
    }

    fn finish(&mut self, id: u32, outcome: Outcome, micros: u64) {
        for child in self.nodes[id as usize].children.clone() {
            self.settle(child, micros);
        }
        self.nodes[id as usize].is_active = false;
        match outcome {
            Outcome::Success => self.become_(id, Status::Success, micros),
            Outcome::Failure => self.become_(id, Status::Failure, micros),
            Outcome::Aborted => self.settle(id, micros),
        }
    }

    fn end_tick(&mut self, micros: u64) {
        // Children have higher ids than their parents, and come first.
        for id in (0..self.nodes.len() as u32).rev() {
            let node = &self.nodes[id as usize];
            if !node.is_active {
                continue;
            }
            if node.told.status != Status::Running {
                self.become_(id, Status::Running, micros);
            }
            let node = &self.nodes[id as usize];
            let is_active = |child: &u32| self.nodes[*child as usize].is_active;
            if node.is_reactive && node.children.iter().any(is_active) {
                let ended: Vec<u32> = node.children.iter().copied().filter(|child| !is_active(child)).collect();
                ended.into_iter().for_each(|child| self.settle(child, micros));
            }
        }
        if self.nodes.first().is_some_and(|root| !root.is_active) {
            self.settle(0, micros);
        }
    }

    /// A node becomes idle, unless it already is.
    fn settle(&mut self, id: u32, micros: u64) {
        self.become_(id, Status::Idle, micros);
    }

    fn become_(&mut self, id: u32, status: Status, micros: u64) {
        let told = &mut self.nodes[id as usize].told;
        if told.status == status {
            return;
        }
        told.become_(status);
        if self.is_recording {
            self.transitions.push_back(Transition { micros, uid: uid(id), status });
            if self.transitions.len() > MOST_TRANSITIONS {
                self.transitions.pop_front();
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn events_of_a_tree_that_is_not_known_are_nothing() {
        let mut history = History::default();
        let events = [Did::Start(7), Did::Run(7, bt::Status::Running), Did::Finish(7, Outcome::Aborted)];
        history.record();
        history.see(&events.map(|did| (did, 1)), Some(2));
        assert!(history.statuses().is_empty() && history.take_transitions().is_empty());
    }
}
