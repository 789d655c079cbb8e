//! The machine under construction. The files of the nodes write it with these methods.
//!
//! Flows are written backwards. A step names the steps that follow it, so these must exist already. `sequence < a, b >`
//! is written in this order:
//!
//! ```text
//! 1. b:  success -> end(success)  failure -> end(failure)   returns the target "step b"
//! 2. a:  success -> step b        failure -> end(failure)   returns the target "step a"
//! ```
//!
//! Each node receives its exits, and returns the target where it begins. A `sequence` makes the beginning of a child
//! the success exit of the child before it. An `inverter` swaps the exits for its child, and needs no step.

use crate::sorted::{SortedMap, SortedSet};
use crate::tree::ir::frame::Keep;
use crate::tree::ir::{
    Act, AfterEnd, Body, Call, CellId, Exit, Exits, Flow, Frame, Holds, Link, Loop, Machine, Outcome, Part, PartId,
    Place, PlaceId, Region, RegionId, Slot, Step, Target, ValueId,
};
use crate::tree::lower::flow::Backward;
use crate::tree::lower::throttled::Throttles;
use crate::tree::model::{Model, Node, NodeId};

/// Writes one node, and returns where it begins.
pub type Write = fn(&mut Writer, &Node, Exits) -> Target;

/// The machine so far, and where the next node goes.
pub struct Writer<'a> {
    pub(super) model: &'a Model,
    write: Write,
    /// How many places each node takes in its region.
    pub(super) weights: Vec<usize>,
    pub(super) machine: Machine,
    /// The region being written.
    pub(super) region: RegionId,
    /// The flow being written.
    pub(super) flow: Backward,
    /// The number of the current scope. A scope is what would be a single flow if large trees were not cut.
    pub(super) scope: usize,
    /// The number of scopes so far.
    scopes: usize,
    /// The scope of each node that has been written.
    pub(super) scope_of: Vec<usize>,
    /// The moments in kept cells.
    pub(super) keeping: Throttles,
    /// For each node: earlier values that are variables of its function.
    pub(super) incoming: SortedMap<NodeId, SortedSet<ValueId>>,
    /// The values that a group around the current region holds.
    pub(super) held: SortedSet<ValueId>,
    /// While a node is written alone: whether it wrote a child into its own region.
    alone: Option<bool>,
}

impl<'a> Writer<'a> {
    pub fn new(model: &'a Model, weights: Vec<usize>, write: Write) -> Self {
        let links = vec![Link::default(); model.nodes.len()];
        Writer {
            model,
            write,
            weights,
            machine: Machine { links, ..Machine::default() },
            region: RegionId(0),
            flow: Backward::default(),
            scope: 0,
            scopes: 0,
            scope_of: vec![0; model.nodes.len()],
            keeping: Throttles::default(),
            incoming: SortedMap::new(),
            held: SortedSet::new(),
            alone: None,
        }
    }

    /// Writes the whole tree.
    pub fn machine(mut self) -> Machine {
        let root = NodeId(0);
        let root = self.region(root, AfterEnd::Idle, self.gives(root), self.end_of(root), |writer, exits| {
            writer.node(root, exits)
        });
        self.machine.reactive = self.observe(root);
        (self.machine.forgets, self.machine.open) = self.keeping.forgets(self.model);
        self.machine
    }

    /// Whether a node writes its children into its own region. To find out, it is written alone, without its children.
    pub fn holds_children(mut self, node: &Node) -> bool {
        self.alone = Some(false);
        self.region(node.id, AfterEnd::Idle, None, Exits::END, |writer, exits| (writer.write)(writer, node, exits));
        self.alone == Some(true)
    }

    /// Writes a node, and returns where it begins.
    pub fn node(&mut self, id: NodeId, exits: Exits) -> Target {
        if let Some(holds_children) = &mut self.alone {
            *holds_children |= self.region == RegionId(0);
            return exits.success.to;
        }
        let node = &self.model[id];
        let exits = exits.with_value(self.slot(id, exits.success.value));
        self.scope_of[id.0] = self.scope;
        self.note_ends(node, exits);
        let entry = (self.write)(self, node, exits.ending(id));
        self.note_start(node, entry);
        if self.asks_itself(node, entry) { entry } else { self.push(id, Act::Mock { exits, node: entry }) }
    }

