//! Finds the active places that survive in the new program.
//!
//! A leaf survives if its node matches, and if the old program holds all values that the new program holds there, with
//! the same types. A frame survives if something in it does, or if nothing in it was active.

use std::any::TypeId;
use std::collections::BTreeMap;
use std::sync::Arc;

use bt::__private::live::{ErasedValue, Slotted};
use bt_compiler::tree::ir::frame::{Composed, Decorated};
use bt_compiler::tree::ir::{Frame, Holds, NodeId, PlaceId, RegionId, ValueId};
use bt_compiler::tree::plan::frames::Set;

use super::Change;
use super::matching::is_group;
use crate::program::{Program, Subtree};
use crate::run::{Datum, Held, LiveSubtree, State, Stays, states};

/// The parts of a tree's state that survive.
pub struct Survivors {
    /// For each region of the old program that survives: its region in the new program.
    pub(super) to: Vec<Option<RegionId>>,
    /// The changes of the trees in leaves' places, by the regions that wait there.
    pub(super) inside: BTreeMap<usize, (Change, Survivors)>,
}

impl Survivors {
    pub fn of(change: &Change, state: &State) -> Self {
        let to = vec![None; change.old.machine.regions.len()];
        let mut finder = Finder { change, to, inside: BTreeMap::new(), values: Vec::new(), around: Vec::new() };
        finder.region(RegionId(0), RegionId(0), state);
        Survivors { to: finder.to, inside: finder.inside }
    }
}

impl Stays for Survivors {
    fn region(&self, old: RegionId) -> bool {
        self.to[old.0].is_some()
    }

    fn inside(&self, old: RegionId) -> Option<&dyn Stays> {
        self.inside.get(&old.0).map(|(_, survivors)| -> &dyn Stays { survivors })
    }
}

/// A held value, by its name.
pub(super) type Named = (ValueId, ErasedValue);

struct Finder<'c> {
    change: &'c Change,
    to: Vec<Option<RegionId>>,
    inside: BTreeMap<usize, (Change, Survivors)>,
    /// The values that are held around the state.
    values: Vec<Named>,
    /// The values that the new program holds around the state.
    around: Vec<ValueId>,
}

