//! Runs flows: steps in order.

use bt::__private::live::{Op, Out};
use bt::__private::{Can, Step, has_checked, has_ended, has_run};
use bt_compiler::tree::ir::Step as FlowStep;
use bt_compiler::tree::ir::{
    Act, Call, Choice, Exit, Exits, Flow, Frame, Holds, NodeId, Outcome, PlaceId, RegionId, Slot, Target,
};
use bt_compiler::tree::plan::parts::Steps;

use super::{Fields, Held, Inputs, Run, State, Ticked, ended, outcome, take};

impl Run<'_> {
    pub(super) fn flow(
        &mut self,
        inputs: &mut Inputs<'_, '_>,
        region: RegionId,
        flow: &Flow,
        plan: &Steps,
        state: &mut State,
    ) -> Ticked {
        self.with_locals(&plan.locals, |run| run.steps(inputs, region, flow, plan, state))
    }

    fn steps(
        &mut self,
        inputs: &mut Inputs<'_, '_>,
        region: RegionId,
        flow: &Flow,
        plan: &Steps,
        state: &mut State,
    ) -> Ticked {
        let waiting = match state {
            State::At(place, _) => plan.step_at(*place),
            State::Idle | State::Ended(_) => None,
        };
        let (mut target, mut begins) = (waiting.map_or(flow.entry, Target::Step), waiting.is_none());
        let mut out = None;
        loop {
            let step = match target {
                Target::End(outcome) => {
                    self.given = out;
                    return ended(outcome);
                }
                Target::Step(step) => &flow.steps[step.0],
            };
            self.given = None;
            if begins && step.starts {
                inputs.start(step.node.0);
            }
            let (ticked, exits) = match &step.act {
                Act::Choose { choice, exits } => {
                    let (chosen, matched) = self.choose(inputs, choice, step.node);
                    if let (Some(matched), Choice::Match(_, Some(value))) = (matched, choice) {
                        self.set[value.0] = Some(matched);
                    }
                    let exit = exits[chosen];
                    if let Some(outcome) = exit.end_of(step.node) {
                        inputs.finish(step.node.0, of_runtime(outcome));
                    }
                    (target, begins) = (exit.to, true);
                    continue;
                }
                Act::Mock { exits, node } => match self.mocked(inputs, step.node) {
                    Some(ticked) => (ticked, exits),
                    None => {
                        (target, begins) = (*node, true);
                        continue;
                    }
                },
                Act::Begin { place, first } => {
                    take(state, *place);
                    (target, begins) = (*first, true);
                    continue;
                }
                Act::Part { part, exits } => (self.part(inputs, region, *part, state), exits),
                Act::Call { call, place, exits } => (self.called(inputs, call, *place, step, *exits, state), exits),
                Act::Leaf { leaf, place, exits } => {
                    let slot = match take(state, *place) {
                        Some(Held::Leaf(slot)) => Some(slot),
                        _ => None,
                    };
                    let op = if slot.is_some() { Op::Resume } else { Op::Begin };
                    let answered = self.leaf(inputs, *leaf, step.node, op, slot);
                    if let Some(slot) = answered.slot {
                        *state = State::At(*place, Held::Leaf(slot));
                    }
                    match answered.out {
                        Out::Step(ticked) => (ticked, exits),
                        _ => unreachable!("a leaf answers with a step"),
                    }
                }
                Act::Frame { place, exits } => (self.frame_step(inputs, region, *place, step, *exits, state), exits),
            };
            let outcome = match outcome(ticked) {
                Ok(outcome) => outcome,
                Err(step) => return step,
            };
            let exit = exits.after(outcome);
            match exit.value {
                Some(Slot::Local(value)) => self.bind(inputs, value),
                Some(Slot::Out) => out = self.given.take(),
                None => {}
            }
            (target, begins) = (exit.to, true);
        }
    }

    /// A call, which an observer may answer instead.
    fn called(
        &mut self,
        inputs: &mut Inputs<'_, '_>,
        call: &Call,
        place: Option<PlaceId>,
        step: &FlowStep,
        exits: Exits,
        state: &mut State,
    ) -> Ticked {
        if let Some(place) = place {
            take(state, place);
        }
        let node = step.node;
        let answered = match self.program.nodes[node.0].children.is_empty() {
            true => self.mocked_leaf(inputs, node, Can { run: place.is_some(), ..Can::ANYTHING }),
            false => None,
        };
        let ticked = match answered {
            Some(mocked) if !mocked.is_running() || self.can_run(inputs, call, node) => mocked,
            _ => self.answer(inputs, call, node),
        };
        if let (Step::Running, Some(place)) = (&ticked, place) {
            *state = State::At(place, Held::Nothing);
        }
        self.reported(inputs, ticked, node, exits)
    }

    /// The result of a step, reported to observers.
    fn reported(&mut self, inputs: &mut Inputs<'_, '_>, ticked: Ticked, node: NodeId, exits: Exits) -> Ticked {
        if self.program.nodes[node.0].children.is_empty() {
            return has_run(ticked, node.0, inputs);
        }
        let ends = |exit: Exit| exit.end_of(node).is_some();
        match (ends(exits.success), ends(exits.failure)) {
            (true, true) => has_ended(ticked, node.0, inputs),
            (false, true) => has_checked(ticked, node.0, inputs),
            (_, false) => ticked,
        }
    }

    fn frame_step(
        &mut self,
        inputs: &mut Inputs<'_, '_>,
        region: RegionId,
        place: PlaceId,
        step: &FlowStep,
        exits: Exits,
        state: &mut State,
    ) -> Ticked {
        let waiting = take(state, place);
        let begins = waiting.is_none();
        let mut held = match waiting {
            Some(held) => held,
            None => self.begin(inputs, region, place),
        };
        let answered = match self.program.nodes[step.node.0].children.is_empty() {
            true => self.mocked_leaf(inputs, step.node, Can::ANYTHING),
            false => None,
        };
        let ticked = match answered {
            Some(mocked) => mocked,
            None => self.frame(inputs, region, place, &mut held, begins),
        };
        let ticked = self.reported(inputs, ticked, step.node, exits);
        let ended_with = match &ticked {
            Step::Running => {
                *state = State::At(place, held);
                return ticked;
            }
            Step::Success => Outcome::Success,
            Step::Failure => Outcome::Failure,
            Step::Error(_) => return ticked,
        };
        if let (Holds::Frame(Frame::Group(group)), Held::Frame(Fields::Values(values), _)) =
            (&self.program.machine[region][place].holds, held)
            && group.gives_back_after == Some(ended_with)
        {
            for (id, value) in values {
                self.set[id.0] = value;
            }
        }
        ticked
    }
}

fn of_runtime(outcome: Outcome) -> bt::Outcome {
    match outcome {
        Outcome::Success => bt::Outcome::Success,
        Outcome::Failure => bt::Outcome::Failure,
    }
}
