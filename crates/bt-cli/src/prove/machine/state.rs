//! A state of a run: the active nodes with what each holds, the kept cells, and within a tick the nodes that are being
//! ticked.

use super::super::shape::{Id, Status};

/// What is known of a run in the middle of it, or between two ticks.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct State {
    pub(super) control: Control,
    pub(super) stack: Vec<Frame>,
    /// The active nodes in their order, each with what it holds.
    pub(super) held: Vec<(u32, u64)>,
    /// What outlives its node.
    pub(super) kept: Vec<(u32, u64)>,
    /// The conditions that have been asked in this tick.
    pub(super) asked: Vec<(u32, bool)>,
    /// What the question must know of the past.
    pub duty: Duty,
}

/// What has happened of "after a always b before c".
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Duty {
    None,
    /// `a` has started, and `b` has not since.
    Owed,
    /// `c` has started meanwhile.
    Broken,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Control {
    /// Between two ticks.
    Idle,
    /// A node gets its turn; below `observe` perhaps without a look.
    Enter(u32, bool),
    /// The topmost node of the stack continues.
    Go(On),
    Abort(u32),
    /// An error passes.
    Failing,
}

/// Why a node continues.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum On {
    Start,
    /// A later tick.
    Later,
    /// A later tick without a look.
    Resume,
    /// The next step of its own.
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
    /// A child; what it means is up to the node.
    pub(super) other: u16,
    pub(super) status: Status,
    pub(super) flag: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Mode {
    Tick,
    Abort,
    /// An error passes through it.
    Fail,
}

/// Where a node is in its own steps.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Phase {
    First,
    Second,
    /// The other children are aborted, then it ends with its status.
    Drop,
}

/// No child.
pub(super) const NONE: u16 = u16::MAX;

impl State {
    /// A new tree.
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
