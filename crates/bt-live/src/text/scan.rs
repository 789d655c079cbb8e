//! Walks through the tokens of a file. It finds each `bt! { .. }`, the module or function around it, and the `use` items.
//!
//! The walk keeps a stack of its own, so that no file is nested too deeply for it.

use std::collections::hash_map::DefaultHasher;
use std::hash::{Hash as _, Hasher as _};
use std::iter::Peekable;

use bt_compiler::tree::pieces::key;
use proc_macro2::{Delimiter, Ident, Span, TokenStream, TokenTree, token_stream};

use super::scope::{Scope, plain};
use super::uses::{self, Use};

/// What a file holds.
pub struct Scanned {
    pub blocks: Vec<Block>,
    pub uses: Vec<Use>,
    /// A number that follows from all tokens outside of trees.
    pub rest: u64,
}

/// A `bt! { .. }`.
pub struct Block {
    pub tokens: TokenStream,
    /// The word `bt`.
    pub at: Span,
    pub scope: Vec<Scope>,
    /// The conditions of the tree, and those of what is around it.
    pub cfgs: Vec<String>,
}

/// Macros whose tokens are code of another place.
const QUOTES: [&str; 6] =
    ["quote", "quote_spanned", "parse_quote", "parse_quote_spanned", "stringify", "compile_error"];

/// A group of tokens in which the walk is.
struct Inside {
    tokens: Peekable<token_stream::IntoIter>,
    closes: char,
    /// How many scopes and conditions hold in it.
    scopes: usize,
    cfgs: usize,
    /// The scope that the next `{` opens.
    opens: Option<Scope>,
}

impl Inside {
    fn new(tokens: TokenStream, closes: char, scopes: usize, cfgs: usize) -> Self {
        Inside { tokens: tokens.into_iter().peekable(), closes, scopes, cfgs, opens: None }
    }

    fn takes(&mut self, mark: char) -> bool {
        self.tokens.next_if(|token| matches!(token, TokenTree::Punct(punct) if punct.as_char() == mark)).is_some()
    }

    fn word(&mut self) -> Option<Ident> {
        match self.tokens.next_if(|token| matches!(token, TokenTree::Ident(_)))? {
            TokenTree::Ident(word) => Some(word),
            _ => None,
        }
    }

    fn group(&mut self, delimiter: Option<Delimiter>) -> Option<proc_macro2::Group> {
        let is = |group: &proc_macro2::Group| delimiter.is_none_or(|delimiter| group.delimiter() == delimiter);
        match self.tokens.next_if(|token| matches!(token, TokenTree::Group(group) if is(group)))? {
            TokenTree::Group(group) => Some(group),
            _ => None,
        }
    }
}

