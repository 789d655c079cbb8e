//! What is code of the user: leaves, decorators and composites. They answer anything that their types allow.

use super::super::shape::{Can, Status};
use super::state::{Frame, NONE, On, State};
use super::{Choice, Event, Machine, Next, Open};

use Status::{Failure, Running, Success};

impl Machine<'_> {
    pub(super) fn leaf(&mut self, node: usize, can: Can, choice: &mut Choice) -> Result<Next, Open> {
        let can_fail = can.error && self.errors();
        let all = [(can.running, Running), (can.success, Success), (can.failure, Failure)];
        let statuses: Vec<Status> = all.into_iter().filter(|(can, _)| *can).map(|(_, status)| status).collect();
        let way = choice.of(statuses.len() + usize::from(can_fail))?;
        let Some(&status) = statuses.get(way) else {
            self.tell(Event::Error(node));
            return Ok(Next::Fail);
        };
        self.tell(Event::Answer(node, status));
        Ok(Next::End(status))
    }

    /// It can answer in its child's place, before it and after it.
    pub(super) fn decorator(
        &mut self,
        state: &mut State,
        frame: &mut Frame,
        on: On,
        choice: &mut Choice,
    ) -> Result<Next, Open> {
        let node = frame.node as usize;
        let child = self.shape.nodes[node].children[0];
        let errors = usize::from(self.errors());
        let status = match on {
            On::Aborted => return Ok(Next::End(frame.status)),
            On::Returned(status) => [status, Running, Success, Failure][choice.of(4)?],
            _ => match choice.of(4 + errors)? {
                0 => return Ok(Next::Tick(0)),
                4 => {
                    self.tell(Event::Error(node));
                    return Ok(Next::Fail);
                }
                way => {
                    frame.status = [Running, Success, Failure][way - 1];
                    self.tell(Event::Answer(node, frame.status));
                    return Ok(Next::Abort(0));
                }
            },
        };
        if on != On::Returned(status) {
            self.tell(Event::Answer(node, status));
        }
        if status != Running && state.is_active(child) {
            frame.status = status;
            return Ok(Next::Abort(0));
        }
        Ok(Next::End(status))
    }

    /// It can give any child the turn, at its start, after the end of a child, and at the beginning of a tick.
    pub(super) fn composite(
        &mut self,
        state: &mut State,
        frame: &mut Frame,
        on: On,
        choice: &mut Choice,
    ) -> Result<Next, Open> {
        let node = frame.node as usize;
        let children = self.shape.nodes[node].children.len();
        let errors = usize::from(self.errors());
        let turn = state.data(node) as usize;
        let is_active = state.is_active(self.shape.nodes[node].children[turn]);
        match on {
            On::Returned(Running) => return Ok(Next::End(Running)),
            On::Aborted if frame.other != NONE => {
                state.hold(node, u64::from(frame.other));
                return Ok(Next::Tick(usize::from(frame.other)));
            }
            On::Aborted => return Ok(Next::End(frame.status)),
            On::Again if self.is_exhausted(choice)? => return Ok(Next::End(Running)),
            On::Again => return Ok(Next::Tick(turn)),
            On::Later | On::Resume if !is_active => return Ok(Next::Tick(turn)),
            On::Start | On::Later | On::Resume | On::Returned(_) => {}
        }
        let way = choice.of(children + 2 + errors)?;
        let looks = matches!(on, On::Later | On::Resume);
        if way < children {
            self.tell(Event::Choose(node, way));
            if looks && way == turn {
                return Ok(Next::Tick(turn));
            }
            if looks {
                frame.other = way as u16;
                return Ok(Next::Abort(turn));
            }
            state.hold(node, way as u64);
            return Ok(if on == On::Start { Next::Tick(way) } else { Next::Again });
        }
        if way == children + 2 {
            self.tell(Event::Error(node));
            return Ok(Next::Fail);
        }
        frame.status = if way == children { Success } else { Failure };
        self.tell(Event::Answer(node, frame.status));
        Ok(if is_active { Next::Abort(turn) } else { Next::End(frame.status) })
    }
}
