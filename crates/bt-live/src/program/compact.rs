//! Flows as the interpreter reads them: short steps, each with its next step, for ticks with and without an observer.

use std::collections::BTreeMap;

use bt_compiler::tree::ir::{
    Act as FlowAct, Body, Call, Choice, CodeId, Exit as FlowExit, Exits, Flow as IrFlow, Machine, NodeId, Outcome,
    PartId, PlaceId, RegionId, Slot, Step as FlowStep, Target, ValueId,
};
use bt_compiler::tree::plan::Plan;
use bt_compiler::tree::plan::parts::Steps;

use super::{Node, Subtree};

/// The flows of a machine.
pub struct Flows(Vec<Vec<Option<Flow>>>);

/// Steps in order. Jumps only go forward.
pub struct Flow {
    pub entry: Next,
    pub steps: Vec<Step>,
    /// Whether its value is used.
    pub gives: bool,
    /// Its variables.
    pub locals: Vec<ValueId>,
    pub calls: Vec<Call>,
    pub choices: Vec<Chooses>,
    /// The first of its places, and for each place from there on, the step that waits there.
    first: PlaceId,
    waiting: Vec<Option<u32>>,
}

/// One action for one node.
pub struct Step {
    pub node: NodeId,
    pub act: Act,
    pub success: Exit,
    pub failure: Exit,
    /// Whether it reports the start of the node.
    pub starts: bool,
    pub reports: Reports,
}

/// What a step does: see `ir::Act`.
#[derive(Clone, Copy)]
pub enum Act {
    Leaf {
        leaf: CodeId,
        place: PlaceId,
    },
    /// A leaf that is a tree, and runs from its own text.
    Tree {
        leaf: CodeId,
        place: PlaceId,
    },
    /// The number of the call.
    Call {
        call: u32,
        place: Option<PlaceId>,
    },
    Frame(PlaceId),
    Part(PartId),
    Begin(PlaceId),
    /// Continues with the step, unless an observer gives the answer.
    Mock(Next),
    /// The number of the choice.
    Choose(u32),
}

/// What a step reports after it has run.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Reports {
    /// A leaf has run.
    Run,
    /// The node has ended.
    End,
    /// The node has ended, if it failed.
    Check,
    Nothing,
}

/// A choice, and the exit of each child.
pub struct Chooses {
    pub choice: Choice,
    pub exits: Vec<(Exit, Option<Outcome>)>,
}

/// Where a step goes next.
#[derive(Clone, Copy)]
pub struct Exit {
    pub to: Next,
    pub value: Option<Binds>,
}

/// Where the value of a step is stored.
#[derive(Clone, Copy)]
pub enum Binds {
    Local(u32),
    Out,
}

/// The next step, for both kinds of ticks: only those with an observer ask for mocked answers.
#[derive(Clone, Copy)]
pub struct Next {
    observed: u32,
    plain: u32,
}

/// The numbers of a flow's ends.
const SUCCESS: u32 = u32::MAX;
const FAILURE: u32 = u32::MAX - 1;

impl Next {
    #[inline]
    pub fn step(self, is_observed: bool) -> u32 {
        if is_observed { self.observed } else { self.plain }
    }
}

impl Flows {
    pub fn new(machine: &Machine, plan: &Plan, nodes: &[Node], subtrees: &BTreeMap<CodeId, Subtree>) -> Self {
        let regions = machine.regions.iter().enumerate().map(|(region, of_region)| {
            let parts = of_region.parts.iter().enumerate().map(|(part, of_part)| match &of_part.body {
                Body::Flow(flow) => {
                    let steps = plan.part(RegionId(region), PartId(part)).body.steps();
                    Some(Compact { flow, nodes, subtrees }.flow(steps, of_part.gives.is_some()))
                }
                _ => None,
            });
            parts.collect()
        });
        Flows(regions.collect())
    }

    #[inline]
    pub fn get(&self, region: RegionId, part: PartId) -> Option<&Flow> {
        self.0[region.0][part.0].as_ref()
    }
}

impl Flow {
    /// The step that waits in a place.
    #[inline]
    pub fn step_at(&self, place: PlaceId) -> Option<u32> {
        *self.waiting.get(place.0.wrapping_sub(self.first.0))?
    }

