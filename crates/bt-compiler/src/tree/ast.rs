//! A tree as written: the output of `parse` and the input of `resolve`.

use std::fmt;
use std::ops::Range;

use proc_macro2::{Group, Ident, Span, TokenStream, TokenTree};

use crate::attributes::Attribute;
use crate::context::Context;
use crate::written::as_written;

/// The content of one `bt!`.
#[derive(Default)]
pub struct Tree {
    pub header: Header,
    /// `None` if no node could be read.
    pub root: Option<Node>,
    /// The parts of this `bt!` under a `#[cfg(..)]`.
    pub cfgs: Vec<Cfg>,
    /// All tokens, as the ranges of `cfgs` count them.
    pub tokens: Vec<TokenTree>,
}

/// A tree or a node under a `#[cfg(...)]`, with everything below it.
#[derive(Clone)]
pub struct Cfg {
    /// The tokens in the parentheses.
    pub predicate: TokenStream,
    /// The span of the attribute.
    pub attribute: Range<usize>,
    /// The tokens to remove if the predicate does not hold, including the comma after them.
    pub whole: Range<usize>,
}

/// The header of a tree: everything before the `=`.
#[derive(Clone, Default)]
pub struct Header {
    /// The parts of a header that declares a type; `None` for a tree that is an expression.
    pub item: Option<Item>,
    pub context: Option<Context>,
    /// The type of the messages that the tree takes.
    pub message: Option<TokenStream>,
    /// The type of the tree's value.
    pub value: Option<TokenStream>,
    /// The error type that the tree returns.
    pub error: Option<TokenStream>,
    /// Whether some parameters could not be parsed, or do not belong here.
    pub lacks_params: bool,
}

impl Header {
    /// An example of a declaration, for errors.
    pub const FORM: &str = "a tree is declared as `pub DoorBot(Room) = sequence < walk, open_door >`";

    /// An example with all parts, for errors.
    pub const ORDER: &str = "the order is `pub DoorBot(Room) { steps: u32 } on Message -> Result<Error> = ...`";
}

/// The declaration of a type: `pub Wander(Npc) { radius: f32 } = ...`.
#[derive(Clone)]
pub struct Item {
    pub attributes: Vec<Attribute>,
    pub visibility: TokenStream,
    pub name: Ident,
    pub params: Vec<Param>,
}

/// A parameter of a tree.
#[derive(Clone)]
pub struct Param {
    pub attributes: TokenStream,
    pub name: Ident,
    pub ty: TokenStream,
}

/// `label: name(args) < children > -> binding`.
pub struct Node {
    pub label: Option<Ident>,
    pub name: Name,
    pub args: Args,
    /// `None` if there is no `<`.
    pub children: Option<Vec<Child>>,
    /// Whether all children could be read.
    pub complete: bool,
    pub binding: Option<Binding>,
}

/// `-> prey`, `-> spot: Vec2`, `-> (left, right)`.
#[derive(Clone)]
pub struct Binding {
    /// More than one name, or a `_`, only occurs in parentheses.
    pub names: Vec<Ident>,
    /// The span of the parentheses, if there are any.
    pub tuple: Option<Span>,
    /// The type, if it is written.
    pub ty: Option<TokenStream>,
    /// Whether a type was written and refused, here or after the name of the node.
    pub refused: bool,
}

impl Binding {
    /// A name that is bound in a way that was refused.
    pub fn refused(name: Ident) -> Self {
        Binding { names: vec![name], tuple: None, ty: None, refused: true }
    }
}

impl Node {
    /// The span of the arguments, for errors about them.
    pub fn args_span(&self) -> Span {
        match &self.args {
            Args::None => self.name.span(),
            Args::List { span, .. } => *span,
            Args::Fields(group) => group.span(),
        }
    }
}

/// The path that names a node.
#[derive(Clone)]
pub struct Name {
    /// The whole path, without type arguments.
    pub path: TokenStream,
    pub segments: Vec<Ident>,
    /// Whether the path begins with `::`.
    pub is_global: bool,
    /// `::<A, B>`, without the leading `::`.
    pub generics: TokenStream,
}

impl Name {
    pub fn last(&self) -> &Ident {
        self.segments.last().expect("a name has at least one segment")
    }

    pub fn span(&self) -> Span {
        self.last().span()
    }

    /// The name, if it could be that of a built-in: a single plain word.
    pub fn word(&self) -> Option<String> {
        let plain = self.segments.len() == 1 && self.generics.is_empty() && !self.is_global;
        plain.then(|| self.last().to_string())
    }
}

/// The arguments of a node.
pub enum Args {
    None,
    /// `(a, b, name = c)`.
    List {
        args: Vec<Arg>,
        /// Whether all arguments could be read.
        complete: bool,
        span: Span,
    },
    /// `{ a: 1 }`: the group of a struct literal.
    Fields(Group),
}

/// One argument.
#[derive(Clone)]
pub struct Arg {
    pub name: Option<Ident>,
    /// The `:` after the name, which should be a `=`.
    pub colon: Option<Span>,
    pub value: TokenStream,
    pub span: Span,
}

/// `name = value`, or the value alone.
impl fmt::Display for Arg {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(name) = &self.name {
            write!(formatter, "{name} = ")?;
        }
        formatter.write_str(&as_written(&self.value))
    }
}

/// A child, with its pattern if its parent is a `switch`, or its condition if its parent is a `priority`.
pub struct Child {
    pub arm: Option<Arm>,
    pub node: Node,
}

/// `pattern if guard =>`, before a child of a `switch`; or `[if | while] condition =>`, before a child of a `priority`.
#[derive(Clone)]
pub struct Arm {
    /// `if` or `while`, before a condition of a `priority`.
    pub keyword: Option<Ident>,
    pub pattern: TokenStream,
    pub guard: Option<TokenStream>,
    /// `=>`
    pub arrow: TokenStream,
    /// The pattern and its guard, or the condition and its keyword, as text on one line.
    pub text: String,
    /// Where the child ends.
    pub end: Span,
}

impl Arm {
    /// What comes before a child after a mistake there.
    pub fn nothing(at: Span) -> Self {
        let nothing = TokenStream::new;
        Arm { keyword: None, pattern: nothing(), guard: None, arrow: nothing(), text: String::new(), end: at }
    }
}