    /// Where the value of a node goes: into the variable that it binds, or to wherever its parent's value goes.
    fn slot(&self, id: NodeId, given: Option<Slot>) -> Option<Slot> {
        match (given, self.model.live(id)) {
            _ if !self.model.is_value_used(id) => None,
            (None, Some(value)) => Some(Slot::Local(value)),
            (given, _) => given,
        }
    }

    /// The exits of a flow that consists of this node.
    fn end_of(&self, node: NodeId) -> Exits {
        Exits::END.with_value(self.gives(node).map(|_| Slot::Out))
    }

    /// The node itself, if its value is used.
    fn gives(&self, node: NodeId) -> Option<NodeId> {
        self.model.is_value_used(node).then_some(node)
    }

    /// Writes children of which one is chosen. Returns the exits that lead to them, in order.
    pub fn children(&mut self, node: &Node, exits: Exits) -> Vec<Exit> {
        let mut begins: Vec<Exit> =
            node.children.iter().rev().map(|&child| self.child(node, child, exits).into()).collect();
        begins.reverse();
        begins
    }

    /// Adds a step at the start of the flow.
    pub fn step(&mut self, node: &Node, act: Act) -> Target {
        self.push(node.id, act)
    }

    pub(super) fn push(&mut self, node: NodeId, act: Act) -> Target {
        self.flow.push(Step { node, act, starts: false })
    }

    /// Adds a call that answers immediately.
    ///
    /// If the node ends with the call, observers receive the answer of the call as the outcome of the node. So an exit
    /// for success must not end the node with failure. And an exit for failure may end it with success only if the call
    /// never fails.
    pub fn call(&mut self, node: &Node, call: Call, exits: Exits) -> Target {
        let inverted = exits.success.end_of(node.id) == Some(Outcome::Failure);
        assert!(
            !inverted,
            "a call of `{}` ends it with the other result: put a `Call::Constant` on the way",
            node.name
        );
        self.push(node.id, Act::Call { call, place: None, exits })
    }

    /// Adds a call that can answer running.
    pub fn waiting_call(&mut self, node: &Node, call: Call, exits: Exits) -> Target {
        let place = Some(self.push_place(node.id, Holds::Nothing));
        self.push(node.id, Act::Call { call, place, exits })
    }

    /// Adds a call that can answer running and takes time.
    pub fn timed_call(&mut self, node: &Node, call: Call, exits: Exits) -> Target {
        self.machine.needs.time = true;
        self.waiting_call(node, call, exits)
    }

    /// Puts a call on an exit. The exit is taken whatever the call answers.
    pub fn call_on_the_way(&mut self, node: &Node, call: Call, way: Exit) -> Exit {
        let to = self.call(node, call, Exits::both(way.to));
        Exit { to, ends: way.ends, value: way.value }
    }

    /// Adds a frame: a place with fields.
    pub fn frame(&mut self, node: &Node, frame: Frame, exits: Exits) -> Target {
        self.machine.needs = self.machine.needs.and(frame.describe().needs());
        let place = self.push_place(node.id, Holds::Frame(frame));
        self.push(node.id, Act::Frame { place, exits })
    }

    /// Adds a step that calls a new part in the same region. `write` writes the parts of the children, and returns the
    /// body.
    pub fn part(&mut self, node: &Node, exits: Exits, write: impl FnOnce(&mut Self) -> Body) -> Target {
        let first = self.next_place();
        let body = write(self);
        let part = self.push_part(node.id, self.gives(node.id), body, first);
        self.push(node.id, Act::Part { part, exits })
    }

    /// Adds a loop without a counter.
    pub fn endless(&mut self, node: &Node, turns: Loop, exits: Exits) -> Target {
        self.part(node, exits, |writer| {
            let child = writer.child_part(node, node.children[0]);
            Body::Loop { turns, rest: writer.place(node, Holds::Nothing), child }
        })
    }

    /// Adds a place where the region can wait.
    pub fn place(&mut self, node: &Node, holds: Holds) -> PlaceId {
        self.push_place(node.id, holds)
    }

    /// Writes a child as a part of its own in the same region.
    pub fn child_part(&mut self, node: &Node, child: NodeId) -> PartId {
        let end = self.end_of(child);
        let gives = self.gives(child);
        self.in_new_scope(|writer| writer.flow_part(child, gives, |writer| writer.child(node, child, end)))
    }

    /// Writes a child into a region of its own.
    pub fn child_region(&mut self, child: NodeId) -> RegionId {
        self.new_region(child, AfterEnd::Idle, |writer| writer.node(child, writer.end_of(child)))
    }

