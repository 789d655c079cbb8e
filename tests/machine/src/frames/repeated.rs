//! Frames with one child that is repeated, checked or accompanied.

use bt_compiler::tree::ir::frame::Finally;
use bt_compiler::tree::ir::{Loop, RegionId};
use bt_compiler::tree::model::{CodeId, ValueId};
use bt_reference::interpreter::{Span, Stop};
use bt_reference::program::Moods;
use bt_reference::world::{Outcome, Panicked, Status};

use crate::compiled::{Held, State};
use crate::evaluate::{self, Run, Ticked};
use crate::read::Code;
use crate::values::{Given, Values};

impl Run<'_> {
    pub(super) fn counted(
        &mut self,
        turns: Loop,
        child: RegionId,
        left: &mut u32,
        state: &mut State,
        span: &mut Span,
    ) -> Ticked {
        let end = |outcome| Ok(evaluate::status(outcome));
        if *left == 0 {
            return end(turns.go_on_after);
        }
        loop {
            let status = self.region(child, state, span)?;
            if status == Status::Running {
                return Ok(status);
            }
            if status != evaluate::status(turns.go_on_after) {
                return end(turns.result);
            }
            *left -= 1;
            if *left == 0 {
                return end(turns.go_on_after);
            }
            if !self.world.count_pass() {
                return Ok(Status::Running);
            }
        }
    }

    #[expect(clippy::too_many_arguments, reason = "the fields of the frame, and what each tick takes")]
    pub(super) fn for_each(
        &mut self,
        items: CodeId,
        holds: &[ValueId],
        child: RegionId,
        index: &mut u32,
        values: &mut Values,
        state: &mut State,
        span: &mut Span,
    ) -> Ticked {
        loop {
            if *state == State::Idle {
                let Some(item) = self.world.item(self.id(items)?, *index)? else { return Ok(Status::Success) };
                *values = holds.iter().map(|&value| (value, vec![Some(item)])).collect();
            }
            let status = self.with(values.clone(), |run| run.region(child, state, span))?;
            if status != Status::Success {
                return Ok(status);
            }
            *index += 1;
            if !self.world.count_pass() {
                return Ok(Status::Running);
            }
        }
    }

    pub(super) fn decorated(
        &mut self,
        decorator: CodeId,
        child: RegionId,
        ticks: &mut u32,
        state: &mut State,
        span: &mut Span,
    ) -> Ticked {
        let Code::Moody(moods, id) = *self.tree.code(decorator) else { unreachable!("a decorator is expected") };
        let id = id.with(self.base);
        if *ticks == 0 && !self.world.begin_at(id, moods == Moods::Shaky)? {
            return Err(Stop::Error(id));
        }
        *ticks += 1;
        let result = self.asked((id, moods), child, *ticks - 1, state, span);
        match result {
            Ok(Status::Running) | Err(Stop::Panicked) => {}
            Ok(Status::Success) => self.world.finish(id, Outcome::Success, *ticks)?,
            Ok(Status::Failure) => self.world.finish(id, Outcome::Failure, *ticks)?,
            Err(Stop::Error(_)) => self.world.finish(id, Outcome::Aborted, *ticks)?,
        }
        result
    }

    pub(super) fn asked(
        &mut self,
        (id, moods): (u32, Moods),
        child: RegionId,
        ticks: u32,
        state: &mut State,
        span: &mut Span,
    ) -> Ticked {
        if let Some(status) = self.world.before(id, ticks, moods)? {
            self.abort(child, state, span.now)?;
            return status.ok_or(Stop::Error(id));
        }
        let status = self.region(child, state, span)?;
        if status == Status::Running {
            span.use_up();
        }
        let answer = self.world.after(id, ticks, status)?;
        if answer != Status::Running {
            self.abort(child, state, span.now)?;
        }
        Ok(answer)
    }

    pub(super) fn every(
        &mut self,
        action: CodeId,
        child: RegionId,
        period: u64,
        passed: &mut u64,
        state: &mut State,
        span: &mut Span,
    ) -> Ticked {
        let before = span.left;
        let status = self.region(child, state, span)?;
        let goes_on = status == Status::Running;
        if goes_on {
            span.use_up();
        }
        let now = *passed + (before - span.left);
        // At its end the child is no longer active.
        let due = |moment: u64| if goes_on { moment / period } else { moment.saturating_sub(1) / period };
        let beats = match period {
            0 => u64::from(goes_on),
            _ => due(now) - (*passed / period).min(due(now)),
        };
        *passed = now;
        for _ in 0..beats {
            self.world.beat(self.id(action)?)?;
            if !self.world.count_pass() {
                break;
            }
        }
        Ok(status)
    }

    pub(super) fn finally(
        &mut self,
        frame: &Finally,
        ended: &mut Option<Status>,
        given: &mut Option<Given>,
        state: &mut State,
        span: &mut Span,
    ) -> Ticked {
        let Finally { begins, child, keeps_value } = frame;
        if ended.is_none() {
            if *state == State::Idle {
                *state = State::At(begins[0], Held::Nothing);
            }
            match self.region(*child, state, span) {
                Ok(Status::Running) => return Ok(Status::Running),
                Ok(end) => {
                    *ended = Some(end);
                    *given = self.given.take().filter(|_| *keeps_value);
                }
                Err(stop) => {
                    if stop != Stop::Panicked {
                        self.clean_up(frame, state, span.now)?;
                    }
                    return Err(stop);
                }
            }
            *state = State::At(begins[1], Held::Nothing);
        }
        let status = self.region(*child, state, span)?;
        if status == Status::Running {
            return Ok(status);
        }
        let end = ended.expect("the child has ended");
        if end == Status::Success {
            self.given = given.take();
        }
        Ok(end)
    }

    /// Runs the cleanup of a `finally` for an instant.
    pub(super) fn clean_up(&mut self, frame: &Finally, state: &mut State, now: u64) -> Result<(), Panicked> {
        *state = State::At(frame.begins[1], Held::Nothing);
        match self.region(frame.child, state, &mut Span { now, left: 0 }) {
            Ok(Status::Running) => self.abort(frame.child, state, now),
            Err(Stop::Panicked) => Err(Panicked),
            Ok(_) | Err(Stop::Error(_)) => Ok(()),
        }
    }
}
