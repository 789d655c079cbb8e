//! The frame of a composite.

use bt_compiler::tree::ir::frame::Composed;
use bt_compiler::tree::ir::{Holds, Place, RegionId};
use bt_reference::interpreter::{Span, Stop};
use bt_reference::program::Turns;
use bt_reference::world::{Next, Outcome, Status, Turn};

use crate::compiled::{Compiled, Held, State};
use crate::evaluate::{Run, Ticked};
use crate::read::Code;

impl Run<'_> {
    pub(super) fn composed(
        &mut self,
        frame: &Composed,
        calls: &mut u32,
        turn: &mut Option<usize>,
        state: &mut State,
        span: &mut Span,
    ) -> Ticked {
        let Code::Turns(turns, id) = *self.tree.code(frame.composite) else { unreachable!("a composite is expected") };
        let id = id.with(self.base);
        if turn.is_none() && !self.world.begin_at(id, turns == Turns::Brittle)? {
            return Err(Stop::Error(id));
        }
        let result = self.turns(frame, turns, id, calls, turn, state, span);
        match result {
            Ok(Status::Running) | Err(Stop::Panicked) => {}
            Ok(Status::Success) => self.world.finish(id, Outcome::Success, *calls)?,
            Ok(Status::Failure) => self.world.finish(id, Outcome::Failure, *calls)?,
            Err(Stop::Error(_)) => self.world.finish(id, Outcome::Aborted, *calls)?,
        }
        result
    }

    #[expect(clippy::too_many_arguments, reason = "the fields of the frame, and what each tick takes")]
    fn turns(
        &mut self,
        frame: &Composed,
        turns: Turns,
        id: u32,
        calls: &mut u32,
        turn: &mut Option<usize>,
        state: &mut State,
        span: &mut Span,
    ) -> Ticked {
        let Composed { begins, child, .. } = frame;
        let mut asked = None;
        match *turn {
            None => asked = Some(Turn::First(begins.len())),
            Some(active) if turns != Turns::Steady && self.is_active(frame, state) => asked = Some(Turn::Look(active)),
            Some(_) => {}
        }
        loop {
            if let Some(question) = asked {
                *calls += 1;
                let next = self.world.turn(id, *calls - 1, question, begins.len(), turns)?;
                let stays = next == Next::Stay || turn.is_some_and(|turn| next == Next::Child(turn));
                if !(stays && matches!(question, Turn::Look(_))) {
                    self.abort(*child, state, span.now)?;
                }
                match next {
                    Next::Stay => {}
                    Next::Child(next) => *turn = Some(next),
                    Next::End(status) => return Ok(status),
                    Next::Error => return Err(Stop::Error(id)),
                }
                if matches!(question, Turn::After(..)) && !self.world.count_pass() {
                    return Ok(Status::Running);
                }
            }
            let active = turn.expect("a child has the turn");
            if *state == State::Idle {
                *state = State::At(begins[active], Held::Nothing);
            }
            let status = self.region(*child, state, span)?;
            if status == Status::Running {
                return Ok(status);
            }
            asked = Some(Turn::After(active, status));
        }
    }

    /// Whether the child has begun, and no message has ended it.
    fn is_active(&self, Composed { begins, child, .. }: &Composed, state: &State) -> bool {
        let State::At(place, held) = state else { return false };
        let region = &self.tree.machine[*child];
        let place = &region[*place];
        let is_child = begins.iter().any(|&begin| region[begin].node == place.node);
        !is_child || self.is_going_on(self.tree, place, held)
    }

    /// Whether no message has ended what is in a place: a leaf, or the root of a tree.
    fn is_going_on(&self, tree: &Compiled, place: &Place, held: &Held) -> bool {
        if let Held::Leaf { ended, .. } = held {
            return ended.is_none();
        }
        let (Held::Tree { state, .. }, Holds::Leaf(code)) = (held, &place.holds) else { return true };
        let Code::Tree(inner, _) = *tree.code(*code) else { unreachable!("a tree is expected") };
        let State::At(root, held) = &**state else { return true };
        let (inner, root) = (&self.all[inner], &self.all[inner].machine[RegionId(0)][*root]);
        root.node.0 > 0 || self.is_going_on(inner, root, held)
    }
}
