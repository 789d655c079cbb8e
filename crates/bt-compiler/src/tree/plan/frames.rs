//! How frames run: which values they take, hold and supply.

use super::Planner;
use super::slots::Waits;
use crate::sorted::{SortedMap, SortedSet};
use crate::tree::ir::frame::Around;
use crate::tree::ir::{Body, Frame as IrFrame, Holds, NodeId, Place, PlaceId, RegionId, ValueId};

/// How a frame runs.
pub struct Frame {
    /// Whether observers see it as a node. Other frames are only parts of a node.
    pub is_node: bool,
    /// The values in its fields.
    pub provides: Vec<ValueId>,
    /// The node whose value it supplies when it succeeds, if any.
    pub gives: Option<NodeId>,
    /// Whether its value has one part per child.
    pub gives_each: bool,
    /// The values that it reads when it begins.
    pub begins_with: SortedSet<ValueId>,
    /// The values that it moves into its fields when it begins.
    pub takes: Vec<ValueId>,
    /// Whether it can be active between ticks.
    pub waits: Waits,
    /// When the kept values are set between two ticks. Before that, they may or may not be.
    pub set: Vec<(ValueId, Set)>,
}

/// When a value that a frame keeps is set.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Set {
    /// While the region of the child waits in one of these places.
    In(RegionId, Vec<PlaceId>),
    /// Once a `pipeline` has reached the child after this one.
    After(usize),
}

impl Planner<'_> {
    /// For each node with a cleanup: the values that are unset while the cleanup runs, since only the child uses them.
    pub(super) fn unset_in_cleanups(&self) -> SortedMap<NodeId, SortedSet<ValueId>> {
        let unset = |place: &Place| {
            let (Holds::Frame(IrFrame::Finally(frame)), Some(cleanup)) =
                (&place.holds, self.model[place.node].cleanup())
            else {
                return None;
            };
            let reads = self.reads.region(self.machine, frame.child).iter().copied();
            Some((place.node, reads.filter(|&value| !self.model.uses(cleanup, value)).collect()))
        };
        self.machine.places().filter_map(unset).collect()
    }

    /// For each child of a `pipeline`: the values that it reads from the pipeline.
    pub(super) fn read_from_pipelines(&self) -> impl Iterator<Item = (RegionId, Vec<ValueId>)> {
        let pipelines = self.machine.places().filter_map(|place| match &place.holds {
            Holds::Frame(IrFrame::Pipeline(pipeline)) => Some(pipeline),
            _ => None,
        });
        pipelines.flat_map(|pipeline| {
            pipeline.children.iter().map(|&child| {
                let reads = self.reads.region(self.machine, child);
                (child, pipeline.keeps.iter().copied().filter(|value| reads.contains(value)).collect())
            })
        })
    }

    pub(super) fn frame(&self, frame: &IrFrame, node: NodeId) -> Frame {
        let model = self.model;
        let takes = if let IrFrame::Group(group) = frame { group.holds.clone() } else { Vec::new() };
        let begins_with = if takes.is_empty() { model[node].uses.iter().copied().collect() } else { SortedSet::new() };
        let gives = match frame {
            IrFrame::Group(group) => self.machine[group.child].gives,
            // The child of a `delay` or a `throttle` follows it in the flow, and supplies the value itself.
            IrFrame::Timer(_) => None,
            _ => Some(node).filter(|&node| model.is_value_used(node) && !model[node].binds_item()),
        };
        Frame {
            is_node: !matches!(frame, IrFrame::Group(_) | IrFrame::Keep(_)),
            provides: frame.provides(&Around { model, machine: self.machine, node }),
            gives,
            gives_each: model.gives_each(node),
            begins_with,
            takes,
            waits: self.slots.waits(self.machine, frame),
            set: self.set(frame, node),
        }
    }

    fn set(&self, frame: &IrFrame, node: NodeId) -> Vec<(ValueId, Set)> {
        let bound_by = |value: ValueId| {
            let children = &self.model[node].children;
            children.iter().position(|&child| self.model.live(child) == Some(value))
        };
        match frame {
            IrFrame::Keep(keep) => {
                let region = &self.machine[keep.child];
                let set = |value: ValueId| {
                    let parts = region.parts.iter().filter(|part| part.body.keeps().contains(&value));
                    let places = parts.flat_map(|part| match &part.body {
                        Body::Reactive { children, .. } => {
                            let later = bound_by(value).map_or(&[][..], |child| &children[child + 1..]);
                            later.iter().flat_map(|&child| region.places_of(child)).collect()
                        }
                        // The value that a `switch` matches is set before a child starts.
                        _ => region.place_ids().collect::<Vec<_>>(),
                    });
                    (value, Set::In(keep.child, places.collect()))
                };
                keep.keeps.iter().map(|&value| set(value)).collect()
            }
            IrFrame::Pipeline(pipeline) => {
                let set = |&value: &ValueId| Some((value, Set::After(bound_by(value)?)));
                pipeline.keeps.iter().filter_map(set).collect()
            }
            _ => Vec::new(),
        }
    }
}
