//! Runs flows: steps in order.

use bt::__private::live::{Op, Out, Slotted};
use bt::__private::{Can, Step, has_checked, has_ended, has_run};
use bt_compiler::tree::ir::{Call, Choice, CodeId, Frame, Holds, Outcome, PlaceId, RegionId, ValueId};

use super::{Answered, Datum, Held, LiveWatch, Run, State, TickInputs, Ticked, ended, take};
use crate::program::compact::{Act, Binds, Chooses, Flow, Reports, Step as FlowStep};

impl Run<'_> {
    #[inline]
    pub(super) fn flow<W: LiveWatch>(
        &mut self,
        inputs: &mut TickInputs<'_, W>,
        region: RegionId,
        flow: &Flow,
        state: &mut State,
    ) -> Ticked {
        let ticked = match flow.locals.is_empty() {
            true => self.steps(inputs, region, flow, state),
            false => self.with_locals(&flow.locals, |run| run.steps(inputs, region, flow, state)),
        };
        if !(flow.gives && matches!(ticked, Step::Success)) {
            self.given = None;
        }
        ticked
    }

    fn steps<W: LiveWatch>(
        &mut self,
        inputs: &mut TickInputs<'_, W>,
        region: RegionId,
        flow: &Flow,
        state: &mut State,
    ) -> Ticked {
        let waiting = match state {
            State::At(place, _) => flow.step_at(*place),
            State::Idle | State::Ended(_) => None,
        };
        let (mut next, mut begins) = (waiting.unwrap_or(flow.entry.step(W::OBSERVED)), waiting.is_none());
        let mut out = None;
        loop {
            let Some(step) = flow.steps.get(next as usize) else {
                self.given = out;
                return ended(Flow::end(next));
            };
            self.given = None;
            if begins && step.starts {
                inputs.start(step.node.0);
            }
            let ticked = match step.act {
                Act::Leaf { leaf, place } => self.leaf_step(inputs, leaf, place, step, state),
                Act::Tree { leaf, place } => self.tree_step(inputs, leaf, place, step, state),
                Act::Call { call, place } => self.called(inputs, &flow.calls[call as usize], place, step, state),
                Act::Frame(place) => self.frame_step(inputs, region, place, step, state),
                Act::Part(part) => self.part(inputs, region, part, state),
                Act::Begin(place) => {
                    take(state, place);
                    Step::Success
                }
                Act::Mock(node) => match self.mocked(inputs, step.node) {
                    Some(ticked) => ticked,
                    None => {
                        (next, begins) = (node.step(W::OBSERVED), true);
                        continue;
                    }
                },
                Act::Choose(choice) => {
                    (next, begins) = (self.chosen(inputs, &flow.choices[choice as usize], step), true);
                    continue;
                }
            };
            let exit = match ticked {
                Step::Success => &step.success,
                Step::Failure => &step.failure,
                Step::Running | Step::Error(_) => return ticked,
            };
            match exit.value {
                None => {}
                Some(Binds::Out) => out = self.given.take(),
                Some(Binds::Local(value)) => self.bind(inputs, ValueId(value as usize)),
            }
            (next, begins) = (exit.to.step(W::OBSERVED), true);
        }
    }

    /// The step after a choice. Like the other kinds of steps, it is a separate function, so that steps of leaves need
    /// few registers.
    #[inline(never)]
    fn chosen<W: LiveWatch>(&mut self, inputs: &mut TickInputs<'_, W>, chooses: &Chooses, step: &FlowStep) -> u32 {
        let (chosen, matched) = self.choose(inputs, &chooses.choice, step.node);
        if let (Some(matched), Choice::Match(_, Some(value))) = (matched, &chooses.choice) {
            self.set.replace(*value, Some(matched));
        }
        let (exit, ends) = chooses.exits[chosen];
        if let Some(outcome) = ends {
            inputs.finish(step.node.0, of_runtime(outcome));
        }
        exit.to.step(W::OBSERVED)
    }

    #[inline]
    fn leaf_step<W: LiveWatch>(
        &mut self,
        inputs: &mut TickInputs<'_, W>,
        leaf: CodeId,
        place: PlaceId,
        step: &FlowStep,
        state: &mut State,
    ) -> Ticked {
        in_place(state, place, |op, slot| self.call(inputs, leaf, step.node, op, slot))
    }

    #[inline(never)]
    fn tree_step<W: LiveWatch>(
        &mut self,
        inputs: &mut TickInputs<'_, W>,
        leaf: CodeId,
        place: PlaceId,
        step: &FlowStep,
        state: &mut State,
    ) -> Ticked {
        in_place(state, place, |op, slot| self.tree(inputs, leaf, step.node, op, slot))
    }

    /// A call, unless an observer answers for it.
    #[inline(never)]
    fn called<W: LiveWatch>(
        &mut self,
        inputs: &mut TickInputs<'_, W>,
        call: &Call,
        place: Option<PlaceId>,
        step: &FlowStep,
        state: &mut State,
    ) -> Ticked {
        if let Some(place) = place {
            take(state, place);
        }
        let node = step.node;
        let answered = match step.reports {
            Reports::Run => self.mocked_leaf(inputs, node, Can { run: place.is_some(), ..Can::ANYTHING }),
            _ => None,
        };
        let ticked = match answered {
            Some(mocked) if !mocked.is_running() || self.can_run(inputs, call, node) => mocked,
            _ => self.answer(inputs, call, node),
        };
        if let (Step::Running, Some(place)) = (&ticked, place) {
            *state = State::At(place, Held::Nothing);
        }
        reported(inputs, ticked, step)
    }

    #[inline(never)]
    fn frame_step<W: LiveWatch>(
        &mut self,
        inputs: &mut TickInputs<'_, W>,
        region: RegionId,
        place: PlaceId,
        step: &FlowStep,
        state: &mut State,
    ) -> Ticked {
        let waiting = take(state, place);
        let begins = waiting.is_none();
        let mut held = match waiting {
            Some(held) => held,
            None => self.begin(inputs, region, place),
        };
        let answered = match step.reports {
            Reports::Run => self.mocked_leaf(inputs, step.node, Can::ANYTHING),
            _ => None,
        };
        let ticked = match answered {
            Some(mocked) => mocked,
            None => self.frame(inputs, region, place, &mut held, begins),
        };
        let ticked = reported(inputs, ticked, step);
        let ended_with = match &ticked {
            Step::Running => {
                *state = State::At(place, held);
                return ticked;
            }
            Step::Success => Outcome::Success,
            Step::Failure => Outcome::Failure,
            Step::Error(_) => return ticked,
        };
        if let (Holds::Frame(Frame::Group(group)), Held::Frame(data)) =
            (&self.program.machine[region][place].holds, held)
            && group.gives_back_after == Some(ended_with)
        {
            for datum in data {
                if let Datum::Bound(id, value) = datum {
                    self.set.replace(id, value);
                }
            }
        }
        ticked
    }
}

