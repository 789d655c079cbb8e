//! How much space leaves, times and values take in the state.

use std::collections::BTreeSet;

use proc_macro2::TokenStream;

use super::context::Origin;
use crate::tree::ast::Header;
use crate::tree::ir::frame::Group;
use crate::tree::ir::{CodeId, Holds, Machine};
use crate::tree::source::{Code, Source};

/// What slots depend on.
pub struct Slots {
    /// The slots of all leaves.
    pub of_leaves: LeafSlot,
    /// Times that fit into a short timer.
    short_times: BTreeSet<CodeId>,
}

/// The slot of a leaf.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LeafSlot {
    /// It is empty if the type of the leaf says, for the context of the tree, that it never waits.
    Sized,
    /// The context is generic: it is empty only if the facts of the type say so for any context.
    SizedInAnyContext,
    /// It can also store that a message has ended the leaf.
    WithMessages,
}

/// How large a timer is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TimerSize {
    /// Four bytes.
    Short,
    Long,
}

/// Whether a group can be active between ticks.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Waits {
    Always,
    /// If one of these leaves can be running, according to its type.
    IfAnyOf(Vec<CodeId>),
}

impl Slots {
    pub fn new(header: &Header, source: &Source) -> Self {
        let of_leaves = match (&header.message, Origin::of(header, source).is_generic()) {
            (Some(_), _) => LeafSlot::WithMessages,
            (None, true) => LeafSlot::SizedInAnyContext,
            (None, false) => LeafSlot::Sized,
        };
        let is_short = |code: &Code| matches!(code, Code::Value(value) if is_short_time(value));
        let codes = source.all().enumerate().filter(|(_, code)| is_short(code));
        Slots { of_leaves, short_times: codes.map(|(id, _)| CodeId(id)).collect() }
    }

    /// A timer for at most one of these times.
    pub fn timer(&self, times: &[CodeId]) -> TimerSize {
        match times.iter().all(|time| self.short_times.contains(time)) {
            true => TimerSize::Short,
            false => TimerSize::Long,
        }
    }

    /// Whether a group can be active between ticks. A group without values always has a place.
    pub fn waits(&self, machine: &Machine, group: &Group) -> Waits {
        let leaves = machine[group.child].places.iter().map(|place| match place.holds {
            Holds::Leaf(leaf) => Some(leaf),
            Holds::Nothing | Holds::Begin | Holds::Frame(_) => None,
        });
        match leaves.collect() {
            Some(leaves) if self.of_leaves == LeafSlot::Sized && !group.holds.is_empty() => Waits::IfAnyOf(leaves),
            _ => Waits::Always,
        }
    }
}

/// Whether a value is a literal below 4.29 seconds, which fits into 32 bits of nanoseconds.
fn is_short_time(value: &TokenStream) -> bool {
    let text = value.to_string().replace('_', "");
    let number = text.trim_end_matches("f32").trim_end_matches("f64");
    number.parse::<f64>().is_ok_and(|seconds| seconds < 4.29)
}
