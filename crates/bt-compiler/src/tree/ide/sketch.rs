//! A tree as far as typed: the output of `read` and the input of `write`.

use proc_macro2::{Group, Ident, TokenTree};

/// The user's tokens, unchanged.
pub type Tokens = Vec<TokenTree>;

/// The content of one `bt!`.
#[derive(Default)]
pub struct Sketch {
    /// The tokens in the parentheses of the header.
    pub context: Option<Tokens>,
    /// Each parameter, without its attributes.
    pub params: Vec<Tokens>,
    /// The types of message, value and error in the header, in order.
    pub types: Vec<Tokens>,
    pub root: Child,
    /// Whatever follows the root, by mistake.
    pub rest: Vec<Child>,
}

/// A position for a node.
#[derive(Default)]
pub struct Child {
    pub arm: Option<Arm>,
    /// `None` if the position is empty.
    pub node: Option<Node>,
}

/// The arm before `=>`.
pub enum Arm {
    /// Of a `switch`: a pattern and its guard.
    Pattern { pattern: Tokens, guard: Option<Tokens> },
    /// Of a `priority`.
    Condition(Tokens),
}

/// `name(args) < children > -> names: type`.
pub struct Node {
    /// Empty before children whose node is missing.
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
    /// The comma after it. At this token an editor shows the parameters of a leaf.
    pub comma: Option<TokenTree>,
}

/// The binding after `->`.
pub struct Binding {
    /// A name, or several in parentheses.
    pub names: TokenTree,
    pub ty: Option<Tokens>,
}
