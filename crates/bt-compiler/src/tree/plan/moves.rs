//! `Moves`: which steps take a value out of its variable because nothing uses it later. All other steps clone or borrow
//! it.
//!
//! In `sequence < make -> x, show(x), timeout(1.0) < keep(x) > >`, `show` clones `x`, and `keep` takes it: the flow
//! lends its variable to the function of the frame, which lends it to the region of the child. A child that may begin
//! again, as below a loop, never takes a value from outside.

use crate::sorted::{SortedMap, SortedSet};
use crate::tree::ir::frame::Around;
use crate::tree::ir::{
    Act, Body, Call, CodeId, Flow, Frame, Holds, Machine, PartId, PlaceId, RegionId, Slot, Step, StepId, Target,
    ValueId,
};
use crate::tree::model::Model;
use crate::tree::plan::reads::{Reads, held};
use crate::tree::source::Source;

/// Which steps take values.
#[derive(Default)]
pub struct Moves {
    /// The values that each step takes.
    steps: SortedMap<(RegionId, PartId, StepId), SortedSet<ValueId>>,
    /// The values that a part takes from its caller.
    parts: SortedMap<(RegionId, PartId), SortedSet<ValueId>>,
    /// The values that a frame takes from its flow, for its child.
    frames: SortedMap<(RegionId, PlaceId), SortedSet<ValueId>>,
    /// The values that a frame takes for its decorator or composite.
    begins: SortedMap<(RegionId, PlaceId), SortedSet<ValueId>>,
    /// The values that a piece of code takes.
    codes: SortedSet<(CodeId, ValueId)>,
}

const NONE: &SortedSet<ValueId> = &SortedSet::new();

impl Moves {
    pub fn new(model: &Model, source: &Source, machine: &Machine, reads: &Reads) -> Self {
        let mut finder = Finder { model, source, machine, reads, last_uses: Vec::new(), moves: Moves::default() };
        if model.values.is_empty() {
            return finder.moves;
        }
        finder.last_uses = finder.last_uses_in_regions();
        for region in (0..machine.regions.len()).map(RegionId) {
            for part in (0..machine[region].parts.len()).map(PartId) {
                if let Body::Flow(flow) = &machine[region][part].body {
                    flow.locals().into_iter().for_each(|value| finder.move_in_flow(region, part, value));
                }
            }
        }
        finder.moves
    }

    pub fn step(&self, region: RegionId, part: PartId, step: StepId) -> &SortedSet<ValueId> {
        self.steps.get(&(region, part, step)).unwrap_or(NONE)
    }

    pub fn part(&self, region: RegionId, part: PartId) -> &SortedSet<ValueId> {
        self.parts.get(&(region, part)).unwrap_or(NONE)
    }

    pub fn region(&self, machine: &Machine, region: RegionId) -> &SortedSet<ValueId> {
        self.part(region, machine[region].entry)
    }

    pub fn frame(&self, region: RegionId, place: PlaceId) -> &SortedSet<ValueId> {
        self.frames.get(&(region, place)).unwrap_or(NONE)
    }

    pub fn begin(&self, region: RegionId, place: PlaceId) -> &SortedSet<ValueId> {
        self.begins.get(&(region, place)).unwrap_or(NONE)
    }

    pub fn is_taken_by(&self, code: CodeId, value: ValueId) -> bool {
        self.codes.contains(&(code, value))
    }
}

struct Finder<'a> {
    model: &'a Model,
    source: &'a Source,
    machine: &'a Machine,
    reads: &'a Reads,
    /// For each part of each region.
    last_uses: Vec<Vec<LastUses>>,
    moves: Moves,
}

/// For each value, the steps of a flow that are the last to use it on their path, in reverse order.
type LastUses = SortedMap<ValueId, Vec<StepId>>;

/// What takes a value in a step.
enum Taker {
    Code(CodeId),
    Part(PartId),
    /// The decorator or composite of a frame.
    Begin(PlaceId, CodeId),
    /// The child of a frame that uses it last.
    Child(PlaceId, RegionId),
}

