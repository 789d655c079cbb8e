//! The cursor with which the parser reads tokens and looks ahead.

use std::ops::Range;

use proc_macro2::{Delimiter, Group, Ident, Spacing, Span, TokenStream, TokenTree};

use crate::tokens::{fragment, is_mark};

/// Operators of two characters, which errors show as one.
const PAIRS: [&str; 10] = ["=>", "->", "::", "==", "!=", "<=", ">=", "&&", "||", ".."];

/// A position in a list of tokens. It moves from left to right.
pub struct Cursor {
    tokens: Vec<TokenTree>,
    at: usize,
    /// The span of the end of the input, for errors about missing tokens.
    end: Span,
}

impl Cursor {
    pub fn new(tokens: TokenStream, end: Span) -> Self {
        let tokens: Vec<TokenTree> = flatten(tokens);
        Cursor { tokens, at: 0, end }
    }

    pub fn is_empty(&self) -> bool {
        self.at >= self.tokens.len()
    }

    pub fn peek(&self, ahead: usize) -> Option<&TokenTree> {
        self.tokens.get(self.at + ahead)
    }

    pub fn next(&mut self) -> Option<TokenTree> {
        let token = self.tokens.get(self.at).cloned();
        self.at += usize::from(token.is_some());
        token
    }

    /// How many tokens have been read.
    pub fn position(&self) -> usize {
        self.at
    }

    /// The range of all tokens.
    pub fn all(&self) -> Range<usize> {
        0..self.tokens.len()
    }

    pub fn into_tokens(self) -> Vec<TokenTree> {
        self.tokens
    }

    /// The span of the next token, or of the last one at the end.
    pub fn span(&self) -> Span {
        match self.tokens.get(self.at).or(self.tokens.last()) {
            Some(token) => token.span(),
            None => self.end,
        }
    }

    /// The span of the token that was read last.
    pub fn last_span(&self) -> Span {
        self.at.checked_sub(1).and_then(|last| self.tokens.get(last)).map_or(self.end, TokenTree::span)
    }

    /// The next token, as errors name it.
    pub fn found(&self) -> String {
        match self.peek(0) {
            None => "the end".to_owned(),
            Some(TokenTree::Group(group)) => match group.delimiter() {
                Delimiter::Parenthesis => "`(`".to_owned(),
                Delimiter::Brace => "`{`".to_owned(),
                Delimiter::Bracket => "`[`".to_owned(),
                Delimiter::None => "an expression".to_owned(),
            },
            Some(TokenTree::Punct(_)) => format!("`{}`", self.mark()),
            Some(token) => format!("`{token}`"),
        }
    }

    /// The next mark. It can have two characters: `=>`, `::`, `<=`.
    fn mark(&self) -> String {
        let pair = |first: char| match self.peek(1) {
            Some(TokenTree::Punct(second)) => PAIRS.contains(&&*format!("{first}{}", second.as_char())),
            _ => false,
        };
        let count = match self.peek(0) {
            Some(TokenTree::Punct(first)) if first.spacing() == Spacing::Joint && pair(first.as_char()) => 2,
            _ => 1,
        };
        (0..count).filter_map(|ahead| self.peek(ahead)).map(TokenTree::to_string).collect()
    }

    pub fn peek_punct(&self, ahead: usize, wanted: char) -> bool {
        is_mark(self.peek(ahead), wanted)
    }

    /// Whether `=>` or `->` comes next. Its `>` does not close anything.
    pub fn peek_arrow(&self, ahead: usize) -> bool {
        let first = matches!(self.peek(ahead), Some(TokenTree::Punct(punct))
            if matches!(punct.as_char(), '=' | '-') && punct.spacing() == Spacing::Joint);
        first && self.peek_punct(ahead + 1, '>')
    }

    pub fn peek_fat_arrow(&self, ahead: usize) -> bool {
        self.peek_punct(ahead, '=') && self.peek_arrow(ahead)
    }

    /// Whether `<-` comes next. Its `<` does not open anything.
    pub fn peek_back_arrow(&self, ahead: usize) -> bool {
        let first = matches!(self.peek(ahead), Some(TokenTree::Punct(punct))
            if punct.as_char() == '<' && punct.spacing() == Spacing::Joint);
        first && self.peek_punct(ahead + 1, '-')
    }

    /// Whether `::` comes next.
    pub fn peek_path_separator(&self, ahead: usize) -> bool {
        let first = matches!(self.peek(ahead), Some(TokenTree::Punct(punct))
            if punct.as_char() == ':' && punct.spacing() == Spacing::Joint);
        first && self.peek_punct(ahead + 1, ':')
    }

