//! A tree with its comments and empty lines, as a formatter needs it. The compiler's parser says what each token is.

use std::ops::Range;

use bt_compiler::error::Errors;
use bt_compiler::tree::ast::{self, Args};
use bt_compiler::tree::parse;
use proc_macro2::{Delimiter, Spacing, TokenStream, TokenTree};

use super::comments::{Comment, Gap, gap};
use crate::Source;

/// The content of a `bt!`.
pub struct Tree {
    /// Comments before the header.
    pub before: Vec<Comment>,
    /// The header without its `=`.
    pub header: Option<Header>,
    pub root: Node,
    /// Comments after the root.
    pub after: Vec<Comment>,
}

/// What is before the `=`.
pub struct Header {
    pub whole: Code,
    /// Whether there are comments between its parts.
    pub keeps_text: bool,
    pub attributes: Vec<Code>,
    /// The visibility, the name and the context.
    pub name: Code,
    /// What is in the braces.
    pub params: Option<Code>,
    /// The message and the value.
    pub rest: Option<Code>,
}

/// A part of the text.
#[derive(Clone)]
pub struct Code {
    pub range: Range<usize>,
    pub tokens: TokenStream,
    /// Whether there are comments in it, between its tokens.
    pub has_comments: bool,
    /// As it is written in the end, once that is known.
    pub text: Option<String>,
    /// The indentation for which that text was written. `None` if it has the lines of the source.
    pub indent: Option<usize>,
}

/// A node.
pub struct Node {
    /// Comments on the lines before it.
    pub before: Vec<Comment>,
    /// Whether an empty line is before it, after the comments.
    pub empty_line: bool,
    pub head: Head,
    /// Comments after its `<`.
    pub open: Vec<Comment>,
    pub children: Option<Vec<Node>>,
    /// Comments before its `>`.
    pub end: Vec<Comment>,
    /// The binding after its children.
    pub tail: Option<Code>,
    /// Comments on the same line after it.
    pub after: Vec<Comment>,
}

/// What is before the children of a node.
pub struct Head {
    /// All of it.
    pub whole: Code,
    /// Whether there are comments between its parts.
    pub keeps_text: bool,
    /// `#[cfg(..)]`
    pub attributes: Option<Code>,
    /// What is before the `=>`.
    pub arm: Option<Arm>,
    /// The label and the path.
    pub name: Code,
    /// What is in the parentheses or braces.
    pub args: Option<(Delimiter, Code)>,
    /// The binding before the children, or that of a node without any.
    pub binding: Option<Code>,
}

/// `pattern if guard`, `pattern`, `if condition` or `condition`.
pub struct Arm {
    pub pattern: Option<Code>,
    pub keyword: Option<String>,
    pub condition: Option<Code>,
}

/// The children of a node; the comments after the `<`, and those before the `>`.
struct List {
    open: Vec<Comment>,
    children: Vec<Node>,
    end: Vec<Comment>,
}

struct Reader<'a> {
    file: &'a Source,
    tokens: Vec<TokenTree>,
    at: usize,
    /// Where the tokens end.
    end: usize,
    start: usize,
}

/// Reads the content of a `bt!` that has no mistakes, which is between these bytes. `None` if it does not have the shape
/// that the parser of the compiler has found.
pub fn read(file: &Source, tokens: TokenStream, range: Range<usize>) -> Option<Tree> {
    let mut errors = Errors::default();
    let tree = parse::parse(tokens.clone(), &mut errors);
    errors.check().ok()?;
    let root = tree.root.as_ref()?;
    let tokens = tokens.into_iter().collect();
    let mut reader = Reader { file, tokens, at: 0, end: range.end, start: range.start };
    let before = reader.gap(0).comments;
    let has_header = tree.header.item.is_some() || tree.header.context.is_some();
    let (mut header, mut leading) = (None, Vec::new());
    if has_header {
        header = Some(reader.header()?);
        leading = reader.gap(reader.at).comments;
    }
    let mut root = reader.node(root, false)?;
    root.before = leading;
    let after = reader.gap(reader.at).comments;
    (reader.at == reader.tokens.len()).then_some(Tree { before, header, root, after })
}

