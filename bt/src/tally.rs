//! How the branches of a `parallel` decide its result.

use crate::inputs::Inputs;
use crate::step::Step;
use crate::time::Span;

/// The state of one branch, which remembers how it ended.
pub trait Branch {
    /// Not begun, or given up.
    const IDLE: Self;
    /// The branch has ended with this result.
    fn end(success: bool) -> Self;
    /// How the branch has ended, if it has.
    fn ended(&self) -> Option<bool>;
}

/// When the result is decided.
#[derive(Clone, Copy)]
pub enum Rule {
    /// As soon as so many have succeeded, or so many have failed, or success is out of reach.
    Parallel {
        /// So many successes are success.
        success: usize,
        /// So many failures are failure.
        failure: usize,
    },
    /// When all have ended: failure if so many have failed.
    All {
        /// So many failures are failure.
        failure: usize,
    },
}

/// The branches that have ended so far, of all.
pub struct Tally {
    rule: Rule,
    branches: usize,
    successes: usize,
    failures: usize,
    /// The whole span, which each branch has for itself.
    span: Span,
    /// When the last success of this tick was.
    last_success: Span,
    /// When the last failure of this tick was.
    last_failure: Span,
}

impl Tally {
    /// Counts what has ended in earlier ticks.
    #[inline(always)]
    pub fn new<const BRANCHES: usize>(rule: Rule, ended: [Option<bool>; BRANCHES], span: &Span) -> Self {
        let span = *span;
        let mut tally =
            Tally { rule, branches: BRANCHES, successes: 0, failures: 0, span, last_success: span, last_failure: span };
        for result in ended.into_iter().flatten() {
            tally.count(result, span);
        }
        tally
    }

    /// Ticks a branch that has not ended. `Some` is the end of the whole, and `span` is then what is left after it.
    #[inline(always)]
    pub fn tick<B: Branch, W, E>(
        &mut self,
        branch: &mut B,
        inputs: &mut Inputs<'_, W>,
        tick: impl FnOnce(&mut B, &mut Inputs<'_, W>) -> Step<E>,
    ) -> Option<Step<E>> {
        if branch.ended().is_some() {
            // Decided already only in a state that no tick has made.
            return self.end(&mut inputs.span);
        }
        let outer = core::mem::replace(&mut inputs.span, self.span);
        let step = tick(branch, inputs);
        let own = core::mem::replace(&mut inputs.span, outer);
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
                *branch = B::IDLE;
                inputs.span = own;
                return Some(Step::Error(error));
            }
        }
        self.end(&mut inputs.span)
    }

    /// The result, if there is one, with the end of the last branch that it took.
    #[inline(always)]
    fn end<E>(&self, span: &mut Span) -> Option<Step<E>> {
        let (success, end) = self.decided()?;
        *span = end;
        Some(Step::ended(success))
    }

    #[inline(always)]
    fn count(&mut self, success: bool, end: Span) {
        if success {
            self.successes += 1;
            self.last_success = self.last_success.later(end);
        } else {
            self.failures += 1;
            self.last_failure = self.last_failure.later(end);
        }
    }

    /// The result, if there is one, and when it was decided: at the latest of the ends that decided it.
    #[inline(always)]
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
