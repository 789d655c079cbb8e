//! Tokens -> `ast`. A mistake is noted and the reading goes on at the next comma or `>`.

use proc_macro2::{Delimiter, Group, Ident, Span, TokenStream, TokenTree};

use super::ast::{Arg, Args, Arm, Child, Name, Node, Tree};
use super::cursor::{Cursor, source};
use super::header;
use super::nodes;
use crate::error::{Errors, with_help};

/// How deep nodes may be nested.
pub const DEEPEST: usize = 64;

/// Reads all that one `bt!` holds.
pub fn parse(tokens: TokenStream, errors: &mut Errors) -> Tree {
    let call = Span::call_site();
    let mut cursor = Cursor::new(tokens, call);
    if cursor.is_empty() {
        errors.push(
            call,
            with_help("an empty `bt!`", "declare a tree: `bt! { pub DoorBot(Room) = sequence < walk, open_door > }`"),
        );
        return Tree { header: Default::default(), root: None };
    }
    let header = header::parse(&mut cursor, errors);
    let header = match header {
        Some(header) => header,
        None => return Tree { header: Default::default(), root: None },
    };
    let root = if cursor.is_empty() {
        errors.push(cursor.span(), "expected a node after this");
        None
    } else {
        Parser { cursor: &mut cursor, errors }.node(1)
    };
    if !cursor.is_empty() {
        errors.push(cursor.span(), after_the_tree(&cursor));
    }
    Tree { header, root }
}

fn after_the_tree(cursor: &Cursor) -> String {
    let found = cursor.found();
    if cursor.peek_punct(0, '>') {
        return "this `>` closes nothing: every `<` before it is closed already".to_owned();
    }
    with_help(
        format!("expected the end of the tree, found {found}"),
        "one `bt!` holds one tree, and a tree has one root",
    )
}

struct Parser<'a> {
    cursor: &'a mut Cursor,
    errors: &'a mut Errors,
}

impl Parser<'_> {
    /// `[label :] name [(args) | {fields}] [< children >]`.
    fn node(&mut self, depth: usize) -> Option<Node> {
        self.refuse_attributes();
        let label = self.label();
        let Some(name) = self.name() else {
            let found = self.cursor.found();
            self.errors.push(self.cursor.span(), format!("expected a node, found {found}"));
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
        self.cursor.peek_ident(0)?;
        if !self.cursor.peek_punct(1, ':') || self.cursor.peek_path_separator(1) {
            return None;
        }
        let label = self.cursor.ident();
        self.cursor.punct(':');
        label
    }

    fn name(&mut self) -> Option<Name> {
        let mut path = Vec::new();
        let mut segments = Vec::new();
        let mut generics = TokenStream::new();
        let absolute = self.cursor.peek_path_separator(0) && self.cursor.peek_ident(2).is_some();
        if absolute {
            path.extend(self.cursor.take(2));
        }
        loop {
            let segment = self.cursor.ident()?;
            path.push(TokenTree::Ident(segment.clone()));
            segments.push(segment);
            if !self.cursor.peek_path_separator(0) {
                break;
            }
            if self.cursor.peek_punct(2, '<') {
                self.cursor.take(2);
                let open = self.cursor.span();
                match self.cursor.angles() {
                    Some(arguments) => generics = quote::quote!(<#arguments>),
                    None => {
                        self.errors.push(open, "this `<` of the type arguments is not closed");
                        self.cursor.take(1);
                    }
                }
                break;
            }
            if self.cursor.peek_ident(2).is_none() {
                self.errors.push(self.cursor.span(), "expected a name after this `::`");
                self.cursor.take(2);
                break;
            }
            path.extend(self.cursor.take(2));
        }
        Some(Name { path: path.into_iter().collect(), segments, generics })
    }

    fn args(&mut self) -> Args {
        if let Some(group) = self.cursor.group(Delimiter::Parenthesis) {
            let source = source(group.span(), &group);
            let args = self.arg_list(&group);
            return Args::List { args, span: group.span(), source };
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
            args.push(arg(&mut cursor));
            cursor.punct(',');
        }
        args
    }

    /// `< node, ... >`, where the arms of a `switch` have a pattern each.
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
            let arm = if arms { self.arm() } else { None };
            children.extend(self.node(depth + 1).map(|node| Child { arm, node }));
            self.separator();
        }
        Some(children)
    }

    /// What must follow a child.
    fn separator(&mut self) {
        if self.cursor.punct(',').is_some() || self.cursor.peek_punct(0, '>') || self.cursor.is_empty() {
            return;
        }
        let found = self.cursor.found();
        let message = format!("expected `,` or `>`, found {found}");
        if self.cursor.peek_fat_arrow(0) {
            self.errors.push(self.cursor.span(), "`pattern => node` stands in a `switch` or a `reactive_switch` only");
            self.cursor.take(2);
            self.cursor.skip_to_separator();
            self.cursor.punct(',');
            return;
        }
        self.errors.push(self.cursor.span(), message);
        if self.cursor.peek_ident(0).is_none() {
            self.cursor.skip_to_separator();
            self.cursor.punct(',');
        }
    }

    /// `pattern if guard =>`; nothing where no `=>` comes before the next comma.
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
        let arrow = self.cursor.span();
        self.cursor.take(2);
        if tokens.is_empty() {
            self.errors.push(arrow, "expected a pattern before this `=>`");
        }
        let source = source_of(&tokens, start);
        let guard = tokens.iter().position(|token| matches!(token, TokenTree::Ident(ident) if ident == "if"));
        let (pattern, guard) = match guard {
            None => (tokens.into_iter().collect(), None),
            Some(at) => (tokens[..at].iter().cloned().collect(), Some(tokens[at + 1..].iter().cloned().collect())),
        };
        Some(Arm { pattern, guard, source })
    }
}

