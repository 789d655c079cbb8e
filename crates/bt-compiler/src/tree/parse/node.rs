//! Parses a node with its label, arguments and children.

use proc_macro2::{Delimiter, Group, Ident, Span, TokenStream, TokenTree};

use crate::error::{Errors, with_help};
use crate::tree::ast::{Arg, Args, Arm, Child, Name, Node};
use crate::tree::nodes;
use crate::tree::parse::cursor::{Cursor, source};
use crate::tree::parse::expression::{argument, unfinished};
use crate::tree::parse::path::path;

/// How deep nodes may be nested.
pub const DEEPEST: usize = 64;

/// Keywords of Rust that users write for a node, and that node.
const KEYWORDS: [(&str, &str); 5] =
    [("if", "if_else"), ("match", "switch"), ("loop", "forever"), ("while", "guard"), ("for", "repeat")];

/// The parser of nodes. Its methods read one thing each, and report mistakes in it.
pub struct Parser<'a> {
    pub cursor: &'a mut Cursor,
    pub errors: &'a mut Errors,
}

impl Parser<'_> {
    /// `[label :] name [(args) | {fields}] [< children >]`.
    pub fn node(&mut self, depth: usize) -> Option<Node> {
        self.refuse_attributes();
        let label = self.label();
        let Some(name) = self.name(label.as_ref()) else {
            self.cursor.skip_to_separator();
            return None;
        };
        let args = self.args();
        let before = self.errors.count();
        let children = self.children(&name, depth);
        let complete = self.errors.count() == before;
        Some(Node { label, name, args, children, complete })
    }

    fn refuse_attributes(&mut self) {
        while self.cursor.peek_punct(0, '#') && self.cursor.peek_group(1, Delimiter::Bracket).is_some() {
            let attribute: TokenStream = self.cursor.take(2).into_iter().collect();
            self.errors.push_over(attribute, "a node takes no attributes; they stand before the tree");
        }
    }

    fn label(&mut self) -> Option<Ident> {
        let mut label = None;
        while self.label_ahead() {
            let (at, found) = (self.cursor.span(), self.cursor.found());
            match (self.cursor.next(), &label) {
                (Some(TokenTree::Ident(name)), None) => label = Some(name),
                (Some(TokenTree::Ident(_)), Some(first)) => {
                    self.errors.push(at, format!("a node has one label, and this one has `{first}` already"));
                }
                _ => self.errors.push(at, format!("a label is a name, found {found}")),
            }
            self.cursor.punct(':');
        }
        label
    }

    fn label_ahead(&self) -> bool {
        let word = matches!(self.cursor.peek(0), Some(TokenTree::Ident(_) | TokenTree::Literal(_)));
        word && self.cursor.peek_punct(1, ':') && !self.cursor.peek_path_separator(1)
    }

    /// The path that names a node. `None` after a mistake, which is reported.
    fn name(&mut self, label: Option<&Ident>) -> Option<Name> {
        if let Some(name) = self.keyword() {
            self.errors.push(self.cursor.span(), name);
            return None;
        }
        let named = self.cursor.peek_ident(0).is_some()
            || (self.cursor.peek_path_separator(0) && self.cursor.peek_ident(2).is_some());
        if !named {
            let after = label.map(|label| format!(" after the label `{label}`")).unwrap_or_default();
            let found = self.cursor.found();
            self.errors.push(self.cursor.span(), format!("expected a node{after}, found {found}"));
            return None;
        }
        path(self.cursor, self.errors)
    }

    /// The error for a keyword of Rust where a node with a similar meaning was meant.
    fn keyword(&self) -> Option<String> {
        let word = self.cursor.peek_ident(0)?.to_string();
        let (_, meant) = KEYWORDS.iter().find(|(keyword, _)| *keyword == word)?;
        let message = format!("expected a node, found the keyword `{word}`");
        Some(with_help(message, format!("did you mean `{meant}`?")))
    }

    fn args(&mut self) -> Args {
        if let Some(group) = self.cursor.group(Delimiter::Parenthesis) {
            let source = source(group.span(), &group);
            let before = self.errors.count();
            let args = self.arg_list(&group);
            let complete = self.errors.count() == before;
            return Args::List { args, complete, span: group.span(), source };
        }
        if let Some(group) = self.cursor.group(Delimiter::Brace) {
            let source = source(group.span(), &group);
            return Args::Fields { group, source };
        }
        Args::None
    }

    fn arg_list(&mut self, group: &Group) -> Vec<Arg> {
        let mut cursor = Cursor::new(group.stream(), group.span_close());
        let mut args = Vec::new();
        while !cursor.is_empty() {
            let span = cursor.span();
            if cursor.punct(',').is_some() {
                self.errors.push(span, "expected an argument, found `,`");
                continue;
            }
            let arg = argument(&mut cursor);
            match unfinished(&arg.value) {
                Some((at, message)) => self.errors.push(at, message),
                None => args.push(arg),
            }
            cursor.punct(',');
        }
        args
    }

    /// `< node, ... >`. Each child of a `switch` has a pattern before it.
    fn children(&mut self, name: &Name, depth: usize) -> Option<Vec<Child>> {
        let open = self.cursor.punct('<')?;
        if depth == DEEPEST {
            let message = format!("nodes are nested more than {DEEPEST} levels deep");
            self.errors.push(open, with_help(message, "make a tree of its own of a part, and use it as a leaf"));
            self.cursor.skip_list();
            return None;
        }
        let arms = name.word().is_some_and(|word| nodes::has_arms(&word));
        let mut children = Vec::new();
        loop {
            let at = self.cursor.span();
            if self.cursor.is_empty() {
                self.errors.push(open, "this `<` is not closed: expected a `>` after the last child");
                break;
            }
            if self.cursor.punct('>').is_some() {
                break;
            }
            if self.cursor.punct(',').is_some() {
                self.errors.push(at, "expected a node, found `,`");
                continue;
            }
            children.extend(if arms { self.child_of_switch(depth) } else { self.child(depth) });
            self.separator();
        }
        Some(children)
    }

    fn child(&mut self, depth: usize) -> Option<Child> {
        if let Some(length) = self.pattern_ahead() {
            let arrow = self.cursor.take(length + 2).split_off(length);
            let message = "`pattern => node` stands in a `switch` or a `reactive_switch` only";
            self.errors.push_over(arrow.into_iter().collect::<TokenStream>(), message);
        }
        let node = self.node(depth + 1)?;
        Some(Child { arm: None, node })
    }

    fn child_of_switch(&mut self, depth: usize) -> Option<Child> {
        let Some(arm) = self.arm() else {
            self.cursor.skip_to_separator();
            return None;
        };
        let node = self.node(depth + 1)?;
        let end = self.cursor.last_span();
        Some(Child { arm: Some(Arm { end, ..arm }), node })
    }

    /// How many tokens stand before the `=>` of this child, if there is one.
    fn pattern_ahead(&self) -> Option<usize> {
        let ends = |ahead: usize| {
            self.cursor.peek(ahead).is_none() || [',', '<', '>'].iter().any(|&mark| self.cursor.peek_punct(ahead, mark))
        };
        (0..).take_while(|&ahead| !ends(ahead)).find(|&ahead| self.cursor.peek_fat_arrow(ahead))
    }

    /// `,` or `>`, one of which must follow a child.
    fn separator(&mut self) {
        if self.cursor.punct(',').is_some() || self.cursor.peek_punct(0, '>') || self.cursor.is_empty() {
            return;
        }
        let found = self.cursor.found();
        self.errors.push(self.cursor.span(), format!("expected `,` or `>`, found {found}"));
        if self.cursor.punct(';').is_none() && self.cursor.peek_ident(0).is_none() {
            self.cursor.skip_to_separator();
            self.cursor.punct(',');
        }
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
            None => (tokens.into_iter().collect(), None),
            Some(at) => {
                if at + 1 == tokens.len() {
                    self.errors.push_over(&arrow, "expected a condition between `if` and this `=>`");
                }
                (tokens[..at].iter().cloned().collect(), Some(tokens[at + 1..].iter().cloned().collect()))
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
        _ => tidy(&all.to_string()),
    }
}

/// Removes the spaces that printed tokens have and written code has not: `Mood :: Sad` -> `Mood::Sad`.
pub fn tidy(tokens: &str) -> String {
    tokens.replace(" :: ", "::").replace(" (", "(").replace(" .", ".").replace(" ,", ",").replace("& ", "&")
}
