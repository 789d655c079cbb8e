//! The machine as it is being written.
//!
//! A flow is written from its end to its beginning, so that each step knows where it goes; the steps are turned round
//! when the flow is done.

use crate::tree::ir::{
    Act, Body, Call, CellId, Exits, Flow, Frame, Holds, Machine, Part, PartId, Place, PlaceId, Region, RegionId, Step,
    Target, Tells,
};
use crate::tree::model::{Model, Node, NodeId};

/// How many places a region holds at most before parts of it are cut off. More would make functions that compile
/// slowly; fewer would make the state larger than it need be.
const LARGEST_REGION: usize = 64;

/// Writes one node, and returns where it begins.
pub type Write = fn(&mut Writer, &Node, Exits) -> Target;

/// The machine of a whole tree, of which `write` writes each node.
pub fn machine(model: &Model, weights: Vec<usize>, write: Write) -> Machine {
    let mut writer = Writer { model, weights, write, machine: Machine::default(), region: 0, flow: Vec::new() };
    writer.region(0, false, |writer| writer.node(0, Exits::END));
    writer.machine
}

/// What has been written so far; the nodes write themselves through its methods.
pub struct Writer<'a> {
    model: &'a Model,
    write: Write,
    /// How many places each node takes in its region.
    weights: Vec<usize>,
    machine: Machine,
    /// The region that is being written.
    region: RegionId,
    /// The steps of the flow that is being written, the last one first.
    flow: Vec<Step>,
}