impl Finder<'_> {
    /// Whether the state of an old region survives in a new one.
    fn region(&mut self, old: RegionId, new: RegionId, state: &State) -> bool {
        let goes_on = match state {
            State::Idle => true,
            State::Ended(_) => false,
            State::At(place, held) => self.place(old, *place, held, new),
        };
        self.to[old.0] = goes_on.then_some(new);
        goes_on
    }

    fn place(&mut self, old: RegionId, place: PlaceId, held: &Held, new: RegionId) -> bool {
        let outside = (self.values.len(), self.around.len());
        let goes_on = match held {
            Held::Frame(data) if is_group(&self.change.old, (old, place)) => {
                self.values.extend(set(data));
                let region = self.old_regions(old, place)[0];
                states(data).all(|child| self.region(region, new, child))
            }
            _ => self.node(old, place, held, new),
        };
        self.values.truncate(outside.0);
        self.around.truncate(outside.1);
        goes_on
    }

    /// Whether what waits in a node's place survives.
    fn node(&mut self, old: RegionId, place: PlaceId, held: &Held, new: RegionId) -> bool {
        let (Change { old: before, new: after, .. }, matching) = (self.change, self.change.matching());
        let from = &before.machine[old][place];
        let Some(node) = matching.to(from.node) else { return false };
        let Some(path) = matching.path(after, new, node) else { return false };
        let (&(region, at), groups) = path.split_last().expect("a path ends with a place");
        if !groups.iter().enumerate().all(|(depth, &group)| self.has_values(group, path[depth + 1])) {
            return false;
        }
        for &(region, place) in &path {
            if let Holds::Frame(_) = after.machine[region][place].holds {
                self.around.extend(&after.plan.frame(region, place).provides);
            }
        }
        match (&from.holds, &after.machine[region][at].holds, held) {
            (Holds::Nothing, Holds::Nothing, _) => true,
            (Holds::Leaf(one), Holds::Leaf(other), Held::Leaf(slot)) => {
                before.leaf(*one).map(|leaf| leaf.ty) == after.leaf(*other).map(|leaf| leaf.ty)
                    && self.leaf(old, slot, after.subtree(*other))
            }
            (Holds::Frame(one), Holds::Frame(other), Held::Frame(data)) => {
                let frames = Frames { one, other, old: (old, place), new: (region, at), nodes: (from.node, node) };
                std::mem::discriminant(one) == std::mem::discriminant(other)
                    && made(before, one) == made(after, other)
                    && self.frame(&frames, data)
            }
            _ => false,
        }
    }

    /// Whether what is in a leaf's place survives. A tree there keeps its arguments, and starts over if nothing in it
    /// survives.
    fn leaf(&mut self, old: RegionId, slot: &Slotted, new: Option<&Subtree>) -> bool {
        match (slot.downcast_ref::<LiveSubtree>(), new) {
            (None, None) => true,
            (Some(inside), Some(new)) if Arc::ptr_eq(&inside.program, &new.program) => true,
            (Some(inside), Some(new)) => {
                let change = Change::new(Arc::clone(&inside.program), Arc::clone(&new.program));
                let survivors = Survivors::of(&change, &inside.state);
                self.inside.insert(old.0, (change, survivors));
                true
            }
            // It was a compiled tree and now has a text of its own, or the other way round: it starts over.
            _ => false,
        }
    }

    fn frame(&mut self, frames: &Frames<'_>, data: &[Datum]) -> bool {
        self.values.extend(set(data));
        let children: Vec<&State> = states(data).collect();
        let (old, new) = (self.old_regions(frames.old.0, frames.old.1), self.new_regions(frames.new));
        match (frames.one, frames.other) {
            (Frame::Parallel(one), Frame::Parallel(other)) => {
                let names = |rule: bt_compiler::tree::ir::frame::Rule| rule.read().into_iter().map(|(name, _)| name);
                names(one.rule).eq(names(other.rule)) && self.branches(frames, &old, &new, &children)
            }
            (Frame::Pipeline(_), Frame::Pipeline(_)) => match data {
                [Datum::Number(reached), ..] => self.pipeline(frames, *reached as usize, &old, &new, &children),
                _ => false,
            },
            (Frame::SimpleParallel(_), Frame::SimpleParallel(_)) => {
                let goes_on = self.region(old[0], new[0], children[0]);
                goes_on && (self.region(old[1], new[1], children[1]) || self.can_begin(new[1]))
            }
            (Frame::Timer(_), _) => true,
            _ => self.fits(frames, data, children[0]) && self.region(old[0], new[0], children[0]),
        }
    }

    /// Whether the data of a frame with one child fits the new frame.
    fn fits(&self, frames: &Frames<'_>, data: &[Datum], child: &State) -> bool {
        let (Change { old, new, .. }, matching) = (self.change, self.change.matching());
        let active = |node: NodeId| {
            old.child_with(frames.nodes.0, node)
                .zip(matching.to(node).and_then(|node| new.child_with(frames.nodes.1, node)))
        };
        let same_child = || match self.active_node(frames.old, child) {
            Some(node) => active(node).is_some_and(|(one, other)| one == other),
            None => true,
        };
        let same_number = || old.children(frames.nodes.0).len() == new.children(frames.nodes.1).len();
        match (frames.other, data) {
            // The stored value is that of the ended child, so the child must be the same.
            (Frame::Finally(finally), [Datum::Ended(Some(_)), ..]) if finally.keeps_value => {
                same_child()
                    && self.change.is_same_text(old.children(frames.nodes.0)[0], new.children(frames.nodes.1)[0])
            }
            (Frame::Recover(_) | Frame::Finally(_), _) => same_child(),
            (Frame::Composed(composed), _) if new.machine[composed.child].gives.is_some() => {
                self.change.is_same_text(frames.nodes.0, frames.nodes.1)
            }
            // What it stores about its children is unknown.
            (Frame::Composed(_), _) => same_number() && same_child(),
            (Frame::Keyed(_), _) => self.change.same_args(frames.nodes),
            (Frame::ForEach(_), _) => {
                let item = |value: &ValueId| self.value(*value).is_some();
                new.plan.frame(frames.new.0, frames.new.1).provides.iter().all(item)
            }
            _ => true,
        }
    }

    /// The active node in the child of a frame.
    fn active_node(&self, (region, place): (RegionId, PlaceId), child: &State) -> Option<NodeId> {
        let (mut region, mut state) = (*self.old_regions(region, place).first()?, child);
        loop {
            let State::At(place, held) = state else { return None };
            match held {
                Held::Frame(data) if is_group(&self.change.old, (region, *place)) => {
                    (region, state) = (self.old_regions(region, *place)[0], states(data).next()?);
                }
                _ => return Some(self.change.old.machine[region][*place].node),
            }
        }
    }

    /// The branches of a `parallel`. An active branch survives where its active node is; an ended branch, where its
    /// first node is.
    fn branches(&mut self, frames: &Frames<'_>, old: &[RegionId], new: &[RegionId], states: &[&State]) -> bool {
        let (Change { old: before, new: after, .. }, matching) = (self.change, self.change.matching());
        let mut free: Vec<usize> = (0..new.len()).collect();
        let (mut is_active, mut goes_on) = (false, false);
        for (&region, &state) in old.iter().zip(states) {
            if let State::At(..) = state {
                is_active = true;
                let found = free.iter().position(|&branch| self.region(region, new[branch], state));
                goes_on |= found.map(|at| free.remove(at)).is_some();
            }
        }
        // The value of an ended branch would be lost.
        let keeps_values = after.plan.frame(frames.new.0, frames.new.1).gives_each;
        for (number, (&region, &state)) in old.iter().zip(states).enumerate() {
            if let (State::Ended(_), false) = (state, keeps_values) {
                let same = |&branch: &usize| {
                    let child = matching.old_child((before, frames.nodes.0), (after, frames.nodes.1), branch);
                    child == Some(number)
                };
                let found = free.iter().position(same).map(|at| free.remove(at));
                self.to[region.0] = found.map(|branch| new[branch]);
            }
        }
        (goes_on || !is_active) && free.into_iter().all(|branch| self.can_begin(new[branch]))
    }

    /// Whether a region of the new program that starts later than its node would have the values that it uses.
    fn can_begin(&self, region: RegionId) -> bool {
        let new = &self.change.new;
        let is_held = |value: &ValueId| self.around.contains(value) && self.value(*value).is_some();
        new.plan.reads.region(&new.machine, region).iter().all(is_held)
    }

    /// In a `pipeline`, the child that it has reached survives if the values of the children before it are available.
    /// Those children survive by themselves: they run again every tick.
    fn pipeline(
        &mut self,
        frames: &Frames<'_>,
        reached: usize,
        old: &[RegionId],
        new: &[RegionId],
        states: &[&State],
    ) -> bool {
        let Some(to) = new.iter().position(|&child| self.region(old[reached], child, states[reached])) else {
            return false;
        };
        let is_there = |(value, set): &(ValueId, Set)| match set {
            Set::After(child) => *child >= to || self.value(*value).is_some(),
            Set::In(..) => true,
        };
        if !self.change.new.plan.frame(frames.new.0, frames.new.1).set.iter().all(is_there) {
            return false;
        }
        if states[reached].is_idle() {
            // Its position is unknown.
            return old.len() == new.len();
        }
        let mut free: Vec<usize> = (0..to).collect();
        for (&region, &state) in old.iter().zip(states).take(reached) {
            let active = matches!(state, State::At(..));
            let found = free.iter().position(|&child| active && self.region(region, new[child], state));
            found.map(|at| free.remove(at));
        }
        true
    }

    /// Whether a group of the new program would have the values that it needs, while its region waits in a place.
    fn has_values(&self, (region, place): (RegionId, PlaceId), inside: (RegionId, PlaceId)) -> bool {
        let frame = self.change.new.plan.frame(region, place);
        let is_set = |value: &ValueId| {
            let set = frame.set.iter().find(|(id, _)| id == value);
            set.is_none_or(
                |(_, set)| matches!(set, Set::In(child, places) if *child == inside.0 && places.contains(&inside.1)),
            )
        };
        frame.provides.iter().all(|value| !is_set(value) || self.value(*value).is_some())
    }

    fn value(&self, value: ValueId) -> Option<ErasedValue> {
        self.change.value(&self.values, value)
    }

    fn old_regions(&self, region: RegionId, place: PlaceId) -> Vec<RegionId> {
        self.change.old.regions(region, place).collect()
    }

    fn new_regions(&self, (region, place): (RegionId, PlaceId)) -> Vec<RegionId> {
        self.change.new.regions(region, place).collect()
    }
}

