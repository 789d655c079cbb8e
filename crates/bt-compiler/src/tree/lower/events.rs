//! Records which nodes start and end together with their children, so that observers receive these events, too.
//!
//! In `sequence < a, b >`, the sequence has no code of its own. It starts with `a`, and fails when `a` fails. Both
//! follow from the exits, and are recorded in the link of `a`.

use super::writer::Writer;
use crate::tree::ir::{Act, Exits, Frame, Holds, Link, Place, Step, Target};
use crate::tree::model::Node;

impl Writer<'_> {
    /// Records what the ends of a node mean for its parent.
    pub(super) fn note_ends(&mut self, node: &Node, exits: Exits) {
        // A parent in another scope has its own code, which reports its end.
        let Some(parent) = node.parent.filter(|parent| self.scope_of[parent.0] == self.scope) else { return };
        let (success, failure) = (exits.success.end_of(parent), exits.failure.end_of(parent));
        self.machine.links[node.id.0] = Link { starts: false, passes: true, success, failure };
    }

    /// Records how observers learn that a node starts: from its own first step, or from the start of its first child.
    pub(super) fn note_start(&mut self, node: &Node, entry: Target) {
        let places = &self.machine.regions[self.region.0].places;
        let step = self.flow.step_mut(entry).filter(|step| step.node == node.id);
        match (step, &node.children[..]) {
            // Leaves and parts report their starts themselves.
            (Some(Step { act: Act::Leaf { .. } | Act::Part { .. }, .. }), _) => {}
            (Some(Step { act: Act::Frame { place, .. }, .. }), _) if is_keep(&places[place.0]) => {}
            (Some(Step { act: Act::Frame { place, .. }, .. }), &[first, ..]) if is_group(&places[place.0]) => {
                self.machine.links[first.0].starts = true;
            }
            (Some(step), _) => step.starts = true,
            (None, &[first, ..]) => self.machine.links[first.0].starts = true,
            (None, []) => {}
        }
    }

    /// Whether a node asks observers for its result itself: leaves do when they run, and parts when they begin.
    pub(super) fn asks_itself(&mut self, node: &Node, entry: Target) -> bool {
        let places = &self.machine.regions[self.region.0].places;
        let step = self.flow.step_mut(entry).filter(|step| step.node == node.id);
        match step.map(|step| &step.act) {
            Some(Act::Part { .. }) => true,
            Some(Act::Frame { place, .. }) if is_keep(&places[place.0]) => true,
            _ => node.children.is_empty(),
        }
    }
}

fn is_keep(place: &Place) -> bool {
    matches!(place.holds, Holds::Frame(Frame::Keep(_)))
}

fn is_group(place: &Place) -> bool {
    matches!(place.holds, Holds::Frame(Frame::Group(_)))
}
