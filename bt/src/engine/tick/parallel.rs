//! How the branches of a `parallel` decide its result.

use super::step::Step;
use super::tick_inputs::TickInputs;
use crate::engine::region::Region;
use crate::time::Span;

/// The state of one branch of a parallel, which stores how the branch ended.
pub trait Branch: Region {
    /// The branch has ended with this result.
    fn end(success: bool) -> Self;
    /// How the branch has ended, if it has.
    fn ended(&self) -> Option<bool>;
}

/// When the result of a parallel is decided.
#[derive(Clone, Copy)]
pub enum Rule {
    /// When enough branches have succeeded or failed, or success is no longer possible.
    Parallel {
        /// The number of successes for success.
        success: usize,
        /// The failures that make a failure.
        failure: usize,
    },
    /// When all branches have ended.
    All {
        /// The failures that make a failure.
        failure: usize,
    },
}

/// Counts the branches that have ended.
pub struct Tally {
    rule: Rule,
    branches: usize,
    successes: usize,
    failures: usize,
    /// The whole span, which every branch gets.
    span: Span,
    /// The moment of the last success in this tick.
    last_success: Span,
    /// The moment of the last failure in this tick.
    last_failure: Span,
}

impl Tally {
    /// Counts the branches that have ended in earlier ticks.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn new<const BRANCHES: usize>(rule: Rule, ended: [Option<bool>; BRANCHES], span: &Span) -> Self {
        let span = *span;
        let mut tally =
            Tally { rule, branches: BRANCHES, successes: 0, failures: 0, span, last_success: span, last_failure: span };
        for result in ended.into_iter().flatten() {
            tally.count(result, span);
        }
        tally
    }

    /// Counts any number of branches that have ended in earlier ticks: `ended` has their results.
    #[cfg(feature = "live")]
    pub fn over(rule: Rule, branches: usize, ended: impl IntoIterator<Item = bool>, span: &Span) -> Self {
        let none: [Option<bool>; 0] = [];
        let mut tally = Tally { branches, ..Tally::new(rule, none, span) };
        for result in ended {
            tally.count(result, *span);
        }
        tally
    }

    /// Whether a branch has to be ticked, since it has not ended. If so, gives it the whole span.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn ticks<B: Branch, W>(&self, branch: &B, inputs: &mut TickInputs<'_, W>) -> bool {
        inputs.span = self.span;
        branch.ended().is_none()
    }

    /// Counts the step of a branch. `Some` ends the parallel; then `inputs.span` is the remaining time.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn after<B: Branch, W, E>(
        &mut self,
        step: Step<E>,
        branch: &mut B,
        inputs: &mut TickInputs<'_, W>,
    ) -> Option<Step<E>> {
        let own = core::mem::replace(&mut inputs.span, self.span);
        match step {
            Step::Success => {
                *branch = B::end(true);
                self.count(true, own);
            }
            Step::Failure => {
                *branch = B::end(false);
                self.count(false, own);
            }
            Step::Running => {}
            Step::Error(error) => {
                branch.clear();
                inputs.span = own;
                return Some(Step::Error(error));
            }
        }
        self.end(inputs)
    }

    /// The result, if it is decided; then `inputs.span` is the time after the last branch that decided it. Branches
    /// that ended before this tick can decide it only in a loaded state.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn end<W, E>(&self, inputs: &mut TickInputs<'_, W>) -> Option<Step<E>> {
        let (success, end) = self.decided()?;
        inputs.span = end;
        Some(Step::ended(success))
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn count(&mut self, success: bool, end: Span) {
        if success {
            self.successes += 1;
            self.last_success = self.last_success.later(end);
        } else {
            self.failures += 1;
            self.last_failure = self.last_failure.later(end);
        }
    }

    /// The result, if it is decided, and its moment: the latest of the ends that decided it.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn decided(&self) -> Option<(bool, Span)> {
        match self.rule {
            Rule::Parallel { success, .. } if self.successes >= success => Some((true, self.last_success)),
            Rule::Parallel { success, failure } => {
                let failed = self.failures >= failure || self.branches - self.failures < success;
                failed.then_some((false, self.last_failure))
            }
            Rule::All { failure } => {
                let ended = self.successes + self.failures == self.branches;
                ended.then_some((self.failures < failure, self.last_success.later(self.last_failure)))
            }
        }
    }
}
