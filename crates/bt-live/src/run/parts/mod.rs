//! Runs parts: the functions of a region.

use bt::__private::{Step, has_ended};
use bt_compiler::tree::ir::{Body, Loop, Part, PartId, PlaceId, RegionId};

use super::{Held, Inputs, Run, State, Ticked, ended, outcome, take};

mod reactive;
mod rechoose;
mod turns;

pub(super) use turns::Turns;

impl Run<'_> {
    pub(super) fn part(
        &mut self,
        inputs: &mut Inputs<'_, '_>,
        region: RegionId,
        id: PartId,
        state: &mut State,
    ) -> Ticked {
        let program = self.program;
        let part = &program.machine[region][id];
        let ticked = match &part.body {
            Body::Flow(flow) => self.flow(inputs, region, flow, program.plan.part(region, id).body.steps(), state),
            // Their frames report them.
            Body::Priority { .. } | Body::Contest { .. } => self.body(inputs, region, part, state),
            _ => {
                if state.is_idle() {
                    if let Some(ticked) = self.mocked(inputs, part.node) {
                        return ticked;
                    }
                    inputs.start(part.node.0);
                    self.forgets(inputs, part.node);
                }
                let ticked = self.with_locals(part.body.locals(), |run| run.body(inputs, region, part, state));
                has_ended(ticked, part.node.0, inputs)
            }
        };
        if part.gives.is_none() || !matches!(ticked, Step::Success) {
            self.given = None;
        }
        ticked
    }

    fn body(&mut self, inputs: &mut Inputs<'_, '_>, region: RegionId, part: &Part, state: &mut State) -> Ticked {
        match &part.body {
            Body::Loop { turns, rest, child } => self.endless(inputs, region, *turns, *rest, *child, state),
            Body::Guard { ask, child } => {
                if !self.asks(inputs, *ask, part.node) {
                    if !state.is_idle() {
                        inputs.gives_up(part.node.0, |inputs| self.abort(inputs, region, state));
                    }
                    return Step::Failure;
                }
                self.part(inputs, region, *child, state)
            }
            Body::Reactive { go_on_after, children, .. } => {
                self.reactive(inputs, region, part, *go_on_after, children, state)
            }
            Body::Rechoose { choice, children, .. } => self.rechoose(inputs, region, part, choice, children, state),
            Body::Priority { children, .. } | Body::Contest { children, .. } => {
                self.take_turns(inputs, region, part, children, state)
            }
            Body::Flow(_) => unreachable!("a flow has no body of its own"),
        }
    }

    fn endless(
        &mut self,
        inputs: &mut Inputs<'_, '_>,
        region: RegionId,
        turns: Loop,
        rest: PlaceId,
        child: PartId,
        state: &mut State,
    ) -> Ticked {
        take(state, rest);
        let mut began = state.is_idle().then_some(inputs.span);
        loop {
            match outcome(self.part(inputs, region, child, state)) {
                Ok(result) if result == turns.go_on_after => {}
                Ok(_) => return ended(turns.result),
                Err(step) => return step,
            }
            if began == Some(inputs.span) || !inputs.may_repeat() {
                *state = State::At(rest, Held::Nothing);
                return Step::Running;
            }
            began = Some(inputs.span);
        }
    }

    /// The number of the child that is active, counted from 1; 0 if none is.
    fn active_child(
        &self,
        region: RegionId,
        mut children: impl Iterator<Item = Option<PartId>>,
        state: &State,
    ) -> usize {
        let is_active = |child: Option<PartId>| child.is_some_and(|child| self.holds_place(region, child, state));
        children.position(is_active).map_or(0, |child| child + 1)
    }
}
