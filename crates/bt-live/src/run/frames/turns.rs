//! Frames whose children take turns.

use bt::__private::Step;
use bt::__private::live::draws;
use bt_compiler::tree::ir::frame::{Contest, Pick, PickBy, Priority, RoundRobin};
use bt_compiler::tree::ir::{NodeId, PlaceId};

use super::{At, Fields, Ticks};
use crate::run::left::Left;
use crate::run::{Datum, LiveWatch, Run, State, TickInputs, Ticked, ended, outcome};

impl Ticks<Pick> for Run<'_> {
    fn tick<W: LiveWatch>(&mut self, inputs: &mut TickInputs<'_, W>, frame: &Pick, at: At, data: Fields) -> Ticked {
        fields!(data, [Datum::Left(left), Datum::State(child)]);
        let run_out = frame.go_on_after;
        loop {
            if child.is_idle() && left.is_empty() {
                return ended(run_out);
            }
            if child.is_idle() {
                let picked = self.picked(inputs, &frame.by, at.node, left);
                *child = State::At(frame.begins[picked], super::Held::Nothing);
            }
            match outcome(self.region(inputs, frame.child, child)) {
                Ok(result) if result == run_out => {}
                Ok(result) => return ended(result),
                Err(step) => return step,
            }
        }
    }
}

impl Ticks<RoundRobin> for Run<'_> {
    fn tick<W: LiveWatch>(
        &mut self,
        inputs: &mut TickInputs<'_, W>,
        frame: &RoundRobin,
        at: At,
        data: Fields,
    ) -> Ticked {
        fields!(data, [Datum::Number(failed), Datum::State(child)]);
        let (cell, children) = (frame.cell.0, frame.begins.len());
        let mut turn = if at.begins { inputs.first_turn(cell) as usize } else { 0 };
        loop {
            turn = match child {
                State::At(place, _) => self.child_at(frame, at.node, *place),
                _ if (1..=children).contains(&turn) => turn,
                _ => children,
            };
            match self.region_from(inputs, frame.child, child, frame.begins[turn - 1]) {
                Step::Failure => *failed += 1,
                step => {
                    if matches!(step, Step::Success) {
                        inputs.pass_turn(cell, turn as u32, children as u32);
                    }
                    return step;
                }
            }
            if *failed as usize >= children {
                return Step::Failure;
            }
            turn = if turn >= children { 1 } else { turn + 1 };
        }
    }
}

impl Ticks<Priority> for Run<'_> {
    fn tick<W: LiveWatch>(&mut self, inputs: &mut TickInputs<'_, W>, frame: &Priority, _: At, data: Fields) -> Ticked {
        fields!(data, [Datum::Left(left), Datum::State(child)]);
        self.with_turns(left, 0.0, |run| run.region(inputs, frame.child, child))
    }
}

impl Ticks<Contest> for Run<'_> {
    fn tick<W: LiveWatch>(&mut self, inputs: &mut TickInputs<'_, W>, frame: &Contest, at: At, data: Fields) -> Ticked {
        fields!(data, [Datum::Left(left), Datum::State(child), read @ ..]);
        let margin = match (read, frame.margin) {
            ([Datum::Margin(margin)], _) => *margin,
            (_, margin) => self.number(inputs, margin, at.node),
        };
        self.with_turns(left, margin, |run| run.region(inputs, frame.child, child))
    }
}

impl Run<'_> {
    /// The index of the next child.
    fn picked<W: LiveWatch>(
        &mut self,
        inputs: &mut TickInputs<'_, W>,
        by: &PickBy,
        node: NodeId,
        left: &mut Left,
    ) -> usize {
        match by {
            PickBy::Score(scores) => left.best(|child| self.scored(inputs, scores[child], child, node)),
            PickBy::Chance => {
                let place = match left.len() {
                    0 | 1 => 0,
                    count => draws::below(&mut || self.word(inputs, node), count as u64) as usize,
                };
                inputs.drawn(node.0, left.take_nth(place))
            }
        }
    }

    /// The index of the child that waits in a place, counted from 1.
    fn child_at(&self, frame: &RoundRobin, node: NodeId, place: PlaceId) -> usize {
        let waiting = self.program.machine[frame.child][place].node;
        let children = &self.program.nodes[node.0].children;
        children.partition_point(|&child| child <= waiting)
    }
}
