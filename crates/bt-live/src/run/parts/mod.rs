//! Runs parts: the functions of a region.

use bt::__private::{Step, has_ended};
use bt_compiler::tree::ir::{Body, Loop, Part, PartId, PlaceId, RegionId};

use super::{Held, LiveWatch, Run, State, TickInputs, Ticked, ended, outcome, take};

mod reactive;
mod rechoose;
mod turns;

pub(super) use turns::Turns;

impl Run<'_> {
    #[inline]
    pub(super) fn part<W: LiveWatch>(
        &mut self,
        inputs: &mut TickInputs<'_, W>,
        region: RegionId,
        id: PartId,
        state: &mut State,
    ) -> Ticked {
        match self.program.flows.get(region, id) {
            Some(flow) => self.flow(inputs, region, flow, state),
            None => self.part_of_node(inputs, region, id, state),
        }
    }

    /// A part that runs code every tick.
    #[inline(never)]
    fn part_of_node<W: LiveWatch>(
        &mut self,
        inputs: &mut TickInputs<'_, W>,
        region: RegionId,
        id: PartId,
        state: &mut State,
    ) -> Ticked {
        let part = &self.program.machine[region][id];
        let ticked = match &part.body {
            // Their frames ask observers for an answer, and report the start.
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

    fn body<W: LiveWatch>(
        &mut self,
        inputs: &mut TickInputs<'_, W>,
        region: RegionId,
        part: &Part,
        state: &mut State,
    ) -> Ticked {
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

    fn endless<W: LiveWatch>(
        &mut self,
        inputs: &mut TickInputs<'_, W>,
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

    /// The index of the active child, counted from 1; 0 if none is.
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
