//! The user's own code, kept apart from the plain data of the phases, which name it by number.

use std::collections::{BTreeMap, BTreeSet};

use proc_macro2::{Delimiter, Punct, Spacing, Span, TokenStream, TokenTree};

use crate::tree::ast::{Arm, NodeType};
use crate::tree::model::CodeId;

/// All pieces of the user's code in one tree.
#[derive(Default)]
pub struct Source {
    codes: Vec<Code>,
    /// The first leaf or decorator of each type, as it is written.
    types: BTreeMap<String, CodeId>,
    /// The first of its type, for each leaf and decorator of a type that has come before.
    alike: BTreeMap<CodeId, CodeId>,
    /// Whether there are nodes that ask more of the context than to be one.
    pub asks_of_context: bool,
}

impl Source {
    pub fn add(&mut self, code: Code) -> CodeId {
        let id = CodeId(self.codes.len());
        if let Code::Made(made) = &code {
            let first = *self.types.entry(made.ty.to_string()).or_insert(id);
            if first != id {
                self.alike.insert(id, first);
            }
        }
        self.codes.push(code);
        id
    }

    /// The first leaf or decorator of the same type.
    pub fn first_alike(&self, made: CodeId) -> CodeId {
        self.alike.get(&made).copied().unwrap_or(made)
    }

    /// Those leaves and decorators of whose type there are more, by the first of each type.
    pub fn repeated(&self) -> BTreeSet<CodeId> {
        self.alike.values().copied().collect()
    }

    pub fn all(&self) -> impl Iterator<Item = &Code> {
        self.codes.iter()
    }

    /// The leaves, without the decorators.
    pub fn leaves(&self) -> impl Iterator<Item = &Made> {
        self.codes.iter().filter_map(|code| match code {
            Code::Made(made) if !made.decorates => Some(made),
            _ => None,
        })
    }

    /// The types of all leaves and decorators.
    pub fn types(&self) -> impl Iterator<Item = NodeType> {
        self.codes.iter().filter_map(|code| match code {
            Code::Made(Made { ty, decorates, span, .. }) => {
                Some(NodeType { ty: ty.clone(), decorates: *decorates, span: *span })
            }
            _ => None,
        })
    }

    /// Whether the context must be known: there is code that is called with it.
    pub fn has_closures(&self) -> bool {
        self.asks_of_context
            || self.codes.iter().any(|code| match code {
                Code::Made(Made { make: Make::New(inputs) | Make::Call { inputs, .. }, .. }) => {
                    inputs.args.iter().any(is_closure)
                }
                Code::Made(_) => false,
                Code::Value(value) => is_closure(value),
                Code::Function(_) | Code::Choice { .. } => true,
            })
    }

    pub fn get(&self, id: CodeId) -> &Code {
        &self.codes[id.0]
    }
}

/// A piece of the user's code.
pub enum Code {
    /// The type of a leaf or a decorator, and the expression that makes one.
    Made(Made),
    /// A closure, or the path of a function.
    Function(TokenStream),
    /// An expression, or a closure of the context that gives its value.
    Value(TokenStream),
    /// A `match` that chooses among children.
    Choice { on: TokenStream, arms: Vec<Arm> },
}

impl Made {
    /// The `<` before the type of a path. It stands where the type begins, and what stands last in the path where the
    /// type [ends](Self::end): so to rustc the path is where the type is, and what is wrong with both is one error.
    pub fn open(&self) -> TokenTree {
        let mut open = Punct::new('<', Spacing::Alone);
        open.set_span(span_of(&self.ty));
        open.into()
    }

    /// Where the type ends.
    pub fn end(&self) -> Span {
        self.ty.clone().into_iter().last().map_or(self.span, |last| last.span())
    }
}

/// How a leaf or a decorator is made.
pub struct Made {
    pub ty: TokenStream,
    pub make: Make,
    pub span: Span,
    /// Whether it stands around a child.
    pub decorates: bool,
    /// Whether a tree may stand here.
    pub may_be_tree: bool,
}

/// The expression that makes a leaf.
pub enum Make {
    /// `Walk::default()`
    Default,
    /// `Walk::new(a, b)`
    New(Inputs),
    /// `Walk { a: 1 }`
    Literal(TokenStream),
    /// `BotAction::Walk(..)`, the path of a variant or of a function that returns the type.
    Call { path: TokenStream, inputs: Inputs },
    /// `BotAction::Walk { steps: 3 }`
    LiteralVariant(TokenStream),
    /// `BotAction::Walk`: the variant around a default.
    DefaultVariant(TokenStream),
}

/// The arguments of a call.
pub struct Inputs {
    pub args: Vec<TokenStream>,
    /// Where their parentheses are.
    pub span: Span,
}

/// Where the first of the tokens is.
pub fn span_of(tokens: &TokenStream) -> Span {
    tokens.clone().into_iter().next().map_or_else(Span::call_site, |token| token.span())
}

/// The type that a closure says it gives: `|room| -> u32 { .. }`.
pub fn key_type(closure: &TokenStream) -> Option<TokenStream> {
    let tokens: Vec<TokenTree> = closure.clone().into_iter().collect();
    let mark =
        |at: usize, mark: char| matches!(tokens.get(at), Some(TokenTree::Punct(punct)) if punct.as_char() == mark);
    let mut bars = (0..tokens.len()).filter(|&at| mark(at, '|'));
    let close = bars.nth(1)?;
    let (body, ty) = tokens.get(close + 1..)?.split_last()?;
    let is_block = matches!(body, TokenTree::Group(group) if group.delimiter() == Delimiter::Brace);
    let arrow = mark(close + 1, '-') && mark(close + 2, '>');
    (is_closure(closure) && is_block && arrow && ty.len() > 2).then(|| ty[2..].iter().cloned().collect())
}

/// Whether a closure stands here and not an expression.
pub fn is_closure(tokens: &TokenStream) -> bool {
    match tokens.clone().into_iter().next() {
        Some(TokenTree::Punct(punct)) => punct.as_char() == '|',
        Some(TokenTree::Ident(ident)) => ident == "move",
        _ => false,
    }
}
