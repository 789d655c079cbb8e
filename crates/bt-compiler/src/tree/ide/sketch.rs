//! A tree as far as it is typed: the output of `read` and the input of `write`.

use proc_macro2::{Group, Ident, TokenTree};

/// Tokens of the user, as they are.
pub type Tokens = Vec<TokenTree>;

/// The content of one `bt!`.
#[derive(Default)]
pub struct Sketch {
    /// What is in the parentheses of the header.
    pub context: Option<Tokens>,
    /// Each parameter, without its attributes.
    pub params: Vec<Tokens>,
    /// The types of messages, values and errors in the header, in their order.
    pub types: Vec<Tokens>,
    pub root: Child,
    /// What is after the root, by mistake.
    pub rest: Vec<Child>,
}

/// A place for a node.
#[derive(Default)]
pub struct Child {
    pub arm: Option<Arm>,
    /// `None` for an empty place.
    pub node: Option<Node>,
}

/// What is before `=>`.
pub enum Arm {
    /// Of a `switch`: a pattern and its guard.
    Pattern { pattern: Tokens, guard: Option<Tokens> },
    /// Of a `priority`.
    Condition(Tokens),
}

/// `name(args) < children > -> names: type`.
pub struct Node {
    /// No tokens before children whose node is missing.
    pub name: Tokens,
    pub args: Args,
    /// `None` if there is no `<`.
    pub children: Option<Vec<Child>>,
    pub binding: Option<Binding>,
}

/// The arguments of a node.
pub enum Args {
    None,
    List(Group, Vec<Arg>),
    Fields(Group),
}

/// One argument.
pub struct Arg {
    pub name: Option<Ident>,
    pub value: Tokens,
    /// The one after it. At this token an editor shows the parameters of a leaf.
    pub comma: Option<TokenTree>,
}

/// What is after `->`.
pub struct Binding {
    /// A name, or several in parentheses.
    pub names: TokenTree,
    pub ty: Option<Tokens>,
}