/// One argument, up to the comma that ends it or the end.
fn arg(cursor: &mut Cursor) -> Arg {
    let span = cursor.span();
    let named = cursor.peek_ident(0).is_some()
        && cursor.peek_punct(1, '=')
        && !cursor.peek_punct(2, '=')
        && !cursor.peek_arrow(1);
    let name = if named { cursor.ident() } else { None };
    cursor.take(usize::from(named));
    let mut value = Vec::new();
    // The commas between the parameters of a closure separate no arguments.
    let closure = cursor.peek_punct(0, '|') || (cursor.peek_word(0, "move") && cursor.peek_punct(1, '|'));
    if closure {
        while !cursor.peek_punct(0, '|') {
            value.extend(cursor.next());
        }
        value.extend(cursor.next());
        while !cursor.is_empty() && !cursor.peek_punct(0, '|') {
            value.extend(cursor.next());
        }
    }
    while !cursor.is_empty() && !cursor.peek_punct(0, ',') {
        if cursor.peek_path_separator(0) && cursor.peek_punct(2, '<') {
            value.extend(cursor.take(2));
            if let Some(generics) = cursor.angles() {
                value.extend(quote::quote!(<#generics>));
            }
            continue;
        }
        value.extend(cursor.next());
    }
    Arg { name, value: value.into_iter().collect(), span }
}

/// The tokens of a pattern on one line, as near to their source as its tokens tell.
fn source_of(tokens: &[TokenTree], start: Span) -> String {
    let all: TokenStream = tokens.iter().cloned().collect();
    let last = tokens.last().map_or(start, TokenTree::span);
    let joined = start.join(last).unwrap_or(start);
    match tokens.len() {
        1 => source(joined, all),
        _ => tidy(&all.to_string()),
    }
}

/// Tokens print with spaces between them; this takes out those that nobody writes.
pub fn tidy(tokens: &str) -> String {
    tokens.replace(" :: ", "::").replace(" (", "(").replace(" .", ".").replace(" ,", ",").replace("& ", "&")
}
