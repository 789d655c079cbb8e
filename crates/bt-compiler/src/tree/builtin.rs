//! `Builtin`: what the phases know about a built-in node. The node's file in `nodes/` provides it.

pub use super::meaning::{Answers, Meaning, Starts, Times};

/// The facts of one built-in node. What it can return and how it is lowered are functions of its file.
pub struct Builtin {
    pub name: &'static str,
    /// How the node is ticked.
    pub meaning: Meaning,
    /// Its names in other libraries.
    pub other_names: &'static [&'static str],
    /// What it does, as one line of documentation that names its parameters and children.
    pub does: &'static str,
    pub params: &'static [Param],
    pub children: Children,
    /// Its form that is not reactive.
    pub plain_form: Option<&'static str>,
    /// What its value is.
    pub passes: Passes,
    /// Whether its functions are also called after it has started.
    pub asks_later: bool,
    /// Whether it may delay its child for some time after the child's last success.
    pub throttles: bool,
    /// Whether a `throttle` in it must be the last child: a waiting one would abort the children after it.
    pub throttled_last: bool,
    /// Whether it runs a tree given by its argument. It is a leaf with a type of `bt`.
    pub holds_tree: bool,
    /// The help for a use of its missing value: how to get one.
    pub how_to_have_value: Option<&'static str>,
    /// What it needs from the context and from a tick.
    pub needs: &'static [Need],
}

/// The three sorts of nodes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Sort {
    Composite,
    Decorator,
    Leaf,
}

/// How many children a node takes.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Children {
    None,
    One,
    /// One, which must be reactive.
    Reactive,
    /// One or more.
    Many,
    /// One for each of these names; the last may be omitted.
    Roles {
        needed: &'static [&'static str],
        optional: Option<&'static str>,
    },
    /// One or more, each with a pattern.
    Arms,
    /// One or more, each with a condition, which the last one may omit.
    Conditions,
}

/// The value of a node that has succeeded.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Passes {
    /// It has no value.
    Nothing,
    /// The value of its only child, or of the child that decided.
    Children,
    /// The value of its first child.
    First,
    /// The value of its last child.
    Last,
    /// The value of any child but the first, which is a condition unless the condition is in parentheses.
    Branches,
    /// The values of all children, with one name each.
    Each,
    /// The result of its function.
    Own,
    /// It has no value, but binds an item for its child.
    Items,
}

/// What a node needs in addition to its arguments.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Need {
    /// The context is a source of random numbers.
    Random,
    /// The context has a memory.
    Memory,
    /// The tick has a length.
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
    /// A closure or a function of the context. Its result is ignored.
    Effect,
    /// A closure or a function of the context, in place of the first child.
    FirstChild,
    /// A closure or a function of the context. A closure may also take the remaining time.
    Action,
    /// An expression, or a closure of the context.
    Count,
    /// An expression, or a closure of the context, that returns a time.
    Time,
    /// `name = number`, `all`, `any`, or an expression or a closure of the context; optional.
    Threshold,
    /// A closure whose value the arms of a `switch` match.
    Choice,
    /// A closure that declares its result type.
    Key,
    /// A closure that takes the context and a number, and returns an item.
    Items,
    /// An expression, or a closure of the context.
    Value,
    /// An expression, or a closure of the context; optional.
    Optional,
    /// `name = number`, or an expression or a closure of the context that returns a number; optional.
    NamedNumber,
    /// `name = value`, an expression or a closure of the context; optional.
    NamedValue,
    /// A number from 0 to 1, or an expression or a closure of the context that returns one.
    Probability,
    /// A number, or an expression or a closure of the context that returns one, for each child.
    Weight,
    /// An expression, or a closure or a function of the context, that returns a number, for each child.
    Score,
}

impl Takes {
    /// How errors describe it.
    pub fn text(self) -> &'static str {
        match self {
            Takes::Function | Takes::Effect | Takes::FirstChild | Takes::Action => {
                "a closure or a function of the context"
            }
            Takes::Count => "a whole number, or a closure of the context that returns one",
            Takes::Time => {
                "a time: a `Duration`, seconds as a float like `2.0`, or a closure of the context that returns one"
            }
            Takes::Threshold => "a whole number, a closure of the context that returns one, `all` or `any`",
            Takes::Choice => "a closure of the context",
            Takes::Key => "a closure of the context with a return type, like `|room| -> u32 { room.alarms }`",
            Takes::Items => {
                "a closure of the context and the number of an item, like `|room, i| -> Option<Door> { \
                 room.doors.get(i).cloned() }`"
            }
            Takes::NamedNumber => "a number, or a closure of the context that returns one",
            Takes::Value | Takes::Optional | Takes::NamedValue => "an expression, or a closure of the context",
            Takes::Probability => "a number from 0 to 1, or a closure of the context that returns one",
            Takes::Weight | Takes::Score => "a number for each child, or a closure of the context that returns one",
        }
    }

    /// Whether it may be left out.
    pub fn is_optional(self) -> bool {
        self.is_named() || matches!(self, Takes::Optional | Takes::FirstChild)
    }

    /// Whether it is a named argument, after the unnamed ones.
    pub fn is_named(self) -> bool {
        matches!(self, Takes::Threshold | Takes::NamedNumber | Takes::NamedValue)
    }

    /// Whether there is one per child.
    pub fn is_for_each_child(self) -> bool {
        matches!(self, Takes::Weight | Takes::Score)
    }
}

