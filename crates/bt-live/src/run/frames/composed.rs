//! The frame of a user's composite around the state of the active child.

use bt::__private::live::{ErasedValue, Op, Out, Slotted};
use bt::__private::{Search, Step};
use bt::Status;
use bt_compiler::tree::ir::frame::Composed;
use bt_compiler::tree::ir::{Holds, NodeId};

use super::{At, Fields, Ticks};
use crate::run::{Datum, Held, LiveWatch, Run, State, TickInputs, Ticked};

/// A composite of the user.
pub(super) struct Composite<'f> {
    pub frame: &'f Composed,
    pub node: NodeId,
    pub made: &'f mut Option<Slotted>,
    /// The value of the last child that ended.
    pub given: &'f mut Option<ErasedValue>,
}

impl Ticks<Composed> for Run<'_> {
    fn tick<W: LiveWatch>(&mut self, inputs: &mut TickInputs<'_, W>, frame: &Composed, at: At, data: Fields) -> Ticked {
        fields!(data, [Datum::Custom(made), Datum::Number(turn), given @ .., Datum::State(child)]);
        let given = match given {
            [Datum::Value(given)] => given,
            _ => &mut None,
        };
        let composite = &mut Composite { frame, node: at.node, made, given };
        let step = self.turns_of(inputs, composite, turn, child, at.begins);
        self.given = None;
        if matches!(step, Step::Success) && self.program.machine[composite.frame.child].gives.is_some() {
            self.given = composite.given.take();
            assert!(self.given.is_some(), "a composite succeeded, but the child that ended last has not");
        }
        if let Some(outcome) = step.outcome() {
            self.ask(inputs, composite, Op::Finish(outcome));
        }
        step
    }
}

impl Run<'_> {
    /// Runs the children that the composite chooses, until it ends or a child is running.
    fn turns_of<W: LiveWatch>(
        &mut self,
        inputs: &mut TickInputs<'_, W>,
        composite: &mut Composite<'_>,
        turn: &mut u32,
        child: &mut State,
        begins: bool,
    ) -> Ticked {
        let (frame, children) = (composite.frame, composite.frame.begins.len());
        let active = (*turn).saturating_sub(1) as usize;
        if begins {
            match self.turn(inputs, composite, Op::First { children }) {
                Ok(first) => *turn = first,
                Err(step) => return step,
            }
        } else if self.looks(frame) && self.is_active(composite, child) {
            let looked = self.turn(inputs, composite, Op::Look { children, active });
            if !matches!(looked, Ok(next) if next == *turn) {
                inputs.gives_up(composite.node.0, |inputs| self.abort(inputs, frame.child, child));
            }
            *turn = match looked {
                Ok(next) => next,
                Err(step) => return step,
            };
        }
        loop {
            let active = *turn as usize - 1;
            let status = match self.region_from(inputs, frame.child, child, frame.begins[active]) {
                Step::Success => {
                    *composite.given = self.given.take();
                    Status::Success
                }
                Step::Failure => {
                    *composite.given = None;
                    Status::Failure
                }
                step => return step,
            };
            match self.turn(inputs, composite, Op::Ended { children, child: active, status }) {
                Ok(next) => *turn = next,
                Err(step) => return step,
            }
            if !inputs.may_repeat() {
                return Step::Running;
            }
        }
    }

    fn ask<W: LiveWatch>(&mut self, inputs: &mut TickInputs<'_, W>, composite: &mut Composite<'_>, op: Op) -> Out {
        self.hook(inputs, composite.frame.composite, composite.node, composite.made, op)
    }

    /// The child that has the turn after a hook, or the step that ends the node.
    fn turn<W: LiveWatch>(
        &mut self,
        inputs: &mut TickInputs<'_, W>,
        composite: &mut Composite<'_>,
        op: Op,
    ) -> Result<u32, Ticked> {
        match self.ask(inputs, composite, op) {
            Out::Turn(turn) => Ok(turn),
            Out::Step(step) => Err(step),
            _ => unreachable!("a composite answers with a turn or a step"),
        }
    }

    fn looks(&self, frame: &Composed) -> bool {
        self.program.leaf(frame.composite).is_some_and(|composite| composite.looks)
    }

    /// Whether the child that has the turn has started, and no message has ended it.
    fn is_active(&self, composite: &Composite<'_>, child: &State) -> bool {
        let State::At(place, held) = child else { return false };
        let place = &self.program.machine[composite.frame.child][*place];
        let is_child = self.program.nodes[composite.node.0].children.contains(&place.node);
        match (&place.holds, held) {
            (Holds::Leaf(code), Held::Leaf(slot)) if is_child => {
                let active = |leaf: &bt::__private::live::LeafType| (leaf.active)(&**slot, 0, Search::CHILD).is_some();
                self.program.leaf(*code).is_some_and(active)
            }
            _ => true,
        }
    }
}
