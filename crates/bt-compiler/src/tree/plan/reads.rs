//! `Reads`: which values each function takes.

use crate::sorted::SortedSet;
use crate::tree::ir::frame::Around;
use crate::tree::ir::{Act, Body, Frame, Holds, Machine, NodeId, PartId, PlaceId, RegionId, Step, ValueId};
use crate::tree::model::Model;

/// Which values each function takes.
pub struct Reads {
    /// For each region, the values of each part.
    parts: Vec<Vec<SortedSet<ValueId>>>,
    /// For each region, the values of each place that is a frame.
    frames: Vec<Vec<SortedSet<ValueId>>>,
    /// For each region, the values that its cleanups use when it is aborted.
    aborts: Vec<SortedSet<ValueId>>,
}

impl Reads {
    pub fn new(model: &Model, machine: &Machine) -> Self {
        let mut reads = Reads {
            parts: vec![Vec::new(); machine.regions.len()],
            frames: vec![Vec::new(); machine.regions.len()],
            aborts: vec![SortedSet::new(); machine.regions.len()],
        };
        if model.values.is_empty() {
            return reads;
        }
        // The regions of children come after that of their parent.
        for id in (0..machine.regions.len()).rev() {
            let region = &machine.regions[id];
            for place in &region.places {
                let (mut read, mut cleaned) = (SortedSet::new(), SortedSet::new());
                if let Holds::Frame(frame) = &place.holds {
                    let around = Around { model, machine, node: place.node };
                    for child in frame.children(&around) {
                        cleaned.extend(&reads.aborts[child.0]);
                        read.extend(reads.region(machine, child));
                        // The cleanup runs in the region of the child, which has ended or been aborted by then.
                        let by_cleanup = |value: &&ValueId| {
                            model[place.node].cleanup().is_some_and(|cleanup| model.uses(cleanup, **value))
                        };
                        cleaned.extend(reads.region(machine, child).iter().filter(by_cleanup));
                    }
                    for value in frame.provides(&around) {
                        read.remove(&value);
                        cleaned.remove(&value);
                    }
                    read.extend(later(model, place.node));
                    read.extend(&cleaned);
                }
                reads.frames[id].push(read);
                reads.aborts[id].extend(cleaned);
            }
            for part in &region.parts {
                let mut read = reads.body((model, machine), RegionId(id), &part.body, part.node);
                // An abort in a part aborts the whole region.
                read.extend(&reads.aborts[id]);
                read.retain(|value| !part.body.keeps().contains(value));
                reads.parts[id].push(read);
            }
        }
        reads
    }

    fn body(
        &self,
        (model, machine): (&Model, &Machine),
        region: RegionId,
        body: &Body,
        node: NodeId,
    ) -> SortedSet<ValueId> {
        let of = |part: &PartId| self.part(region, *part).clone();
        let mut read: SortedSet<ValueId> = match body {
            Body::Flow(flow) => {
                let mut read: SortedSet<ValueId> =
                    flow.steps.iter().flat_map(|step| self.step(model, region, step)).collect();
                // A group takes the values that it holds from the function.
                read.extend(flow.steps.iter().flat_map(|step| held(machine, region, step)));
                let locals = flow.locals();
                read.retain(|value| !locals.contains(value));
                return read;
            }
            Body::Loop { child, .. } | Body::Guard { child, .. } => of(child),
            Body::Reactive { children, .. } | Body::Priority { children, .. } | Body::Contest { children, .. } => {
                children.iter().flat_map(of).collect()
            }
            Body::Rechoose { children, .. } => children.iter().flatten().flat_map(of).collect(),
        };
        read.extend(&model[node].uses);
        read.retain(|value| !body.locals().contains(value) && !body.keeps().contains(value));
        read
    }

    /// The values that a step uses or passes on.
    pub fn step(&self, model: &Model, region: RegionId, step: &Step) -> SortedSet<ValueId> {
        let mut read: SortedSet<ValueId> = model[step.node].uses.iter().copied().collect();
        match step.act {
            Act::Mock { .. } => read.clear(),
            Act::Frame { place, .. } => read.extend(self.frame(region, place)),
            Act::Part { part, .. } => read.extend(self.part(region, part)),
            _ => {}
        }
        read
    }

    pub fn part(&self, region: RegionId, part: PartId) -> &SortedSet<ValueId> {
        const NONE: &SortedSet<ValueId> = &SortedSet::new();
        self.parts[region.0].get(part.0).unwrap_or(NONE)
    }

    pub fn frame(&self, region: RegionId, place: PlaceId) -> &SortedSet<ValueId> {
        const NONE: &SortedSet<ValueId> = &SortedSet::new();
        self.frames[region.0].get(place.0).unwrap_or(NONE)
    }

    /// The values that the cleanups of a region use when it is aborted.
    pub fn abort(&self, region: RegionId) -> &SortedSet<ValueId> {
        &self.aborts[region.0]
    }

    pub fn region(&self, machine: &Machine, region: RegionId) -> &SortedSet<ValueId> {
        self.part(region, machine[region].entry)
    }
}

/// The values that a step holds, if it is a group.
pub fn held<'a>(machine: &'a Machine, region: RegionId, step: &Step) -> &'a [ValueId] {
    match step.act {
        Act::Frame { place, .. } => match &machine[region][place].holds {
            Holds::Frame(Frame::Group(group)) => &group.holds,
            _ => &[],
        },
        _ => &[],
    }
}

/// The values that a node's functions use after its start.
fn later(model: &Model, node: NodeId) -> impl Iterator<Item = ValueId> {
    let node = &model[node];
    node.uses.iter().copied().filter(|_| node.asks_later())
}
