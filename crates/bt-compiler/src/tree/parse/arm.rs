//! Parses the part before a child of a `switch` or a `priority`: a pattern or a condition, and `=>`.

use proc_macro2::{Ident, Span, TokenStream, TokenTree};
use quote::{quote, quote_spanned};

use crate::codes;
use crate::error::Mistake;
use crate::spelling::closest;
use crate::tokens::parenthesized;
use crate::tree::ast::{Arm, Child};
use crate::tree::builtin::Takes;
use crate::tree::keyword::is_keyword;
use crate::tree::parse::expression::mistake;
use crate::tree::parse::node::Parser;
use crate::tree::source::is_closure;
use crate::written::as_written;

/// The words before a condition of a `priority`.
const KEYWORDS: [&str; 2] = ["if", "while"];

impl Parser<'_> {
    pub(super) fn child_of_switch(&mut self, depth: usize) -> Option<Child> {
        let Some(arm) = self.arm() else {
            self.cursor.skip_to_separator();
            return None;
        };
        let node = self.node(depth + 1)?;
        let end = self.cursor.last_span();
        Some(Child { arm: Some(Arm { end, ..arm }), node })
    }

    /// `[if | while] condition => node`; the last child may have no condition.
    pub(super) fn child_of_priority(&mut self, depth: usize) -> Option<Child> {
        let otherwise = self.refuse_else();
        self.refuse_label_of_condition();
        let at = self.cursor.span();
        let keyword = self.keyword_of_arm();
        let is_condition = keyword.is_some() || self.closure_ahead(0);
        let length = self.condition_ahead(0).or_else(|| self.mark_ahead().filter(|_| is_condition));
        let arm = match length {
            Some(length) => Some(self.condition(keyword, length)),
            None if is_condition => {
                let ends = self.cursor.is_empty() || self.cursor.peek_punct(0, ',') || self.cursor.peek_punct(0, '>');
                let message = match &keyword {
                    Some(keyword) if ends => format!("expected a condition after this `{keyword}`"),
                    _ => "expected `=>` and a node after this condition".to_owned(),
                };
                self.errors.push(codes::ARM.at(at, message));
                self.cursor.skip_code_to_separator();
                if !self.node_after_comma() {
                    return None;
                }
                self.cursor.take(1);
                Some(Arm::nothing(at))
            }
            None => otherwise,
        };
        let node = self.node(depth + 1)?;
        Some(Child { arm, node })
    }

    /// `hungry, eat`: whether a node follows that was meant for the condition before the comma. If so, it is not
    /// reported as lacking a condition.
    fn node_after_comma(&self) -> bool {
        let label = if self.cursor.peek_punct(2, ':') && !self.cursor.peek_path_separator(2) { 2 } else { 0 };
        let start = 1 + label;
        let is_named = self.cursor.peek_ident(start).is_some_and(|name| !is_keyword(name));
        self.cursor.peek_punct(0, ',') && is_named && self.condition_ahead(start).is_none()
    }

    /// `else => graze`, `else graze`, `else if hungry => eat`. Returns an empty condition, so that its absence is not
    /// reported.
    fn refuse_else(&mut self) -> Option<Arm> {
        if !self.cursor.peek_word(0, "else") || self.cursor.peek_punct(1, ':') {
            return None;
        }
        let start = self.cursor.span();
        let arrow = if self.cursor.peek_fat_arrow(1) { 2 } else { 0 };
        let words: TokenStream = self.cursor.take(1 + arrow).into_iter().collect();
        let help = match self.is_keyword_of_arm(0) {
            true => "remove it: conditions are checked in order",
            false => "write the last child without a condition: `priority < if hungry => eat, graze >`",
        };
        self.errors.push(codes::ARM.over(&words, "a `priority` has no `else`").help(help));
        Some(Arm::nothing(start))
    }

    /// `if` or `while`, before a condition. Another word before a condition is reported.
    fn keyword_of_arm(&mut self) -> Option<Ident> {
        if self.is_keyword_of_arm(0) {
            return self.cursor.ident();
        }
        let word = self.cursor.peek_ident(0).filter(|word| !is_keyword(word))?.to_string();
        let condition = self.cursor.peek_punct(1, '|')
            || self.cursor.peek_ident(1).is_some_and(|next| next == "move" || !is_keyword(next));
        if condition && self.condition_ahead(1).is_some() {
            let message = format!("expected `if`, `while` or a condition, found `{word}`");
            let mistake = codes::ARM.at(self.cursor.span(), message);
            self.errors.push(match closest(&word, KEYWORDS) {
                Some(meant) => mistake.did_you_mean(meant),
                None => mistake,
            });
            self.cursor.take(1);
        }
        None
    }

    /// Whether `if` or `while` comes next, unless it is an `if < .. >` that was meant as a node.
    fn is_keyword_of_arm(&self, ahead: usize) -> bool {
        let keyword = KEYWORDS.iter().any(|word| self.cursor.peek_word(ahead, word));
        keyword && !self.cursor.peek_punct(ahead + 1, '<')
    }

    /// `low: |npc| npc.health < 30 => flee`, `low: if weak => flee`.
    fn refuse_label_of_condition(&mut self) {
        let condition = self.cursor.peek_punct(2, '|') || self.is_keyword_of_arm(2);
        if let (Some(label), true) = (self.cursor.peek_ident(0).cloned(), self.cursor.peek_punct(1, ':') && condition) {
            let message = format!("the label `{label}` goes after the condition of its node");
            let help = format!("write it after the `=>`: `.. => {label}: ..`");
            self.errors.push(codes::LABEL.at(label.span(), message).help(help));
            self.cursor.take(2);
        }
    }

    /// Whether a closure comes next, or an expression that should be in one: `room.doors > 1`.
    fn closure_ahead(&self, ahead: usize) -> bool {
        let is_field = self.cursor.peek_ident(ahead).is_some() && self.cursor.peek_punct(ahead + 1, '.');
        is_field || self.cursor.peek_punct(ahead, '|') || self.cursor.peek_word(ahead, "move")
    }

    /// The number of tokens from `start` to the `=>` of this child, if a condition comes there: a closure, in which `<`
    /// and `>` compare, or a path, in which they enclose type arguments.
    fn condition_ahead(&self, start: usize) -> Option<usize> {
        let (closure, mut generics) = (self.closure_ahead(start), 0);
        for ahead in start.. {
            let after_path = ahead >= start + 2 && self.cursor.peek_path_separator(ahead - 2);
            if self.cursor.peek_fat_arrow(ahead) {
                return Some(ahead - start);
            }
            match self.cursor.peek(ahead)? {
                TokenTree::Punct(mark) if mark.as_char() == '<' && after_path => generics += 1,
                TokenTree::Punct(mark) if mark.as_char() == '>' && generics > 0 => generics -= 1,
                TokenTree::Punct(mark) if mark.as_char() == ',' && generics == 0 => return None,
                TokenTree::Punct(mark) if matches!(mark.as_char(), '<' | '>') && !closure => return None,
                _ => {}
            }
        }
        None
    }

    /// The number of tokens before a `:` or `->` in place of the `=>` of this child, if there is one.
    fn mark_ahead(&self) -> Option<usize> {
        let start = match self.cursor.peek_punct(0, '|') {
            true => (1..).find(|&ahead| self.cursor.peek_punct(ahead, '|') || self.cursor.peek(ahead).is_none())? + 1,
            false => 0,
        };
        // `|npc| -> bool { .. }`
        let mut ahead = start + if self.cursor.peek_arrow(start) { 2 } else { 0 };
        while self.cursor.peek(ahead).is_some() && !self.cursor.peek_punct(ahead, ',') {
            if self.cursor.peek_path_separator(ahead) {
                ahead += 2;
                continue;
            }
            if self.cursor.peek_punct(ahead, ':') || self.cursor.peek_arrow(ahead) {
                return Some(ahead).filter(|&length| length > 0);
            }
            ahead += 1;
        }
        None
    }

    /// The `=>` after a pattern or a condition. Another mark in its place is reported.
    fn arrow(&mut self, after: &str) -> TokenStream {
        if self.cursor.peek_fat_arrow(0) {
            return self.cursor.take(2).into_iter().collect();
        }
        let found = self.cursor.found();
        let marks = if self.cursor.peek_arrow(0) { 2 } else { 1 };
        let mark: TokenStream = self.cursor.take(marks).into_iter().collect();
        self.errors.push(codes::ARM.over(&mark, format!("expected `=>` after this {after}, found {found}")));
        // The error is at the mark, since there may be another one at the arrow.
        let at = mark.into_iter().next().map_or_else(Span::call_site, |first| first.span());
        quote_spanned!(at=> =>)
    }

    fn condition(&mut self, keyword: Option<Ident>, length: usize) -> Arm {
        let tokens = self.cursor.take(length);
        let end = self.cursor.span();
        let arrow = self.arrow("condition");
        if tokens.is_empty() {
            let message = match &keyword {
                Some(keyword) => format!("expected a condition between `{keyword}` and this `=>`"),
                None => "expected a condition before this `=>`".to_owned(),
            };
            self.errors.push(codes::ARM.over(&arrow, message));
        }
        let all: TokenStream = tokens.iter().cloned().collect();
        let text = keyword.iter().map(|keyword| format!("{keyword} ")).chain([as_written(&all)]).collect();
        let mut pattern = parenthesized(all);
        let no_condition = no_function(&tokens, &pattern);
        if let Some(mistake) = no_condition.or_else(|| mistake(&pattern, codes::ARM, "`=>` after this condition")) {
            self.errors.push(mistake);
            pattern = TokenStream::new();
        }
        Arm { keyword, pattern, guard: None, arrow, text, end }
    }

    /// The number of tokens before the `=>` of this child, if there is one.
    pub(super) fn pattern_ahead(&self) -> Option<usize> {
        let ends = |ahead: usize| {
            self.cursor.peek(ahead).is_none() || [',', '<', '>'].iter().any(|&mark| self.cursor.peek_punct(ahead, mark))
        };
        (0..).take_while(|&ahead| !ends(ahead)).find(|&ahead| self.cursor.peek_fat_arrow(ahead))
    }

    /// `pattern if guard =>`. `None` if no `=>` comes before the next comma, which is reported.
    fn arm(&mut self) -> Option<Arm> {
        let ends = |ahead: usize| self.cursor.peek(ahead).is_none() || self.cursor.peek_punct(ahead, ',');
        let arrow = (0..).take_while(|&ahead| !ends(ahead)).find(|&ahead| self.cursor.peek_fat_arrow(ahead));
        let Some(length) = arrow.or_else(|| self.mark_ahead()) else {
            let message = format!("expected `pattern => node`, found {}", self.cursor.found());
            self.errors.push(codes::ARM.at(self.cursor.span(), message));
            return None;
        };
        let tokens = self.cursor.take(length);
        let end = self.cursor.span();
        let arrow = self.arrow("pattern");
        if tokens.is_empty() {
            self.errors.push(codes::ARM.over(&arrow, "expected a pattern before this `=>`"));
        }
        let text = as_written(&tokens.iter().cloned().collect());
        if let Some(mistake) = no_pattern(&tokens) {
            self.errors.push(mistake);
            let pattern = quote!(_);
            return Some(Arm { keyword: None, pattern, guard: None, arrow, text, end });
        }
        let guard = tokens.iter().position(|token| matches!(token, TokenTree::Ident(ident) if ident == "if"));
        let (pattern, guard) = match guard {
            None => (parenthesized(tokens.into_iter().collect()), None),
            Some(at) => {
                if at + 1 == tokens.len() {
                    self.errors.push(codes::ARM.over(&arrow, "expected a condition between `if` and this `=>`"));
                }
                let part = |tokens: &[TokenTree]| parenthesized(tokens.iter().cloned().collect());
                (part(&tokens[..at]), Some(part(&tokens[at + 1..])))
            }
        };
        Some(Arm { keyword: None, pattern, guard, arrow, text, end })
    }
}

