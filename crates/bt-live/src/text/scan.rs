//! Walks through the tokens of a file, and finds each `bt! { .. }`, the module or function around it, and the `use`
//! items.
//!
//! The walk keeps its own stack, so it can handle any depth of nesting.

use std::collections::hash_map::DefaultHasher;
use std::hash::{Hash as _, Hasher as _};
use std::iter::Peekable;

use bt_compiler::tokens::is_mark;
use bt_compiler::tree::QUOTING_MACROS;
use bt_compiler::tree::pieces::key;
use proc_macro2::{Delimiter, Group, Ident, Span, TokenStream, TokenTree, token_stream};

use super::scope::{Scope, plain};
use super::uses::{self, Use};

/// The contents of a file.
pub struct Scanned {
    pub blocks: Vec<Block>,
    pub uses: Vec<Use>,
    /// A hash of all tokens outside of trees.
    pub rest: u64,
}

/// A `bt! { .. }`.
pub struct Block {
    pub tokens: TokenStream,
    /// The word `bt`.
    pub at: Span,
    pub scope: Vec<Scope>,
    /// The conditions of the tree, and of what is around it.
    pub cfgs: Vec<String>,
}

/// A group of tokens that the walk is in.
struct OpenGroup {
    tokens: Peekable<token_stream::IntoIter>,
    closes: char,
    /// The number of scopes and conditions that apply in it.
    scopes: usize,
    cfgs: usize,
    /// The scope that the next `{` opens.
    opens: Option<Scope>,
}

impl OpenGroup {
    fn takes(&mut self, mark: char) -> bool {
        self.tokens.next_if(|token| is_mark(token, mark)).is_some()
    }

    fn word(&mut self) -> Option<Ident> {
        match self.tokens.next_if(|token| matches!(token, TokenTree::Ident(_)))? {
            TokenTree::Ident(word) => Some(word),
            _ => None,
        }
    }

    fn group(&mut self, delimiter: Option<Delimiter>) -> Option<Group> {
        let is = |group: &Group| delimiter.is_none_or(|delimiter| group.delimiter() == delimiter);
        match self.tokens.next_if(|token| matches!(token, TokenTree::Group(group) if is(group)))? {
            TokenTree::Group(group) => Some(group),
            _ => None,
        }
    }
}

/// Everything in the tokens of a file.
pub fn scan(tokens: TokenStream) -> Scanned {
    let mut walk = Walk::new(tokens);
    while let Some(inside) = walk.stack.last_mut() {
        match inside.tokens.next() {
            Some(token) => walk.token(token),
            None => walk.leave(),
        }
    }
    Scanned { blocks: walk.blocks, uses: walk.uses, rest: walk.rest.finish() }
}

/// A walk through the tokens of a file.
struct Walk {
    /// The groups that the walk is in, innermost last.
    stack: Vec<OpenGroup>,
    /// The scopes around the next token, and the conditions that apply to it.
    scopes: Vec<Scope>,
    cfgs: Vec<String>,
    blocks: Vec<Block>,
    uses: Vec<Use>,
    rest: DefaultHasher,
}

impl Walk {
    fn new(tokens: TokenStream) -> Self {
        let mut walk = Walk {
            stack: Vec::new(),
            scopes: Vec::new(),
            cfgs: Vec::new(),
            blocks: Vec::new(),
            uses: Vec::new(),
            rest: DefaultHasher::new(),
        };
        walk.enter(tokens, ' ');
        walk
    }

    /// The group that the walk is in.
    fn group_around(&mut self) -> &mut OpenGroup {
        self.stack.last_mut().expect("the walk ends when it leaves the file")
    }

    fn token(&mut self, token: TokenTree) {
        match token {
            TokenTree::Group(group) => self.group(&group),
            TokenTree::Punct(mark) => self.mark(mark.as_char()),
            TokenTree::Literal(literal) => literal.to_string().hash(&mut self.rest),
            TokenTree::Ident(word) => self.word(&word),
        }
    }

    fn group(&mut self, group: &Group) {
        let (opens, closes) = delimiters(group.delimiter());
        opens.hash(&mut self.rest);
        if group.delimiter() == Delimiter::Brace {
            let scope = self.group_around().opens.take();
            self.scopes.extend(scope);
        }
        self.enter(group.stream(), closes);
    }

