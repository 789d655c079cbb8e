//! `model` -> pieces: which pieces of the user's code a tree has, each with its key.
//!
//! With the feature `live`, `generate` writes a function for each piece. A tree that is read while the program runs finds
//! these functions by the keys: so the macro and the interpreter both call this module.

use proc_macro2::{Delimiter, TokenStream, TokenTree};

use crate::tree::ast::Header;
use crate::tree::builtin::Takes;
use crate::tree::model::{CodeId, Kind as NodeKind, Model, Node, Value, ValueId};
use crate::tree::source::{Code, Inputs, Made, Make, Role, Source};

/// A piece of code, or an argument that needs no code.
pub struct Piece {
    pub code: CodeId,
    pub kind: Kind,
    pub given: Given,
    /// The names that the code uses.
    pub reads: Vec<Read>,
    /// In a leaf: the arguments that need no code.
    pub args: Vec<Option<Simple>>,
}

/// What a piece is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Kind {
    Leaf,
    Condition,
    Action,
    TimedAction,
    Effect,
    Time,
    Count,
    Value,
    /// Nothing that can be run from a text yet.
    Other,
}

/// How it is found.
pub enum Given {
    /// By its key.
    Code(String),
    /// It is a literal or a name, which is converted by type.
    Simple(Simple),
    /// It came through a `macro_rules!`, so it is in no text.
    Hidden,
}

/// A literal or a name.
#[derive(Clone)]
pub enum Simple {
    Literal(TokenStream),
    Name(Read),
}

/// The use of a name.
#[derive(Clone, Debug)]
pub struct Read {
    pub name: String,
    pub means: Means,
}

/// What a name means.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Means {
    Param(usize),
    /// A value, or a part of it.
    Value(ValueId, Option<usize>),
}

/// All pieces of a tree, in the order of their ids.
pub fn pieces(header: &Header, model: &Model, source: &Source) -> Vec<Piece> {
    let finder = Finder { header, source };
    let mut pieces: Vec<Piece> = model.nodes.iter().flat_map(|node| finder.of_node(node)).collect();
    pieces.sort_by_key(|piece| piece.code);
    pieces
}

struct Finder<'a> {
    header: &'a Header,
    source: &'a Source,
}

impl Finder<'_> {
    fn of_node(&self, node: &Node) -> Vec<Piece> {
        let builtin = match node.kind {
            NodeKind::Builtin(builtin) => builtin,
            NodeKind::Leaf(code) | NodeKind::Decorator(code) | NodeKind::Composite(code) => {
                return vec![self.made(code)];
            }
            NodeKind::Unknown => return Vec::new(),
        };
        let takes = builtin.takes(node.args.len());
        let codes = node.args.iter().zip(takes).filter_map(|(value, takes)| Some((value, value.code()?, takes)));
        codes.map(|(value, code, takes)| self.piece(code, kind(value, takes))).collect()
    }

    fn piece(&self, code: CodeId, kind: Kind) -> Piece {
        let tokens = self.source.get(code).written();
        let given = match (self.source.get(code), self.simple(code, &tokens)) {
            (Code::Value(_), Some(simple)) => Given::Simple(simple),
            _ => key(&tokens).map_or(Given::Hidden, Given::Code),
        };
        Piece { code, kind, given, reads: self.reads(code, &tokens), args: Vec::new() }
    }

    fn made(&self, code: CodeId) -> Piece {
        let Code::Made(made) = self.source.get(code) else { unreachable!("leaves and decorators are made") };
        let Made { ty, make, role, .. } = made;
        let kind = if *role == Role::Leaf { Kind::Leaf } else { Kind::Other };
        let ty = key(ty);
        let all = |tokens: &TokenStream| (key(tokens), Vec::new(), tokens.clone());
        let (rest, args, code_of_rest) = match make {
            Make::Default => (Some(String::new()), Vec::new(), TokenStream::new()),
            Make::New(inputs) => self.call(code, inputs),
            Make::Held(_) | Make::Named { .. } => {
                return Piece { code, kind: Kind::Other, given: Given::Hidden, reads: Vec::new(), args: Vec::new() };
            }
            Make::Call { path, inputs } => {
                let (key_of_args, args, rest) = self.call(code, inputs);
                (key_of_args.zip(key(path)).map(|(args, path)| format!("={path}{args}")), args, rest)
            }
            Make::Literal(tokens) => all(tokens),
            Make::LiteralVariant(tokens) | Make::DefaultVariant(tokens) => all(tokens),
        };
        let given = ty.zip(rest).map_or(Given::Hidden, |(ty, rest)| Given::Code(format!("{ty}{rest}")));
        Piece { code, kind, given, reads: self.reads(code, &code_of_rest), args }
    }

    /// The key of the arguments of a call, those that are simple, and the code of the others.
    fn call(&self, code: CodeId, inputs: &Inputs) -> (Option<String>, Vec<Option<Simple>>, TokenStream) {
        let args: Vec<Option<Simple>> = inputs.args.iter().map(|arg| self.simple(code, arg)).collect();
        let keys = inputs.args.iter().zip(&args).map(|(arg, simple)| match simple {
            Some(_) => Some("_".to_owned()),
            None => key(arg),
        });
        let keys: Option<Vec<String>> = keys.collect();
        let others = inputs.args.iter().zip(&args).filter(|(_, simple)| simple.is_none());
        let others = others.map(|(arg, _)| arg.clone()).collect();
        (keys.map(|keys| format!("({})", keys.join(","))), args, others)
    }

    /// The names that these tokens of a piece of code use.
    fn reads(&self, code: CodeId, tokens: &TokenStream) -> Vec<Read> {
        let params = self.params().filter(|(name, _)| names(tokens, name));
        let params = params.map(|(name, param)| Read { name, means: Means::Param(param) });
        let uses = self.source.uses(code).iter().filter(|used| !used.is_begun);
        let uses = uses.map(|used| Read { name: used.name.to_string(), means: Means::Value(used.value, used.part) });
        params.chain(uses.filter(|read| names(tokens, &read.name))).collect()
    }

    fn params(&self) -> impl Iterator<Item = (String, usize)> {
        let params = self.header.item.iter().flat_map(|item| &item.params);
        params.enumerate().map(|(index, param)| (param.name.to_string(), index))
    }

    /// The literal or the name that an argument is.
    fn simple(&self, code: CodeId, arg: &TokenStream) -> Option<Simple> {
        if let Some(name) = cloned_name(arg) {
            return self.reads(code, arg).into_iter().find(|read| read.name == name).map(Simple::Name);
        }
        let mut tokens = arg.clone().into_iter().peekable();
        let minus = |token: &TokenTree| matches!(token, TokenTree::Punct(mark) if mark.as_char() == '-');
        let is_negative = tokens.next_if(minus).is_some();
        let is_literal = match (tokens.next(), tokens.next()) {
            (Some(TokenTree::Literal(literal)), None) => {
                !is_negative || literal.to_string().starts_with(|digit: char| digit.is_ascii_digit())
            }
            (Some(TokenTree::Ident(word)), None) => !is_negative && (word == "true" || word == "false"),
            _ => false,
        };
        is_literal.then(|| Simple::Literal(arg.clone()))
    }
}

