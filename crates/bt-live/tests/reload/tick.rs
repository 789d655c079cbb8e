//! What a tick and an abort of a tree do, from the rules of the nodes.

use std::collections::BTreeMap;

use bt::Status;

use crate::node::{Id, Kind, Nodes};
use crate::world::World;
use Kind::*;

/// An active node.
#[derive(Clone, Debug)]
pub struct Active {
    pub node: Id,
    pub data: Data,
}

#[derive(Clone, Debug)]
pub enum Data {
    /// What the leaf is called, and how long it naps.
    Leaf(String, u64),
    One(Box<Active>),
    /// A decorator with its number.
    Decorator(u32, Box<Active>),
    /// The passes that are left, this one not counted.
    Count(u32, Box<Active>),
    /// The time that is left.
    Time(u64, Box<Active>),
    Branches(Vec<Branch>),
    /// How the first child has ended.
    Finally(Option<bool>, Box<Active>),
}

#[derive(Clone, Debug)]
pub enum Branch {
    Idle,
    Ended(bool),
    Active(Active),
}

/// What outlives the activation of a node.
#[derive(Clone, Copy, Debug)]
pub enum Kept {
    Result(bool),
    /// The moment.
    Stopped(u64),
}

/// A tick of a tree.
pub struct Tick<'t> {
    pub nodes: &'t Nodes,
    pub world: &'t mut World,
    pub kept: &'t mut BTreeMap<Id, Kept>,
    /// By the nodes that bind them.
    pub values: &'t mut BTreeMap<Id, u32>,
    /// The moment at which the span ends.
    pub end: u64,
}

/// The result of a tick of a node; the last one if it is running.
pub type Ticked = Result<bool, Active>;

