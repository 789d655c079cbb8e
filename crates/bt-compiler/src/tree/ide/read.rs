//! Tokens -> `sketch`. It never fails: it skips what it cannot read.

use proc_macro2::{Delimiter, Group, Ident, TokenStream, TokenTree};

use crate::tokens::{is_mark, is_word};
use crate::tree::nodes::{self, Builtin, Children};

use super::sketch::{Arg, Args, Arm, Binding, Child, Node, Sketch, Tokens};

/// Reads the content of one `bt!`.
pub fn read(tokens: TokenStream) -> Sketch {
    let mut reader = Reader { tokens: flat(tokens), at: 0 };
    let mut sketch = if reader.has_header() { reader.header() } else { Sketch::default() };
    sketch.root = reader.child("");
    while reader.token(0).is_some() {
        sketch.rest.push(reader.next_child(""));
    }
    sketch
}

/// The tokens without the invisible brackets of `macro_rules!`.
fn flat(tokens: TokenStream) -> Tokens {
    let each = |token| match token {
        TokenTree::Group(group) if group.delimiter() == Delimiter::None => flat(group.stream()),
        token => vec![token],
    };
    tokens.into_iter().flat_map(each).collect()
}

struct Reader {
    tokens: Tokens,
    at: usize,
}

impl Reader {
    fn token(&self, ahead: usize) -> Option<&TokenTree> {
        self.tokens.get(self.at + ahead)
    }

    /// The tokens read from `from` on.
    fn since(&self, from: usize) -> Tokens {
        self.tokens[from.min(self.tokens.len())..self.at.min(self.tokens.len())].to_vec()
    }

    fn is(&self, ahead: usize, mark: char) -> bool {
        is_mark(self.token(ahead), mark)
    }

    fn are(&self, ahead: usize, marks: [char; 2]) -> bool {
        self.is(ahead, marks[0]) && self.is(ahead + 1, marks[1])
    }

    fn word(&self, ahead: usize) -> Option<&Ident> {
        match self.token(ahead) {
            Some(TokenTree::Ident(word)) => Some(word),
            _ => None,
        }
    }

    fn is_word(&self, ahead: usize, word: &str) -> bool {
        is_word(self.token(ahead), word)
    }

    fn group(&self, ahead: usize, delimiter: Delimiter) -> Option<Group> {
        match self.token(ahead) {
            Some(TokenTree::Group(group)) if group.delimiter() == delimiter => Some(group.clone()),
            _ => None,
        }
    }

    fn attributes(&mut self) {
        while self.is(0, '#') {
            self.at += 1;
            self.at += usize::from(self.group(0, Delimiter::Bracket).is_some());
        }
    }

    /// Whether a header begins here, rather than a node.
    fn has_header(&self) -> bool {
        let declares = |at: usize| {
            let after = at + 1;
            let typed = self.are(after, ['-', '>']) && self.tokens.iter().any(|token| is_mark(token, '='));
            let equals = self.is(after, '=') || self.is_word(after, "on") || typed;
            let params = self.group(after, Delimiter::Brace).is_some();
            self.group(at, Delimiter::Parenthesis).is_some() && (equals || params)
        };
        self.is(0, '#') || self.is_word(0, "pub") || declares(0) || (self.word(0).is_some() && declares(1))
    }

    fn header(&mut self) -> Sketch {
        let mut sketch = Sketch::default();
        self.attributes();
        if self.is_word(0, "pub") {
            self.at += 1;
            self.at += usize::from(self.word(0).is_none());
        }
        self.at += usize::from(self.word(0).is_some());
        if let Some(context) = self.group(0, Delimiter::Parenthesis) {
            sketch.context = Some(flat(context.stream()));
            self.at += 1;
        }
        if let Some(params) = self.group(0, Delimiter::Brace) {
            sketch.params = params_of(params.stream());
            self.at += 1;
        }
        while self.are(0, ['-', '>']) || self.is_word(0, "on") {
            self.at += if self.is_word(0, "on") { 1 } else { 2 };
            sketch.types.push(self.ty(|reader| reader.is(0, '=') || reader.is_word(0, "on")));
        }
        self.at += usize::from(self.is(0, '='));
        sketch
    }

