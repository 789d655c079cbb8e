//! Where values are held: a value that a later child uses is in the state while the children in between are active.
//!
//! In `sequence < find -> prey, goto, bite(prey) >`, `prey` is a variable of the function from the success of `find`
//! to the start of `goto`. While `goto` is active, a group around it holds the value, and returns it with its
//! success. Where a decorator around `sequence < goto, bite(prey) >` starts that chain once, `prey` is moved into it,
//! and held in there.

use super::writer::Writer;
use crate::sorted::{SortedMap, SortedSet};
use crate::tree::ir::frame::Group;
use crate::tree::ir::{Act, AfterEnd, Exit, Exits, Frame, Holds, Outcome, Slot, Target, ValueId};
use crate::tree::model::{Node, NodeId};

/// Adjacent children of a chain, and the values held while they are active.
pub(super) struct Segment {
    pub children: Vec<NodeId>,
    pub holds: Vec<ValueId>,
    /// Whether they bind values, or use some that are variables of the function.
    pub touches: bool,
}

impl Writer<'_> {
    /// The values that are variables of the function somewhere in this chain.
    pub(super) fn values_in(&self, node: NodeId, children: &[NodeId]) -> Vec<ValueId> {
        let incoming = self.incoming.get(&node).into_iter().flatten().copied();
        let bound = children.iter().filter_map(|&child| self.model.live(child));
        let mut used = SortedSet::new();
        children.iter().for_each(|child| used.extend(&self.model.uses[child.0]));
        incoming.chain(bound).filter(|value| used.contains(value)).filter(|value| !self.held.contains(value)).collect()
    }

    /// Cuts a chain into segments.
    pub(super) fn segments(&mut self, children: &[NodeId], values: &[ValueId]) -> Vec<Segment> {
        let mut segments: Vec<Segment> = Vec::new();
        let values: SortedSet<ValueId> = values.iter().copied().collect();
        let bound: SortedSet<ValueId> = children.iter().filter_map(|&child| self.model.live(child)).collect();
        let mut last_users = SortedMap::new();
        for (index, child) in children.iter().enumerate() {
            self.model.uses[child.0].iter().for_each(|&value| *last_users.get_or_insert_with(value, || index) = index);
        }
        // The values that are bound and that this child or a later one uses.
        let mut open: SortedSet<ValueId> = values.iter().copied().filter(|value| !bound.contains(value)).collect();
        for (index, &child) in children.iter().enumerate() {
            let is_later = |value: &ValueId| last_users.get(value).is_some_and(|&last| last > index);
            let holds = self.held_during(child, &open, is_later);
            let touches =
                self.model.uses[child.0].iter().any(|value| values.contains(value)) || self.model.live(child).is_some();
            open.extend(self.model.live(child).iter().filter(|value| values.contains(value)));
            open.retain(is_later);
            match segments.last_mut() {
                Some(last) if last.holds == holds && (!holds.is_empty() || !(touches || last.touches)) => {
                    last.children.push(child);
                }
                _ => segments.push(Segment { children: vec![child], holds, touches }),
            }
        }
        segments.into_iter().flat_map(|segment| self.trimmed(segment)).collect()
    }

    /// A segment without the children at its ends that cannot be active between ticks, since no value must be held for
    /// them.
    fn trimmed(&self, segment: Segment) -> Vec<Segment> {
        let Segment { children, holds, touches } = segment;
        if holds.is_empty() {
            return vec![Segment { children, holds, touches }];
        }
        let waits = |&child: &NodeId| !self.model[child].kind.is(|builtin| builtin.meaning.ends_at_once());
        let first = children.iter().position(waits).unwrap_or(children.len());
        let last = children.iter().rposition(waits).map_or(first, |last| last + 1);
        let alone = |&child: &NodeId| Segment { children: vec![child], holds: Vec::new(), touches: true };
        let middle = Segment { children: children[first..last].to_vec(), holds, touches };
        let before = children[..first].iter().map(alone);
        let middle = (!middle.children.is_empty()).then_some(middle);
        before.chain(middle).chain(children[last..].iter().map(alone)).collect()
    }

    /// Which of the bound values must be held while a child is active.
    fn held_during(
        &mut self,
        child: NodeId,
        bound: &SortedSet<ValueId>,
        used_later: impl Fn(&ValueId) -> bool,
    ) -> Vec<ValueId> {
        let model = self.model;
        let (mut held, last): (Vec<ValueId>, Vec<ValueId>) = bound.iter().copied().partition(used_later);
        let last = last.into_iter().filter(|&value| model.uses(child, value));
        // A child in the flow, outside of a group, takes them as local variables of the function, and holds them as
        // long as necessary.
        if model[child].kind.is(|builtin| builtin.meaning.is_in_flow()) && held.is_empty() {
            self.incoming.get_or_insert_with(child, SortedSet::new).extend(last);
            return held;
        }
        let later: Vec<ValueId> = last.filter(|&value| !model.uses_at_start(child, value)).collect();
        let chains = later.iter().map(|&value| Some((self.chains_that_take(child, value)?, value)));
        match chains.collect::<Option<Vec<_>>>().filter(|_| held.is_empty()) {
            Some(chains) => chains.into_iter().for_each(|(chains, value)| self.give_to(&chains, value)),
            None => held.extend(later),
        }
        held.sort_unstable();
        held
    }

    fn give_to(&mut self, chains: &[NodeId], value: ValueId) {
        for &chain in chains {
            self.incoming.get_or_insert_with(chain, SortedSet::new).insert(value);
        }
    }

    /// The chains in a node that use a value, if each starts together with the node, and only once. Then the value
    /// moves into a variable of the chain's function, which holds it as long as the chain needs it. Otherwise `None`.
    fn chains_that_take(&self, node: NodeId, value: ValueId) -> Option<Vec<NodeId>> {
        let (model, node) = (self.model, &self.model[node]);
        let asks_later = node.uses.contains(&value) && node.asks_later();
        if model[value].is_matched() || asks_later || node.cleanup().is_some() {
            return None;
        }
        if node.kind.is(|builtin| builtin.meaning.is_in_flow()) {
            return Some(vec![node.id]);
        }
        let users: Vec<NodeId> = node.children.iter().copied().filter(|&child| model.uses(child, value)).collect();
        let one_runs = users.len() == 1 || node.kind.is(|builtin| builtin.meaning.runs_one_child());
        if !one_runs || !users.iter().all(|user| node.starting().contains(user)) {
            return None;
        }
        let later = users.into_iter().filter(|&user| !model.uses_at_start(user, value));
        let chains: Option<Vec<_>> = later.map(|user| self.chains_that_take(user, value)).collect();
        chains.map(|chains| chains.concat())
    }

    /// Writes a child that may use the bindings of the child before it.
    pub fn child_after(&mut self, node: &Node, binder: NodeId, child: NodeId, exits: Exits) -> Target {
        self.child_with(node, self.model.live(binder), child, exits)
    }

    /// Writes the children of a `switch`. Returns the value that its patterns match, if a child uses it, and the
    /// exits that lead to the children.
    pub fn arms(&mut self, node: &Node, exits: Exits) -> (Option<ValueId>, Vec<Exit>) {
        let matched = self.model.matched(node.id);
        let mut begins: Vec<Exit> =
            node.children.iter().rev().map(|&child| self.child_with(node, matched, child, exits).into()).collect();
        begins.reverse();
        (matched, begins)
    }

    /// Writes a child that may use a newly set value.
    fn child_with(&mut self, node: &Node, value: Option<ValueId>, child: NodeId, exits: Exits) -> Target {
        let used = value.filter(|&value| self.model.uses(child, value));
        let Some(value) = used else { return self.child(node, child, exits) };
        if self.model[child].kind.is(|builtin| builtin.meaning.is_in_flow()) {
            self.incoming.get_or_insert_with(child, SortedSet::new).insert(value);
            return self.node(child, exits);
        }
        if self.model.uses_at_start(child, value) {
            return self.node(child, exits);
        }
        if let Some(chains) = self.chains_that_take(child, value) {
            self.give_to(&chains, value);
            return self.node(child, exits);
        }
        let segment = Segment { children: vec![child], holds: vec![value], touches: true };
        self.hold(node.id, &segment, None, Outcome::Success, exits)
    }

    /// Writes children into a group that holds values. Values that later children use are given back.
    pub(super) fn hold(
        &mut self,
        node: NodeId,
        segment: &Segment,
        gives_back_after: Option<Outcome>,
        go_on_after: Outcome,
        exits: Exits,
    ) -> Target {
        let Segment { children, holds, .. } = segment;
        let last = children[children.len() - 1];
        let value = match self.model.live(last).filter(|_| self.model.is_value_used(last)) {
            Some(value) => Some(Slot::Local(value)),
            None => exits.success.value,
        };
        let exits = exits.with_value(value);
        let before = self.held.clone();
        self.held.extend(holds);
        let child =
            self.region(
                node,
                AfterEnd::Idle,
                value.map(|_| last),
                exits.of_flow(),
                |writer, exits| match children[..] {
                    [child] => writer.node(child, exits),
                    _ => writer.chain_of(node, children, go_on_after, exits),
                },
            );
        self.held = before;
        let group = Group { child, holds: holds.clone(), gives_back_after };
        let place = self.push_place(node, Holds::Frame(Frame::Group(group)));
        self.push(node, Act::Frame { place, exits: exits.without_ends() })
    }
}
