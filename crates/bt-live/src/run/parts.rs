//! Runs parts: the functions of a region.

use bt::__private::{Step, has_ended};
use bt_compiler::tree::ir::{Body, Loop, NodeId, Outcome, PartId, PlaceId, RegionId};

use super::{Held, Inputs, Run, State, Ticked, ended, outcome, take};

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
            body => {
                if state.is_idle() {
                    if let Some(ticked) = self.mocked(inputs, part.node) {
                        return ticked;
                    }
                    inputs.start(part.node.0);
                }
                let ticked = self.body(inputs, region, body, part.node, state);
                has_ended(ticked, part.node.0, inputs)
            }
        };
        if part.gives.is_none() || !matches!(ticked, Step::Success) {
            self.given = None;
        }
        ticked
    }

    fn body(
        &mut self,
        inputs: &mut Inputs<'_, '_>,
        region: RegionId,
        body: &Body,
        node: NodeId,
        state: &mut State,
    ) -> Ticked {
        match body {
            Body::Loop { turns, rest, child } => self.endless(inputs, region, *turns, *rest, *child, state),
            Body::Guard { ask, child } => {
                if !self.asks(inputs, *ask, node) {
                    if !state.is_idle() {
                        inputs.gives_up(node.0, |inputs| self.abort(inputs, region, state));
                    }
                    return Step::Failure;
                }
                self.part(inputs, region, *child, state)
            }
            Body::Reactive { go_on_after, children, .. } => {
                self.reactive(inputs, region, *go_on_after, children, node, state)
            }
            Body::Flow(_) | Body::Priority { .. } | Body::Contest { .. } | Body::Rechoose { .. } => {
                unreachable!("a tree with this part is refused when it is loaded")
            }
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

    fn reactive(
        &mut self,
        inputs: &mut Inputs<'_, '_>,
        region: RegionId,
        go_on_after: Outcome,
        children: &[PartId],
        node: NodeId,
        state: &mut State,
    ) -> Ticked {
        let active = children.iter().position(|&child| self.holds_place(region, child, state));
        for (index, &child) in children.iter().enumerate() {
            if active.is_none_or(|active| index >= active) {
                match outcome(self.part(inputs, region, child, state)) {
                    Ok(result) if result == go_on_after => continue,
                    Ok(result) => return ended(result),
                    Err(step) => return step,
                }
            }
            let (mut earlier, whole) = (State::Idle, inputs.span);
            let step = self.part(inputs, region, child, &mut earlier);
            if !step.ended_with(go_on_after.is_success()) {
                let span = step.gives_up(whole, inputs.span);
                inputs.with_span(span, |inputs| {
                    inputs.gives_up(node.0, |inputs| self.abort(inputs, region, state));
                });
                *state = earlier;
                return step;
            }
            inputs.span = whole;
        }
        ended(go_on_after)
    }
}
