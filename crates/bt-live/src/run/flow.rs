//! Runs flows: steps in order.

use bt::__private::live::{Op, Out};
use bt::__private::{Can, Step, has_checked, has_ended, has_run, until};
use bt_compiler::tree::ir::Step as FlowStep;
use bt_compiler::tree::ir::{
    Act, Call, Choice, Exit, Exits, Flow, Frame, Holds, Outcome, PlaceId, RegionId, Slot, Target,
};
use bt_compiler::tree::plan::parts::Steps;

use super::{Held, Inputs, Run, State, Ticked, ended, outcome, take};

impl Run<'_> {
    pub(super) fn flow(
        &mut self,
        inputs: &mut Inputs<'_, '_>,
        region: RegionId,
        flow: &Flow,
        plan: &Steps,
        state: &mut State,
    ) -> Ticked {
        if plan.locals.is_empty() {
            return self.steps(inputs, region, flow, plan, state);
        }
        // Its variables are not set yet, and end with it.
        let outer: Vec<_> = plan.locals.iter().map(|value| self.set[value.0].take()).collect();
        let ticked = self.steps(inputs, region, flow, plan, state);
        for (value, outer) in plan.locals.iter().zip(outer) {
            self.set[value.0] = outer;
        }
        ticked
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
            State::Idle => None,
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
                    let exit = exits[self.choose(inputs, choice, step)];
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
                Act::Begin { .. } => unreachable!("a tree with this step is refused when it is loaded"),
                Act::Part { part, exits } => (self.part(inputs, region, *part, state), exits),
                Act::Call { call, place, exits } => (self.called(inputs, call, *place, step, state), exits),
                Act::Leaf { leaf, place, exits } => {
                    let slot = match take(state, *place) {
                        Some(Held::Leaf(slot)) => Some(slot),
                        _ => None,
                    };
                    let op = if slot.is_some() { Op::Resume } else { Op::Begin };
                    let answered = self.call(inputs, *leaf, step.node, op, slot);
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
                Some(Slot::Local(value)) => self.bind(value),
                Some(Slot::Out) => out = self.given.take(),
                None => {}
            }
            (target, begins) = (exit.to, true);
        }
    }

    fn choose(&mut self, inputs: &mut Inputs<'_, '_>, choice: &Choice, step: &FlowStep) -> usize {
        match choice {
            Choice::If(code) => usize::from(!self.asks(inputs, *code, step.node)),
            Choice::Match(..) | Choice::Weighted(_) => {
                unreachable!("a tree with this choice is refused when it is loaded")
            }
        }
    }

    /// A call, which an observer may answer instead.
    fn called(
        &mut self,
        inputs: &mut Inputs<'_, '_>,
        call: &Call,
        place: Option<PlaceId>,
        step: &FlowStep,
        state: &mut State,
    ) -> Ticked {
        if let Some(place) = place {
            take(state, place);
        }
        let (node, can) = (step.node, Can { run: place.is_some(), ..Can::ANYTHING });
        let ticked = match inputs.mock(node.0, can) {
            Some(mocked) => mocked,
            None => match call {
                Call::Action(code) | Call::TimedAction(code) | Call::Give(code) => self.step(inputs, *code, node),
                Call::Condition(code) => Step::ended(self.asks(inputs, *code, node)),
                Call::WaitUntil(code) => until(self.asks(inputs, *code, node)),
                Call::Running => Step::Running,
                Call::Constant(outcome) => ended(*outcome),
                _ => unreachable!("a tree with this call is refused when it is loaded"),
            },
        };
        if let (Step::Running, Some(place)) = (&ticked, place) {
            *state = State::At(place, Held::Nothing);
        }
        has_run(ticked, node.0, inputs)
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
        let mut held = match take(state, place) {
            Some(held) => held,
            None => self.begin(inputs, region, place),
        };
        let ticked = match self.program.nodes[step.node.0].children.is_empty() {
            true => {
                let ticked = match inputs.mock(step.node.0, Can::ANYTHING) {
                    Some(mocked) => mocked,
                    None => self.frame(inputs, region, place, &mut held),
                };
                has_run(ticked, step.node.0, inputs)
            }
            false => {
                let ticked = self.frame(inputs, region, place, &mut held);
                let ends = |exit: Exit| exit.end_of(step.node).is_some();
                match (ends(exits.success), ends(exits.failure)) {
                    (true, true) => has_ended(ticked, step.node.0, inputs),
                    (false, true) => has_checked(ticked, step.node.0, inputs),
                    (_, false) => ticked,
                }
            }
        };
        let ended_with = match &ticked {
            Step::Running => {
                *state = State::At(place, held);
                return ticked;
            }
            Step::Success => Outcome::Success,
            Step::Failure => Outcome::Failure,
            Step::Error(_) => return ticked,
        };
        if let (Holds::Frame(Frame::Group(group)), Held::Group { values, .. }) =
            (&self.program.machine[region][place].holds, held)
            && group.gives_back_after == Some(ended_with)
        {
            for (id, value) in values {
                self.set[id.0] = Some(value);
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
