//! `Control`: the requests of viewers to the program.

use std::collections::{BTreeMap, VecDeque};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Condvar, Mutex, PoisonError};

use bt::Status;

use super::lock::lock;
use crate::recording::AgentKey;

/// What the program should do next: the answer of [`LivePage::gate`](crate::serve::LivePage::gate).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Turn {
    /// The program ticks its trees.
    Go,
    /// The program aborts the tree of this agent.
    Abort(AgentKey),
    /// The program resets the tree of this agent.
    Reset(AgentKey),
}

/// An entry of a blackboard that a viewer sets: see [`LivePage::settings`](crate::serve::LivePage::settings).
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Setting {
    /// The agent whose blackboard has the entry.
    pub agent: AgentKey,
    /// The name of the entry.
    pub name: String,
    /// Its value, as text.
    pub value: String,
}

/// More requests than this are refused until the program has taken some.
const MOST_REQUESTS: usize = 64;

/// The requests of viewers to the program.
#[derive(Debug)]
pub struct Control {
    pub allowed: Allowed,
    /// Whether the program must read orders at its gate.
    engaged: AtomicBool,
    orders: Mutex<Orders>,
    changed: Condvar,
    /// The settings that the program has not taken yet.
    settings: Mutex<Vec<Setting>>,
}

/// What viewers may do.
#[derive(Clone, Copy, Debug, Default)]
pub struct Allowed {
    /// Pause, step, run to a node.
    pub control: bool,
    /// Abort and reset trees.
    pub aborts: bool,
    /// Replace the answers of leaves.
    pub mocks: bool,
    /// Set entries of blackboards.
    pub sets: bool,
    /// Edit trees.
    pub edits: bool,
}

impl Allowed {
    /// Whether viewers may do more than watch.
    pub fn any(self) -> bool {
        self.control || self.aborts || self.mocks || self.sets || self.edits
    }
}

/// A node, by the number of its agent and its position.
pub type NodeKey = (usize, usize);

/// The orders of viewers.
#[derive(Clone, Debug, Default)]
pub struct Orders {
    pub paused: bool,
    /// Viewers run to this node: the program pauses at its next start or end.
    pub until: Option<NodeKey>,
    /// The node at which it paused.
    pub hit: Option<NodeKey>,
    /// How many steps it may make while it is paused.
    steps: usize,
    turns: VecDeque<Turn>,
    /// The answers that replace runs of leaves.
    pub mocks: BTreeMap<NodeKey, Status>,
    /// Whether the program has yet to learn of changed mocks.
    stale: bool,
    /// Counts the changes that viewers see.
    pub version: u64,
}

/// What the program does next.
pub struct Next {
    pub turn: Turn,
    /// The node to which it runs.
    pub until: Option<NodeKey>,
    /// The mocks, if they have changed.
    pub mocks: Option<BTreeMap<NodeKey, Status>>,
}

/// A request of a viewer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Request {
    Pause,
    Resume,
    Step,
    /// Run to the next start or end of a node.
    Until(NodeKey),
    Turn(Turn),
    /// The leaf gives this answer; `None`: it runs again.
    Mock(NodeKey, Option<Status>),
}

impl Control {
    pub fn new(allowed: Allowed) -> Self {
        let (orders, settings) = (Mutex::default(), Mutex::default());
        Control { allowed, engaged: AtomicBool::new(false), orders, changed: Condvar::new(), settings }
    }

    pub fn orders(&self) -> Orders {
        lock(&self.orders).clone()
    }

    pub fn version(&self) -> u64 {
        lock(&self.orders).version
    }

    /// Carries out a viewer's request; `false` if there are too many requests.
    pub fn ask(&self, request: Request) -> bool {
        self.change(|orders| orders.take(request))
    }

    /// Keeps an entry that a viewer sets until the program takes it; `false` if there are too many.
    pub fn set(&self, setting: Setting) -> bool {
        let mut settings = lock(&self.settings);
        let has_room = settings.len() < MOST_REQUESTS;
        if has_room {
            settings.push(setting);
        }
        has_room
    }

    /// The entries that viewers have set since the last call, in order.
    pub fn settings(&self) -> Vec<Setting> {
        std::mem::take(&mut lock(&self.settings))
    }

    /// The program has reached the node that it ran to.
    pub fn hit(&self, node: NodeKey) {
        self.change(|orders| (orders.paused, orders.until, orders.hit) = (true, None, Some(node)));
    }

    /// The last viewer has left: all orders are void, and the program continues.
    pub fn release(&self) {
        self.change(|orders| *orders = Orders { version: orders.version, stale: true, ..Orders::default() });
    }

    fn change<R>(&self, change: impl FnOnce(&mut Orders) -> R) -> R {
        let mut orders = lock(&self.orders);
        let changed = change(&mut orders);
        orders.version += 1;
        self.engage(&orders);
        self.changed.notify_all();
        changed
    }

    fn engage(&self, orders: &Orders) {
        let engaged = orders.paused || orders.until.is_some() || orders.stale || !orders.turns.is_empty();
        self.engaged.store(engaged, Ordering::Relaxed);
    }

    /// Whether the program must read orders at its gate.
    #[inline]
    pub fn is_engaged(&self) -> bool {
        self.engaged.load(Ordering::Relaxed)
    }

    /// What the program does next; `None` if it is paused.
    pub fn try_turn(&self) -> Option<Next> {
        self.next(&mut lock(&self.orders))
    }

    /// Takes one of the steps that a paused program may make.
    #[cfg(feature = "groot2")]
    pub fn take_step(&self) -> bool {
        let orders = &mut *lock(&self.orders);
        let may = orders.paused && orders.steps > 0;
        orders.steps -= usize::from(may);
        may
    }

    /// Waits while the program is paused, then returns what comes next.
    pub fn turn(&self) -> Next {
        let mut orders = lock(&self.orders);
        loop {
            if let Some(turn) = self.next(&mut orders) {
                return turn;
            }
            orders = self.changed.wait(orders).unwrap_or_else(PoisonError::into_inner);
        }
    }

    fn next(&self, orders: &mut Orders) -> Option<Next> {
        let turn = orders.next()?;
        let mocks = std::mem::take(&mut orders.stale).then(|| orders.mocks.clone());
        self.engage(orders);
        Some(Next { turn, until: orders.until, mocks })
    }
}

impl Orders {
    fn take(&mut self, request: Request) -> bool {
        let full = match request {
            Request::Step => self.steps >= MOST_REQUESTS,
            Request::Turn(_) => self.turns.len() >= MOST_REQUESTS,
            _ => false,
        };
        if full {
            return false;
        }
        self.hit = None;
        self.stale |= matches!(request, Request::Mock(..));
        match request {
            Request::Pause => (self.paused, self.until, self.steps) = (true, None, 0),
            Request::Resume => (self.paused, self.until, self.steps) = (false, None, 0),
            // A step of a running program pauses it afterwards.
            Request::Step => (self.paused, self.until, self.steps) = (true, None, self.steps + 1),
            Request::Until(node) => (self.paused, self.until, self.steps) = (false, Some(node), 0),
            Request::Turn(turn) => self.turns.push_back(turn),
            Request::Mock(node, Some(answer)) => _ = self.mocks.insert(node, answer),
            Request::Mock(node, None) => _ = self.mocks.remove(&node),
        }
        true
    }

    fn next(&mut self) -> Option<Turn> {
        if let Some(turn) = self.turns.pop_front() {
            return Some(turn);
        }
        if self.paused {
            self.steps = self.steps.checked_sub(1)?;
        }
        Some(Turn::Go)
    }
}
