//! `reactive_utility`

use super::chance::chance;
use super::clock::Span;
use super::composites::has_children;
use super::order::value;
use super::{Behave, Node, Stop};
use crate::program::{Chance, Score};
use crate::world::{Panicked, Status, World};

/// `reactive_utility`: in each tick, the best child runs, if it is better than the active one by more than a margin.
#[derive(Clone, Debug)]
pub struct Contest {
    scores: Vec<Score>,
    margin: Option<Chance>,
    /// The margin that has been read.
    least: f64,
    failed: Vec<bool>,
    children: Vec<Node>,
}

impl Contest {
    pub fn new(scores: Vec<Score>, margin: Option<Chance>, children: Vec<Node>) -> Self {
        let failed = vec![false; children.len()];
        Contest { scores, margin, least: 0.0, failed, children }
    }

    /// Evaluates the scores of the children that have not failed, in order; the others have none.
    fn asks(&self, world: &World) -> Result<Vec<Option<f64>>, Panicked> {
        let mut asked = Vec::new();
        for (score, failed) in self.scores.iter().zip(&self.failed) {
            asked.push(if *failed { None } else { Some(value(*score, world)?) });
        }
        Ok(asked)
    }

    /// The best child, then the next one after each failure.
    fn run(&mut self, mut turn: usize, world: &World, span: &mut Span) -> Result<Status, Stop> {
        loop {
            let status = self.children[turn].tick(world, span)?;
            if status != Status::Failure {
                return Ok(status);
            }
            self.failed[turn] = true;
            match best(&self.asks(world)?) {
                Some((next, _)) => turn = next,
                None => return Ok(Status::Failure),
            }
        }
    }

    fn active(&self) -> Option<usize> {
        self.children.iter().position(Node::is_active)
    }
}

/// The first of the greatest, and its score. NaN is less than all others.
fn best(scores: &[Option<f64>]) -> Option<(usize, f64)> {
    let mut best: Option<(usize, f64)> = None;
    for (child, score) in scores.iter().enumerate() {
        match (best, *score) {
            (None, Some(score)) => best = Some((child, score)),
            (Some((_, least)), Some(score)) if score > least || (least.is_nan() && !score.is_nan()) => {
                best = Some((child, score));
            }
            _ => {}
        }
    }
    best
}

impl Behave for Contest {
    fn tick(&mut self, starts: bool, world: &World, span: &mut Span) -> Result<Status, Stop> {
        if starts {
            self.failed.fill(false);
            self.least = self.margin.map_or(Ok(0.0), |margin| chance(margin, world))?;
        }
        let scores = self.asks(world)?;
        let (mut turn, score) = best(&scores).expect("one has not failed");
        if let Some(active) = self.active() {
            let own = scores[active].expect("what is active has not failed");
            let takes_over = if own.is_nan() { !score.is_nan() } else { score > own + self.least };
            if !takes_over {
                turn = active;
            }
            if turn != active {
                self.children[active].abort(span.now, world)?;
            }
        }
        self.run(turn, world, span)
    }

    fn resume(&mut self, world: &World, span: &mut Span) -> Result<Status, Stop> {
        self.run(self.active().expect("what is resumed has a running child"), world, span)
    }

    has_children!();
}
