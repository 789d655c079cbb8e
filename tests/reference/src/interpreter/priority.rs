//! `priority`

use super::clock::Span;
use super::composites::has_children;
use super::{Behave, Node, Stop};
use crate::program::Turn;
use crate::world::{Panicked, Status, World};

/// `priority`: in each tick, runs the first child whose condition holds, or that is active and has kept its turn.
#[derive(Clone, Debug)]
pub struct Priority {
    turns: Vec<Turn>,
    /// Those that have failed, and whose condition has held ever since.
    failed: Vec<bool>,
    children: Vec<Node>,
}

impl Priority {
    pub fn new(turns: Vec<Turn>, children: Vec<Node>) -> Self {
        let failed = vec![false; children.len()];
        Priority { turns, failed, children }
    }

    fn holds(&self, child: usize, world: &World) -> Result<bool, Panicked> {
        self.turns[child].condition().map_or(Ok(true), |id| world.ask(id))
    }

    /// Checks the conditions at the beginning of a tick.
    fn asks(&mut self, world: &World) -> Result<Option<usize>, Panicked> {
        let mut turn = None;
        for child in 0..self.children.len() {
            if self.failed[child] {
                self.failed[child] = self.holds(child, world)?;
            } else if turn.is_none() {
                let keeps = matches!(self.turns[child], Turn::If(_)) && self.children[child].is_active();
                if keeps || self.holds(child, world)? {
                    turn = Some(child);
                }
            }
        }
        Ok(turn)
    }

    /// The chosen child, and after its failure the later ones.
    fn run(&mut self, mut turn: usize, world: &World, span: &mut Span) -> Result<Status, Stop> {
        loop {
            let status = self.children[turn].tick(world, span)?;
            if status != Status::Failure {
                return Ok(status);
            }
            self.failed[turn] = true;
            loop {
                turn += 1;
                if turn == self.children.len() {
                    return Ok(Status::Failure);
                }
                if !self.failed[turn] && self.holds(turn, world)? {
                    break;
                }
            }
        }
    }
}

impl Behave for Priority {
    fn tick(&mut self, starts: bool, world: &World, span: &mut Span) -> Result<Status, Stop> {
        if starts {
            self.failed.fill(false);
        }
        let turn = self.asks(world)?;
        for (index, child) in self.children.iter_mut().enumerate() {
            if Some(index) != turn {
                child.abort(span.now, world)?;
            }
        }
        turn.map_or(Ok(Status::Failure), |turn| self.run(turn, world, span))
    }

    fn resume(&mut self, world: &World, span: &mut Span) -> Result<Status, Stop> {
        let running = self.children.iter().position(Node::is_active);
        self.run(running.expect("what is resumed has a running child"), world, span)
    }

    has_children!();
}
