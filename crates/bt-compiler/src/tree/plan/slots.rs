//! How much space leaves, times and values take in the state.

use proc_macro2::TokenStream;

use super::actions::{Action, action};
use super::constants::{Constant, constant};
use super::context::Origin;
use crate::sorted::{SortedMap, SortedSet};
use crate::tree::ast::Header;
use crate::tree::ir::{CodeId, Frame, Holds, Machine};
use crate::tree::model::{Model, Node, Value};
use crate::tree::nodes::Takes;
use crate::tree::source::{Code, Source};

/// What the size of slots depends on.
pub struct Slots {
    /// The slots of all leaves.
    pub of_leaves: LeafSlot,
    /// Times that fit into a short timer.
    short_times: SortedSet<CodeId>,
    /// What is known about the functions of actions.
    actions: SortedMap<CodeId, Action>,
    /// The times of nodes whose times are all constant, but not all literals.
    pub constants: SortedSet<CodeId>,
}

/// The slot of a leaf.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LeafSlot {
    /// It is empty if the leaf's type shows that it never waits in the tree's context.
    Sized,
    /// The context is generic: it is empty only if the type's facts show that for any context.
    SizedInAnyContext,
    /// It can also store that a message has ended the leaf.
    WithMessages,
}

/// The size of a timer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TimerSize {
    /// Four bytes.
    Short,
    Long,
    /// Enough for these constants: the time, or the two between which it is drawn.
    Constant(CodeId, Option<CodeId>),
}

/// Whether a group can be active between ticks.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Waits {
    Always,
    /// If one of these leaves or `action` functions can be running, according to its type.
    IfAnyOf {
        leaves: Vec<CodeId>,
        actions: Vec<CodeId>,
    },
}

impl Slots {
    pub fn new(header: &Header, model: &Model, source: &Source) -> Self {
        let of_leaves = match (&header.message, Origin::of(header, source).is_generic()) {
            (Some(_), _) => LeafSlot::WithMessages,
            (None, true) => LeafSlot::SizedInAnyContext,
            (None, false) => LeafSlot::Sized,
        };
        let is_short = |code: &Code| matches!(code, Code::Value(value) if is_short_time(value));
        let codes = source.all().enumerate().filter(|(_, code)| is_short(code));
        let constants = model.nodes.iter().flat_map(|node| constants(node, header, source)).collect();
        let actions = source.all().enumerate().filter_map(|(id, code)| match code {
            Code::Function(function) => Some((CodeId(id), action(function, header))),
            _ => None,
        });
        let actions = actions.collect();
        Slots { of_leaves, actions, short_times: codes.map(|(id, _)| CodeId(id)).collect(), constants }
    }

    /// A timer for at most one of these times.
    pub fn timer(&self, times: &[CodeId]) -> TimerSize {
        match times {
            _ if times.iter().all(|time| self.short_times.contains(time)) => TimerSize::Short,
            [time, more @ ..] if times.iter().all(|time| self.constants.contains(time)) => {
                TimerSize::Constant(*time, more.first().copied())
            }
            _ => TimerSize::Long,
        }
    }

    /// Whether a frame can be active between ticks. Only a group that holds values may be unable to.
    pub fn waits(&self, machine: &Machine, frame: &Frame) -> Waits {
        let Frame::Group(group) = frame else { return Waits::Always };
        if self.of_leaves != LeafSlot::Sized || group.holds.is_empty() {
            return Waits::Always;
        }
        let region = &machine[group.child];
        let (mut leaves, mut actions) = (Vec::new(), Vec::new());
        for id in region.place_ids() {
            match (&region[id].holds, region.action_at(id)) {
                (&Holds::Leaf(leaf), _) => leaves.push(leaf),
                (Holds::Nothing, Some(action)) => match self.actions.get(&action) {
                    Some(Action::EndsAtOnce) => {}
                    Some(Action::Plain) => actions.push(action),
                    Some(Action::Unknown) | None => return Waits::Always,
                },
                _ => return Waits::Always,
            }
        }
        Waits::IfAnyOf { leaves, actions }
    }
}

/// The times of a node, if they are constants and not all of them literals.
fn constants(node: &Node, header: &Header, source: &Source) -> Vec<CodeId> {
    let Some(builtin) = node.kind.builtin() else { return Vec::new() };
    let params = builtin.takes(node.args.len()).into_iter().zip(&node.args);
    let times: Vec<Value> = params.filter(|(takes, _)| *takes == Takes::Time).map(|(_, &value)| value).collect();
    if times.iter().all(|time| matches!(time, Value::Literal(_))) {
        return Vec::new();
    }
    let is_constant = |&code: &CodeId| constant_time(code, header, source).is_some();
    let times = times.iter().map(|time| time.code().filter(is_constant));
    times.collect::<Option<Vec<_>>>().unwrap_or_default()
}

/// A time as a constant, if possible.
pub fn constant_time(time: CodeId, header: &Header, source: &Source) -> Option<Constant> {
    let is_param = |name: &str| header.item.iter().flat_map(|item| &item.params).any(|param| param.name == name);
    let Code::Value(tokens) = source.get(time) else { return None };
    constant(tokens, &is_param).filter(|_| source.uses(time).is_empty())
}

/// Whether a value is a literal below 4.29 seconds, which fits into 32 bits of nanoseconds.
fn is_short_time(value: &TokenStream) -> bool {
    let text = value.to_string().replace('_', "");
    let number = text.trim_end_matches("f32").trim_end_matches("f64");
    number.parse::<f64>().is_ok_and(|seconds| seconds < 4.29)
}