impl Tick<'_> {
    pub fn tick(&mut self, id: Id, active: Option<Active>, span: &mut u64) -> Ticked {
        let nodes = self.nodes;
        let (kind, children) = (nodes.kind(id), nodes.children(id));
        match kind {
            Act | Nap | Eat | Greet => self.leaf(id, active, span),
            Find | Name => {
                let found = self.world.found();
                found.map(|found| self.values.insert(id, found));
                Ok(found.is_some())
            }
            Sequence | Selector => {
                let first = active.as_ref().map_or(0, |active| nodes.child_with(id, active.node));
                let mut active = active;
                for &child in &children[first..] {
                    let ended = self.tick(child, active.take(), span)?;
                    if ended != (kind == Sequence) {
                        return Ok(ended);
                    }
                }
                Ok(kind == Sequence)
            }
            Inverter => self.tick(children[0], active, span).map(|ended| !ended),
            Parallel | ParallelAll => self.parallel(id, active, span),
            Repeat | Retry => {
                let (mut left, mut child) = match active.map(|active| active.data) {
                    Some(Data::Count(left, child)) => (left, Some(*child)),
                    _ => (nodes.0[id].tree.number % 3, None),
                };
                loop {
                    let ended = self
                        .tick(children[0], child.take(), span)
                        .map_err(|child| Active { node: id, data: Data::Count(left, Box::new(child)) })?;
                    if ended != (kind == Repeat) {
                        return Ok(ended);
                    }
                    if left == 0 {
                        return Ok(kind == Repeat);
                    }
                    left -= 1;
                }
            }
            Timeout => self.timeout(id, active, span),
            Patience => {
                let (number, child) = match active.map(|active| active.data) {
                    Some(Data::Decorator(number, child)) => (number, Some(*child)),
                    _ => {
                        let number = nodes.0[id].tree.number;
                        self.world.note(format!("+patience{number}"));
                        (number, None)
                    }
                };
                let ended = self.tick(children[0], child, span);
                let ended =
                    ended.map_err(|child| Active { node: id, data: Data::Decorator(number, Box::new(child)) })?;
                let outcome = if ended { bt::Outcome::Success } else { bt::Outcome::Failure };
                self.world.note(format!("patience{number}:{outcome:?}"));
                Ok(ended)
            }
            RunOnce => {
                if let (None, Some(Kept::Result(ended))) = (&active, self.kept.get(&id)) {
                    return Ok(*ended);
                }
                let ended = self.one(id, active, span)?;
                self.kept.insert(id, Kept::Result(ended));
                Ok(ended)
            }
            Cooldown => {
                if let (None, Some(Kept::Stopped(at))) = (&active, self.kept.get(&id))
                    && self.end - *span - at < nodes.0[id].tree.millis()
                {
                    return Ok(false);
                }
                let ended = self.one(id, active, span)?;
                self.kept.insert(id, Kept::Stopped(self.end - *span));
                Ok(ended)
            }
            Guard => {
                if !self.world.holds(u64::from(nodes.0[id].tree.number % 3)) {
                    if let Some(active) = active {
                        self.abort_below(&active, *span);
                    }
                    return Ok(false);
                }
                self.one(id, active, span)
            }
            Finally => {
                let (mut ended, mut child) = match active.map(|active| active.data) {
                    Some(Data::Finally(ended, child)) => (ended, Some(*child)),
                    _ => (None, None),
                };
                let around = |ended, child| Active { node: id, data: Data::Finally(ended, Box::new(child)) };
                if ended.is_none() {
                    let of_child = self.tick(children[0], child.take(), span);
                    ended = Some(of_child.map_err(|child| around(None, child))?);
                }
                self.tick(children[1], child, span).map_err(|child| around(ended, child))?;
                Ok(ended == Some(true))
            }
        }
    }

    /// The child of a node that holds nothing else.
    fn one(&mut self, id: Id, active: Option<Active>, span: &mut u64) -> Ticked {
        let child = active.map(|active| match active.data {
            Data::One(child) => *child,
            data => unreachable!("{data:?}"),
        });
        let ticked = self.tick(self.nodes.children(id)[0], child, span);
        ticked.map_err(|child| Active { node: id, data: Data::One(Box::new(child)) })
    }

    fn leaf(&mut self, id: Id, active: Option<Active>, span: &mut u64) -> Ticked {
        let tree = &self.nodes.0[id].tree;
        let (name, left) = match active.map(|active| active.data) {
            Some(Data::Leaf(name, left)) => (name, left),
            _ => {
                let value = |name| self.values[&self.nodes.binder(name, id).expect("it was allowed")];
                let name = match tree.kind {
                    Eat => format!("eat{}", value(tree.name)),
                    Greet => format!("greet{}", value(tree.name)),
                    Nap => format!("nap{}", tree.number),
                    _ => format!("act{}", tree.number),
                };
                self.world.note(format!("+{name}"));
                (name, if tree.kind == Nap { tree.millis() } else { 0 })
            }
        };
        let (answer, left) = match tree.kind {
            Nap if left > *span => (Status::Running, left - *span),
            Nap => {
                *span -= left;
                (if self.world.draw(4) > 0 { Status::Success } else { Status::Failure }, 0)
            }
            _ => (self.world.answer(), 0),
        };
        self.world.note(format!("{name}:{answer:?}"));
        match answer {
            Status::Success => Ok(true),
            Status::Failure => Ok(false),
            Status::Running => {
                *span = 0;
                Err(Active { node: id, data: Data::Leaf(name, left) })
            }
        }
    }

    fn timeout(&mut self, id: Id, active: Option<Active>, span: &mut u64) -> Ticked {
        let (left, child) = match active.map(|active| active.data) {
            Some(Data::Time(left, child)) => (left, Some(*child)),
            _ => (self.nodes.0[id].tree.millis(), None),
        };
        let given = left.min(*span);
        let mut rest = given;
        // The moment of what happens inside is that of the whole tick.
        let end = self.end;
        self.end -= *span - given;
        let ticked = self.tick(self.nodes.children(id)[0], child, &mut rest);
        self.end = end;
        match ticked {
            Ok(ended) => {
                *span -= given - rest;
                Ok(ended)
            }
            Err(child) if given < left => {
                *span = 0;
                Err(Active { node: id, data: Data::Time(left - given, Box::new(child)) })
            }
            Err(child) => {
                *span -= given;
                self.abort(&child, *span);
                Ok(false)
            }
        }
    }

    fn parallel(&mut self, id: Id, active: Option<Active>, span: &mut u64) -> Ticked {
        let (nodes, whole) = (self.nodes, *span);
        let children = nodes.children(id);
        let waits_for_all = nodes.kind(id) == ParallelAll;
        let mut branches = match active.map(|active| active.data) {
            Some(Data::Branches(branches)) => branches,
            _ => vec![Branch::Idle; children.len()],
        };
        // What is left after the latest end.
        let mut least = whole;
        for (number, &child) in children.iter().enumerate() {
            let active = match std::mem::replace(&mut branches[number], Branch::Idle) {
                Branch::Ended(ended) => {
                    branches[number] = Branch::Ended(ended);
                    continue;
                }
                Branch::Active(active) => Some(active),
                Branch::Idle => None,
            };
            let mut left = whole;
            match self.tick(child, active, &mut left) {
                Err(active) => branches[number] = Branch::Active(active),
                Ok(ended) => {
                    branches[number] = Branch::Ended(ended);
                    if !ended && !waits_for_all {
                        *span = left;
                        branches.iter().for_each(|branch| self.abort_branch(branch, left));
                        return Ok(false);
                    }
                    least = least.min(left);
                }
            }
        }
        if branches.iter().all(|branch| matches!(branch, Branch::Ended(_))) {
            *span = least;
            return Ok(branches.iter().all(|branch| matches!(branch, Branch::Ended(true))));
        }
        *span = 0;
        Err(Active { node: id, data: Data::Branches(branches) })
    }

    fn abort_branch(&mut self, branch: &Branch, left: u64) {
        if let Branch::Active(active) = branch {
            self.abort(active, left);
        }
    }

    /// Aborts a node, at the moment at which this much is left.
    pub fn abort(&mut self, active: &Active, left: u64) {
        self.abort_below(active, left);
        let tree = &self.nodes.0[active.node].tree;
        match (tree.kind, &active.data) {
            (_, Data::Leaf(name, _)) => self.world.note(format!("-{name}")),
            (_, Data::Decorator(number, _)) => self.world.note(format!("patience{number}:Aborted")),
            (Cooldown, _) => {
                self.kept.insert(active.node, Kept::Stopped(self.end - left));
            }
            (Finally, Data::Finally(None, _)) => {
                let (mut none, end) = (0, self.end);
                self.end -= left;
                if let Err(cleanup) = self.tick(self.nodes.children(active.node)[1], None, &mut none) {
                    self.abort(&cleanup, 0);
                }
                self.end = end;
            }
            _ => {}
        }
    }

    fn abort_below(&mut self, active: &Active, left: u64) {
        active.below().into_iter().for_each(|child| self.abort(child, left));
    }
}

impl Active {
    /// The active nodes right below it.
    pub fn below(&self) -> Vec<&Active> {
        match &self.data {
            Data::Leaf(..) => vec![],
            Data::One(child)
            | Data::Decorator(_, child)
            | Data::Count(_, child)
            | Data::Time(_, child)
            | Data::Finally(_, child) => vec![child],
            Data::Branches(branches) => {
                let active = branches.iter().filter_map(|branch| match branch {
                    Branch::Active(active) => Some(active),
                    _ => None,
                });
                active.collect()
            }
        }
    }
}