/// Reports the result of a step to observers.
fn reported<W: LiveWatch>(inputs: &mut TickInputs<'_, W>, ticked: Ticked, step: &FlowStep) -> Ticked {
    match step.reports {
        Reports::Run => has_run(ticked, step.node.0, inputs),
        Reports::End => has_ended(ticked, step.node.0, inputs),
        Reports::Check => has_checked(ticked, step.node.0, inputs),
        Reports::Nothing => ticked,
    }
}

/// A tick of what is in a leaf's place: `call` starts or resumes it.
#[inline]
fn in_place(state: &mut State, place: PlaceId, call: impl FnOnce(Op, Option<Slotted>) -> Answered) -> Ticked {
    let slot = match take(state, place) {
        Some(Held::Leaf(slot)) => Some(slot),
        _ => None,
    };
    let op = if slot.is_some() { Op::Resume } else { Op::Begin };
    let Answered { out, slot } = call(op, slot);
    if let Some(slot) = slot {
        *state = State::At(place, Held::Leaf(slot));
    }
    match out {
        Out::Step(ticked) => ticked,
        _ => unreachable!("a leaf answers with a step"),
    }
}

fn of_runtime(outcome: Outcome) -> bt::Outcome {
    match outcome {
        Outcome::Success => bt::Outcome::Success,
        Outcome::Failure => bt::Outcome::Failure,
    }
}
