//! Which child is next.

use bt_compiler::tree::ir::frame::PickBy;
use bt_compiler::tree::model::CodeId;
use bt_reference::world::Panicked;

use crate::evaluate::Run;

impl Run<'_> {
    /// The position of the next child among those that are left.
    pub(super) fn pick(&mut self, by: &PickBy, left: &[usize]) -> Result<usize, Panicked> {
        match by {
            PickBy::Chance if left.len() == 1 => Ok(0),
            PickBy::Chance => self.below(left.len() as u64).map(|place| place as usize),
            PickBy::Score(scores) => self.best(scores, left).map(|(place, _)| place),
        }
    }

    /// The position of the best child among those that are left, and the scores of all of them.
    pub fn best(&mut self, scores: &[CodeId], left: &[usize]) -> Result<(usize, Vec<f64>), Panicked> {
        let scores = left.iter().map(|&child| self.score(scores[child]));
        let scores: Vec<f64> = scores.collect::<Result<_, _>>()?;
        let better = |one: f64, other: f64| one > other || (other.is_nan() && !one.is_nan());
        let best = (1..scores.len()).fold(0, |best, place| match better(scores[place], scores[best]) {
            true => place,
            false => best,
        });
        Ok((best, scores))
    }
}