    fn enter(&mut self, tokens: TokenStream, closes: char) {
        let (scopes, cfgs) = (self.scopes.len(), self.cfgs.len());
        self.stack.push(OpenGroup { tokens: tokens.into_iter().peekable(), closes, scopes, cfgs, opens: None });
    }

    fn leave(&mut self) {
        let Some(OpenGroup { closes, cfgs, .. }) = self.stack.pop() else { return };
        closes.hash(&mut self.rest);
        if let Some(outer) = self.stack.last() {
            self.scopes.truncate(outer.scopes);
            // After a `}`, the next item starts.
            self.cfgs.truncate(if closes == '}' { outer.cfgs } else { cfgs });
        }
    }

    fn mark(&mut self, mark: char) {
        mark.hash(&mut self.rest);
        match mark {
            ';' => {
                self.group_around().opens = None;
                self.end_item();
            }
            '#' => {
                if let Some(attribute) = self.group_around().group(Some(Delimiter::Bracket)) {
                    let text = key(&attribute.stream()).unwrap_or_default();
                    text.hash(&mut self.rest);
                    self.cfgs.extend(text.starts_with("cfg(").then_some(text));
                }
            }
            _ => {}
        }
    }

    /// The conditions of an item do not apply to the next one.
    fn end_item(&mut self) {
        let around = self.group_around().cfgs;
        self.cfgs.truncate(around);
    }

    fn word(&mut self, word: &Ident) {
        let name = word.to_string();
        name.hash(&mut self.rest);
        let opens_a_scope = self.group_around().opens.is_some();
        match &*name {
            "bt" if self.group_around().takes('!') => self.block(word.span()),
            "macro_rules" if self.group_around().takes('!') => {
                let name = self.group_around().word();
                let body = self.group_around().group(None);
                skipped(name.map(TokenTree::Ident), &mut self.rest);
                skipped(body.map(TokenTree::Group), &mut self.rest);
            }
            quote if QUOTING_MACROS.contains(&quote) && self.group_around().takes('!') => {
                let quoted = self.group_around().group(None);
                skipped(quoted.map(TokenTree::Group), &mut self.rest);
            }
            "use" => self.imports(),
            "impl" if !opens_a_scope => self.group_around().opens = Some(Scope::Impl),
            "mod" | "fn" | "trait" | "const" | "static" if !opens_a_scope => self.named_item(&name),
            _ => {}
        }
    }

    /// The walk has read `bt!`, and is at its group.
    fn block(&mut self, at: Span) {
        if let Some(group) = self.group_around().group(None) {
            let (scope, cfgs) = (self.scopes.clone(), self.cfgs.clone());
            self.blocks.push(Block { tokens: group.stream(), at, scope, cfgs });
            self.end_item();
        }
    }

    /// The walk has read `use`. The import goes up to the next `;`.
    fn imports(&mut self) {
        let mut item = Vec::new();
        while let Some(token) = self.group_around().tokens.next_if(|token| !is_mark(token, ';')) {
            item.push(token);
        }
        let item: TokenStream = item.into_iter().collect();
        skipped_all(&item, &mut self.rest);
        uses::read(item, &self.scopes, &mut self.uses);
        self.end_item();
    }

    /// The walk has read the `keyword` of an item. If a name follows, the next `{ .. }` is a scope with this name.
    fn named_item(&mut self, keyword: &str) {
        let is_name = |token: &TokenTree| match token {
            TokenTree::Ident(word) => !NO_NAMES.iter().any(|other| word == other),
            _ => false,
        };
        if let Some(TokenTree::Ident(word)) = self.group_around().tokens.next_if(is_name) {
            let name = plain(&word);
            name.hash(&mut self.rest);
            self.group_around().opens = Some(if keyword == "mod" { Scope::Module(name) } else { Scope::Named(name) });
        }
    }
}

/// Words that may follow `const` and `static` but are not names.
const NO_NAMES: [&str; 6] = ["fn", "unsafe", "async", "extern", "mut", "move"];

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

/// Skips tokens without looking for trees in them.
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
