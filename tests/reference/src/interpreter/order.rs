//! Nodes that run their children one after another, in an order that they choose step by step.

use super::clock::Span;
use super::composites::has_children;
use super::{Behave, Node, Stop, chance};
use crate::program::Score;
use crate::world::{Panicked, Status, World};

/// `random_sequence`, `random_selector`, `utility`
#[derive(Clone, Debug)]
pub struct Unordered {
    goes_on_after: Status,
    /// Without scores the choice is random.
    scores: Option<Vec<Score>>,
    /// The children that have not been taken, in their order.
    left: Vec<usize>,
    /// The one that has been taken and has not ended.
    at: Option<usize>,
    children: Vec<Node>,
}

impl Unordered {
    pub fn random(goes_on_after: Status, children: Vec<Node>) -> Self {
        Unordered { goes_on_after, scores: None, left: vec![], at: None, children }
    }

    pub fn by_utility(scores: &[Score], children: Vec<Node>) -> Self {
        let scores = Some(scores.to_vec());
        Unordered { goes_on_after: Status::Failure, scores, left: vec![], at: None, children }
    }

    /// The position of the next child among those that are left.
    fn next(&self, world: &World) -> Result<usize, Panicked> {
        match &self.scores {
            Some(scores) => best(self.left.iter().map(|&child| scores[child]), world),
            None if self.left.len() == 1 => Ok(0),
            None => chance::below(self.left.len() as u64, world).map(|place| place as usize),
        }
    }
}

/// The position of the greatest score: the first of equal scores; NaN only if there is no other.
fn best(scores: impl Iterator<Item = Score>, world: &World) -> Result<usize, Panicked> {
    let scores: Vec<f64> = scores.map(|score| value(score, world)).collect::<Result<_, _>>()?;
    let mut best = 0;
    for place in 1..scores.len() {
        let better = scores[place] > scores[best] || (scores[best].is_nan() && !scores[place].is_nan());
        if better {
            best = place;
        }
    }
    Ok(best)
}

/// A score as a number.
pub fn value(score: Score, world: &World) -> Result<f64, Panicked> {
    match score {
        Score::Float(id) => world.score(id),
        Score::Whole(id) => world.number(id).map(f64::from),
        Score::Of(score) => Ok(score),
    }
}

impl Behave for Unordered {
    fn tick(&mut self, starts: bool, world: &World, span: &mut Span) -> Result<Status, Stop> {
        if starts {
            self.left = (0..self.children.len()).collect();
            self.at = None;
        }
        loop {
            let at = match self.at {
                Some(at) => at,
                None if self.left.is_empty() => return Ok(self.goes_on_after),
                None => self.left.remove(self.next(world)?),
            };
            self.at = Some(at);
            let status = self.children[at].tick(world, span)?;
            if status != self.goes_on_after {
                return Ok(status);
            }
            self.at = None;
        }
    }

    has_children!();
}