    /// How the flow ends, if this number is not a step.
    #[inline]
    pub fn end(step: u32) -> Outcome {
        if step == SUCCESS { Outcome::Success } else { Outcome::Failure }
    }
}

struct Compact<'c> {
    flow: &'c IrFlow,
    nodes: &'c [Node],
    subtrees: &'c BTreeMap<CodeId, Subtree>,
}

impl Compact<'_> {
    fn flow(&self, plan: &Steps, gives: bool) -> Flow {
        let (mut calls, mut choices) = (Vec::new(), Vec::new());
        let steps = self.flow.steps.iter().map(|step| self.step(step, &mut calls, &mut choices)).collect();
        let (first, waiting) = waiting(plan);
        let locals = plan.locals.iter().copied().collect();
        Flow { entry: self.next(self.flow.entry), steps, gives, locals, calls, choices, first, waiting }
    }

    fn step(&self, step: &FlowStep, calls: &mut Vec<Call>, choices: &mut Vec<Chooses>) -> Step {
        let (act, exits) = match &step.act {
            FlowAct::Leaf { leaf, place, exits } => match self.subtrees.contains_key(leaf) {
                true => (Act::Tree { leaf: *leaf, place: *place }, *exits),
                false => (Act::Leaf { leaf: *leaf, place: *place }, *exits),
            },
            FlowAct::Call { call, place, exits } => {
                calls.push(*call);
                (Act::Call { call: last(calls), place: *place }, *exits)
            }
            FlowAct::Frame { place, exits } => (Act::Frame(*place), *exits),
            FlowAct::Part { part, exits } => (Act::Part(*part), *exits),
            FlowAct::Begin { place, first } => (Act::Begin(*place), Exits::both(*first)),
            FlowAct::Mock { exits, node } => (Act::Mock(self.next(*node)), *exits),
            FlowAct::Choose { choice, exits } => {
                let exits = exits.iter().map(|&exit| (self.exit(exit), exit.end_of(step.node)));
                choices.push(Chooses { choice: choice.clone(), exits: exits.collect() });
                (Act::Choose(last(choices)), Exits::END)
            }
        };
        let (success, failure) = (self.exit(exits.success), self.exit(exits.failure));
        Step { node: step.node, act, success, failure, starts: step.starts, reports: self.reports(step.node, exits) }
    }

    fn reports(&self, node: NodeId, exits: Exits) -> Reports {
        let ends = |exit: FlowExit| exit.end_of(node).is_some();
        match (ends(exits.success), ends(exits.failure)) {
            _ if self.nodes[node.0].children.is_empty() => Reports::Run,
            (true, true) => Reports::End,
            (false, true) => Reports::Check,
            (_, false) => Reports::Nothing,
        }
    }

    fn exit(&self, exit: FlowExit) -> Exit {
        let value = exit.value.map(|slot| match slot {
            Slot::Local(value) => Binds::Local(number(value.0)),
            Slot::Out => Binds::Out,
        });
        Exit { to: self.next(exit.to), value }
    }

    fn next(&self, target: Target) -> Next {
        let step = |target| match target {
            Target::Step(step) => number(step.0),
            Target::End(Outcome::Success) => SUCCESS,
            Target::End(Outcome::Failure) => FAILURE,
        };
        let mut plain = target;
        while let Target::Step(step) = plain
            && let FlowAct::Mock { node, .. } = &self.flow.steps[step.0].act
        {
            plain = *node;
        }
        Next { observed: step(target), plain: step(plain) }
    }
}

/// The first place where a flow waits, and for each place from there on, the step that waits there.
fn waiting(plan: &Steps) -> (PlaceId, Vec<Option<u32>>) {
    let places =
        || plan.steps.iter().enumerate().flat_map(|(step, plan)| plan.places.iter().map(move |&at| (at, step)));
    let first = places().map(|(place, _)| place).min().unwrap_or(PlaceId(0));
    let mut waiting = Vec::new();
    for (place, step) in places() {
        let at = place.0 - first.0;
        waiting.resize(waiting.len().max(at + 1), None);
        // If several steps wait at a place, the first one does.
        waiting[at].get_or_insert(number(step));
    }
    (first, waiting)
}

/// The number of the last entry.
fn last<T>(list: &[T]) -> u32 {
    number(list.len() - 1)
}

fn number(number: usize) -> u32 {
    u32::try_from(number).expect("a text is too short for that")
}