    /// The tokens of a type. It ends outside of angle brackets, at an arrow or where `ends` says so.
    fn ty(&mut self, ends: impl Fn(&Self) -> bool) -> Tokens {
        let (from, mut depth) = (self.at, 0_usize);
        while self.token(0).is_some() && !(depth == 0 && (ends(self) || self.are(0, ['-', '>']))) {
            match () {
                () if self.are(0, ['-', '>']) => self.at += 1,
                () if self.is(0, '<') => depth += 1,
                () if self.is(0, '>') => depth = depth.saturating_sub(1),
                () => {}
            }
            self.at += 1;
        }
        self.since(from)
    }

    /// A child of a node with this name.
    fn child(&mut self, parent: &str) -> Child {
        self.attributes();
        let arm = self.arm(parent);
        Child { arm, node: self.node() }
    }

    /// The next child. The comma before it may be missing.
    fn next_child(&mut self, parent: &str) -> Child {
        if self.is(0, ',') {
            self.at += 1;
            return self.child(parent);
        }
        let from = self.at;
        let child = self.child(parent);
        // Skips anything else.
        self.at += usize::from(self.at == from);
        child
    }

    fn arm(&mut self, parent: &str) -> Option<Arm> {
        let children = nodes::find(parent)?.children;
        if !children.have_arms() || self.is(0, '>') {
            return None;
        }
        let is_switch = children == Children::Arms;
        let keyword = usize::from(!is_switch && (self.is_word(0, "if") || self.is_word(0, "while")));
        let is_closure = self.closure_ahead(keyword);
        let to_comma = self.until(|token| is_mark(token, ','));
        let arrow = match is_switch {
            true => (self.at..to_comma).find(|&at| self.are(at - self.at, ['=', '>'])),
            false => self.arrow_of_condition(keyword, is_closure),
        };
        let end = match arrow {
            Some(arrow) => arrow,
            None if keyword > 0 || is_closure => to_comma,
            // In a guard `>` compares.
            None if is_switch => match self.until(|token| is_mark(token, '>') || is_word(token, "if")) {
                end if self.tokens.get(end).is_some_and(|token| is_mark(token, '>')) => end.min(to_comma),
                _ => to_comma,
            },
            None => return None,
        };
        let before = self.tokens[self.at..end].to_vec();
        self.at = if arrow.is_some() { end + 2 } else { end };
        if !is_switch {
            return Some(Arm::Condition(before[keyword.min(before.len())..].to_vec()));
        }
        let guard = before.iter().position(|token| is_word(token, "if"));
        Some(Arm::Pattern {
            pattern: before[..guard.unwrap_or(before.len())].to_vec(),
            guard: guard.map(|guard| before[guard + 1..].to_vec()),
        })
    }

    /// The index of the next such token, or the end.
    fn until(&self, ends: impl Fn(&TokenTree) -> bool) -> usize {
        (self.at..self.tokens.len()).find(|&at| ends(&self.tokens[at])).unwrap_or(self.tokens.len())
    }

    /// Whether a closure comes next, or an expression that should be in one: `room.doors > 1`.
    fn closure_ahead(&self, ahead: usize) -> bool {
        let is_field = self.word(ahead).is_some() && self.is(ahead + 1, '.');
        is_field || self.is(ahead, '|') || self.is_word(ahead, "move")
    }

    /// The index of the `=>` after a condition. In a closure, `<` and `>` compare; in a path, they enclose type
    /// arguments. Elsewhere they belong to a node without a condition, whose children may have arms.
    fn arrow_of_condition(&self, start: usize, is_closure: bool) -> Option<usize> {
        let mut generics = 0_usize;
        for ahead in start..self.tokens.len().saturating_sub(self.at) {
            let after_path = ahead >= start + 2 && self.are(ahead - 2, [':', ':']);
            match () {
                () if self.are(ahead, ['=', '>']) => return Some(self.at + ahead),
                () if self.is(ahead, '<') && after_path => generics += 1,
                () if self.is(ahead, '>') && generics > 0 => generics -= 1,
                () if self.is(ahead, ',') && generics == 0 => return None,
                () if (self.is(ahead, '<') || self.is(ahead, '>')) && !is_closure => return None,
                () => {}
            }
        }
        None
    }

    fn node(&mut self) -> Option<Node> {
        if self.word(0).is_some() && self.is(1, ':') && !self.is(2, ':') {
            self.at += 2;
        }
        let name = self.path();
        if name.is_empty() && !self.is(0, '<') {
            return None;
        }
        let args = self.args();
        let word = name.last().filter(|_| name.len() == 1).map(ToString::to_string).unwrap_or_default();
        let binds_item = nodes::find(&word).is_some_and(Builtin::binds_item);
        let mut binding = self.binding(binds_item);
        let children = self.is(0, '<').then(|| self.children(&word));
        binding = binding.or_else(|| self.binding(false));
        Some(Node { name, args, children, binding })
    }

