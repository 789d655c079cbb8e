//! Nodes with the user's code: leaves, decorators and composites. They return anything that their types allow.

use bt::Status;
use bt_compiler::leaf::Can;

use super::state::{NONE, On};
use super::{Event, Next, Open, Turn};

use Status::{Failure, Running, Success};

impl Turn<'_, '_> {
    pub(super) fn leaf(&mut self, can: Can) -> Result<Next, Open> {
        let can_fail = can.error && self.machine.errors();
        let all = [(can.running, Running), (can.success, Success), (can.failure, Failure)];
        let statuses: Vec<Status> = all.into_iter().filter(|(can, _)| *can).map(|(_, status)| status).collect();
        let way = self.choice.of(statuses.len() + usize::from(can_fail))?;
        let Some(&status) = statuses.get(way) else {
            self.tell(Event::Error(self.node));
            return Ok(Next::Fail);
        };
        self.tell(Event::Answer(self.node, status));
        Ok(Next::End(status))
    }

    /// A decorator can answer instead of its child, before or after it runs.
    pub(super) fn decorator(&mut self) -> Result<Next, Open> {
        let child = self.children()[0];
        let errors = usize::from(self.machine.errors());
        let status = match self.on {
            On::Aborted => return Ok(Next::End(self.frame.status)),
            On::Returned(status) => [status, Running, Success, Failure][self.choice.of(4)?],
            _ => match self.choice.of(4 + errors)? {
                0 => return Ok(Next::Tick(0)),
                4 => {
                    self.tell(Event::Error(self.node));
                    return Ok(Next::Fail);
                }
                way => {
                    self.frame.status = [Running, Success, Failure][way - 1];
                    self.tell(Event::Answer(self.node, self.frame.status));
                    return Ok(Next::Abort(0));
                }
            },
        };
        if self.on != On::Returned(status) {
            self.tell(Event::Answer(self.node, status));
        }
        if status != Running && self.state.is_active(child) {
            self.frame.status = status;
            return Ok(Next::Abort(0));
        }
        Ok(Next::End(status))
    }

    /// A composite can give any child the turn: at its start, after a child has ended, and at the beginning of a tick.
    pub(super) fn composite(&mut self) -> Result<Next, Open> {
        let children = self.children().len();
        let errors = usize::from(self.machine.errors());
        let turn = self.state.data(self.node) as usize;
        let is_active = self.state.is_active(self.children()[turn]);
        let on = self.on;
        match on {
            On::Returned(Running) => return Ok(Next::End(Running)),
            On::Aborted if self.frame.other != NONE => {
                self.state.hold(self.node, u64::from(self.frame.other));
                return Ok(Next::Tick(usize::from(self.frame.other)));
            }
            On::Aborted => return Ok(Next::End(self.frame.status)),
            On::Again if self.is_exhausted()? => return Ok(Next::End(Running)),
            On::Again => return Ok(Next::Tick(turn)),
            On::Later | On::Resume if !is_active => return Ok(Next::Tick(turn)),
            On::Start | On::Later | On::Resume | On::Returned(_) => {}
        }
        let way = self.choice.of(children + 2 + errors)?;
        let looks = matches!(self.on, On::Later | On::Resume);
        if way < children {
            self.tell(Event::Choose(self.node, way));
            if looks && way == turn {
                return Ok(Next::Tick(turn));
            }
            if looks {
                self.frame.other = way as u16;
                return Ok(Next::Abort(turn));
            }
            self.state.hold(self.node, way as u64);
            return Ok(if self.on == On::Start { Next::Tick(way) } else { Next::Again });
        }
        if way == children + 2 {
            self.tell(Event::Error(self.node));
            return Ok(Next::Fail);
        }
        self.frame.status = if way == children { Success } else { Failure };
        self.tell(Event::Answer(self.node, self.frame.status));
        Ok(if is_active { Next::Abort(turn) } else { Next::End(self.frame.status) })
    }
}
