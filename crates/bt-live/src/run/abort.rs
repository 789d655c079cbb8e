//! Aborts what is active: children before their parents.

use bt::__private::live::Op;
use bt::Outcome;
use bt_compiler::tree::ir::frame::{Composed, Decorated};
use bt_compiler::tree::ir::{Frame, Holds, NodeId, PlaceId, RegionId};

use super::{Datum, Held, LiveWatch, Run, State, TickInputs, states_mut};

impl Run<'_> {
    /// Aborts what is active in a region. The value of a node that has just succeeded is kept.
    pub fn abort<W: LiveWatch>(&mut self, inputs: &mut TickInputs<'_, W>, region: RegionId, state: &mut State) {
        if let State::At(place, held) = std::mem::take(state) {
            let given = self.given.take();
            self.abort_place(inputs, region, place, held);
            self.given = given;
        }
    }

    /// Aborts the children of a frame, for a node that continues or ends.
    pub(super) fn abort_all<W: LiveWatch>(
        &mut self,
        inputs: &mut TickInputs<'_, W>,
        regions: &[RegionId],
        data: &mut [Datum],
    ) {
        for (&region, state) in regions.iter().zip(states_mut(data)) {
            self.abort(inputs, region, state);
        }
    }

    fn abort_place<W: LiveWatch>(&mut self, inputs: &mut TickInputs<'_, W>, region: RegionId, id: PlaceId, held: Held) {
        let program = self.program;
        let place = &program.machine[region][id];
        match (&place.holds, held) {
            (Holds::Leaf(code), Held::Leaf(slot)) => {
                self.leaf(inputs, *code, place.node, Op::Abort, Some(slot));
            }
            (Holds::Frame(frame), Held::Frame(mut data)) => {
                let regions: Vec<RegionId> = program.regions(region, id).collect();
                let mut inside = |inputs: &mut TickInputs<'_, W>| {
                    self.with_values_of(&mut data, |run, data| {
                        run.abort_all(inputs, &regions, data);
                        run.aborted(inputs, frame, place.node, data);
                    });
                };
                match program.plan.frame(region, id).is_node {
                    true => inputs.aborts(place.node.0, inside),
                    false => inside(inputs),
                }
            }
            _ => inputs.aborted(place.node.0),
        }
    }

    /// What a frame does after its children were aborted.
    fn aborted<W: LiveWatch>(
        &mut self,
        inputs: &mut TickInputs<'_, W>,
        frame: &Frame,
        node: NodeId,
        data: &mut [Datum],
    ) {
        match (frame, data) {
            (Frame::Cooldown(frame), _) => inputs.stopped(frame.cell.0),
            (Frame::Finally(frame), [Datum::Ended(None), Datum::State(child)]) => self.clean_up(inputs, frame, child),
            (Frame::Decorated(Decorated { decorator: code, .. }), [Datum::Custom(made), ..])
            | (Frame::Composed(Composed { composite: code, .. }), [Datum::Custom(made), ..]) => {
                self.hook(inputs, *code, node, made, Op::Finish(Outcome::Aborted));
            }
            _ => {}
        }
    }
}