    fn path(&mut self) -> Tokens {
        let from = self.at;
        while self.word(0).is_some() || self.are(0, [':', ':']) {
            if self.word(0).is_some() {
                self.at += 1;
                if !self.are(0, [':', ':']) {
                    break;
                }
            }
            if self.path_separator() {
                break;
            }
        }
        self.since(from)
    }

    /// Reads `::`, and a `<..>` after it. Returns whether it was there.
    fn path_separator(&mut self) -> bool {
        self.at += 2;
        let has_types = self.is(0, '<');
        if has_types {
            self.at += 1;
            self.ty(|reader| reader.is(0, '>'));
            self.at += usize::from(self.is(0, '>'));
        }
        has_types
    }

    fn args(&mut self) -> Args {
        let args = match self.token(0) {
            Some(TokenTree::Group(group)) if group.delimiter() == Delimiter::Parenthesis => {
                Args::List(group.clone(), args_of(group.stream()))
            }
            Some(TokenTree::Group(group)) if group.delimiter() == Delimiter::Brace => Args::Fields(group.clone()),
            _ => return Args::None,
        };
        self.at += 1;
        args
    }

    fn children(&mut self, parent: &str) -> Vec<Child> {
        self.at += 1;
        let mut children = vec![self.child(parent)];
        while self.token(0).is_some() && !self.is(0, '>') {
            children.push(self.next_child(parent));
        }
        self.at += usize::from(self.is(0, '>'));
        children
    }

    /// The binding after `->`. For a `for_each` it precedes the `<` of the child.
    fn binding(&mut self, before_child: bool) -> Option<Binding> {
        if !self.are(0, ['-', '>']) {
            return None;
        }
        let names = match self.token(2)? {
            names @ (TokenTree::Ident(_) | TokenTree::Group(_)) => names.clone(),
            TokenTree::Punct(_) | TokenTree::Literal(_) => return None,
        };
        self.at += 3;
        let ty = self.is(0, ':').then(|| {
            self.at += 1;
            let mut ty = self.ty(|reader| reader.is(0, ',') || reader.is(0, '>'));
            if before_child && let Some(open) = last_open(&ty) {
                self.at -= ty.len() - open;
                ty.truncate(open);
            }
            ty
        });
        Some(Binding { names, ty })
    }
}

/// The last `<` that is not inside another one.
fn last_open(tokens: &[TokenTree]) -> Option<usize> {
    let (mut depth, mut last) = (0_usize, None);
    for (at, token) in tokens.iter().enumerate() {
        if is_mark(token, '<') {
            last = if depth == 0 { Some(at) } else { last };
            depth += 1;
        } else if is_mark(token, '>') {
            depth = depth.saturating_sub(1);
        }
    }
    last
}

/// The parameters in the braces of a header, without their attributes.
fn params_of(tokens: TokenStream) -> Vec<Tokens> {
    let mut reader = Reader { tokens: flat(tokens), at: 0 };
    let mut params = Vec::new();
    while reader.token(0).is_some() {
        reader.attributes();
        let param = reader.ty(|reader| reader.is(0, ','));
        reader.at += 1;
        params.extend((!param.is_empty()).then_some(param));
    }
    params
}

/// The arguments in the parentheses of a node. Commas between the `|` of a closure do not separate arguments.
fn args_of(tokens: TokenStream) -> Vec<Arg> {
    let mut reader = Reader { tokens: flat(tokens), at: 0 };
    let mut args = Vec::new();
    while reader.token(0).is_some() {
        let named = reader.word(0).is_some() && reader.is(1, '=') && !reader.is(2, '=');
        let name = if named { reader.word(0).cloned() } else { None };
        reader.at += if named { 2 } else { 0 };
        let from = reader.at;
        let bar = usize::from(reader.is_word(0, "move"));
        if reader.is(bar, '|') {
            reader.at += bar + 1;
            while reader.token(0).is_some() && !reader.is(0, '|') {
                reader.at += 1;
            }
        }
        while reader.token(0).is_some() && !reader.is(0, ',') {
            match reader.are(0, [':', ':']) {
                true => _ = reader.path_separator(),
                false => reader.at += 1,
            }
        }
        let value = reader.since(from);
        args.push(Arg { name, value, comma: reader.token(0).cloned() });
        reader.at += 1;
    }
    args
}
