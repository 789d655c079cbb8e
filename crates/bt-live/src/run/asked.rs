//! Calls the user's code for what nodes need to know: conditions, scores, keys, choices and draws.

use std::any::Any;

use bt::__private::live::{ErasedValue, Literal, Op, Out, draws};
use bt::__private::{Can, Step, count_up, has_cooled, is_below, is_empty, keep, kept_success, until};
use bt::Status;
use bt_compiler::tree::ir::{Call, Choice, CodeId, NodeId};
use bt_compiler::tree::model::Number;

use super::{LiveWatch, Run, TickInputs, Ticked, ended, value_of};
use crate::program::Code;

impl Run<'_> {
    /// Whether a condition holds. Reports nothing.
    pub(super) fn condition<W: LiveWatch>(
        &mut self,
        inputs: &mut TickInputs<'_, W>,
        code: CodeId,
        node: NodeId,
    ) -> bool {
        match self.call(inputs, code, node, Op::Begin, None).out {
            Out::Holds(holds) => holds,
            _ => unreachable!("a condition answers with a `bool`"),
        }
    }

    /// The answer of a call.
    pub(super) fn answer<W: LiveWatch>(&mut self, inputs: &mut TickInputs<'_, W>, call: &Call, node: NodeId) -> Ticked {
        match call {
            Call::Action(code) | Call::TimedAction(code) | Call::Give(code) => self.step(inputs, *code, node),
            Call::Condition(code) => Step::ended(self.asks(inputs, *code, node)),
            Call::WaitUntil(code) => until(self.asks(inputs, *code, node)),
            Call::Running => Step::Running,
            Call::Constant(outcome) => ended(*outcome),
            Call::IsEmpty(cell) => Step::ended(is_empty(inputs.cell(cell.0))),
            Call::KeptSuccess(cell) => Step::ended(kept_success(inputs.cell(cell.0))),
            Call::Keep(cell, outcome) => {
                keep(inputs.cell(cell.0), outcome.is_success());
                Step::Success
            }
            Call::IsBelow(cell, limit) => {
                let limit = self.count(inputs, *limit, node);
                Step::ended(is_below(inputs.cell(cell.0), limit))
            }
            Call::CountUp(cell) => {
                count_up(inputs.cell(cell.0));
                Step::Success
            }
            Call::HasCooled(cell, time) => {
                let (time, span) = (self.time(inputs, *time, node), inputs.span);
                Step::ended(has_cooled(inputs.cells(cell.0), time, &span))
            }
            Call::KeepMoment(cell) => {
                inputs.stopped(cell.0);
                Step::Success
            }
            Call::Chance(probability) => {
                let probability = self.number_of(inputs, *probability, node);
                let runs = draws::chance(&mut || self.word(inputs, node), probability);
                Step::ended(inputs.chanced(node.0, runs))
            }
            Call::Remember(first, ..) | Call::Recalls(first, _) | Call::Forget(first) => {
                Step::ended(self.condition(inputs, *first, node))
            }
        }
    }

    /// Whether the type of a call allows it to answer running.
    pub(super) fn can_run<W: LiveWatch>(&mut self, inputs: &mut TickInputs<'_, W>, call: &Call, node: NodeId) -> bool {
        match call {
            Call::Action(code) | Call::TimedAction(code) => {
                matches!(self.call(inputs, *code, node, Op::Make, None).out, Out::Holds(true))
            }
            _ => true,
        }
    }

    /// An observer's answer that replaces a leaf.
    pub(super) fn mocked_leaf<W: LiveWatch>(
        &mut self,
        inputs: &mut TickInputs<'_, W>,
        node: NodeId,
        can: Can,
    ) -> Option<Ticked> {
        if !W::OBSERVED {
            return None;
        }
        let known = &self.program.nodes[node.0];
        let Some(value) = known.value.filter(|_| known.is_value_used) else {
            let mocked: Option<Ticked> = inputs.mock(node.0, can);
            return mocked.filter(|mocked| !(known.is_value_used && matches!(mocked, Step::Success)));
        };
        let mut stored = (value.none)();
        let status = inputs.mock_any_value(node.0, can, &mut *stored)?;
        self.given = (value.erase)(&mut *stored);
        let has_value = self.given.is_some() || status != Status::Success;
        has_value.then(|| Step::of(status))
    }

    /// An observer's answer that replaces a node with children.
    pub(super) fn mocked<W: LiveWatch>(&mut self, inputs: &mut TickInputs<'_, W>, node: NodeId) -> Option<Ticked> {
        if !W::OBSERVED {
            return None;
        }
        let known = &self.program.nodes[node.0];
        if !known.is_value_used {
            return inputs.mock_node(node.0).map(Step::ended);
        }
        // The value of a `parallel` has parts, which no observer can provide.
        let (mut nothing, mut given) = (None::<()>, None);
        let mut stored = known.value.map(|value| (value.none)());
        let stored: &mut dyn Any = stored.as_mut().map_or(&mut nothing, |stored| &mut **stored);
        let success = inputs.mock_any_value_of_node(node.0, stored, |stored| {
            given = known.value.and_then(|value| (value.erase)(stored));
            given.is_some()
        });
        self.given = given;
        success.map(Step::ended)
    }

    /// The index of the chosen child, and the value that patterns matched.
    pub(super) fn choose<W: LiveWatch>(
        &mut self,
        inputs: &mut TickInputs<'_, W>,
        choice: &Choice,
        node: NodeId,
    ) -> (usize, Option<ErasedValue>) {
        match choice {
            Choice::If(code) => (usize::from(!self.asks(inputs, *code, node)), None),
            Choice::Match(code, _) => {
                let chosen = match self.call(inputs, *code, node, Op::Begin, None).out {
                    Out::Chosen(chosen) => chosen,
                    _ => unreachable!("a `switch` answers with the number of an arm"),
                };
                (chosen, self.given.take())
            }
            Choice::Weighted(weights) => {
                let weights: Vec<f64> = weights.iter().map(|&weight| self.number(inputs, weight, node)).collect();
                let children = weights.len();
                let drawn = draws::weigh(&mut || self.word(inputs, node), weights);
                (inputs.weighed(node.0, drawn).unwrap_or(children), None)
            }
        }
    }

    /// A number: a known one, or one from a call.
    pub(super) fn number<W: LiveWatch>(&mut self, inputs: &mut TickInputs<'_, W>, number: Number, node: NodeId) -> f64 {
        match number {
            Number::Known(number) => number,
            Number::Code(code) => self.number_of(inputs, code, node),
        }
    }

    fn number_of<W: LiveWatch>(&mut self, inputs: &mut TickInputs<'_, W>, code: CodeId, node: NodeId) -> f64 {
        let program = self.program;
        let found = match program.code(code) {
            Code::Literal(Literal::Float(number)) => Some(*number),
            Code::Literal(Literal::Integer(number)) => Some(*number as f64),
            Code::Literal(_) => None,
            Code::Name(name) => number_in(value_of(self.params, &self.set, *name)),
            Code::Piece { .. } => match self.call(inputs, code, node, Op::Begin, None).out {
                Out::Number(number) => Some(number),
                _ => None,
            },
        };
        found.expect("the type of a number was checked when the tree was loaded")
    }

    /// The score of a child.
    pub(super) fn scored<W: LiveWatch>(
        &mut self,
        inputs: &mut TickInputs<'_, W>,
        code: CodeId,
        child: usize,
        node: NodeId,
    ) -> f64 {
        let score = self.number_of(inputs, code, node);
        inputs.scored(node.0, child, score)
    }

    /// The current key of a node.
    pub(super) fn key<W: LiveWatch>(
        &mut self,
        inputs: &mut TickInputs<'_, W>,
        code: CodeId,
        node: NodeId,
    ) -> ErasedValue {
        self.call(inputs, code, node, Op::Begin, None);
        self.given.take().expect("a key is a value")
    }

    /// Clears the moments that a starting node clears.
    pub(super) fn forgets<W: LiveWatch>(&mut self, inputs: &mut TickInputs<'_, W>, node: NodeId) {
        let forgets = &self.program.plan.forgets[node.0];
        if !forgets.cells.is_empty() || !forgets.leaves.is_empty() {
            let cells: Vec<usize> = forgets.cells.iter().map(|cell| cell.0).collect();
            let leaves: Vec<usize> = forgets.leaves.iter().map(|leaf| leaf.0).collect();
            inputs.forget(self.program.outline.facts(), &cells, &leaves);
        }
    }
}

pub(super) fn number_in(value: &dyn Any) -> Option<f64> {
    macro_rules! number {
        ($($ty:ty)*) => { None$(.or_else(|| value.downcast_ref::<$ty>().map(|number| *number as f64)))* };
    }
    number!(f64 f32 u32 i32 usize isize i8 i16 i64 u8 u16 u64)
}
