//! `model` -> `ir`: writes the machine.
//!
//! The file of each node says how the node is lowered. This folder has what the nodes share.

use crate::tree::ir::Machine;
use crate::tree::model::Model;
use writer::{Write, Writer};

mod cut;
mod events;
mod flow;
mod hold;
mod throttled;
mod weights;
pub mod writer;

#[cfg(test)]
mod tests;

/// Lowers a tree that has no mistakes; `write` writes one node.
pub fn lower(model: &Model, write: Write) -> Machine {
    Writer::new(model, weights::weights(model, write), write).machine()
}
