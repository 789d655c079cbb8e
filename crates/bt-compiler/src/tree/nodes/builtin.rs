//! `Builtin`: the definition of a built-in node, which the file of the node fills in.

use crate::tree::analyse::judge::Judge;
use crate::tree::analyse::results::Results;
use crate::tree::ir::{Exits, Target};
use crate::tree::lower::writer::Writer;
use crate::tree::model::{Node, NodeId, Sort, Value};

/// All that is particular to one built-in node. Its events for observers follow from how it is lowered.
pub struct Builtin {
    pub name: &'static str,
    /// What it does, in one line for the documentation. The line names the parameters and children.
    pub does: &'static str,
    pub params: &'static [Param],
    pub children: Children,
    /// Whether it starts from its first child, or chooses anew, in every tick.
    pub reactive: bool,
    /// Whether it can start a child again while it is active. A reactive node can, too.
    pub again: bool,
    /// What its value is.
    pub passes: Passes,
    /// Which children begin in the moment in which it starts, and never again while it is active.
    pub starts: Starts,
    /// Whether its functions are called after the moment in which it starts, too.
    pub asks_later: bool,
    /// Whether it ends in the moment in which it starts.
    pub at_once: bool,
    /// Whether its children are steps of the flow in which it stands.
    pub in_flow: bool,
    /// Whether its second child runs when it is aborted.
    pub cleans_up: bool,
    /// What it needs of the context and of a tick.
    pub needs: &'static [Need],
    /// Finds what it can return.
    pub results: fn(&mut Judge, &Node) -> Results,
    /// Writes it into the machine, and returns where it begins.
    pub lower: fn(&mut Writer, &Node, Exits) -> Target,
}

/// How many children a node takes.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Children {
    None,
    One,
    /// One, which must be a reactive node.
    Reactive,
    /// One or more.
    Many,
    /// One for each of these names; the last one may be left out.
    Roles {
        needed: &'static [&'static str],
        optional: Option<&'static str>,
    },
    /// One or more, each with a pattern.
    Arms,
    /// One or more, each with a condition; the last one may have none.
    Conditions,
}

/// Which children begin in the moment in which a node starts, and never again while it is active.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Starts {
    None,
    First,
    /// All, or one of them.
    All,
}

/// What the value of a node is, when it has succeeded.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Passes {
    /// It has none.
    Nothing,
    /// That of its only child, or of the one that decided.
    Children,
    /// That of its first child.
    First,
    /// That of its last child.
    Last,
    /// That of any child but the first, which is a condition, unless that stands in parentheses.
    Branches,
    /// Those of all children, one name for each.
    Each,
    /// What its function returns.
    Own,
    /// It has none, and binds an item for its child.
    Items,
}

/// What a node needs beside its arguments.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Need {
    /// The context is a source of random numbers.
    Random,
    /// The context has a memory.
    Memory,
    /// The tick says how long it lasts.
    Time,
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
    /// A closure or a function of the context, in place of the first child.
    FirstChild,
    /// A closure or a function of the context; a closure may take the time that is left, too.
    Action,
    /// An expression, or a closure of the context.
    Count,
    /// An expression, or a closure of the context, that gives a time.
    Time,
    /// `name = number`, `all`, `any`, or an expression or a closure of the context; may be left out.
    Threshold,
    /// A closure whose value the arms of a `switch` match.
    Choice,
    /// A closure that declares its result type.
    Key,
    /// A closure that takes the context and a number, and gives an item.
    Items,
    /// An expression, or a closure of the context.
    Value,
    /// An expression, or a closure of the context; may be left out.
    Optional,
    /// `name = number`, or an expression or a closure of the context that gives one; may be left out.
    NamedNumber,
    /// `name = value`, an expression or a closure of the context; may be left out.
    NamedValue,
    /// A number from 0 to 1, or an expression or a closure of the context that gives one.
    Probability,
    /// A number, or an expression or a closure of the context that gives one, for each child.
    Weight,
    /// An expression, or a closure or a function of the context, that gives a number, for each child.
    Score,
}

impl Takes {
    /// What an error calls it.
    pub fn text(self) -> &'static str {
        match self {
            Takes::Function | Takes::FirstChild | Takes::Action => "a closure or a function of the context",
            Takes::Count => "a whole number, or a closure of the context that gives one",
            Takes::Time => {
                "a time: a `Duration`, seconds as a float like `2.0`, or a closure of the context that gives one"
            }
            Takes::Threshold => "a whole number, a closure of the context that gives one, `all` or `any`",
            Takes::Choice => "a closure of the context",
            Takes::Key => "a closure of the context that says what it gives, like `|room| -> u32 { room.alarms }`",
            Takes::Items => {
                "a closure of the context and the number of an item, like `|room, i| -> Option<Door> { room.doors.get(i).cloned() }`"
            }
            Takes::NamedNumber => "a number, or a closure of the context that gives one",
            Takes::Value | Takes::Optional | Takes::NamedValue => "an expression, or a closure of the context",
            Takes::Probability => "a number from 0 to 1, or a closure of the context that gives one",
            Takes::Weight | Takes::Score => "a number for each child, or a closure of the context that gives one",
        }
    }

    /// Whether it may be left out.
    pub fn is_optional(self) -> bool {
        self.is_named() || matches!(self, Takes::Optional | Takes::FirstChild)
    }

    /// Whether it is given with its name, behind those without.
    pub fn is_named(self) -> bool {
        matches!(self, Takes::Threshold | Takes::NamedNumber | Takes::NamedValue)
    }

    /// Whether there is one for each child.
    pub fn is_for_each_child(self) -> bool {
        matches!(self, Takes::Weight | Takes::Score)
    }
}