impl Writer<'_> {
    /// Writes a node, and returns where it begins.
    pub fn node(&mut self, id: NodeId, exits: Exits) -> Target {
        let model = self.model;
        (self.write)(self, &model.nodes[id], exits)
    }

    /// Writes children one after another; after this result of a child comes the next one.
    pub fn chain(&mut self, node: &Node, go_on_after: bool, exits: Exits) -> Target {
        self.chain_of(node.id, &node.children, go_on_after, exits)
    }

    fn chain_of(&mut self, node: NodeId, children: &[NodeId], go_on_after: bool, exits: Exits) -> Target {
        let weight: usize = children.iter().map(|&child| self.weights[child]).sum();
        if weight <= LARGEST_REGION {
            return self.link(children, go_on_after, exits, |writer, &child, exits| writer.node(child, exits));
        }
        let groups = self.groups(children);
        self.link(&groups, go_on_after, exits, |writer, group, exits| match group[..] {
            [child] if writer.weights[child] == 1 => writer.node(child, exits),
            [child] => writer.cut(child, exits, |writer| writer.node(child, Exits::END)),
            _ => writer.cut(node, exits, |writer| writer.chain_of(node, group, go_on_after, Exits::END)),
        })
    }

    /// Writes items from the last to the first, each with the beginning of the next as one of its exits.
    fn link<T>(
        &mut self,
        items: &[T],
        go_on_after: bool,
        exits: Exits,
        mut write: impl FnMut(&mut Self, &T, Exits) -> Target,
    ) -> Target {
        items.iter().rev().fold(exits.after(go_on_after), |next, item| write(self, item, exits.with(go_on_after, next)))
    }

    /// Neighbours, put together so that there are at most as many groups as a region takes.
    fn groups(&self, children: &[NodeId]) -> Vec<Vec<NodeId>> {
        let total: usize = children.iter().map(|&child| self.weights[child].min(LARGEST_REGION)).sum();
        let largest = LARGEST_REGION.max(total.div_ceil(LARGEST_REGION / 2));
        let mut groups: Vec<Vec<NodeId>> = Vec::new();
        let mut room = 0;
        for &child in children {
            let weight = self.weights[child].min(LARGEST_REGION);
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

    /// Writes a child; in a node that would overfill its region, a child of several places gets a region of its own.
    pub fn child(&mut self, node: &Node, child: NodeId, exits: Exits) -> Target {
        self.child_of(self.weights[node.id], child, exits)
    }

    fn child_of(&mut self, weight: usize, child: NodeId, exits: Exits) -> Target {
        if weight <= LARGEST_REGION || self.weights[child] == 1 {
            return self.node(child, exits);
        }
        self.cut(child, exits, |writer| writer.node(child, Exits::END))
    }

    fn cut(&mut self, node: NodeId, exits: Exits, write: impl FnOnce(&mut Self) -> Target) -> Target {
        let child = self.region(node, false, write);
        let place = self.push_place(node, Holds::Frame(Frame::Group { child }));
        self.push(node, Act::Frame { place, exits }, Tells::NOTHING)
    }

    /// Adds a step.
    pub fn step(&mut self, node: &Node, act: Act, tells: Tells) -> Target {
        self.push(node.id, act, tells)
    }

    fn push(&mut self, node: NodeId, act: Act, tells: Tells) -> Target {
        self.flow.push(Step { node, act, tells });
        Target::Step(self.flow.len() - 1)
    }

    /// A call that answers at once.
    pub fn call(&mut self, node: &Node, call: Call, exits: Exits) -> Target {
        self.call_telling(Tells::WHOLE, node, call, exits)
    }

    /// A call that answers at once, and is not all of its node.
    pub fn call_telling(&mut self, tells: Tells, node: &Node, call: Call, exits: Exits) -> Target {
        self.push(node.id, Act::Call { call, place: None, exits }, tells)
    }

    /// A call that can say that it is still running.
    pub fn waiting_call(&mut self, node: &Node, call: Call, exits: Exits) -> Target {
        let place = Some(self.push_place(node.id, Holds::Nothing));
        self.push(node.id, Act::Call { call, place, exits }, Tells::WHOLE)
    }

    /// A place with fields of its own.
    pub fn frame(&mut self, node: &Node, frame: Frame, exits: Exits) -> Target {
        self.frame_telling(Tells::WHOLE, node, frame, exits)
    }

    /// A place with fields of its own, which is not all of its node.
    pub fn frame_telling(&mut self, tells: Tells, node: &Node, frame: Frame, exits: Exits) -> Target {
        let place = self.push_place(node.id, Holds::Frame(frame));
        self.push(node.id, Act::Frame { place, exits }, tells)
    }

    /// A part of its own in the same region, made of what `write` makes of the parts of its children.
    pub fn part(&mut self, node: &Node, exits: Exits, write: impl FnOnce(&mut Self) -> Body) -> Target {
        let part = self.write_part(node.id, write);
        self.push(node.id, Act::Part { part, exits }, Tells::NOTHING)
    }

    /// A place where a part of its own can rest.
    pub fn rest(&mut self, node: &Node) -> PlaceId {
        self.push_place(node.id, Holds::Nothing)
    }

    /// A child as a part of its own in the same region.
    pub fn child_part(&mut self, node: &Node, child: NodeId) -> PartId {
        self.flow_part(child, |writer| writer.child(node, child, Exits::END))
    }

    /// A child as a state of its own.
    pub fn child_region(&mut self, child: NodeId) -> RegionId {
        self.region(child, false, |writer| writer.node(child, Exits::END))
    }

    /// A child as a branch of a `parallel`.
    pub fn branch(&mut self, child: NodeId) -> RegionId {
        self.region(child, true, |writer| writer.node(child, Exits::END))
    }

    /// A reactive child as a state of its own, that can be resumed without a look.
    pub fn observed_region(&mut self, child: NodeId) -> RegionId {
        let id = self.child_region(child);
        let region = &mut self.machine.regions[id];
        region.parts[region.entry].observed = true;
        id
    }

    /// Children in a state of their own, each of which can be begun by itself: the region, and where they begin.
    pub fn picked_region(&mut self, node: &Node) -> (RegionId, Vec<PlaceId>) {
        let mut begins = Vec::new();
        let region = self.region(node.id, false, |writer| {
            let weight: usize = node.children.iter().map(|&child| writer.weights[child] + 1).sum();
            let mut first = Exits::END.failure;
            for &child in node.children.iter().rev() {
                let place = writer.push_place(child, Holds::Begin);
                first = writer.child_of(weight, child, Exits::END);
                first = writer.push(child, Act::Begin { place, first }, Tells::NOTHING);
                begins.push(place);
            }
            first
        });
        begins.reverse();
        (region, begins)
    }

    /// Cells of kept state that stand together: the first of them.
    pub fn cells(&mut self, count: usize) -> CellId {
        self.machine.cells += count;
        self.machine.cells - count
    }

    /// A cell of kept state.
    pub fn cell(&mut self) -> CellId {
        self.cells(1)
    }

    /// A place where the region can wait.
    pub fn place(&mut self, node: &Node, holds: Holds) -> PlaceId {
        self.push_place(node.id, holds)
    }

    fn push_place(&mut self, node: NodeId, holds: Holds) -> PlaceId {
        let places = &mut self.machine.regions[self.region].places;
        places.push(Place { node, holds });
        places.len() - 1
    }

    fn region(&mut self, node: NodeId, branch: bool, write: impl FnOnce(&mut Self) -> Target) -> RegionId {
        let id = self.machine.regions.len();
        let region = Region { node, branch, places: Vec::new(), parts: Vec::new(), entry: 0 };
        self.machine.regions.push(region);
        let outer = std::mem::replace(&mut self.region, id);
        let entry = self.flow_part(node, write);
        self.machine.regions[id].entry = entry;
        self.region = outer;
        id
    }

    fn flow_part(&mut self, node: NodeId, write: impl FnOnce(&mut Self) -> Target) -> PartId {
        let outer = std::mem::take(&mut self.flow);
        let first = self.machine.regions[self.region].places.len();
        let entry = write(self);
        let flow = in_order(entry, std::mem::replace(&mut self.flow, outer));
        match flow.steps[..] {
            // A flow that only calls another part is that part.
            [Step { act: Act::Part { part, exits: Exits::END }, .. }] => part,
            _ => self.push_part(node, Body::Flow(flow), first),
        }
    }

    fn write_part(&mut self, node: NodeId, write: impl FnOnce(&mut Self) -> Body) -> PartId {
        let first = self.machine.regions[self.region].places.len();
        let body = write(self);
        self.push_part(node, body, first)
    }

    fn push_part(&mut self, node: NodeId, body: Body, first: PlaceId) -> PartId {
        let region = &mut self.machine.regions[self.region];
        region.parts.push(Part { node, body, places: first..region.places.len(), observed: false });
        region.parts.len() - 1
    }
}

/// Turns the steps round, so that the first one comes first and all jumps go forward.
fn in_order(entry: Target, mut steps: Vec<Step>) -> Flow {
    let last = steps.len().saturating_sub(1);
    let turn = |target: &mut Target| {
        if let Target::Step(step) = target {
            *step = last - *step;
        }
    };
    steps.reverse();
    for step in &mut steps {
        match &mut step.act {
            Act::Leaf { exits, .. } | Act::Call { exits, .. } | Act::Frame { exits, .. } | Act::Part { exits, .. } => {
                turn(&mut exits.success);
                turn(&mut exits.failure);
            }
            Act::Begin { first, .. } => turn(first),
            Act::Choose { targets, .. } => targets.iter_mut().for_each(turn),
        }
    }
    let mut entry = entry;
    turn(&mut entry);
    Flow { entry, steps }
}
