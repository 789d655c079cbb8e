//! A tree with resolved names: the input of `check`, `analyse` and `lower`.
//!
//! It contains no tokens: each piece of the user's code is a number in [`Source`](super::source::Source). So the later
//! phases can also compile trees that come from elsewhere.

use std::ops::Index;

use proc_macro2::Span;

use crate::sorted::SortedSet;
use crate::tree::builtin::{Builtin, Children, Meaning, Param, Passes, Starts, Takes};

pub use crate::tree::builtin::Sort;
pub use crate::tree::ids::{CodeId, NodeId, ValueId};

/// A resolved tree. Node 0 is the root.
pub struct Model {
    pub nodes: Vec<Node>,
    /// The values that nodes bind.
    pub values: Vec<Bound>,
    /// Whether the tree has a value: that of its root.
    pub has_value: bool,
    /// For each node: whether its value is used, by code or as the value of the tree.
    pub used_values: Vec<bool>,
    /// For each node: whether its value would be used if all names were.
    pub named_values: Vec<bool>,
    /// For each node: the values that the node and its descendants use.
    pub uses: Vec<SortedSet<ValueId>>,
}

/// A value that a node binds.
pub struct Bound {
    /// The node that has the value; or the `for_each` that has the item; or the `switch` whose patterns have the names.
    pub node: NodeId,
    /// A single name; in parentheses, a name for each child; for a `switch`, the names in its patterns.
    pub names: Vec<BoundName>,
    /// The span of the parentheses, if there are any.
    pub tuple: Option<Span>,
    /// The type, if it is written.
    pub ty: Option<CodeId>,
    /// Whether a type is written, but was refused.
    pub refused: bool,
}

/// The name of a value or of a part of it.
pub struct BoundName {
    pub name: String,
    pub span: Span,
    pub used: bool,
    /// The number of the pattern that contains it, if any.
    pub arm: Option<usize>,
}

impl Bound {
    /// Whether it is the value of a `switch`. Its names are the parts that the patterns name.
    pub fn is_matched(&self) -> bool {
        self.names.iter().any(|name| name.arm.is_some())
    }

    /// Whether anything uses it.
    pub fn is_used(&self) -> bool {
        self.names.iter().any(|name| name.used)
    }
}

/// A node of a tree.
pub struct Node {
    pub id: NodeId,
    pub kind: Kind,
    /// The name as written, without arguments.
    pub name: String,
    pub label: Option<Label>,
    /// What follows the name, on one line: type arguments, arguments with their parentheses or braces, and bindings.
    pub args_text: String,
    /// The text before its `=>`: a pattern if its parent is a `switch`, a condition if its parent is a `priority`.
    pub arm_text: String,
    /// Whether it keeps its turn in a `priority`: `if condition => node`.
    pub keeps_turn: bool,
    /// The arguments of a built-in, one per parameter, in order.
    pub args: Vec<Value>,
    /// `None` for the root.
    pub parent: Option<NodeId>,
    pub children: Vec<NodeId>,
    /// Whether all children could be parsed, so that counting them makes sense.
    pub complete: bool,
    /// Whether `parse` and `resolve` found no mistake in the node itself.
    pub sound: bool,
    /// The number of levels below the root.
    pub depth: usize,
    /// The span of its name.
    pub span: Span,
    /// The value that it binds.
    pub binds: Option<ValueId>,
    /// The value that its patterns match, for a `switch`.
    pub matches: Option<ValueId>,
    /// The values that its own arguments use.
    pub uses: Vec<ValueId>,
}

/// What a node is.
#[derive(Clone, Copy)]
pub enum Kind {
    Builtin(&'static Builtin),
    /// A user's leaf, or a subtree.
    Leaf(CodeId),
    /// A user's decorator.
    Decorator(CodeId),
    /// A user's composite.
    Composite(CodeId),
    /// An unresolved name, which has been reported.
    Unknown,
}

impl Kind {
    /// The facts of a built-in.
    pub fn builtin(self) -> Option<&'static Builtin> {
        match self {
            Kind::Builtin(builtin) => Some(builtin),
            Kind::Leaf(_) | Kind::Decorator(_) | Kind::Composite(_) | Kind::Unknown => None,
        }
    }

    /// Whether it is a built-in with this property.
    pub fn is(self, what: impl FnOnce(&Builtin) -> bool) -> bool {
        self.builtin().is_some_and(what)
    }

