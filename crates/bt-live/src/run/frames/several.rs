//! Frames with several active children.

use bt::__private::live::ErasedValue;
use bt::__private::{Branch, Rule as Decides, Step, Tally};
use bt_compiler::tree::ir::frame::{Parallel, Pipeline, Rule, SimpleParallel};

use super::{At, Fields, Ticks};
use crate::run::{self, Datum, LiveWatch, Run, State, TickInputs, Ticked};

impl Ticks<Parallel> for Run<'_> {
    fn tick<W: LiveWatch>(&mut self, inputs: &mut TickInputs<'_, W>, frame: &Parallel, at: At, data: Fields) -> Ticked {
        let (held, states) = split(data);
        let read: Vec<u32> = held.iter().filter_map(number).collect();
        if read.iter().any(|&read| read as usize > frame.branches.len()) {
            return Step::Failure;
        }
        let ended: Vec<bool> = run::states(states).filter_map(State::ended).collect();
        let mut tally = Tally::over(decides(frame.rule, &read), states.len(), ended, &inputs.span);
        let mut each = held.iter_mut().filter_map(given);
        for (index, &branch) in frame.branches.iter().enumerate() {
            let keeps = if self.program.machine[branch].gives.is_some() { each.next() } else { None };
            let state = state(&mut states[index]);
            let end = if tally.ticks(state, inputs) {
                let step = self.region(inputs, branch, state);
                if let (Some(keeps), Step::Success) = (keeps, &step) {
                    *keeps = self.given.take();
                }
                tally.after(step, state, inputs)
            } else {
                tally.end(inputs)
            };
            if let Some(end) = end {
                if matches!(end, Step::Success) && held.iter().any(|datum| matches!(datum, Datum::Value(_))) {
                    self.given = Some(self.each(frame, held));
                }
                inputs.gives_up(at.node.0, |inputs| self.abort_all(inputs, &frame.branches, states));
                return end;
            }
        }
        Step::Running
    }
}

impl Ticks<Pipeline> for Run<'_> {
    fn tick<W: LiveWatch>(&mut self, inputs: &mut TickInputs<'_, W>, frame: &Pipeline, at: At, data: Fields) -> Ticked {
        fields!(data, [Datum::Number(reached), data @ ..]);
        let (_, states) = split(data);
        let whole = inputs.span;
        let mut end = Step::Success;
        for (index, &child) in (0..).zip(&frame.children) {
            // A newly reached child starts where the previous one ended.
            if index <= *reached {
                inputs.span = whole;
            }
            let state = state(&mut states[index as usize]);
            match self.region(inputs, child, state) {
                Step::Success => {
                    if let Some(value) = self.program.plan.region(child).binds {
                        self.bind(inputs, value);
                    }
                }
                Step::Running => {
                    if index >= *reached {
                        *reached = index;
                        return Step::Running;
                    }
                }
                step => {
                    *state = State::Idle;
                    end = step;
                    break;
                }
            }
        }
        inputs.gives_up(at.node.0, |inputs| self.abort_all(inputs, &frame.children, states));
        end
    }
}

impl Ticks<SimpleParallel> for Run<'_> {
    fn tick<W: LiveWatch>(
        &mut self,
        inputs: &mut TickInputs<'_, W>,
        frame: &SimpleParallel,
        at: At,
        data: Fields,
    ) -> Ticked {
        fields!(data, [Datum::State(main), Datum::State(background)]);
        let whole = inputs.span;
        let step = self.region(inputs, frame.main, main);
        let given = self.given.take();
        let mut give_up = |run: &mut Self, inputs: &mut TickInputs<'_, W>, background: &mut State| {
            inputs.gives_up(at.node.0, |inputs| {
                run.abort(inputs, frame.main, main);
                run.abort(inputs, frame.background, background);
            });
        };
        match &step {
            Step::Error(_) => {
                give_up(self, inputs, background);
                return step;
            }
            Step::Running => inputs.span.use_up(),
            _ => {}
        }
        let end = inputs.span;
        if step.is_running() || end != whole {
            inputs.span = whole.until(end);
            loop {
                let (began, before) = (background.is_idle(), inputs.span);
                match self.region(inputs, frame.background, background) {
                    Step::Running => break,
                    Step::Error(error) => {
                        inputs.span = end.before(inputs.span);
                        give_up(self, inputs, background);
                        return Step::Error(error);
                    }
                    _ => {}
                }
                // A pass that took no time ends the tick, so that the loop cannot hang.
                if began && inputs.span == before || !inputs.may_repeat() {
                    break;
                }
            }
            inputs.span = end;
        }
        if !step.is_running() {
            give_up(self, inputs, background);
        }
        self.given = given;
        step
    }
}

impl Run<'_> {
    /// The values of all branches, as one.
    fn each(&self, frame: &Parallel, held: &mut [Datum]) -> ErasedValue {
        let mut given = held.iter_mut().filter_map(given);
        let parts = frame.branches.iter().map(|&branch| {
            let gives = self.program.machine[branch].gives.is_some();
            if gives { given.next().and_then(Option::take) } else { None }
        });
        ErasedValue::each(parts.collect())
    }
}

/// The fields before the states, and the states.
fn split(data: &mut [Datum]) -> (&mut [Datum], &mut [Datum]) {
    let first = data.iter().position(|datum| matches!(datum, Datum::State(_)));
    data.split_at_mut(first.expect("there is a child"))
}

fn state(datum: &mut Datum) -> &mut State {
    match datum {
        Datum::State(state) => state,
        _ => unreachable!("states are the last fields"),
    }
}

fn number(datum: &Datum) -> Option<u32> {
    match datum {
        Datum::Number(number) => Some(*number),
        _ => None,
    }
}

fn given(datum: &mut Datum) -> Option<&mut Option<ErasedValue>> {
    match datum {
        Datum::Value(given) => Some(given),
        _ => None,
    }
}

/// When a `parallel` ends.
fn decides(rule: Rule, read: &[u32]) -> Decides {
    let names = rule.read();
    let number = |threshold, name| Run::threshold(threshold, name, &names, read);
    match rule {
        Rule::Parallel { success, failure } => {
            Decides::Parallel { success: number(success, "successes"), failure: number(failure, "failures") }
        }
        Rule::All { failure } => Decides::All { failure: number(failure, "failures") },
    }
}
