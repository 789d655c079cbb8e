//! How parts run: which values are their variables, where flows continue, how reactive nodes find their active child.

use super::Planner;
use super::reads::held;
use crate::sorted::SortedSet;
use crate::tree::ir::{
    Act, Body, Flow, Frame, Holds, Part as IrPart, PartId, PlaceId, RegionId, Step as IrStep, StepId, ValueId,
};

/// The maximum number of steps of a part that is inlined in several places.
const MOST_IN_SHORT: usize = 6;

/// A node with more pairs of a child and a place than this stores the number of its active child, since patterns would
/// be too long.
const MOST_IN_PATTERNS: usize = 1024;

/// How a part runs.
pub struct Part {
    pub inline: Inline,
    /// The value that it binds when it succeeds, if the value is used.
    pub binds: Option<ValueId>,
    /// The values in the surrounding frame that cleanups use when the part aborts its active child.
    pub kept_for_abort: Vec<ValueId>,
    pub body: Runs,
}

/// How eagerly the function of a part is inlined.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Inline {
    Always,
    /// Left to rustc.
    Hint,
}

/// How the body of a part runs.
pub enum Runs {
    Flow(Steps),
    Reactive(Reactive),
    /// Without anything to decide.
    Plainly,
}

/// How a flow runs.
pub struct Steps {
    /// The values that are its variables.
    pub locals: SortedSet<ValueId>,
    /// Its variables, and the values that it takes from its caller. Both are unset in later ticks.
    pub owned: SortedSet<ValueId>,
    pub steps: Vec<Step>,
    /// The step whose place is tested first. It is the only place of the region that contains the state of a child, and
    /// rustc encodes the other places in unused values of that state. Testing it first avoids decoding the others.
    pub checked_first: Option<StepId>,
}

/// How a step runs.
pub struct Step {
    /// The values that the step reads from variables of the flow when it begins.
    pub reads: Vec<ValueId>,
    /// The values that it takes from these variables, as their last user.
    pub takes: SortedSet<ValueId>,
    /// The places in which the flow waits in this step.
    pub places: Vec<PlaceId>,
}

/// How a `reactive_sequence` or a `reactive_selector` runs.
pub struct Reactive {
    pub finds_active: Finds,
    pub children: Vec<Child>,
}

/// How a reactive node finds its active child.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Finds {
    /// By a pattern for the places of a child.
    ByPatterns,
    /// By the number of the child.
    ByNumber,
}

/// A child of a reactive node.
pub struct Child {
    /// The values that it uses and that earlier children bind.
    pub uses: Vec<ValueId>,
    /// Whether a later child can be active, so that this one runs in a separate state.
    pub runs_apart: bool,
}

impl Runs {
    pub fn steps(&self) -> &Steps {
        match self {
            Runs::Flow(steps) => steps,
            Runs::Reactive(_) | Runs::Plainly => unreachable!("the part is a flow"),
        }
    }

    pub fn reactive(&self) -> &Reactive {
        match self {
            Runs::Reactive(reactive) => reactive,
            Runs::Flow(_) | Runs::Plainly => unreachable!("the part is a reactive node"),
        }
    }
}

impl Steps {
    /// The step in which a flow waits in a place.
    pub fn step_at(&self, place: PlaceId) -> Option<StepId> {
        self.steps.iter().position(|step| step.places.contains(&place)).map(StepId)
    }
}