impl Children {
    /// What sort of node has them.
    pub fn sort(self) -> Sort {
        match self {
            Children::None => Sort::Leaf,
            Children::One | Children::Reactive => Sort::Decorator,
            Children::Many | Children::Roles { .. } | Children::Arms | Children::Conditions => Sort::Composite,
        }
    }

    /// The least and the largest number of children.
    pub fn count(self) -> (usize, usize) {
        match self {
            Children::None => (0, 0),
            Children::One | Children::Reactive => (1, 1),
            Children::Many | Children::Arms | Children::Conditions => (1, usize::MAX),
            Children::Roles { needed, optional } => (needed.len(), needed.len() + usize::from(optional.is_some())),
        }
    }
}

impl Builtin {
    /// A leaf that takes nothing. What it can return and how it is lowered must be given.
    pub const BASE: Builtin = Builtin {
        name: "",
        does: "",
        params: &[],
        children: Children::None,
        reactive: false,
        again: false,
        passes: Passes::Nothing,
        starts: Starts::None,
        asks_later: false,
        at_once: false,
        in_flow: false,
        cleans_up: false,
        needs: &[],
        results: |_, node| unreachable!("the file of `{}` does not say what it can return", node.name),
        lower: |_, node, _| unreachable!("the file of `{}` does not say how it is lowered", node.name),
    };

    /// Whether it can start a child again while it is active.
    pub fn restarts(&self) -> bool {
        self.again || self.reactive
    }

    /// Whether it is a decorator that is running as long as a child that waits is, and starts it once.
    pub fn passes_waiting(&self) -> bool {
        self.children == Children::One && !self.restarts()
    }

    /// Which of its children begin in the moment in which it starts, and never again while it is active.
    pub fn starting<'a>(&self, node: &'a Node) -> &'a [NodeId] {
        let children = &node.children;
        match self.starts {
            // A condition in parentheses is asked in that moment.
            Starts::First if self.has_first_child_as_argument() && node.optional_code(0).is_some() => children,
            Starts::None => &[],
            Starts::First => &children[..children.len().min(1)],
            Starts::All => children,
        }
    }

    /// Whether it needs a trait of the context.
    pub fn asks_of_context(&self) -> bool {
        self.needs.iter().any(|need| matches!(need, Need::Random | Need::Memory))
    }

    /// Whether it has one argument for each child.
    pub fn has_one_for_each_child(&self) -> bool {
        self.params.iter().any(|param| param.takes.is_for_each_child())
    }

    /// What each of so many arguments is.
    pub fn takes(&self, args: usize) -> Vec<Takes> {
        if self.children == Children::Conditions {
            return vec![Takes::Function; args];
        }
        let takes = self.params.iter().map(|param| param.takes);
        let each = takes.clone().filter(|takes| takes.is_for_each_child()).cycle();
        let others = takes.filter(|takes| !takes.is_for_each_child());
        each.take((args + 1).saturating_sub(self.params.len())).chain(others).collect()
    }

    /// Whether a function can stand in place of the first child.
    pub fn has_first_child_as_argument(&self) -> bool {
        self.params.iter().any(|param| param.takes == Takes::FirstChild)
    }

    /// How many children a node with these arguments takes: the least and the largest number.
    pub fn count(&self, args: &[Value]) -> (usize, usize) {
        let (least, most) = self.children.count();
        let given = |(param, value): (&Param, &Value)| param.takes == Takes::FirstChild && value.code().is_some();
        let instead = self.params.iter().zip(args).filter(|&pair| given(pair)).count();
        (least - instead, most.saturating_sub(instead))
    }

    /// An example of how it is written, for errors.
    pub fn example(&self) -> String {
        let Builtin { name, params, children, .. } = self;
        let args = if params.iter().all(|param| param.takes.is_optional()) { "" } else { "(...)" };
        let children = match children {
            Children::One => "walk",
            Children::Reactive => "reactive_selector < walk, open_door >",
            Children::Arms => "pattern => walk, _ => open_door",
            Children::Conditions => "|room| room.is_open => walk, open_door",
            Children::None | Children::Many | Children::Roles { .. } => "walk, open_door",
        };
        format!("`{name}{args} < {children} >`")
    }
}