    /// Composite, decorator or leaf, as the description of the tree says.
    pub fn sort(self) -> Sort {
        match self {
            Kind::Composite(_) => Sort::Composite,
            Kind::Decorator(_) => Sort::Decorator,
            Kind::Leaf(_) | Kind::Unknown => Sort::Leaf,
            Kind::Builtin(builtin) => builtin.children.sort(),
        }
    }
}

/// A label and its span.
pub struct Label {
    pub name: String,
    pub span: Span,
}

/// A number as an argument: a literal, or code that is evaluated when the node starts.
#[derive(Clone, Copy, Debug)]
pub enum Number {
    Known(f64),
    Code(CodeId),
}

/// A threshold as an argument: a literal, or code that is evaluated when the node starts.
#[derive(Clone, Copy, Debug)]
pub enum Threshold {
    Known(usize),
    Code(CodeId),
}

impl Threshold {
    /// The threshold, unless it is code.
    pub fn known(self) -> Option<usize> {
        match self {
            Threshold::Known(number) => Some(number),
            Threshold::Code(_) => None,
        }
    }
}

/// An argument of a built-in.
#[derive(Clone, Copy)]
pub enum Value {
    /// Any code.
    Code(CodeId),
    /// Code that is a single literal, so it always has the same value.
    Literal(CodeId),
    /// A closure that takes the context and the remaining time.
    Timed(CodeId),
    /// A threshold; `all` is the number of children.
    Threshold {
        value: usize,
        span: Span,
    },
    All,
    Number(f64),
    /// Omitted or wrong. If wrong, it has been reported.
    Absent,
}

impl Value {
    /// The code of an argument, if it is code.
    pub fn code(self) -> Option<CodeId> {
        match self {
            Value::Code(code) | Value::Literal(code) | Value::Timed(code) => Some(code),
            Value::Threshold { .. } | Value::All | Value::Number(_) | Value::Absent => None,
        }
    }
}

impl Model {
    /// Whether the value of a node is used.
    pub fn is_value_used(&self, node: NodeId) -> bool {
        self.used_values[node.0]
    }

    /// Whether the value of a node has a name that nothing uses.
    pub fn is_value_unused(&self, node: NodeId) -> bool {
        self.named_values[node.0] && !self.used_values[node.0]
    }

    /// The value that a node binds, if anything uses it.
    pub fn live(&self, node: NodeId) -> Option<ValueId> {
        self[node].binds.filter(|&value| self[value].is_used())
    }

    /// Whether the value of a node has a part for each child, and each part has a name.
    pub fn gives_each(&self, node: NodeId) -> bool {
        self.live(node).is_some_and(|value| self[value].tuple.is_some())
    }

    /// The value that the patterns of a `switch` match, if one of their names is used.
    pub fn matched(&self, node: NodeId) -> Option<ValueId> {
        self[node].matches.filter(|&value| self[value].is_used())
    }

    /// Whether a node or one below it uses a value.
    pub fn uses(&self, node: NodeId, value: ValueId) -> bool {
        self.uses[node.0].contains(&value)
    }

    /// Whether a node and its descendants use a value only when the node starts.
    pub fn uses_at_start(&self, node: NodeId, value: ValueId) -> bool {
        let (node, starting) = (&self[node], self[node].starting());
        let own = !node.uses.contains(&value) || !node.asks_later();
        own && node.children.iter().all(|&child| match starting.contains(&child) {
            true => self.uses_at_start(child, value),
            false => !self.uses(child, value),
        })
    }

    /// The number of the child of `parent` that contains a node, counted from 1.
    pub fn child_with(&self, parent: NodeId, node: NodeId) -> Option<usize> {
        match self[node].parent? {
            above if above == parent => Some(self[parent].children.iter().position(|&child| child == node)? + 1),
            above => self.child_with(parent, above),
        }
    }

    /// The first node that waits: this one, or the one below decorators that pass on waiting.
    pub fn waits_first(&self, id: NodeId) -> &Node {
        match &self[id] {
            node if node.kind.is(Builtin::passes_waiting) && node.children.len() == 1 => {
                self.waits_first(node.children[0])
            }
            node => node,
        }
    }
}

impl Index<ValueId> for Model {
    type Output = Bound;

    fn index(&self, id: ValueId) -> &Bound {
        &self.values[id.0]
    }
}

impl Index<NodeId> for Model {
    type Output = Node;

    fn index(&self, id: NodeId) -> &Node {
        &self.nodes[id.0]
    }
}

impl Node {
    /// Whether it waits before its child starts, as `throttle` does.
    pub fn throttles(&self) -> bool {
        self.kind.is(|builtin| builtin.throttles)
    }