/// The error for a condition that begins like other expressions of Rust. An `if` before it was taken as the keyword.
fn no_function(condition: &[TokenTree], pattern: &TokenStream) -> Option<Mistake> {
    let is = |token: &TokenTree, words: &[&str]| match token {
        TokenTree::Ident(word) => words.iter().any(|other| word == other),
        _ => false,
    };
    let all: TokenStream = condition.iter().cloned().collect();
    if !is_closure(&all) && condition.iter().any(|token| is(token, &["else"])) {
        let message = "a condition that is an `if` expression goes in parentheses";
        let help = "write `(if .. { .. } else { .. }) => ..`";
        return Some(codes::WRONG_CONDITION.over(pattern, message).help(help));
    }
    let begins = is(condition.first()?, &["let", "if", "while"]);
    let message = || format!("a condition is {}, found `{}`", Takes::Function.text(), as_written(&all));
    begins.then(|| codes::WRONG_CONDITION.over(pattern, message()))
}

/// The error for a pattern that begins with a keyword of Rust: `else => walk`, `if 3 => eat`.
fn no_pattern(pattern: &[TokenTree]) -> Option<Mistake> {
    let Some(TokenTree::Ident(word)) = pattern.first() else { return None };
    let help = match word.to_string().as_str() {
        "else" => "write `_ => ..`",
        "if" | "while" | "match" | "let" => "write the pattern alone, or `pattern if condition => ..`",
        _ => return None,
    };
    Some(codes::ARM.at(word.span(), format!("expected a pattern, found the keyword `{word}`")).help(help))
}
