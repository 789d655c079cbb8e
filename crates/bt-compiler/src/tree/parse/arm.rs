//! Parses the part before a child of a `switch` or a `priority`: a pattern or a condition, and `=>`.

use proc_macro2::{Span, TokenStream, TokenTree};

use crate::error::with_help;
use crate::tokens::parenthesized;
use crate::tree::ast::{Arm, Child};
use crate::tree::parse::cursor::source;
use crate::tree::parse::node::Parser;
use crate::written::as_written;

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

    /// `condition => node`; the last child may have no condition.
    pub(super) fn child_of_priority(&mut self, depth: usize) -> Option<Child> {
        self.refuse_label_of_condition();
        let arm = match self.condition_ahead() {
            Some(length) => Some(self.condition(length)),
            None if self.closure_ahead() => {
                let message = "expected `=>` and a node after this condition";
                self.errors.push(self.cursor.span(), message);
                self.cursor.skip_code_to_separator();
                return None;
            }
            None => None,
        };
        let node = self.node(depth + 1)?;
        Some(Child { arm, node })
    }

    /// `low: |npc| npc.health < 30 => flee`.
    fn refuse_label_of_condition(&mut self) {
        if let (Some(label), true) =
            (self.cursor.peek_ident(0).cloned(), self.cursor.peek_punct(1, ':') && self.cursor.peek_punct(2, '|'))
        {
            let message = format!("the label `{label}` goes after the condition of its node");
            let help = format!("write it after the `=>`: `.. => {label}: ..`");
            self.errors.push(label.span(), with_help(message, help));
            self.cursor.take(2);
        }
    }

    /// Whether a closure comes next, or an expression that should be in one: `room.doors > 1`.
    fn closure_ahead(&self) -> bool {
        let is_field = self.cursor.peek_ident(0).is_some() && self.cursor.peek_punct(1, '.');
        is_field || self.cursor.peek_punct(0, '|') || self.cursor.peek_word(0, "move")
    }

    /// The number of tokens before the `=>` of this child, if a condition comes first: a closure, in which `<` and
    /// `>` compare, or a path, in which they enclose type arguments.
    fn condition_ahead(&self) -> Option<usize> {
        let (closure, mut generics) = (self.closure_ahead(), 0);
        for ahead in 0.. {
            let after_path = ahead >= 2 && self.cursor.peek_path_separator(ahead - 2);
            if self.cursor.peek_fat_arrow(ahead) {
                return Some(ahead);
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

    fn condition(&mut self, length: usize) -> Arm {
        let start = self.cursor.span();
        let tokens = self.cursor.take(length);
        let end = self.cursor.span();
        let arrow: TokenStream = self.cursor.take(2).into_iter().collect();
        if tokens.is_empty() {
            self.errors.push_over(&arrow, "expected a condition before this `=>`");
        }
        let source = source_of(&tokens, start);
        Arm { pattern: parenthesized(tokens.into_iter().collect()), guard: None, arrow, source, end }
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
        let mut length = 0;
        while !self.cursor.peek_fat_arrow(length) {
            if self.cursor.peek(length).is_none() || self.cursor.peek_punct(length, ',') {
                let found = self.cursor.found();
                let message = format!("expected `pattern => node`, found {found}");
                self.errors.push(self.cursor.span(), message);
                return None;
            }
            length += 1;
        }
        let start = self.cursor.span();
        let tokens = self.cursor.take(length);
        let end = self.cursor.span();
        let arrow: TokenStream = self.cursor.take(2).into_iter().collect();
        if tokens.is_empty() {
            self.errors.push_over(&arrow, "expected a pattern before this `=>`");
        }
        let source = source_of(&tokens, start);
        let guard = tokens.iter().position(|token| matches!(token, TokenTree::Ident(ident) if ident == "if"));
        let (pattern, guard) = match guard {
            None => (parenthesized(tokens.into_iter().collect()), None),
            Some(at) => {
                if at + 1 == tokens.len() {
                    self.errors.push_over(&arrow, "expected a condition between `if` and this `=>`");
                }
                let part = |tokens: &[TokenTree]| parenthesized(tokens.iter().cloned().collect());
                (part(&tokens[..at]), Some(part(&tokens[at + 1..])))
            }
        };
        Some(Arm { pattern, guard, arrow, source, end })
    }
}

/// The text of a pattern on one line, as close to the source as possible.
fn source_of(tokens: &[TokenTree], start: Span) -> String {
    let all: TokenStream = tokens.iter().cloned().collect();
    let last = tokens.last().map_or(start, TokenTree::span);
    let joined = start.join(last).unwrap_or(start);
    match tokens.len() {
        1 => source(joined, all),
        _ => as_written(&all),
    }
}
