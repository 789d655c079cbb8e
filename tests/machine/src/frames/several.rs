//! Frames with several active children.

use bt_compiler::tree::ir::RegionId;
use bt_compiler::tree::ir::frame::Rule;
use bt_reference::interpreter::{Span, Stop};
use bt_reference::world::{Panicked, Status};

use super::later;
use crate::compiled::State;
use crate::evaluate::{Run, Ticked};
use crate::values::{Given, Values};

impl Run<'_> {
    pub(super) fn parallel(
        &mut self,
        rule: Rule,
        [success, failure]: [usize; 2],
        branches: &[RegionId],
        mut each: Option<&mut Vec<Option<Given>>>,
        states: &mut [State],
        span: &mut Span,
    ) -> Ticked {
        let whole = *span;
        let (mut last_success, mut last_failure) = (whole, whole);
        for index in 0..branches.len() {
            if let State::Ended(_) = states[index] {
                continue;
            }
            let mut own = whole;
            match self.region(branches[index], &mut states[index], &mut own) {
                Ok(Status::Running) => {}
                Ok(end) => {
                    let success = end == Status::Success;
                    if let Some(given) = &mut each {
                        given[index] = self.given.take();
                    }
                    states[index] = State::Ended(success);
                    let last = if success { &mut last_success } else { &mut last_failure };
                    *last = later(own, *last);
                }
                Err(Stop::Panicked) => return Err(Stop::Panicked),
                Err(error) => {
                    *span = own;
                    self.abort_branches(branches, states, span.now)?;
                    return Err(error);
                }
            }
            let count = |success| states.iter().filter(|state| **state == State::Ended(success)).count();
            let (successes, failures) = (count(true), count(false));
            let decided = match rule {
                Rule::Parallel { .. } if successes >= success => Some((Status::Success, last_success)),
                Rule::Parallel { .. } if failures >= failure || branches.len() - failures < success => {
                    Some((Status::Failure, last_failure))
                }
                Rule::All { .. } if successes + failures == branches.len() => {
                    let status = if failures < failure { Status::Success } else { Status::Failure };
                    Some((status, later(last_success, last_failure)))
                }
                Rule::Parallel { .. } | Rule::All { .. } => None,
            };
            if let Some((status, end)) = decided {
                *span = end;
                if let Some(given) = each {
                    self.given = Some(given.iter().map(|given| given.as_ref().and_then(|given| given[0])).collect());
                }
                self.abort_branches(branches, states, span.now)?;
                return Ok(status);
            }
        }
        Ok(Status::Running)
    }

    pub(super) fn pipeline(
        &mut self,
        children: &[RegionId],
        reached: &mut usize,
        values: &mut Values,
        states: &mut [State],
        span: &mut Span,
    ) -> Ticked {
        let whole = *span;
        let mut end = Ok(Status::Success);
        for index in 0..children.len() {
            if index <= *reached {
                *span = whole;
            }
            let ticked = self.with(values.clone(), |run| run.region(children[index], &mut states[index], span));
            match ticked {
                Ok(Status::Success) => {
                    if let Some(value) = self.tree.plan.region(children[index]).binds {
                        values.insert(value, self.take_given());
                    }
                }
                Ok(Status::Running) if index < *reached => {}
                Ok(Status::Running) => {
                    *reached = index;
                    return Ok(Status::Running);
                }
                other => {
                    end = other;
                    break;
                }
            }
        }
        if end != Err(Stop::Panicked) {
            self.with(values.clone(), |run| run.abort_branches(children, states, span.now))?;
        }
        end
    }

    /// Ticks the main child, then the background for the time that the main child used.
    pub(super) fn simple_parallel(&mut self, regions: [RegionId; 2], states: &mut [State], span: &mut Span) -> Ticked {
        let whole = *span;
        let status = self.region(regions[0], &mut states[0], span)?;
        let given = self.given.take();
        if status == Status::Running {
            span.use_up();
        }
        let used = whole.left - span.left;
        if status != Status::Running && used == 0 {
            self.given = given;
            return Ok(status);
        }
        let mut own = whole.first(used);
        loop {
            let (began, before) = (states[1] == State::Idle, own.left);
            match self.region(regions[1], &mut states[1], &mut own) {
                Ok(Status::Running) => break,
                Ok(_) => {}
                Err(stop) => {
                    *span = Span { left: span.left + own.left, ..own };
                    return Err(stop);
                }
            }
            if began && own.left == before || !self.world.count_pass() {
                break;
            }
        }
        self.given = given;
        Ok(status)
    }

    pub(super) fn abort_branches(
        &mut self,
        branches: &[RegionId],
        states: &mut [State],
        now: u64,
    ) -> Result<(), Panicked> {
        branches.iter().zip(states).try_for_each(|(&branch, state)| self.abort(branch, state, now))
    }
}