impl Reader<'_> {
    fn is_mark(&self, at: usize, mark: char) -> bool {
        matches!(self.tokens.get(at), Some(TokenTree::Punct(found)) if found.as_char() == mark)
    }

    fn is_joint(&self, at: usize) -> bool {
        matches!(self.tokens.get(at), Some(TokenTree::Punct(found)) if found.spacing() == Spacing::Joint)
    }

    /// The `=` of a header. A `>` before it closes a type.
    fn is_equals(&self, at: usize) -> bool {
        let is_longer = self.is_joint(at) && (self.is_mark(at + 1, '=') || self.is_mark(at + 1, '>'));
        self.is_mark(at, '=') && !is_longer
    }

    fn is_arrow(&self, at: usize, first: char) -> bool {
        self.is_mark(at, first) && self.is_joint(at) && self.is_mark(at + 1, '>')
    }

    fn is_attribute(&self) -> bool {
        let is_bracket =
            |token: &TokenTree| matches!(token, TokenTree::Group(group) if group.delimiter() == Delimiter::Bracket);
        self.is_mark(self.at, '#') && self.tokens.get(self.at + 1).is_some_and(is_bracket)
    }

    fn range(&self, at: usize) -> Range<usize> {
        self.file.range(self.tokens[at].span())
    }

    /// What is before this token.
    fn gap(&self, at: usize) -> Gap {
        let start = if at == 0 { self.start } else { self.range(at - 1).end };
        let end = if at < self.tokens.len() { self.range(at).start } else { self.end };
        // The tokens of a comment for documentation are all at the same place.
        if start <= end { gap(&self.file.text[start..end]) } else { Gap::default() }
    }

    /// The next tokens, as a part of the text.
    fn take(&mut self, count: usize) -> Option<Code> {
        let (first, last) = (self.at, self.at + count);
        if count == 0 || last > self.tokens.len() {
            return None;
        }
        self.at = last;
        Some(self.code(first, last))
    }

    fn code(&self, first: usize, last: usize) -> Code {
        let tokens = self.tokens[first..last].iter().cloned().collect();
        let has_comments = (first + 1..last).any(|at| !self.gap(at).comments.is_empty())
            || self.tokens[first..last].iter().any(|token| match token {
                TokenTree::Group(group) => has_comments(self.file, group),
                _ => false,
            });
        Code {
            range: self.range(first).start..self.range(last - 1).end,
            tokens,
            has_comments,
            text: None,
            indent: None,
        }
    }

    fn header(&mut self) -> Option<Header> {
        let first = self.at;
        let equals = (first..self.tokens.len()).find(|&at| self.is_equals(at))?;
        let keeps_text = (first + 1..=equals).any(|at| !self.gap(at).comments.is_empty());
        let mut whole = self.code(first, equals);
        whole.range.end = self.range(equals).start;
        let mut attributes = Vec::new();
        while self.is_attribute() {
            attributes.push(self.take(2)?);
        }
        let is_params =
            |at: &usize| matches!(&self.tokens[*at], TokenTree::Group(group) if group.delimiter() == Delimiter::Brace);
        let params = (self.at..equals).find(is_params);
        // Without parameters the message and the value are written with the name.
        let name = self.take(params.unwrap_or(equals) - self.at)?;
        let mut inner = None;
        if let (Some(_), Some(TokenTree::Group(group))) = (params, self.tokens.get(self.at).cloned()) {
            inner = Some(self.inside(&group));
            self.at += 1;
        }
        let rest = self.take(equals - self.at);
        self.at = equals + 1;
        Some(Header { whole, keeps_text, attributes, name, params: inner, rest })
    }

    /// What is between the delimiters.
    fn inside(&self, group: &proc_macro2::Group) -> Code {
        let range = self.file.range(group.span_open()).end..self.file.range(group.span_close()).start;
        Code { range, tokens: group.stream(), has_comments: has_comments(self.file, group), text: None, indent: None }
    }

    fn node(&mut self, node: &ast::Node, has_arm: bool) -> Option<Node> {
        let first = self.at;
        while self.is_attribute() {
            self.at += 2;
        }
        let attributes = (self.at > first).then(|| self.code(first, self.at));
        let mut arm = None;
        if has_arm {
            let arrow = (self.at..self.tokens.len()).find(|&at| self.is_arrow(at, '='))?;
            arm = Some(self.arm(arrow)?);
            self.at = arrow + 2;
        }
        let path = node.name.path.clone().into_iter().count();
        let generics = match node.name.generics.clone().into_iter().count() {
            0 => 0,
            count => count + 2,
        };
        let name = self.take(path + generics + if node.label.is_some() { 2 } else { 0 })?;
        let args = match &node.args {
            Args::None => None,
            Args::List { .. } | Args::Fields { .. } => {
                let TokenTree::Group(group) = self.tokens.get(self.at)?.clone() else { return None };
                self.at += 1;
                Some((group.delimiter(), self.inside(&group)))
            }
        };
        let binding = self.binding(node)?;
        let mut whole = self.code(first, self.at);
        let of_lists = [&binding, &attributes].into_iter().flatten().any(|code| code.has_comments);
        let mut keeps_text = of_lists || (first + 1..self.at).any(|at| !self.gap(at).comments.is_empty());
        let (mut open, mut children, mut end, mut tail) = (Vec::new(), None, Vec::new(), None);
        if let Some(nodes) = &node.children {
            if !self.is_mark(self.at, '<') {
                return None;
            }
            // A comment before the `<`: the head keeps its text up to there.
            if !self.gap(self.at).comments.is_empty() {
                whole.range.end = self.range(self.at).start;
                keeps_text = true;
            }
            self.at += 1;
            let list = self.children(nodes)?;
            (open, children, end) = (list.open, Some(list.children), list.end);
            let before_tail = self.at;
            tail = self.binding(node)?;
            if let Some(tail) = &mut tail
                && !self.gap(before_tail).comments.is_empty()
            {
                let start = self.range(before_tail - 1).end;
                *tail = Code { range: start..tail.range.end, has_comments: true, ..tail.clone() };
            }
        }
        let head = Head { whole, keeps_text, attributes, arm, name, args, binding };
        Some(Node { before: Vec::new(), empty_line: false, head, open, children, end, tail, after: Vec::new() })
    }

    /// What is before the `=>`, which is here.
    fn arm(&mut self, arrow: usize) -> Option<Arm> {
        let is_word = |at: &usize, words: &[&str]| matches!(&self.tokens[*at], TokenTree::Ident(name) if words.iter().any(|word| name == word));
        let is_closure = self.is_mark(self.at, '|') || is_word(&self.at, &["move"]);
        let keyword = match is_closure {
            true => None,
            false if is_word(&self.at, &["if", "while"]) => Some(self.at),
            false => (self.at..arrow).find(|at| is_word(at, &["if"])),
        };
        let Some(at) = keyword else {
            let code = self.take(arrow - self.at)?;
            return Some(Arm { pattern: None, keyword: None, condition: Some(code) });
        };
        let keyword = Some(self.tokens[at].to_string());
        let pattern = self.take(at - self.at);
        self.at = at + 1;
        Some(Arm { pattern, keyword, condition: Some(self.take(arrow - at - 1)?) })
    }

    /// `-> name: Type`, if it is next. The outer `None` is for a shape that is not expected.
    fn binding(&mut self, node: &ast::Node) -> Option<Option<Code>> {
        if !self.is_arrow(self.at, '-') {
            return Some(None);
        }
        let binding = node.binding.as_ref()?;
        let ty = binding.ty.as_ref().map_or(0, |ty| 1 + ty.clone().into_iter().count());
        self.take(3 + ty).map(Some)
    }

    /// The children, up to and with the `>`.
    fn children(&mut self, nodes: &[ast::Child]) -> Option<List> {
        let Gap { comments, mut empty_line } = self.gap(self.at);
        let own_line = comments.iter().position(|comment| comment.on_own_line).unwrap_or(comments.len());
        let (open, mut leading) = (comments[..own_line].to_vec(), comments[own_line..].to_vec());
        let mut children = Vec::new();
        for child in nodes {
            let mut node = self.node(&child.node, child.arm.is_some())?;
            node.before = leading;
            node.empty_line = empty_line && !(children.is_empty() && node.before.is_empty());
            let mut gaps = vec![self.gap(self.at)];
            if self.is_mark(self.at, ',') {
                self.at += 1;
                gaps.push(self.gap(self.at));
            }
            (leading, empty_line) = (Vec::new(), gaps.last().is_some_and(|gap| gap.empty_line));
            for comment in gaps.into_iter().flat_map(|gap| gap.comments) {
                let follows_line = node.after.last().is_some_and(Comment::is_line);
                if comment.on_own_line || follows_line || !leading.is_empty() {
                    leading.push(Comment { on_own_line: true, ..comment });
                } else {
                    node.after.push(comment);
                }
            }
            children.push(node);
        }
        if !self.is_mark(self.at, '>') {
            return None;
        }
        self.at += 1;
        Some(List { open, children, end: leading })
    }
}

/// Whether there are comments between the tokens in a group, however deep.
fn has_comments(file: &Source, group: &proc_macro2::Group) -> bool {
    let mut at = file.range(group.span_open()).end;
    for token in group.stream() {
        let range = file.range(token.span());
        if at < range.start && !gap(&file.text[at..range.start]).comments.is_empty() {
            return true;
        }
        if let TokenTree::Group(inner) = &token
            && has_comments(file, inner)
        {
            return true;
        }
        at = at.max(range.end);
    }
    let end = file.range(group.span_close()).start;
    // The tokens of a comment for documentation are all at the same place.
    at < end && !gap(&file.text[at..end]).comments.is_empty()
}
