//! Nodes of a memory.

use super::clock::Span;
use super::leaves::no_children;
use super::loops::number;
use super::{Behave, Node, Stop};
use crate::program::Number;
use crate::world::{Status, World};

/// An operation on a memory, with its key and value.
#[derive(Clone, Debug)]
pub enum Memory {
    /// `remember`
    Remember(Number, Number, Option<Number>),
    /// `recalls`
    Recalls(Number, Option<Number>),
    /// `forget`
    Forget(Number),
}

impl Behave for Memory {
    fn tick(&mut self, _: bool, world: &World, _: &mut Span) -> Result<Status, Stop> {
        match *self {
            Memory::Remember(key, value, at) => {
                let (key, value) = (number(key, world)?, number(value, world)?);
                world.remember(key, value, at.map(|at| number(at, world)).transpose()?);
            }
            Memory::Forget(key) => world.forget(number(key, world)?),
            Memory::Recalls(key, value) => {
                let known = world.recall(number(key, world)?);
                let expected = value.map_or(Ok(known), |value| number(value, world).map(Some))?;
                return Ok(if known.is_some() && known == expected { Status::Success } else { Status::Failure });
            }
        }
        Ok(Status::Success)
    }

    no_children!();
}