impl Finder<'_> {
    /// Records which steps take a value that their flow owns.
    fn move_in_flow(&mut self, region: RegionId, part: PartId, value: ValueId) {
        if self.model[value].is_matched() {
            return;
        }
        for (step, taker) in self.takers_in(region, part, value) {
            self.moves.steps.get_or_insert_with((region, part, step), SortedSet::new).insert(value);
            match taker {
                Taker::Code(code) => {
                    self.moves.codes.insert((code, value));
                }
                Taker::Part(part) => self.move_into_part(region, part, value),
                Taker::Begin(place, code) => {
                    self.moves.begins.get_or_insert_with((region, place), SortedSet::new).insert(value);
                    self.moves.codes.insert((code, value));
                }
                Taker::Child(place, child) => {
                    self.moves.frames.get_or_insert_with((region, place), SortedSet::new).insert(value);
                    self.move_into_part(child, self.machine[child].entry, value);
                }
            }
        }
    }

    fn move_into_part(&mut self, region: RegionId, part: PartId, value: ValueId) {
        self.moves.parts.get_or_insert_with((region, part), SortedSet::new).insert(value);
        match &self.machine[region][part].body {
            Body::Flow(_) => self.move_in_flow(region, part, value),
            &Body::Guard { child, .. } => self.move_into_part(region, child, value),
            _ => unreachable!("other parts take no values"),
        }
    }

    fn last_uses_in_regions(&self) -> Vec<Vec<LastUses>> {
        let in_part = |region: RegionId, part: PartId| match &self.machine[region][part].body {
            Body::Flow(flow) => self.last_uses_in(region, flow),
            _ => LastUses::new(),
        };
        let regions = (0..self.machine.regions.len()).map(RegionId);
        let parts = |region: RegionId| (0..self.machine[region].parts.len()).map(PartId);
        regions.map(|region| parts(region).map(|part| in_part(region, part)).collect()).collect()
    }

    fn last_uses_in(&self, region: RegionId, flow: &Flow) -> LastUses {
        // The values used from each step on. No use precedes the step that binds the value.
        let mut used_from: Vec<SortedSet<ValueId>> = vec![SortedSet::new(); flow.steps.len()];
        let mut last_uses = LastUses::new();
        // Flows only jump forward.
        for (at, step) in flow.steps.iter().enumerate().rev() {
            let mut used = SortedSet::new();
            for exit in step.act.exits() {
                let Target::Step(next) = exit.to else { continue };
                let is_set_before = |value: &&ValueId| exit.value != Some(Slot::Local(**value));
                used.extend(used_from[next.0].iter().filter(is_set_before));
            }
            let mut uses = self.reads.step(self.model, region, step);
            uses.extend(held(self.machine, region, step));
            for value in uses {
                if used.insert(value) {
                    last_uses.get_or_insert_with(value, Vec::new).push(StepId(at));
                }
            }
            used_from[at] = used;
        }
        last_uses
    }

    /// The steps that can take the value, as the last users on their path.
    fn takers_in(&self, region: RegionId, part: PartId, value: ValueId) -> Vec<(StepId, Taker)> {
        let Body::Flow(flow) = &self.machine[region][part].body else { return Vec::new() };
        let last_uses = self.last_uses[region.0][part.0].get(&value);
        let taker = |&step: &StepId| Some((step, self.taker(region, &flow.steps[step.0], value)?));
        last_uses.into_iter().flatten().filter_map(taker).collect()
    }

    fn frame(&self, region: RegionId, place: PlaceId) -> Option<&Frame> {
        match &self.machine[region][place].holds {
            Holds::Frame(frame) => Some(frame),
            Holds::Nothing | Holds::Begin | Holds::Leaf(_) => None,
        }
    }

    fn taker(&self, region: RegionId, step: &Step, value: ValueId) -> Option<Taker> {
        match step.act {
            Act::Leaf { leaf: code, .. } | Act::Call { call: Call::Give(code), .. } => {
                self.code_can_take(code, value).then_some(Taker::Code(code))
            }
            Act::Part { part, .. } => self.part_can_take(region, part, value).then_some(Taker::Part(part)),
            Act::Frame { place, .. } => self.taker_in_frame(region, place, value),
            Act::Call { .. } | Act::Begin { .. } | Act::Mock { .. } | Act::Choose { .. } => None,
        }
    }

    fn code_can_take(&self, code: CodeId, value: ValueId) -> bool {
        self.source.uses(code).iter().any(|used| used.value == value && used.last.is_some())
    }

    fn part_can_take(&self, region: RegionId, part: PartId, value: ValueId) -> bool {
        let Body::Guard { child, .. } = self.machine[region][part].body else {
            let Body::Flow(flow) = &self.machine[region][part].body else { return false };
            let holds = flow.steps.iter().any(|step| held(self.machine, region, step).contains(&value));
            return holds || !self.takers_in(region, part, value).is_empty();
        };
        let asks = self.model[self.machine[region][part].node].uses.contains(&value);
        !asks && self.part_can_take(region, child, value)
    }

    fn taker_in_frame(&self, region: RegionId, place: PlaceId, value: ValueId) -> Option<Taker> {
        let (frame, node) = (self.frame(region, place)?, &self.model[self.machine[region][place].node]);
        let children = frame.children(&Around { model: self.model, machine: self.machine, node: node.id });
        if children.iter().any(|&child| self.reads.abort(child).contains(&value)) {
            return None;
        }
        let mut readers = children.into_iter().filter(|&child| self.reads.region(self.machine, child).contains(&value));
        let Some(reader) = readers.next_back() else {
            let code = match frame {
                Frame::Decorated(frame) => frame.decorator,
                Frame::Composed(frame) => frame.composite,
                _ => return None,
            };
            return self.code_can_take(code, value).then_some(Taker::Begin(place, code));
        };
        // The functions of the frame itself see it by reference, at the start.
        let starts_once = match frame {
            Frame::Group(group) => !group.holds.contains(&value),
            _ => {
                node.starting().contains(&self.machine[reader].node)
                    && !(node.uses.contains(&value) && node.asks_later())
            }
        };
        // The branches of a parallel begin in order, within one tick, so only the last of them takes it.
        let is_last = readers.next().is_none() || matches!(frame, Frame::Parallel(_));
        let can_take = starts_once && is_last && self.part_can_take(reader, self.machine[reader].entry, value);
        can_take.then_some(Taker::Child(place, reader))
    }
}