impl Children {
    /// Whether each has an arm before `=>`.
    pub fn have_arms(self) -> bool {
        matches!(self, Children::Arms | Children::Conditions)
    }

    /// The sort of node that has them.
    pub fn sort(self) -> Sort {
        match self {
            Children::None => Sort::Leaf,
            Children::One | Children::Reactive => Sort::Decorator,
            Children::Many | Children::Roles { .. } | Children::Arms | Children::Conditions => Sort::Composite,
        }
    }

    /// The minimum and maximum number of children.
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
    /// A node with this meaning and no parameters.
    pub const fn of(meaning: Meaning) -> Builtin {
        Builtin {
            name: "",
            meaning,
            other_names: &[],
            does: "",
            params: &[],
            children: Children::None,
            plain_form: None,
            passes: Passes::Nothing,
            asks_later: false,
            throttles: false,
            throttled_last: false,
            holds_tree: false,
            how_to_have_value: None,
            needs: &[],
        }
    }

    /// Whether it is a decorator that starts its child once, and is running while a waiting child is.
    pub fn passes_waiting(&self) -> bool {
        self.children == Children::One && !self.meaning.restarts() && !self.throttles
    }

    /// Whether all later children see the bindings of earlier ones.
    pub fn later_children_see(&self) -> bool {
        self.passes == Passes::Last
    }

    /// Whether the second child sees the bindings of the first, unless a condition is in parentheses.
    pub fn second_child_sees(&self) -> bool {
        self.passes == Passes::Branches
    }

    /// Whether it is a leaf that answers a question: it succeeds or fails as soon as it starts.
    pub fn is_question(&self) -> bool {
        self.meaning.answers() == Some(Answers::BOOL)
    }

    /// Whether its binding is for its child, and is written before the child.
    pub fn binds_item(&self) -> bool {
        self.passes == Passes::Items
    }

    /// Whether each of its children has its own value.
    pub fn gives_each(&self) -> bool {
        self.passes == Passes::Each
    }

    /// Whether it needs a trait of the context.
    pub fn asks_of_context(&self) -> bool {
        self.needs.iter().any(|need| matches!(need, Need::Random | Need::Memory))
    }

    /// Whether it has one argument for each child.
    pub fn has_one_for_each_child(&self) -> bool {
        self.params.iter().any(|param| param.takes.is_for_each_child())
    }

    /// The snippet that an editor inserts, with placeholders: `timeout(${1:time}) < $0 >`.
    pub fn snippet(&self) -> String {
        let needed: Vec<String> = self
            .params
            .iter()
            .filter(|param| !param.takes.is_optional())
            .enumerate()
            .map(|(index, param)| format!("${{{}:{}}}", index + 1, param.name))
            .collect();
        let args = if needed.is_empty() { String::new() } else { format!("({})", needed.join(", ")) };
        let children = if self.children == Children::None { "$0" } else { " < $0 >" };
        format!("{}{args}{children}", self.name)
    }

    /// The parameter for each argument, if there are `args` arguments.
    pub fn takes(&self, args: usize) -> Vec<Takes> {
        if self.children == Children::Conditions {
            return vec![Takes::Function; args];
        }
        let takes = self.params.iter().map(|param| param.takes);
        let each = takes.clone().filter(|takes| takes.is_for_each_child()).cycle();
        let others = takes.filter(|takes| !takes.is_for_each_child());
        each.take((args + 1).saturating_sub(self.params.len())).chain(others).collect()
    }

    /// Whether a function can replace the first child.
    pub fn has_first_child_as_argument(&self) -> bool {
        self.params.iter().any(|param| param.takes == Takes::FirstChild)
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
            Children::None | Children::Many => "walk, open_door",
            Children::Roles { needed, optional } => {
                &needed.iter().chain(optional).copied().collect::<Vec<_>>().join(", ")
            }
        };
        format!("`{name}{args} < {children} >`")
    }
}
