//! The user's own code in a tree. Other phases refer to each piece of it by a `CodeId`.

use proc_macro2::{Delimiter, Ident, Punct, Spacing, Span, TokenStream, TokenTree};
use quote::quote;

use crate::sorted::SortedMap;
use crate::tokens::{is_mark, is_word};
use crate::tree::ast::Arm;
use crate::tree::model::{CodeId, ValueId};
use crate::uses::uses;

/// All pieces of the user's code in one tree.
#[derive(Default)]
pub struct Source {
    codes: Vec<Code>,
    /// The first node for each type as written, and its role in the tree.
    types: SortedMap<(Role, String), CodeId>,
    /// For each further leaf or decorator of the same type: the first one.
    alike: SortedMap<CodeId, CodeId>,
    /// Whether a built-in node needs a trait of the context.
    pub asks_of_context: bool,
    /// The names of values that each piece of code uses.
    uses: SortedMap<CodeId, Vec<Use>>,
}

/// The use of a name.
#[derive(Clone)]
pub struct Use {
    /// As the code writes it.
    pub name: Ident,
    pub value: ValueId,
    /// Which part of the value it is, if the value has several.
    pub part: Option<usize>,
    /// Whether the word is only a prefix of the name, which an editor completes.
    pub is_begun: bool,
    /// The argument that consists of this name, if no later argument uses the name. It can take the value.
    pub last: Option<usize>,
}

impl Source {
    pub fn add(&mut self, code: Code) -> CodeId {
        let id = CodeId(self.codes.len());
        let mut code = code;
        if let Code::Made(made) = &mut code {
            made.id = id;
            let first = *self.types.get_or_insert_with((made.role, made.ty.to_string()), || id);
            if first != id {
                self.alike.insert(id, first);
            }
        }
        self.codes.push(code);
        id
    }

    /// The ids of all code after the first `count` pieces.
    pub fn since(&self, count: usize) -> impl Iterator<Item = CodeId> + use<> {
        (count..self.codes.len()).map(CodeId)
    }

    /// Modifies the user's expressions in a piece of code.
    pub fn change(&mut self, id: CodeId, change: &mut dyn FnMut(TokenStream) -> TokenStream) {
        self.codes[id.0].change(change);
    }

    /// Records that a piece of code uses a name.
    pub fn note_use(&mut self, code: CodeId, used: Use) {
        self.uses.get_or_insert_with(code, Vec::new).push(used);
    }

    /// The names of values that a piece of code uses.
    pub fn uses(&self, code: CodeId) -> &[Use] {
        self.uses.get(&code).map_or(&[], Vec::as_slice)
    }

    /// The first leaf or decorator of the same type.
    pub fn first_alike(&self, made: CodeId) -> CodeId {
        self.alike.get(&made).copied().unwrap_or(made)
    }

    pub fn all(&self) -> impl Iterator<Item = &Code> {
        self.codes.iter()
    }

    /// The leaves, without the decorators and composites.
    pub fn leaves(&self) -> impl Iterator<Item = &Made> {
        self.codes.iter().filter_map(|code| match code {
            Code::Made(made) if made.role == Role::Leaf => Some(made),
            _ => None,
        })
    }

    /// Whether a leaf is constructed from its name alone.
    pub fn is_bare(&self, leaf: CodeId) -> bool {
        matches!(self.get(leaf), Code::Made(made) if matches!(made.make, Make::Default))
    }

    /// The types of all leaves and decorators.
    pub fn types(&self) -> impl Iterator<Item = NodeType> {
        self.codes.iter().filter_map(|code| match code {
            Code::Made(Made { ty, role, span, .. }) => Some(NodeType { ty: ty.clone(), role: *role, span: *span }),
            _ => None,
        })
    }

    /// Whether the type of the context must be known, because code is called with it, or a node needs a trait of it.
    pub fn has_closures(&self) -> bool {
        self.asks_of_context
            || !self.uses.is_empty()
            || self.codes.iter().any(|code| match code {
                Code::Made(made) => made.make.args().iter().any(is_closure),
                Code::Value(value) => is_closure(value),
                Code::Function(_) | Code::Choice { .. } => true,
                Code::Type(_) => false,
            })
    }

    /// Whether a leaf may be a tree.
    pub fn may_be_tree(&self, leaf: CodeId) -> bool {
        matches!(self.get(leaf), Code::Made(made) if made.may_be_tree)
    }