    /// Whether its binding is for its child.
    pub fn binds_item(&self) -> bool {
        self.kind.is(Builtin::binds_item)
    }

    /// The children that start together with the node, and never again while it is active.
    pub fn starting(&self) -> &[NodeId] {
        let (Some(builtin), children) = (self.kind.builtin(), &self.children) else { return &[] };
        // A condition in parentheses is checked as the node starts.
        let is_asked = builtin.meaning == Meaning::IfElse && self.optional_code(0).is_some();
        match builtin.meaning.starts() {
            _ if is_asked => children,
            Starts::All => children,
            Starts::First => &children[..children.len().min(1)],
            Starts::Later | Starts::Again => &[],
        }
    }

    /// Whether its functions are also called after it has started.
    pub fn asks_later(&self) -> bool {
        match self.kind {
            Kind::Builtin(builtin) => builtin.asks_later || builtin.meaning.is_reactive(),
            Kind::Leaf(_) | Kind::Decorator(_) => false,
            Kind::Composite(_) | Kind::Unknown => true,
        }
    }

    /// Whether it lets its reactive child resume.
    pub fn observes(&self) -> bool {
        self.kind.is(|builtin| builtin.children == Children::Reactive)
    }

    /// The child that runs when the node is aborted.
    pub fn cleanup(&self) -> Option<NodeId> {
        self.children.get(1).copied().filter(|_| self.kind.is(|builtin| builtin.meaning == Meaning::Finally))
    }

    /// How many children it takes with its arguments: the minimum and maximum.
    pub fn takes_children(&self, builtin: &Builtin) -> (usize, usize) {
        let (least, most) = builtin.children.count();
        let given = |(param, value): (&Param, &Value)| param.takes == Takes::FirstChild && value.code().is_some();
        let instead = builtin.params.iter().zip(&self.args).filter(|&pair| given(pair)).count();
        (least - instead, most.saturating_sub(instead))
    }

    /// The children whose value it passes on; `None` if it has no value. A node with its own value has no such
    /// children.
    pub fn passing(&self) -> Option<Vec<NodeId>> {
        let builtin = match self.kind {
            Kind::Leaf(_) => return Some(Vec::new()),
            Kind::Decorator(_) | Kind::Composite(_) => return Some(self.children.clone()),
            Kind::Unknown => return None,
            Kind::Builtin(builtin) => builtin,
        };
        let has_own = || self.optional_code(0).is_some();
        match builtin.passes {
            Passes::Nothing | Passes::Items => None,
            Passes::Own => has_own().then(Vec::new),
            Passes::Children | Passes::Each => Some(self.children.clone()),
            Passes::First => Some(self.children.first().copied().into_iter().collect()),
            Passes::Last => Some(self.children.last().copied().into_iter().collect()),
            Passes::Branches => Some(self.children.iter().skip(usize::from(!has_own())).copied().collect()),
        }
    }

    /// The label if there is one, else the name.
    pub fn title(&self) -> &str {
        self.label.as_ref().map_or(&self.name, |label| &label.name)
    }

    /// The code of a required argument.
    pub fn code(&self, index: usize) -> CodeId {
        let code = self.args[index].code();
        code.expect("`resolve` reports a missing argument, and a tree with errors is not lowered")
    }

    /// The code of an optional argument.
    pub fn optional_code(&self, index: usize) -> Option<CodeId> {
        self.args.get(index)?.code()
    }

    /// The code of the arguments that exist once per child.
    pub fn codes_of_children(&self) -> Vec<CodeId> {
        (0..self.children.len()).map(|child| self.code(child)).collect()
    }

    /// The code of all arguments, some of which may be omitted.
    pub fn optional_codes(&self) -> Vec<Option<CodeId>> {
        self.args.iter().map(|value| value.code()).collect()
    }

    /// A number, or 0 if it is omitted.
    pub fn number(&self, index: usize) -> Number {
        match self.args[index] {
            Value::Number(number) => Number::Known(number),
            value => value.code().map_or(Number::Known(0.0), Number::Code),
        }
    }

    /// A threshold, or `default` if it is omitted.
    pub fn threshold(&self, index: usize, default: usize) -> Threshold {
        match self.args[index] {
            Value::Threshold { value, .. } => Threshold::Known(value),
            Value::All => Threshold::Known(self.children.len()),
            value => value.code().map_or(Threshold::Known(default), Threshold::Code),
        }
    }
}
