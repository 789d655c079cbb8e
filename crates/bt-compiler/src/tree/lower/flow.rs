//! A flow while it is written: from its end to its beginning, as `writer` explains.

use crate::tree::ir::{Flow, Step, StepId, Target};

/// The steps so far, the last one first.
#[derive(Default)]
pub struct Backward {
    steps: Vec<Step>,
}

impl Backward {
    /// Adds a step before all others, and returns it as a target.
    pub fn push(&mut self, step: Step) -> Target {
        self.steps.push(step);
        Target::Step(StepId(self.steps.len() - 1))
    }

    /// The step that a target is, if it is one.
    pub fn step_mut(&mut self, target: Target) -> Option<&mut Step> {
        match target {
            Target::Step(step) => self.steps.get_mut(step.0),
            Target::End(_) => None,
        }
    }

    /// Reverses the steps, so that the first one comes first and all jumps go forward.
    pub fn in_order(mut self, mut entry: Target) -> Flow {
        let last = self.steps.len().saturating_sub(1);
        let turn = |target: &mut Target| {
            if let Target::Step(step) = target {
                step.0 = last - step.0;
            }
        };
        self.steps.reverse();
        self.steps.iter_mut().flat_map(|step| step.act.targets_mut()).for_each(turn);
        turn(&mut entry);
        Flow { entry, steps: self.steps }
    }
}