impl Planner<'_> {
    pub(super) fn part(&self, region: RegionId, id: PartId) -> Part {
        let part = &self.machine[region][id];
        let keeps = part.body.keeps().iter().copied();
        Part {
            inline: self.inline(region, id),
            binds: self.binds(part),
            kept_for_abort: keeps.filter(|value| self.reads.abort(region).contains(value)).collect(),
            body: match &part.body {
                Body::Flow(flow) => Runs::Flow(self.steps(region, id, flow)),
                Body::Reactive { children, .. } => Runs::Reactive(self.reactive(region, part, children)),
                Body::Loop { .. }
                | Body::Guard { .. }
                | Body::Priority { .. }
                | Body::Contest { .. }
                | Body::Rechoose { .. } => Runs::Plainly,
            },
        }
    }

    fn binds(&self, part: &IrPart) -> Option<ValueId> {
        part.gives.and_then(|node| self.model.live(node))
    }

    /// The tick of the whole tree is inlined into the method that users call. A guard is a test and a branch.
    fn inline(&self, region: RegionId, id: PartId) -> Inline {
        let whole = region == RegionId(0) && id == self.machine[region].entry;
        let is_guard = matches!(self.machine[region][id].body, Body::Guard { .. });
        if whole || is_guard || self.is_short_and_guarded(region, id) { Inline::Always } else { Inline::Hint }
    }

    /// Whether a part is a few leaves below a `guard` that is a child of a reactive node. Such a part is called in two
    /// places, so a longer or nested one would make the code grow too much.
    fn is_short_and_guarded(&self, region: RegionId, id: PartId) -> bool {
        let parts = &self.machine[region].parts;
        let is_in = |guard: &PartId| matches!(parts[guard.0].body, Body::Guard { child, .. } if child == id);
        let Body::Flow(flow) = &parts[id.0].body else { return false };
        // `Mock` steps are not code unless there are observers.
        let steps = || flow.steps.iter().filter(|step| !matches!(step.act, Act::Mock { .. }));
        let leaves = steps().all(|step| matches!(step.act, Act::Leaf { .. } | Act::Call { .. }));
        let guarded = || {
            parts.iter().any(|part| matches!(&part.body, Body::Reactive { children, .. } if children.iter().any(is_in)))
        };
        steps().count() <= MOST_IN_SHORT && leaves && guarded()
    }

    fn steps(&self, region: RegionId, part: PartId, flow: &Flow) -> Steps {
        let locals = flow.locals();
        let owned: SortedSet<ValueId> = locals.iter().chain(self.moves.part(region, part)).copied().collect();
        let steps = flow.steps.iter().enumerate().map(|(at, step)| {
            let takes = self.moves.step(region, part, StepId(at)).clone();
            let mut reads = self.read_by(region, step, &owned);
            reads.retain(|value| !takes.contains(value));
            Step { reads, takes, places: self.waits_in(region, step) }
        });
        Steps { steps: steps.collect(), checked_first: self.checked_first(region, flow), locals, owned }
    }

    /// The values that a step reads from variables of the flow when it begins. A group takes the values that it holds.
    fn read_by(&self, region: RegionId, step: &IrStep, owned: &SortedSet<ValueId>) -> Vec<ValueId> {
        let taken = held(self.machine, region, step);
        let read = self.reads.step(self.model, region, step).into_iter();
        read.filter(|value| owned.contains(value) && !taken.contains(value)).collect()
    }

    fn waits_in(&self, region: RegionId, step: &IrStep) -> Vec<PlaceId> {
        match step.act {
            Act::Leaf { place, .. } | Act::Frame { place, .. } | Act::Begin { place, .. } => vec![place],
            Act::Call { place, .. } => place.into_iter().collect(),
            Act::Part { part, .. } => self.machine[region].places_of(part).collect(),
            Act::Choose { .. } | Act::Mock { .. } => Vec::new(),
        }
    }

    fn checked_first(&self, region: RegionId, flow: &Flow) -> Option<StepId> {
        let is_parent = |place: &PlaceId| match &self.machine[region][*place].holds {
            Holds::Frame(frame) => !matches!(frame, Frame::Timer(_)),
            Holds::Nothing | Holds::Begin | Holds::Leaf(_) => false,
        };
        let mut parents = self.machine[region].place_ids().filter(is_parent);
        let only = parents.next().filter(|_| parents.next().is_none())?;
        let is_it = |step: &IrStep| matches!(step.act, Act::Frame { place, .. } if place == only);
        flow.steps.iter().position(is_it).map(StepId)
    }

    fn reactive(&self, region: RegionId, part: &IrPart, children: &[PartId]) -> Reactive {
        let places = part.places.end.0 - part.places.start.0;
        let in_patterns = children.len() * places <= MOST_IN_PATTERNS;
        let waits = |&child: &PartId| self.machine[region].places_of(child).next().is_some();
        let last_waiting = children.iter().rposition(waits);
        let child = |(number, &child): (usize, &PartId)| Child {
            uses: self.used_by_child(region, part, child),
            // If no later child can wait, none can be active, and this child needs no separate state.
            runs_apart: last_waiting.is_some_and(|last| last > number),
        };
        Reactive {
            finds_active: if in_patterns { Finds::ByPatterns } else { Finds::ByNumber },
            children: children.iter().enumerate().map(child).collect(),
        }
    }

    fn used_by_child(&self, region: RegionId, node: &IrPart, child: PartId) -> Vec<ValueId> {
        let reads = self.reads.part(region, child);
        let own = self.binds(&self.machine[region][child]);
        let bound = node.body.locals().iter().chain(node.body.keeps()).copied().filter(|&value| Some(value) != own);
        bound.filter(|value| reads.contains(value)).collect()
    }
}
