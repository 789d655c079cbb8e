//! What nodes ask the user's code: conditions, scores, keys, choices and draws.

use bt::__private::live::{Gift, Op, Out};
use bt::__private::{Can, Step, count_up, has_cooled, is_below, is_empty, keep, kept_success, until};
use bt_compiler::tree::ir::{Call, Choice, CodeId, NodeId};

use super::{Inputs, Run, Ticked, ended};

/// The value of a node, whose type is not known: no observer has one, so that no success is an answer.
struct OfUnknownType;

impl Run<'_> {
    /// Whether a condition holds, without a report.
    pub(super) fn condition(&mut self, inputs: &mut Inputs<'_, '_>, code: CodeId, node: NodeId) -> bool {
        match self.call(inputs, code, node, Op::Begin, None).out {
            Out::Holds(holds) => holds,
            _ => unreachable!("a condition answers with a `bool`"),
        }
    }

    /// The answer of a call.
    pub(super) fn answer(&mut self, inputs: &mut Inputs<'_, '_>, call: &Call, node: NodeId) -> Ticked {
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
            Call::Chance(_) | Call::Remember(..) | Call::Recalls(..) | Call::Forget(_) => {
                unreachable!("a tree with this call is refused when it is loaded")
            }
        }
    }

    /// What an observer answers instead of a leaf.
    pub(super) fn mocked_leaf(&mut self, inputs: &mut Inputs<'_, '_>, node: NodeId, can: Can) -> Option<Ticked> {
        match self.program.nodes[node.0].is_value_used {
            true => inputs.mock_value(node.0, can, &mut None::<OfUnknownType>),
            false => inputs.mock(node.0, can),
        }
    }

    /// What an observer answers instead of a node with children.
    pub(super) fn mocked(&mut self, inputs: &mut Inputs<'_, '_>, node: NodeId) -> Option<Ticked> {
        let answer = match self.program.nodes[node.0].is_value_used {
            true => inputs.mock_value_of_node(node.0, &mut None::<OfUnknownType>),
            false => inputs.mock_node(node.0),
        };
        answer.map(Step::ended)
    }

    /// The number of the child that is chosen, and the value that patterns have matched.
    pub(super) fn choose(
        &mut self,
        inputs: &mut Inputs<'_, '_>,
        choice: &Choice,
        node: NodeId,
    ) -> (usize, Option<Gift>) {
        match choice {
            Choice::If(code) => (usize::from(!self.asks(inputs, *code, node)), None),
            Choice::Match(..) | Choice::Weighted(_) => {
                unreachable!("a tree with this choice is refused when it is loaded")
            }
        }
    }

    pub(super) fn score(&mut self, _: &mut Inputs<'_, '_>, _: CodeId, _: NodeId) -> f64 {
        unreachable!("a tree with scores is refused when it is loaded")
    }

    /// The score of a child.
    pub(super) fn scored(&mut self, inputs: &mut Inputs<'_, '_>, code: CodeId, child: usize, node: NodeId) -> f64 {
        let score = self.score(inputs, code, node);
        inputs.scored(node.0, child, score)
    }

    pub(super) fn key(&mut self, _: &mut Inputs<'_, '_>, _: CodeId, _: NodeId) -> Gift {
        unreachable!("a tree with keys is refused when it is loaded")
    }

    pub(super) fn same(&self, _: &Gift, _: &Gift) -> bool {
        unreachable!("a tree with keys is refused when it is loaded")
    }

    /// A number below another one, drawn from the generator of the context.
    pub(super) fn below(&mut self, _: &mut Inputs<'_, '_>, _: u64, _: NodeId) -> usize {
        unreachable!("a tree with draws is refused when it is loaded")
    }

    /// Clears the moments that a node clears when it starts.
    pub(super) fn forgets(&mut self, inputs: &mut Inputs<'_, '_>, node: NodeId) {
        let forgets = &self.program.plan.forgets[node.0];
        if !forgets.cells.is_empty() || !forgets.leaves.is_empty() {
            let cells: Vec<usize> = forgets.cells.iter().map(|cell| cell.0).collect();
            let leaves: Vec<usize> = forgets.leaves.iter().map(|leaf| leaf.0).collect();
            inputs.forget(self.program.outline.facts(), &cells, &leaves);
        }
    }
}