    /// Writes a child as a branch of a `parallel`.
    pub fn branch(&mut self, child: NodeId) -> RegionId {
        self.new_region(child, AfterEnd::Outcome, |writer| writer.node(child, writer.end_of(child)))
    }

    /// Writes a reactive child, or a tree with a reactive root, into a region of its own.
    pub fn observed_region(&mut self, child: NodeId) -> RegionId {
        let id = self.child_region(child);
        self.observe(id);
        id
    }

    /// Lets an `observe` above the topmost node of a region resume the child that is active in it. Returns whether that
    /// node is a reactive one.
    fn observe(&mut self, region: RegionId) -> bool {
        let topmost = self.machine[region].node;
        let entry = &self.machine[region][self.machine[region].entry];
        // The part of a `priority` or a `reactive_utility` is in the region of its frame.
        let inner = match &entry.body {
            Body::Flow(Flow { steps, .. }) => match steps[..] {
                [Step { act: Act::Mock { .. }, .. }, Step { node, act: Act::Frame { place, .. }, .. }]
                | [Step { node, act: Act::Frame { place, .. }, .. }]
                    if node == topmost =>
                {
                    match &self.machine[region][place].holds {
                        Holds::Frame(Frame::Priority(priority)) => Some(priority.child),
                        Holds::Frame(Frame::Contest(contest)) => Some(contest.child),
                        Holds::Frame(Frame::Keep(keep)) => Some(keep.child),
                        _ => None,
                    }
                }
                _ => None,
            },
            _ => None,
        };
        let region = &mut self.machine.regions[inner.unwrap_or(region).0];
        let part = &mut region.parts[region.entry.0];
        part.observed = part.node == topmost && part.body.is_reactive();
        part.observed
    }

    /// Writes a region that is one part.
    pub fn region_of_parts(&mut self, node: &Node, write: impl FnOnce(&mut Self) -> Body) -> RegionId {
        self.new_region(node.id, AfterEnd::Idle, |writer| writer.part(node, writer.end_of(node.id), write))
    }

    /// Writes a reactive node as a part. The values that its children use are variables of its function, unless the
    /// frame around it must keep them.
    pub fn part_with_values(
        &mut self,
        node: &Node,
        exits: Exits,
        values: Vec<ValueId>,
        write: impl FnOnce(&mut Self, Vec<ValueId>, Vec<ValueId>) -> Body,
    ) -> Target {
        if !self.keeps_values(node, &values) {
            return self.part(node, exits, |writer| write(writer, values, Vec::new()));
        }
        let child = self.region_of_parts(node, |writer| write(writer, Vec::new(), values.clone()));
        // The node in the frame reports its start and its end itself.
        self.frame(node, Frame::Keep(Keep { child, keeps: values }), exits.without_ends())
    }

    /// Whether a node is asked for its value.
    pub fn is_value_used(&self, node: &Node) -> bool {
        self.model.is_value_used(node.id)
    }

    /// Whether each child of a `priority` keeps its turn.
    pub fn keep_turn(&self, node: &Node) -> Vec<bool> {
        node.children.iter().map(|&child| self.model[child].keeps_turn).collect()
    }

    /// The value that the patterns of a `switch` match, if a child uses a name in them.
    pub fn matched(&self, node: &Node) -> Option<ValueId> {
        self.model.matched(node.id)
    }

    /// The values that the children of a node bind, and that the children after them use.
    pub fn bound_by_children(&self, node: &Node) -> Vec<ValueId> {
        node.children.iter().filter_map(|&child| self.model.live(child)).collect()
    }

    /// Whether values that the children of a reactive node bind are used without running these children again: after
    /// a tick in which an `observe` resumes the active child, or by a cleanup that an abort runs.
    fn keeps_values(&self, node: &Node, values: &[ValueId]) -> bool {
        // The root of a tree may be observed if the tree is a leaf of another one.
        let observed = node.parent.is_none_or(|parent| self.model[parent].observes());
        !values.is_empty() && (observed || values.iter().any(|&value| self.cleanup_uses(node.id, value)))
    }

    /// Whether a cleanup below a node uses a value.
    fn cleanup_uses(&self, id: NodeId, value: ValueId) -> bool {
        let node = &self.model[id];
        node.cleanup().is_some_and(|cleanup| self.model.uses(cleanup, value))
            || node.children.iter().any(|&child| self.cleanup_uses(child, value))
    }

