//! A state of a run: the active nodes with their data, the kept cells, and within a tick the nodes being ticked.

use bt::Status;

use super::super::shape::Id;

/// The state of a run, between two ticks or within one.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct State {
    pub(super) control: Control,
    pub(super) stack: Vec<Frame>,
    /// The active nodes in order, each with its data.
    pub(super) held: Vec<(u32, u64)>,
    /// The kept cells, which outlive their nodes.
    pub(super) kept: Vec<(u32, u64)>,
    /// The conditions checked so far in this tick.
    pub(super) asked: Vec<(u32, bool)>,
    /// What the question must remember.
    pub duty: Duty,
}

/// The progress of "after a always b before c".
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Duty {
    None,
    /// `a` has started, but `b` has not started since.
    Owed,
    /// `c` has started in the meantime.
    Broken,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Control {
    /// Between two ticks.
    Idle,
    /// A node gets the turn; below `observe`, perhaps without being evaluated again.
    Enter(u32, bool),
    /// The node on top of the stack continues.
    Go(On),
    Abort(u32),
    /// An error is passed up.
    Failing,
}

/// Why a node continues.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum On {
    Start,
    /// A later tick has come.
    Later,
    /// A later tick has come, but nothing is evaluated again.
    Resume,
    /// It takes its own next step.
    Again,
    /// Its child has answered.
    Returned(Status),
    /// Its child has been aborted.
    Aborted,
}

/// A node that is being ticked.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Frame {
    pub(super) node: u32,
    pub(super) mode: Mode,
    pub(super) phase: Phase,
    /// The child that has the turn.
    pub(super) child: u16,
    /// Another child, whose role depends on the node.
    pub(super) other: u16,
    pub(super) status: Status,
    pub(super) flag: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Mode {
    Tick,
    Abort,
    /// It passes an error on.
    Fail,
}

/// The position of a node within its own steps.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Phase {
    First,
    Second,
    /// It aborts the other children, and then ends with its status.
    Drop,
}

/// Stands for no child.
pub(super) const NONE: u16 = u16::MAX;

impl State {
    /// The state of a new tree.
    pub fn new() -> State {
        State { control: Control::Idle, stack: vec![], held: vec![], kept: vec![], asked: vec![], duty: Duty::None }
    }

    /// Whether it is between two ticks.
    pub fn is_between(&self) -> bool {
        self.control == Control::Idle
    }

    /// The active nodes.
    pub fn active(&self) -> impl Iterator<Item = Id> {
        self.held.iter().map(|(node, _)| *node as Id)
    }

    /// Whether a node is active.
    pub fn is_active(&self, node: Id) -> bool {
        self.place(node).is_ok()
    }

    fn place(&self, node: Id) -> Result<usize, usize> {
        self.held.binary_search_by_key(&(node as u32), |(node, _)| *node)
    }

    pub(super) fn data(&self, node: Id) -> u64 {
        self.place(node).map_or(0, |place| self.held[place].1)
    }

    pub(super) fn hold(&mut self, node: Id, data: u64) {
        match self.place(node) {
            Ok(place) => self.held[place].1 = data,
            Err(place) => self.held.insert(place, (node as u32, data)),
        }
    }

    pub(super) fn drop(&mut self, node: Id) {
        if let Ok(place) = self.place(node) {
            self.held.remove(place);
        }
    }

    pub(super) fn kept(&self, node: Id) -> u64 {
        let place = self.kept.binary_search_by_key(&(node as u32), |(node, _)| *node);
        place.map_or(0, |place| self.kept[place].1)
    }

    pub(super) fn keep(&mut self, node: Id, data: u64) {
        match self.kept.binary_search_by_key(&(node as u32), |(node, _)| *node) {
            Ok(place) if data == 0 => {
                self.kept.remove(place);
            }
            Ok(place) => self.kept[place].1 = data,
            Err(_) if data == 0 => {}
            Err(place) => self.kept.insert(place, (node as u32, data)),
        }
    }
}

impl Frame {
    pub(super) fn new(node: Id, mode: Mode) -> Frame {
        let node = node as u32;
        Frame { node, mode, phase: Phase::First, child: NONE, other: NONE, status: Status::Running, flag: false }
    }
}
