//! The built-in nodes: one small file each, with all that is particular to it.

use crate::tree::analyse::judge::Judge;
use crate::tree::analyse::results::Results;
use crate::tree::ir::{Exits, Target};
use crate::tree::lower::writer::Writer;
use crate::tree::model::Node;

mod action;
mod condition;
mod cooldown;
mod delay;
mod every;
mod fail;
mod force_failure;
mod force_success;
mod forever;
mod forget;
mod guard;
mod if_else;
mod inverter;
mod observe;
mod parallel;
mod parallel_all;
mod precondition;
mod probability;
mod race;
mod random_selector;
mod random_sequence;
mod reactive_if_else;
mod reactive_selector;
mod reactive_sequence;
mod reactive_switch;
mod recalls;
mod remember;
mod repeat;
mod repeat_until_failure;
mod repeat_until_success;
mod retry;
mod run_limit;
mod run_once;
mod running;
mod selector;
mod sequence;
mod succeed;
mod switch;
mod timeout;
mod unchecked;
mod utility;
mod wait;
mod wait_between;
mod wait_until;
mod weighted;

/// All built-in nodes.
static ALL: &[&Builtin] = &[
    &action::NODE,
    &condition::NODE,
    &cooldown::NODE,
    &delay::NODE,
    &every::NODE,
    &fail::NODE,
    &force_failure::NODE,
    &force_success::NODE,
    &forever::NODE,
    &forget::NODE,
    &guard::NODE,
    &if_else::NODE,
    &inverter::NODE,
    &observe::NODE,
    &parallel::NODE,
    &parallel_all::NODE,
    &precondition::NODE,
    &probability::NODE,
    &race::NODE,
    &random_selector::NODE,
    &random_sequence::NODE,
    &reactive_if_else::NODE,
    &reactive_selector::NODE,
    &reactive_sequence::NODE,
    &reactive_switch::NODE,
    &recalls::NODE,
    &remember::NODE,
    &repeat::NODE,
    &repeat_until_failure::NODE,
    &repeat_until_success::NODE,
    &retry::NODE,
    &run_limit::NODE,
    &run_once::NODE,
    &running::NODE,
    &selector::NODE,
    &sequence::NODE,
    &succeed::NODE,
    &switch::NODE,
    &timeout::NODE,
    &unchecked::NODE,
    &utility::NODE,
    &wait::NODE,
    &wait_between::NODE,
    &wait_until::NODE,
    &weighted::NODE,
];

/// All that is particular to one kind of node.
pub struct Builtin {
    pub name: &'static str,
    pub params: &'static [Param],
    pub children: Children,
    /// Whether its children have states of their own, because it holds data beside them.
    pub opens_region: bool,
    /// What the end of a child means for the node.
    pub passes: Passes,
    /// Writes the node into the flow and returns where it begins.
    pub lower: fn(&mut Writer, &Node, Exits) -> Target,
    /// What the node can return.
    pub results: fn(&mut Judge, &Node) -> Results,
}

/// How many children a node takes.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Children {
    None,
    One,
    /// One, which is a reactive node.
    Reactive,
    /// One or more.
    Many,
    /// From the first number to the second.
    Between(usize, usize),
    /// One or more, each with a pattern.
    Arms,
}

/// What the end of a child means for a node, as far as no code of the node's own tells of it.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Passes {
    /// Nothing: the node tells of its end itself.
    Nothing,
    /// After this result comes the next child; the other one ends the node, as the last child does.
    Chain { go_on_after: bool },
    /// It is the end of the node, with these results.
    Ends { success: bool, failure: bool },
    /// The first child chooses between the others, whose end is the end of the node.
    Condition,
}

impl Passes {
    /// The end of the child is the end of the node.
    pub const RESULT: Passes = Passes::Ends { success: true, failure: false };
}

/// A parameter of a node.
pub struct Param {
    pub name: &'static str,
    pub takes: Takes,
}

/// What a parameter takes.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Takes {
    /// A closure or a function of the context.
    Function,
    /// An expression, or a closure of the context.
    Count,
    /// An expression, or a closure of the context, that gives a time.
    Time,
    /// `name = number`, `all` or `any`; may be left out.
    Threshold,
    /// A closure whose value the arms of a `switch` match.
    Choice,
    /// A closure that says what type it gives.
    Key,
    /// An expression, or a closure of the context.
    Value,
    /// The same; may be left out.
    Optional,
    /// A number from 0 to 1, or an expression or a closure of the context that gives one.
    Probability,
    /// A number for each child.
    Weight,
    /// A closure of the context for each child.
    Score,
}

impl Takes {
    /// What an error calls it.
    pub fn text(self) -> &'static str {
        match self {
            Takes::Function => "a closure or a function of the context",
            Takes::Count => "a whole number, or a closure of the context that gives one",
            Takes::Time => {
                "a time: a `Duration`, seconds as a float like `2.0`, or a closure of the context that gives one"
            }
            Takes::Threshold => "a number, `all` or `any`",
            Takes::Choice => "a closure of the context",
            Takes::Score => "a closure of the context for each child",
            Takes::Key => "a closure of the context that says what it gives, like `|room| -> u32 { room.alarms }`",
            Takes::Value | Takes::Optional => "an expression, or a closure of the context",
            Takes::Probability => "a number from 0 to 1, or a closure of the context that gives one",
            Takes::Weight => "a number for each child",
        }
    }

    /// Whether there is one for each child.
    pub fn is_for_each_child(self) -> bool {
        matches!(self, Takes::Weight | Takes::Score)
    }
}

/// Nodes that ask more of the context than to be one: it must bring chance, or have a memory.
static ASK_OF_CONTEXT: &[&str] =
    &["forget", "probability", "random_selector", "random_sequence", "recalls", "remember", "wait_between", "weighted"];

impl Builtin {
    /// Whether the context must be more than any.
    pub fn asks_of_context(&self) -> bool {
        ASK_OF_CONTEXT.contains(&self.name)
    }

    /// Whether it looks at its children from the first in every tick.
    pub fn is_reactive(&self) -> bool {
        self.name.starts_with("reactive_")
    }

    /// How a node with children is written.
    pub fn form(&self) -> String {
        let Builtin { name, params, children, .. } = self;
        let args = match params {
            [] | [Param { takes: Takes::Threshold, .. }, ..] => "",
            _ => "(...)",
        };
        let children = match children {
            Children::One => "walk",
            Children::Reactive => "reactive_selector < walk, open_door >",
            Children::Arms => "pattern => walk, _ => open_door",
            Children::None | Children::Many | Children::Between(..) => "walk, open_door",
        };
        format!("`{name}{args} < {children} >`")
    }

    /// Whether it has one argument for each child.
    pub fn has_one_for_each_child(&self) -> bool {
        self.params.iter().any(|param| param.takes.is_for_each_child())
    }
}

/// The built-in of this name.
pub fn find(name: &str) -> Option<&'static Builtin> {
    ALL.iter().copied().find(|node| node.name == name)
}

/// The built-in that a resolved node names.
pub fn get(name: &str) -> &'static Builtin {
    find(name).expect("a resolved name is known")
}

/// The names of the built-ins that take children.
pub fn names_with_children() -> impl Iterator<Item = &'static str> {
    ALL.iter().filter(|node| node.children != Children::None).map(|node| node.name)
}

/// Whether the children of this node stand behind patterns.
pub fn has_arms(name: &str) -> bool {
    find(name).is_some_and(|node| node.children == Children::Arms)
}