    /// Writes all children into one region, in which any of them can begin. Returns the region, and where each child
    /// begins.
    pub fn picked_region(&mut self, node: &Node) -> (RegionId, Vec<PlaceId>) {
        let mut begins = Vec::new();
        let region = self.new_region(node.id, AfterEnd::Idle, |writer| {
            let weight: usize = node.children.iter().map(|&child| writer.weights[child.0] + 1).sum();
            let mut first = Exits::END.failure.to;
            for &child in node.children.iter().rev() {
                let place = writer.push_place(child, Holds::Begin);
                first = writer.child_of(weight, child, writer.end_of(child));
                first = writer.push(child, Act::Begin { place, first });
                begins.push(place);
            }
            first
        });
        begins.reverse();
        (region, begins)
    }

    /// Notes that a node can start a child again while it is active.
    pub fn starts_again(&mut self, child: NodeId) {
        self.keeping.starts_again(child);
    }

    /// Notes that a node keeps a moment.
    pub fn keeps_moment(&mut self, node: &Node, cell: CellId) {
        self.keeping.keeps_moment(node.id, cell);
    }

    /// Reserves the kept cells for a moment of the clock, and returns the first of them.
    pub fn moment(&mut self, node: &Node) -> CellId {
        let cell = self.cell(node);
        self.cell(node);
        self.machine.clock_cells.push(cell);
        cell
    }

    /// Reserves one kept cell.
    pub fn cell(&mut self, node: &Node) -> CellId {
        self.machine.cells.push(node.id);
        CellId(self.machine.cells.len() - 1)
    }

    fn next_place(&self) -> PlaceId {
        PlaceId(self.machine.regions[self.region.0].places.len())
    }

    pub(super) fn push_place(&mut self, node: NodeId, holds: Holds) -> PlaceId {
        let place = self.next_place();
        self.machine.regions[self.region.0].places.push(Place { node, holds });
        place
    }

    fn new_region(&mut self, node: NodeId, after_end: AfterEnd, write: impl FnOnce(&mut Self) -> Target) -> RegionId {
        let gives = self.gives(node);
        self.in_new_scope(|writer| writer.region(node, after_end, gives, Exits::END, |writer, _| write(writer)))
    }

    fn in_new_scope<R>(&mut self, write: impl FnOnce(&mut Self) -> R) -> R {
        self.scopes += 1;
        let outer = std::mem::replace(&mut self.scope, self.scopes);
        let written = write(self);
        self.scope = outer;
        written
    }

    pub(super) fn region(
        &mut self,
        node: NodeId,
        after_end: AfterEnd,
        gives: Option<NodeId>,
        exits: Exits,
        write: impl FnOnce(&mut Self, Exits) -> Target,
    ) -> RegionId {
        let id = RegionId(self.machine.regions.len());
        let region = Region { node, after_end, places: Vec::new(), parts: Vec::new(), entry: PartId(0), gives };
        self.machine.regions.push(region);
        let outer = std::mem::replace(&mut self.region, id);
        let entry = self.flow_part(node, gives, |writer| write(writer, exits));
        self.region = outer;
        self.machine.regions[id.0].entry = entry;
        id
    }

    fn flow_part(&mut self, node: NodeId, gives: Option<NodeId>, write: impl FnOnce(&mut Self) -> Target) -> PartId {
        let outer = std::mem::take(&mut self.flow);
        let first = self.next_place();
        let entry = write(self);
        let flow = std::mem::replace(&mut self.flow, outer).in_order(entry);
        match flow.steps[..] {
            // If the flow only calls another part, no new part is needed.
            [Step { act: Act::Part { part, exits }, .. }]
                if exits.without_ends() == Exits::END.with_value(exits.success.value) =>
            {
                // That part then returns the value of this flow's node, which may be bound.
                self.machine.regions[self.region.0].parts[part.0].gives = gives;
                part
            }
            _ => self.push_part(node, gives, Body::Flow(flow), first),
        }
    }

    fn push_part(&mut self, node: NodeId, gives: Option<NodeId>, body: Body, first: PlaceId) -> PartId {
        let places = first..self.next_place();
        let parts = &mut self.machine.regions[self.region.0].parts;
        parts.push(Part { node, body, places, observed: false, gives });
        PartId(parts.len() - 1)
    }
}