/// The type of a user's decorator or composite.
fn made(program: &Program, frame: &Frame) -> Option<TypeId> {
    match frame {
        Frame::Decorated(Decorated { decorator: code, .. }) | Frame::Composed(Composed { composite: code, .. }) => {
            program.leaf(*code).map(|made| made.ty)
        }
        _ => None,
    }
}

/// Two frames of the same kind.
struct Frames<'p> {
    one: &'p Frame,
    other: &'p Frame,
    old: (RegionId, PlaceId),
    new: (RegionId, PlaceId),
    nodes: (NodeId, NodeId),
}

impl Change {
    /// Whether two nodes have the same arguments.
    pub(super) fn same_args(&self, (old, new): (NodeId, NodeId)) -> bool {
        self.old.nodes[old.0].args == self.new.nodes[new.0].args
    }

    /// Whether two nodes and everything below them have the same text.
    fn is_same_text(&self, old: NodeId, new: NodeId) -> bool {
        let (one, other) = (&self.old.nodes[old.0], &self.new.nodes[new.0]);
        one.name == other.name
            && one.args == other.args
            && one.children.len() == other.children.len()
            && one.children.iter().zip(&other.children).all(|(&old, &new)| self.is_same_text(old, new))
    }

    /// The held value for a value of the new program, if the name and type are the same.
    pub(super) fn value(&self, values: &[Named], value: ValueId) -> Option<ErasedValue> {
        let of_new = &self.new.values[value.0];
        let (_, found) = values.iter().rfind(|(id, _)| self.old.values[id.0].name == of_new.name)?;
        let ty: TypeId = found.ty();
        of_new.ty.is_none_or(|of_new| of_new == ty).then(|| found.clone())
    }
}

/// The values that are set in a frame.
pub(super) fn set(data: &[Datum]) -> Vec<Named> {
    let set = data.iter().filter_map(|datum| match datum {
        Datum::Bound(id, value) => Some((*id, value.clone()?)),
        _ => None,
    });
    set.collect()
}
