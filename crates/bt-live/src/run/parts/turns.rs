//! `priority` and `reactive_utility`: every tick, one child has the turn; if it fails, another child gets it.

use bt::__private::Step;
use bt_compiler::tree::ir::{Body, CodeId, NodeId, Part, PartId, RegionId};

use crate::run::left::Left;
use crate::run::{LiveWatch, Run, State, TickInputs, Ticked};

/// A node's knowledge of its children, if they take turns.
pub(in crate::run) struct Turns {
    left: Left,
    margin: f64,
}

impl Run<'_> {
    /// Calls `work` with the children that a node with turns has left.
    pub(in crate::run) fn with_turns(
        &mut self,
        left: &mut Left,
        margin: f64,
        work: impl FnOnce(&mut Self) -> Ticked,
    ) -> Ticked {
        let outer = self.turns.replace(Turns { left: left.clone(), margin });
        let step = work(self);
        *left = std::mem::replace(&mut self.turns, outer).expect("the node gives it back").left;
        step
    }

    pub(super) fn take_turns<W: LiveWatch>(
        &mut self,
        inputs: &mut TickInputs<'_, W>,
        region: RegionId,
        part: &Part,
        children: &[PartId],
        state: &mut State,
    ) -> Ticked {
        let mut turns = self.turns.take().expect("the frame of the node has set it");
        let resumes = part.observed && inputs.resumes();
        let active = self.active_child(region, children.iter().copied().map(Some), state);
        let mut turn = if resumes { active } else { self.first_turn(inputs, part, active, &mut turns) };
        if !state.is_idle() && active != turn {
            inputs.gives_up(part.node.0, |inputs| self.abort(inputs, region, state));
        }
        let step = loop {
            let Some(&child) = children.get(turn.wrapping_sub(1)) else { break Step::Failure };
            match self.part(inputs, region, child, state) {
                Step::Failure => turn = self.next_turn(inputs, part, turn, &mut turns.left),
                step => break step,
            }
        };
        self.turns = Some(turns);
        step
    }

    fn first_turn<W: LiveWatch>(
        &mut self,
        inputs: &mut TickInputs<'_, W>,
        part: &Part,
        active: usize,
        turns: &mut Turns,
    ) -> usize {
        let Turns { left, margin } = turns;
        match &part.body {
            Body::Priority { conditions, keep_turn, .. } => left.turn(|child| {
                let keeps = keep_turn[child] && child + 1 == active;
                keeps || self.child_holds(inputs, conditions[child], child, part.node)
            }),
            Body::Contest { scores, .. } => {
                left.leader(active, *margin, |child| self.scored(inputs, scores[child], child, part.node))
            }
            _ => unreachable!("the node takes turns"),
        }
    }

    /// The turn after a child failed.
    fn next_turn<W: LiveWatch>(
        &mut self,
        inputs: &mut TickInputs<'_, W>,
        part: &Part,
        failed: usize,
        left: &mut Left,
    ) -> usize {
        match &part.body {
            Body::Priority { conditions, .. } => {
                left.turn_after_failure(failed, |child| self.child_holds(inputs, conditions[child], child, part.node))
            }
            Body::Contest { scores, .. } => {
                left.take(failed - 1);
                left.leader(0, 0.0, |child| self.scored(inputs, scores[child], child, part.node))
            }
            _ => unreachable!("the node takes turns"),
        }
    }

    fn child_holds<W: LiveWatch>(
        &mut self,
        inputs: &mut TickInputs<'_, W>,
        condition: Option<CodeId>,
        child: usize,
        node: NodeId,
    ) -> bool {
        let Some(condition) = condition else { return true };
        let holds = self.condition(inputs, condition, node);
        inputs.child_holds(node.0, child, holds)
    }
}