fn kind(value: &Value, takes: Takes) -> Kind {
    match (value, takes) {
        (Value::Timed(_), Takes::Action) => Kind::TimedAction,
        (_, Takes::Action) => Kind::Action,
        (_, Takes::Effect) => Kind::Effect,
        (_, Takes::Function | Takes::FirstChild) => Kind::Condition,
        (_, Takes::Time) => Kind::Time,
        (_, Takes::Count) => Kind::Count,
        (_, Takes::Value | Takes::Optional) => Kind::Value,
        _ => Kind::Other,
    }
}

/// The name in `{ let __value = ::core::clone::Clone::clone(&*name); __value }`, which `resolve` makes of an argument that
/// is nothing but a name.
fn cloned_name(arg: &TokenStream) -> Option<String> {
    let block = only_group(arg, Delimiter::Brace)?;
    let mut tokens = block.into_iter();
    let is_let = matches!((tokens.next(), tokens.next()), (Some(TokenTree::Ident(a)), Some(TokenTree::Ident(b))) if a == "let" && b == "__value");
    let place = tokens.find_map(|token| match token {
        TokenTree::Group(group) if is_let => Some(group.stream()),
        _ => None,
    })?;
    place.into_iter().last().map(|name| name.to_string())
}

fn only_group(tokens: &TokenStream, delimiter: Delimiter) -> Option<TokenStream> {
    let mut tokens = tokens.clone().into_iter();
    match (tokens.next(), tokens.next()) {
        (Some(TokenTree::Group(group)), None) if group.delimiter() == delimiter => Some(group.stream()),
        _ => None,
    }
}

/// Whether the tokens contain a name, also in a format string.
fn names(tokens: &TokenStream, name: &str) -> bool {
    tokens.clone().into_iter().any(|token| match token {
        TokenTree::Ident(ident) => ident == name,
        TokenTree::Group(group) => names(&group.stream(), name),
        TokenTree::Literal(literal) => literal.to_string().contains(&format!("{{{name}")),
        TokenTree::Punct(_) => false,
    })
}

/// A name or a literal. A text is what it means: a macro sees doc comments as raw strings.
fn word(token: &TokenTree) -> String {
    let word = token.to_string();
    match word.starts_with(['"', 'r']).then(|| syn::parse_str::<syn::LitStr>(&word)) {
        Some(Ok(text)) => format!("{:?}", text.value()),
        _ => word,
    }
}

/// The tokens without spacing. `None` if some of them came through a `macro_rules!`.
pub fn key(tokens: &TokenStream) -> Option<String> {
    let mut key = String::new();
    write_key(tokens, &mut key).then_some(key)
}

fn write_key(tokens: &TokenStream, key: &mut String) -> bool {
    tokens.clone().into_iter().all(|token| {
        let is_word = |end: Option<char>| end.is_some_and(|end| end.is_alphanumeric() || end == '_' || end == '"');
        match token {
            TokenTree::Group(group) => {
                let (open, close) = match group.delimiter() {
                    Delimiter::Parenthesis => ('(', ')'),
                    Delimiter::Brace => ('{', '}'),
                    Delimiter::Bracket => ('[', ']'),
                    Delimiter::None => return false,
                };
                key.push(open);
                let done = write_key(&group.stream(), key);
                key.push(close);
                done
            }
            TokenTree::Punct(mark) => {
                key.push(mark.as_char());
                true
            }
            TokenTree::Ident(_) | TokenTree::Literal(_) => {
                let word = word(&token);
                if is_word(key.chars().last()) && is_word(word.chars().next()) {
                    key.push(' ');
                }
                key.push_str(&word);
                true
            }
        }
    })
}