/// All that is in the tokens of a file.
pub fn scan(tokens: TokenStream) -> Scanned {
    let mut scanned = Scanned { blocks: Vec::new(), uses: Vec::new(), rest: 0 };
    let (mut scopes, mut cfgs, mut rest) = (Vec::new(), Vec::new(), DefaultHasher::new());
    let mut stack = vec![Inside::new(tokens, ' ', 0, 0)];
    while let Some(inside) = stack.last_mut() {
        let Some(token) = inside.tokens.next() else {
            let (closes, cfgs_of_item) = (inside.closes, inside.cfgs);
            closes.hash(&mut rest);
            stack.pop();
            if let Some(outer) = stack.last() {
                scopes.truncate(outer.scopes);
                // After a `}` comes another item.
                cfgs.truncate(if closes == '}' { outer.cfgs } else { cfgs_of_item });
            }
            continue;
        };
        match token {
            TokenTree::Group(group) => {
                let is_block = group.delimiter() == Delimiter::Brace;
                let (opens, closes) = delimiters(group.delimiter());
                opens.hash(&mut rest);
                let scope = if is_block { inside.opens.take() } else { None };
                scopes.extend(scope);
                stack.push(Inside::new(group.stream(), closes, scopes.len(), cfgs.len()));
            }
            TokenTree::Punct(mark) => {
                mark.as_char().hash(&mut rest);
                match mark.as_char() {
                    ';' => {
                        inside.opens = None;
                        cfgs.truncate(inside.cfgs);
                    }
                    '#' => {
                        if let Some(attribute) = inside.group(Some(Delimiter::Bracket)) {
                            let text = key(&attribute.stream()).unwrap_or_default();
                            text.hash(&mut rest);
                            cfgs.extend(text.starts_with("cfg(").then_some(text));
                        }
                    }
                    _ => {}
                }
            }
            TokenTree::Literal(literal) => literal.to_string().hash(&mut rest),
            TokenTree::Ident(word) => {
                let name = word.to_string();
                name.hash(&mut rest);
                match &*name {
                    "bt" if inside.takes('!') => {
                        if let Some(group) = inside.group(None) {
                            let (scope, cfgs_of_it) = (scopes.clone(), cfgs.clone());
                            let block = Block { tokens: group.stream(), at: word.span(), scope, cfgs: cfgs_of_it };
                            scanned.blocks.push(block);
                            cfgs.truncate(inside.cfgs);
                        }
                    }
                    "macro_rules" if inside.takes('!') => {
                        let name = inside.word();
                        let body = inside.group(None);
                        skipped(name.map(TokenTree::Ident), &mut rest);
                        skipped(body.map(TokenTree::Group), &mut rest);
                    }
                    quote if QUOTES.contains(&quote) && inside.takes('!') => {
                        skipped(inside.group(None).map(TokenTree::Group), &mut rest);
                    }
                    "use" => {
                        let mut item = Vec::new();
                        while let Some(token) = inside.tokens.next_if(|token| !is_end(token)) {
                            item.push(token);
                        }
                        let tokens: TokenStream = item.into_iter().collect();
                        skipped_all(&tokens, &mut rest);
                        uses::read(tokens, &scopes, &mut scanned.uses);
                        cfgs.truncate(inside.cfgs);
                    }
                    "impl" if inside.opens.is_none() => inside.opens = Some(Scope::Impl),
                    "mod" | "fn" | "trait" | "const" | "static" if inside.opens.is_none() => {
                        let is_name = |token: &TokenTree| matches!(token, TokenTree::Ident(word) if !NO_NAMES.iter().any(|other| word == other));
                        if let Some(TokenTree::Ident(named)) = inside.tokens.next_if(is_name) {
                            let name = plain(&named);
                            name.hash(&mut rest);
                            inside.opens = Some(if word == "mod" { Scope::Module(name) } else { Scope::Named(name) });
                        }
                    }
                    _ => {}
                }
            }
        }
    }
    scanned.rest = rest.finish();
    scanned
}

/// Words after `const` and `static` that name nothing.
const NO_NAMES: [&str; 6] = ["fn", "unsafe", "async", "extern", "mut", "move"];

fn is_end(token: &TokenTree) -> bool {
    matches!(token, TokenTree::Punct(mark) if mark.as_char() == ';')
}

fn delimiters(delimiter: Delimiter) -> (char, char) {
    match delimiter {
        Delimiter::Parenthesis => ('(', ')'),
        Delimiter::Brace => ('{', '}'),
        Delimiter::Bracket => ('[', ']'),
        Delimiter::None => (' ', ' '),
    }
}

fn skipped(token: Option<TokenTree>, rest: &mut DefaultHasher) {
    skipped_all(&token.into_iter().collect(), rest);
}

/// Tokens in which no tree is looked for.
fn skipped_all(tokens: &TokenStream, rest: &mut DefaultHasher) {
    let mut stack = vec![tokens.clone().into_iter()];
    while let Some(inside) = stack.last_mut() {
        match inside.next() {
            None => {
                stack.pop();
                ' '.hash(rest);
            }
            Some(TokenTree::Group(group)) => {
                delimiters(group.delimiter()).hash(rest);
                stack.push(group.stream().into_iter());
            }
            Some(token) => token.to_string().hash(rest),
        }
    }
}