    /// Whether a function is named by its path.
    pub fn is_path(&self, function: CodeId) -> bool {
        matches!(self.get(function), Code::Function(path) if syn::parse2::<syn::Path>(path.clone()).is_ok())
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
    /// An expression, or a closure of the context that returns its value.
    Value(TokenStream),
    /// A `match` that chooses among children.
    Choice { on: TokenStream, arms: Vec<Arm> },
    /// The type of a value.
    Type(TokenStream),
}

impl Code {
    /// The expressions in it, as written.
    pub fn written(&self) -> TokenStream {
        match self {
            Code::Made(Made { make: Make::Literal(fields), .. }) => quote!(Leaf #fields),
            Code::Made(Made { make: Make::LiteralVariant(fields), .. }) => fields.clone(),
            Code::Made(made) => made.make.args().iter().cloned().collect(),
            Code::Type(_) => TokenStream::new(),
            Code::Choice { on, arms } => {
                let guards = arms.iter().filter_map(|arm| Some(behind_pattern(arm, arm.guard.as_ref()?)));
                quote!(#on #(, #guards)*)
            }
            Code::Value(code) | Code::Function(code) => code.clone(),
        }
    }

    /// The last argument that uses a name, if it consists of the name.
    pub fn last_argument(&self, name: &str) -> Option<usize> {
        let args = match self {
            Code::Made(made) if made.make.takes_values() => made.make.args(),
            Code::Value(code) => std::slice::from_ref(code),
            Code::Made(_) | Code::Function(_) | Code::Choice { .. } | Code::Type(_) => &[],
        };
        let last = args.iter().rposition(|arg| !uses(arg, name).is_empty())?;
        (args[last].to_string() == name).then_some(last)
    }

    /// The source position of an argument.
    pub fn span_of_argument(&self, argument: usize) -> Span {
        match self {
            Code::Made(made) => made.make.args().get(argument).map_or_else(Span::call_site, span_of),
            Code::Value(code) | Code::Function(code) => span_of(code),
            Code::Choice { .. } | Code::Type(_) => Span::call_site(),
        }
    }

    /// Modifies the expressions in it.
    fn change(&mut self, change: &mut dyn FnMut(TokenStream) -> TokenStream) {
        let mut each = |code: &mut TokenStream| *code = change(std::mem::take(code));
        match self {
            Code::Made(Made { make: Make::Literal(fields), .. }) => {
                // The name before the fields distinguishes them from a block.
                let mut named: Vec<TokenTree> = change(quote!(Leaf #fields)).into_iter().collect();
                *fields = named.split_off(1).into_iter().collect();
            }
            Code::Made(Made { make: Make::LiteralVariant(fields), .. }) => each(fields),
            Code::Made(made) => made.make.args_mut().iter_mut().for_each(each),
            Code::Type(_) => {}
            Code::Choice { on, arms } => {
                each(on);
                for arm in arms {
                    let Some(guard) = &arm.guard else { continue };
                    let mut changed: Vec<TokenTree> = change(behind_pattern(arm, guard)).into_iter().collect();
                    arm.guard = Some(changed.split_off(PATTERN).into_iter().collect());
                }
            }
            Code::Value(code) | Code::Function(code) => each(code),
        }
    }
}

/// A guard as the body of a closure that takes its pattern. This distinguishes the names of the pattern from others.
fn behind_pattern(Arm { pattern, .. }: &Arm, guard: &TokenStream) -> TokenStream {
    quote!(|(#pattern)| #guard)
}

/// How many tokens precede the body of such a closure.
const PATTERN: usize = 3;

/// The type of a leaf or a decorator.
#[derive(Clone)]
pub struct NodeType {
    pub ty: TokenStream,
    pub role: Role,
    pub span: Span,
}

/// The role of a user's type in the tree, which follows from its number of children.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Role {
    Leaf,
    /// It has one child.
    Decorator,
    /// It has several children.
    Composite,
}

impl Role {
    /// The trait through which a tree calls it.
    pub fn of_trait(self) -> &'static str {
        match self {
            Role::Leaf => "Node",
            Role::Decorator => "Decorator",
            Role::Composite => "Composite",
        }
    }
}

impl Made {
    /// The `<` of `<Type as Trait>::item`. It has the span of the type's first token, and the item has the span of its
    /// [last](Self::end). So rustc locates the whole path at the type, and reports a mistake in either as one error.
    pub fn open(&self) -> TokenTree {
        let mut open = Punct::new('<', Spacing::Alone);
        open.set_span(span_of(&self.ty));
        open.into()
    }

    /// `<Type>::__TREE`: the facts of a leaf. All its tokens are at the type, so rustc reports a wrong type there, and
    /// only once.
    pub fn facts(&self) -> TokenStream {
        let (open, ty, item) = (self.open(), &self.ty, Ident::new("__TREE", self.end()));
        quote!(#open #ty>::#item)
    }

    /// The span of the type's last token.
    pub fn end(&self) -> Span {
        self.ty.clone().into_iter().last().map_or(self.span, |last| last.span())
    }
}

/// A user's leaf or decorator: its type, and how it is constructed.
pub struct Made {
    pub id: CodeId,
    pub ty: TokenStream,
    pub make: Make,
    pub span: Span,
    pub role: Role,
    /// Whether the type may be a tree. A struct literal never constructs a tree.
    pub may_be_tree: bool,
}

/// The expression that constructs a leaf or a decorator.
pub enum Make {
    /// `Walk::default()`
    Default,
    /// `Walk::new(a, b)`
    New(Inputs),
    /// The leaf `dynamic`: a type of `bt` that wraps the tree given by its argument.
    Held(Inputs),
    /// The leaf `dynamic` with a registry: a type of `bt` that wraps `holds`, with the name given by its argument.
    Named { holds: TokenStream, inputs: Inputs },
    /// `Walk { a: 1 }`
    Literal(TokenStream),
    /// `BotAction::Walk(..)`, the path of a variant or of a function that returns the type.
    Call { path: TokenStream, inputs: Inputs },
    /// `BotAction::Walk { steps: 3 }`
    LiteralVariant(TokenStream),
    /// `BotAction::Walk`: the variant with a default inside.
    DefaultVariant(TokenStream),
}

impl Make {
    /// The arguments in parentheses.
    pub fn args(&self) -> &[TokenStream] {
        match self {
            Make::New(inputs) | Make::Held(inputs) | Make::Named { inputs, .. } | Make::Call { inputs, .. } => {
                &inputs.args
            }
            Make::Default | Make::Literal(_) | Make::LiteralVariant(_) | Make::DefaultVariant(_) => &[],
        }
    }

    fn args_mut(&mut self) -> &mut [TokenStream] {
        match self {
            Make::New(inputs) | Make::Held(inputs) | Make::Named { inputs, .. } | Make::Call { inputs, .. } => {
                &mut inputs.args
            }
            Make::Default | Make::Literal(_) | Make::LiteralVariant(_) | Make::DefaultVariant(_) => &mut [],
        }
    }

    /// Whether it is a call, whose arguments can take values. The argument of a `dynamic` is read in place.
    pub fn takes_values(&self) -> bool {
        matches!(self, Make::New(_) | Make::Call { .. })
    }
}

/// The arguments of a call.
pub struct Inputs {
    pub args: Vec<TokenStream>,
    /// The span of their parentheses.
    pub span: Span,
}

/// The span of the first token.
pub fn span_of(tokens: &TokenStream) -> Span {
    tokens.clone().into_iter().next().map_or_else(Span::call_site, |token| token.span())
}

/// The span of all these tokens.
pub fn span_of_all(tokens: &TokenStream) -> Span {
    let mut spans = tokens.clone().into_iter().map(|token| token.span());
    let first = spans.next().unwrap_or_else(Span::call_site);
    spans.last().and_then(|last| first.join(last)).unwrap_or(first)
}

/// The declared result type of a closure: `u32` in `|room| -> u32 { .. }`.
pub fn key_type(closure: &TokenStream) -> Option<TokenStream> {
    let tokens: Vec<TokenTree> = closure.clone().into_iter().collect();
    let mut bars = (0..tokens.len()).filter(|&at| is_mark(&tokens[at], '|'));
    let close = bars.nth(1)?;
    let (body, ty) = tokens.get(close + 1..)?.split_last()?;
    let is_block = matches!(body, TokenTree::Group(group) if group.delimiter() == Delimiter::Brace);
    let arrow = is_mark(tokens.get(close + 1), '-') && is_mark(tokens.get(close + 2), '>');
    (is_closure(closure) && is_block && arrow && ty.len() > 2).then(|| ty[2..].iter().cloned().collect())
}

/// Whether the tokens are a closure: they begin with `|` or `move`.
pub fn is_closure(tokens: &TokenStream) -> bool {
    tokens.clone().into_iter().next().is_some_and(|first| begins_closure(&first))
}

/// Whether an expression that begins with this token is a closure.
pub fn begins_closure(first: &TokenTree) -> bool {
    is_mark(first, '|') || is_word(first, "move")
}

/// The number of a closure's parameters; 0 for anything else.
pub fn closure_params(tokens: &TokenStream) -> usize {
    if !is_closure(tokens) {
        return 0;
    }
    let after_open = tokens.clone().into_iter().skip_while(|token| !is_mark(token, '|')).skip(1);
    let params: Vec<TokenTree> = after_open.take_while(|token| !is_mark(token, '|')).collect();
    let (mut count, mut depth, mut before) = (0, 0, ',');
    for token in &params {
        let mark = if let TokenTree::Punct(punct) = token { punct.as_char() } else { ' ' };
        match mark {
            // The commas in `Map<A, B>` do not separate parameters.
            '<' => depth += 1,
            '>' if before != '-' => depth -= 1,
            _ => {}
        }
        let separates = mark == ',' && depth == 0;
        count += usize::from(before == ',' && !separates);
        before = if mark == ',' && !separates { ' ' } else { mark };
    }
    count
}

#[cfg(test)]
mod tests {
    use super::closure_params;

    #[test]
    fn the_parameters_of_a_closure_are_counted() {
        let count = |closure: &str| closure_params(&closure.parse().expect("it is tokens"));
        assert_eq!(["walk", "Room::walk", "|| x", "move || x"].map(count), [0; 4]);
        assert_eq!(
            ["|room| (a, b)", "|room,| x", "move |(a, b)| a | b", "|f: fn(&Map<A, B>) -> C| x"].map(count),
            [1; 4]
        );
        assert_eq!(
            ["|room, span| x", "|Room { a, .. }, _| x", "move |f: fn(A) -> Map<A, B>, span,| x"].map(count),
            [2; 3]
        );
        assert_eq!(count("|room, span, more| x"), 3);
    }
}