    pub fn peek_ident(&self, ahead: usize) -> Option<&Ident> {
        match self.peek(ahead) {
            Some(TokenTree::Ident(ident)) => Some(ident),
            _ => None,
        }
    }

    pub fn peek_word(&self, ahead: usize, word: &str) -> bool {
        self.peek_ident(ahead).is_some_and(|ident| ident == word)
    }

    pub fn peek_group(&self, ahead: usize, delimiter: Delimiter) -> Option<&Group> {
        match self.peek(ahead) {
            Some(TokenTree::Group(group)) if group.delimiter() == delimiter => Some(group),
            _ => None,
        }
    }

    /// Takes the next token if it is this mark.
    pub fn punct(&mut self, wanted: char) -> Option<Span> {
        let span = self.peek_punct(0, wanted).then(|| self.span())?;
        self.at += 1;
        Some(span)
    }

    pub fn ident(&mut self) -> Option<Ident> {
        let ident = self.peek_ident(0).cloned()?;
        self.at += 1;
        Some(ident)
    }

    pub fn group(&mut self, delimiter: Delimiter) -> Option<Group> {
        let group = self.peek_group(0, delimiter).cloned()?;
        self.at += 1;
        Some(group)
    }

    /// Takes `count` tokens unchanged.
    pub fn take(&mut self, count: usize) -> Vec<TokenTree> {
        (0..count).filter_map(|_| self.next()).collect()
    }

    /// Takes `<`, the tokens after it, and its `>`; returns the tokens between the two. `None` if one of the two is
    /// missing: then nothing is taken.
    pub fn angles(&mut self) -> Option<TokenStream> {
        let mut taken = self.take(self.angles_ahead()?);
        taken.remove(0);
        taken.pop();
        Some(taken.into_iter().collect())
    }

    /// How many tokens there are from `<` to its `>`. `None` if one of the two is missing.
    pub fn angles_ahead(&self) -> Option<usize> {
        if !self.peek_punct(0, '<') {
            return None;
        }
        let (mut depth, mut ahead) = (0, 0);
        loop {
            self.peek(ahead)?;
            if self.peek_arrow(ahead) {
                ahead += 2;
                continue;
            }
            depth += usize::from(self.peek_punct(ahead, '<'));
            depth -= usize::from(self.peek_punct(ahead, '>'));
            ahead += 1;
            if depth == 0 {
                return Some(ahead);
            }
        }
    }

    /// Skips past the `>` that ends the list the cursor is in.
    pub fn skip_list(&mut self) {
        self.skip_to_separator();
        while self.punct(',').is_some() {
            self.skip_to_separator();
        }
        self.punct('>');
    }

    /// Skips to the next `,` or `>` that belongs to the list the cursor is in.
    pub fn skip_to_separator(&mut self) {
        let mut depth = 0;
        while !self.is_empty() {
            if self.peek_arrow(0) {
                self.at += 2;
                continue;
            }
            if depth == 0 && (self.peek_punct(0, ',') || self.peek_punct(0, '>')) {
                return;
            }
            depth += usize::from(self.peek_punct(0, '<'));
            depth -= usize::from(self.peek_punct(0, '>'));
            self.at += 1;
        }
    }

    /// Recovers from a mistake in code, where `<` and `>` compare, by skipping to the next `,`, if any.
    pub fn skip_code_to_separator(&mut self) {
        let comma = self.tokens[self.at..].iter().position(|token| is_mark(token, ','));
        match comma {
            Some(ahead) => self.at += ahead,
            None => self.skip_to_separator(),
        }
    }
}

/// Removes the invisible groups that a `macro_rules!` macro puts around fragments, where they are names. Around
/// anything else they stay: the `1 + 1` of `$n * 2` stays together.
fn flatten(tokens: TokenStream) -> Vec<TokenTree> {
    let mut flat = Vec::new();
    for token in tokens {
        match fragment(&token) {
            Some(fragment) if is_name(&fragment) => flat.extend(flatten(fragment)),
            _ => flat.push(token),
        }
    }
    flat
}

/// Whether a fragment is a path, a visibility or nothing.
fn is_name(fragment: &TokenStream) -> bool {
    syn::parse2::<syn::Path>(fragment.clone()).is_ok() || syn::parse2::<syn::Visibility>(fragment.clone()).is_ok()
}
