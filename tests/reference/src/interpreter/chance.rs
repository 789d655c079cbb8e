//! Chance: how random words become numbers, and the nodes that decide by a single draw.

use super::clock::Span;
use super::composites::has_children;
use super::decorators::has_child;
use super::loops::few;
use super::{Behave, Node, Stop};
use crate::program::{Chance, Weight};
use crate::world::{Panicked, Status, World};

/// A uniform number below this one, as in "Fast Random Integer Generation in an Interval" (Lemire, 2019).
pub fn below(bound: u64, world: &World) -> Result<u64, Panicked> {
    let uneven = bound.wrapping_neg() % bound;
    loop {
        let product = u128::from(world.word()?) * u128::from(bound);
        if product as u64 >= uneven {
            return Ok((product >> 64) as u64);
        }
    }
}

/// A uniform number from 0 to 1, without 1.
fn unit(world: &World) -> Result<f64, Panicked> {
    Ok((world.word()? >> 11) as f64 / (1_u64 << 53) as f64)
}

/// A probability or a margin, read at the start.
pub fn chance(chance: Chance, world: &World) -> Result<f64, Panicked> {
    match chance {
        Chance::Of(chance) => Ok(chance),
        Chance::Asked(id) => world.chance(id),
        Chance::Bound => Ok(f64::from(few(world.bound())) / 4.0),
    }
}

/// `probability`
#[derive(Clone, Debug)]
pub struct Probability {
    chance: Chance,
    child: Vec<Node>,
}

impl Probability {
    pub fn new(chance: Chance, child: Vec<Node>) -> Self {
        Probability { chance, child }
    }

    fn is_drawn(&self, world: &World) -> Result<bool, Panicked> {
        let chance = chance(self.chance, world)?;
        Ok(unit(world)? < chance)
    }
}

impl Behave for Probability {
    fn tick(&mut self, starts: bool, world: &World, span: &mut Span) -> Result<Status, Stop> {
        if starts && !self.is_drawn(world)? {
            return Ok(Status::Failure);
        }
        self.child[0].tick(world, span)
    }

    has_child!();
}

/// `weighted`
#[derive(Clone, Debug)]
pub struct Weighted {
    weights: Vec<Weight>,
    drawn: usize,
    children: Vec<Node>,
}

impl Weighted {
    pub fn new(weights: &[Weight], children: Vec<Node>) -> Self {
        Weighted { weights: weights.to_vec(), drawn: 0, children }
    }

    /// The child that is drawn, if there is one that can be.
    fn draw(&self, world: &World) -> Result<Option<usize>, Panicked> {
        let mut weights = Vec::new();
        for weight in &self.weights {
            weights.push(match *weight {
                Weight::Whole(weight) => weight.into(),
                Weight::Part(weight) => weight,
                Weight::Asked(id) => world.number(id)?.into(),
                Weight::Scored(id) => world.score(id)?,
            });
        }
        // With an infinite weight, finite ones do not count.
        if weights.contains(&f64::INFINITY) {
            weights.iter_mut().for_each(|weight| *weight = if *weight == f64::INFINITY { 1.0 } else { 0.0 });
        }
        let positive = || weights.iter().copied().enumerate().filter(|(_, weight)| *weight > 0.0);
        let Some((last, _)) = positive().next_back() else { return Ok(None) };
        let mut left = unit(world)? * positive().map(|(_, weight)| weight).sum::<f64>();
        for (index, weight) in positive() {
            if left < weight {
                return Ok(Some(index));
            }
            left -= weight;
        }
        // Rounding has left a remainder.
        Ok(Some(last))
    }
}

impl Behave for Weighted {
    fn tick(&mut self, starts: bool, world: &World, span: &mut Span) -> Result<Status, Stop> {
        if starts {
            match self.draw(world)? {
                Some(drawn) => self.drawn = drawn,
                None => return Ok(Status::Failure),
            }
        }
        self.children[self.drawn].tick(world, span)
    }

    has_children!();
}
