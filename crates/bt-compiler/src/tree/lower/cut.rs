//! Writes children, and cuts large trees into several regions.

use super::writer::Writer;
use crate::sorted::SortedSet;
use crate::tree::ir::frame::Group;
use crate::tree::ir::{Act, AfterEnd, Exits, Frame, Holds, Outcome, Target, ValueId};
use crate::tree::model::{Node, NodeId};

/// The maximum number of places of a region before pieces of it are cut off. With more, functions would compile slowly;
/// with fewer, the state would be larger than necessary.
const LARGEST_REGION: usize = 64;

impl Writer<'_> {
    /// Writes children that run in order, as long as each ends with this outcome.
    pub fn chain(&mut self, node: &Node, go_on_after: Outcome, exits: Exits) -> Target {
        self.chain_of(node.id, &node.children, go_on_after, exits)
    }

    pub(super) fn chain_of(&mut self, node: NodeId, children: &[NodeId], go_on_after: Outcome, exits: Exits) -> Target {
        let values = self.values_in(node, children);
        if !values.is_empty() {
            return self.chain_with_values(node, children, &values, go_on_after, exits);
        }
        let weight: usize = children.iter().map(|&child| self.weights[child.0]).sum();
        if weight <= LARGEST_REGION {
            return self.in_a_row(children, go_on_after, exits, |writer, &child, exits| writer.node(child, exits));
        }
        let groups = self.groups(children);
        self.in_a_row(&groups, go_on_after, exits, |writer, group, exits| match group[..] {
            [child] if writer.weights[child.0] == 1 => writer.node(child, exits),
            [child] => writer.cut(child, exits, |writer, exits| writer.node(child, exits)),
            _ => writer.cut(node, exits, |writer, exits| writer.chain_of(node, group, go_on_after, exits)),
        })
    }

    /// Writes a chain that binds or uses values.
    fn chain_with_values(
        &mut self,
        node: NodeId,
        children: &[NodeId],
        values: &[ValueId],
        go_on_after: Outcome,
        exits: Exits,
    ) -> Target {
        let weight: usize = children.iter().map(|&child| self.weights[child.0]).sum();
        let mut segments = self.segments(children, values);
        let mut later: SortedSet<ValueId> = SortedSet::new();
        let mut items = Vec::new();
        while let Some(segment) = segments.pop() {
            let gives_back_after = segment.holds.iter().any(|value| later.contains(value)).then_some(go_on_after);
            segment.children.iter().for_each(|child| later.extend(&self.model.uses[child.0]));
            items.push((segment, gives_back_after));
        }
        items.reverse();
        self.in_a_row(&items, go_on_after, exits, |writer, (segment, gives_back_after), exits| {
            match segment.children[..] {
                _ if !segment.holds.is_empty() => writer.hold(node, segment, *gives_back_after, go_on_after, exits),
                [child] if segment.touches => writer.node(child, exits),
                [child] => writer.child_of(weight, child, exits),
                _ => writer.chain_of(node, &segment.children, go_on_after, exits),
            }
        })
    }

    /// Writes items from last to first. The start of the next item is an exit of each.
    fn in_a_row<T>(
        &mut self,
        items: &[T],
        go_on_after: Outcome,
        exits: Exits,
        mut write: impl FnMut(&mut Self, &T, Exits) -> Target,
    ) -> Target {
        let last = exits.after(go_on_after);
        let first = items.iter().rev().fold(last, |next, item| write(self, item, exits.with(go_on_after, next)).into());
        first.to
    }

    /// Groups neighbours, so that there are at most as many groups as a region has places.
    fn groups(&self, children: &[NodeId]) -> Vec<Vec<NodeId>> {
        let total: usize = children.iter().map(|&child| self.weights[child.0].min(LARGEST_REGION)).sum();
        // Two neighbouring groups are together larger than `largest`, or they would be one group. So there are at most
        // 64 groups.
        let largest = LARGEST_REGION.max(total.div_ceil(LARGEST_REGION / 2));
        let mut groups: Vec<Vec<NodeId>> = Vec::new();
        let mut room = 0;
        for &child in children {
            let weight = self.weights[child.0].min(LARGEST_REGION);
            match groups.last_mut() {
                Some(group) if weight <= room => group.push(child),
                _ => {
                    groups.push(vec![child]);
                    room = largest;
                }
            }
            room -= weight;
        }
        groups
    }

    /// Writes a child. If its parent has too many places for one region, a child with several places gets its own
    /// region.
    pub fn child(&mut self, node: &Node, child: NodeId, exits: Exits) -> Target {
        self.child_of(self.weights[node.id.0], child, exits)
    }

    pub(super) fn child_of(&mut self, weight: usize, child: NodeId, exits: Exits) -> Target {
        if weight <= LARGEST_REGION || self.weights[child.0] == 1 {
            return self.node(child, exits);
        }
        self.cut(child, exits, |writer, exits| writer.node(child, exits))
    }

    /// Writes a piece of a large tree into a region of its own.
    fn cut(&mut self, node: NodeId, exits: Exits, write: impl FnOnce(&mut Self, Exits) -> Target) -> Target {
        let gives = exits.success.value.map(|_| node);
        let child = self.region(node, AfterEnd::Idle, gives, exits.of_flow(), write);
        let group = Group { child, holds: Vec::new(), gives_back_after: None };
        let place = self.push_place(node, Holds::Frame(Frame::Group(group)));
        self.push(node, Act::Frame { place, exits: exits.without_ends() })
    }
}
