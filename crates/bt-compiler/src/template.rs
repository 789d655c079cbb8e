//! Fills templates in: what `quote!` of `bt-quote` expands to.

use proc_macro2::{Delimiter, Group, Ident, Literal, Punct, Spacing, TokenStream, TokenTree};
use quote::ToTokens;

pub use proc_macro2::Span;

/// What is in the place of `#name`, or of a literal.
pub enum Value<'a> {
    One(&'a dyn ToTokens),
    /// One for each round of its repetition.
    Borrowed(Vec<&'a dyn ToTokens>),
    Owned(Vec<Box<dyn ToTokens + 'a>>),
    Literal(&'a str),
}

/// Iterators, which have a value for each round.
pub trait RepeatIterator: Iterator + Sized {
    fn repeated<'a>(self) -> Value<'a>
    where
        Self::Item: ToTokens + 'a,
    {
        let mut rounds: Vec<Box<dyn ToTokens + 'a>> = Vec::new();
        for value in self {
            add(&mut rounds, Box::new(value));
        }
        Value::Owned(rounds)
    }
}

impl<I: Iterator> RepeatIterator for I {}

/// Apart, so that it is compiled once.
fn add<'a>(rounds: &mut Vec<Box<dyn ToTokens + 'a>>, value: Box<dyn ToTokens + 'a>) {
    rounds.push(value);
}

/// Lists, likewise.
pub trait RepeatList {
    fn repeated(&self) -> Value<'_>;
}

impl<T: ToTokens> RepeatList for [T] {
    fn repeated(&self) -> Value<'_> {
        let mut rounds: Vec<&dyn ToTokens> = Vec::with_capacity(self.len());
        for value in self {
            rounds.push(value);
        }
        Value::Borrowed(rounds)
    }
}

/// Anything else is the same in each round.
pub trait RepeatSame {
    fn repeated(&self) -> Value<'_>;
}

impl<T: ToTokens> RepeatSame for T {
    fn repeated(&self) -> Value<'_> {
        Value::One(self)
    }
}

/// The tokens of a template. `bt-quote` says how its text is written.
pub fn fill(span: Span, text: &str, values: &[Value<'_>]) -> TokenStream {
    let mut tokens = TokenStream::new();
    Reader { text, at: 0, span, values }.level(&mut tokens, 0);
    tokens
}

struct Reader<'a> {
    text: &'a str,
    at: usize,
    span: Span,
    values: &'a [Value<'a>],
}

impl<'a> Reader<'a> {
    fn word(&mut self) -> Option<&'a str> {
        let bytes = self.text.as_bytes();
        let start = self.at;
        if start >= bytes.len() {
            return None;
        }
        let mut end = start;
        while end < bytes.len() && bytes[end] != b' ' {
            end += 1;
        }
        self.at = end + 1;
        Some(&self.text[start..end])
    }

    /// Writes up to the end of a group or of a repetition, in this round of it.
    fn level(&mut self, tokens: &mut TokenStream, round: usize) {
        while let Some(word) = self.word() {
            match word.as_bytes() {
                [b'(', ..] => self.group(Delimiter::Parenthesis, tokens, round),
                [b'[', ..] => self.group(Delimiter::Bracket, tokens, round),
                [b'{', ..] => self.group(Delimiter::Brace, tokens, round),
                [b')' | b']' | b'}', ..] | [b'#', b')', ..] => return,
                [b'#', b'(', ..] => self.repetition(tokens),
                [b'#', _, ..] => self.value(number(word), tokens, round),
                [b'\'', ..] => {
                    self.mark('\'', Spacing::Joint, tokens);
                    self.name(&word[1..], tokens);
                }
                [b'r', b'#', ..] => put(Ident::new_raw(&word[2..], self.span).into(), tokens),
                [b'_' | b'a'..=b'z' | b'A'..=b'Z', ..] => self.name(word, tokens),
                _ => self.operator(word, tokens),
            }
        }
    }

    fn group(&mut self, delimiter: Delimiter, tokens: &mut TokenStream, round: usize) {
        let mut inner = TokenStream::new();
        self.level(&mut inner, round);
        let mut group = Group::new(delimiter, inner);
        group.set_span(self.span);
        put(group.into(), tokens);
    }

    fn repetition(&mut self, tokens: &mut TokenStream) {
        let start = self.at;
        let mut rounds = None;
        let separator = loop {
            let Some(word) = self.word() else { return };
            match word.as_bytes() {
                [b'#', b')', ..] => break &word[2..],
                [b'#', _, ..] => {
                    let length = match &self.values[number(word)] {
                        Value::Borrowed(values) => values.len(),
                        Value::Owned(values) => values.len(),
                        Value::One(_) | Value::Literal(_) => continue,
                    };
                    rounds = Some(rounds.map_or(length, |rounds: usize| rounds.min(length)));
                }
                _ => {}
            }
        };
        let end = self.at;
        for round in 0..rounds.expect("something in a repetition is a list") {
            if round > 0 {
                self.operator(separator, tokens);
            }
            self.at = start;
            self.level(tokens, round);
        }
        self.at = end;
    }

    fn value(&self, number: usize, tokens: &mut TokenStream, round: usize) {
        match &self.values[number] {
            Value::One(value) => value.to_tokens(tokens),
            Value::Borrowed(values) => values[round].to_tokens(tokens),
            Value::Owned(values) => values[round].to_tokens(tokens),
            Value::Literal(text) => {
                let mut literal: Literal = text.parse().expect("it was a literal");
                literal.set_span(self.span);
                put(literal.into(), tokens);
            }
        }
    }

    fn name(&self, name: &str, tokens: &mut TokenStream) {
        put(Ident::new(name, self.span).into(), tokens);
    }

    fn operator(&self, operator: &str, tokens: &mut TokenStream) {
        let marks = operator.as_bytes();
        for (index, mark) in marks.iter().enumerate() {
            let spacing = if index + 1 == marks.len() { Spacing::Alone } else { Spacing::Joint };
            self.mark(char::from(*mark), spacing, tokens);
        }
    }

    fn mark(&self, mark: char, spacing: Spacing, tokens: &mut TokenStream) {
        let mut mark = Punct::new(mark, spacing);
        mark.set_span(self.span);
        put(mark.into(), tokens);
    }
}

/// `#12`
fn number(word: &str) -> usize {
    let mut number = 0;
    for digit in &word.as_bytes()[1..] {
        number = number * 10 + usize::from(digit - b'0');
    }
    number
}

fn put(token: TokenTree, tokens: &mut TokenStream) {
    tokens.extend(Some(token));
}
