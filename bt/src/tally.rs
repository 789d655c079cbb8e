//! How the branches of a `parallel` decide its result.

use core::ops::ControlFlow;

use crate::step::{Step, Stop};

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
}

impl Tally {
    /// Counts what has ended in earlier ticks.
    #[inline(always)]
    pub fn new<const BRANCHES: usize>(rule: Rule, ended: [Option<bool>; BRANCHES]) -> Self {
        let mut tally = Tally { rule, branches: BRANCHES, successes: 0, failures: 0 };
        for result in ended {
            tally.count(result);
        }
        tally
    }

    /// Ticks a branch that has not ended. `Some` is the end of the whole.
    #[inline(always)]
    pub fn tick<B: Branch, E>(&mut self, branch: &mut B, tick: impl FnOnce(&mut B) -> Step<E>) -> Option<Step<E>> {
        if branch.ended().is_some() {
            return None;
        }
        match tick(branch) {
            ControlFlow::Continue(success) => {
                *branch = B::end(success);
                self.count(Some(success));
                self.decided().map(ControlFlow::Continue)
            }
            ControlFlow::Break(Stop::Running) => self.decided().map(ControlFlow::Continue),
            ControlFlow::Break(Stop::Error(error)) => {
                *branch = B::IDLE;
                Some(ControlFlow::Break(Stop::Error(error)))
            }
        }
    }

    #[inline(always)]
    fn count(&mut self, result: Option<bool>) {
        match result {
            Some(true) => self.successes += 1,
            Some(false) => self.failures += 1,
            None => {}
        }
    }

    #[inline(always)]
    fn decided(&self) -> Option<bool> {
        match self.rule {
            Rule::Parallel { success, .. } if self.successes >= success => Some(true),
            Rule::Parallel { success, failure } => {
                (self.failures >= failure || self.branches - self.failures < success).then_some(false)
            }
            Rule::All { failure } => {
                (self.successes + self.failures == self.branches).then_some(self.failures < failure)
            }
        }
    }
}
