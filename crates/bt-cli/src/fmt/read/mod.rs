//! Reads a tree with its comments. The compiler's parser tells what each token is.

mod header;

use std::ops::Range;

use bt_compiler::error::{Errors, Mistake};
use bt_compiler::tokens::is_mark;
use bt_compiler::tree::ast::{self, Args};
use bt_compiler::tree::parse;
use proc_macro2::{Delimiter, Group, Spacing, TokenStream, TokenTree};
use syn::{Type, parse2};

use crate::fmt::comments::{self, Comment, Gap, gap};
use crate::fmt::positions::{Positions, with_tokens};
use crate::fmt::spacing::{self, Limits};
use crate::fmt::tree::{Arm, Code, Comments, Head, Node, Tree};

/// For names, which are never broken.
const WHOLE: Limits = Limits { call: usize::MAX, fields: usize::MAX };

/// The children of a node, the comments after the `<`, and those before the `>`.
struct List {
    open: Vec<Comment>,
    children: Vec<Node>,
    end: Vec<Comment>,
}

struct Reader<'a> {
    text: &'a str,
    limits: Limits,
    tokens: Vec<TokenTree>,
    /// The bytes of each token.
    ranges: Vec<Range<usize>>,
    /// Where there are comments.
    comments: Vec<usize>,
    at: usize,
}

/// A tree whose tokens are still available.
pub struct Parsed(ast::Tree);

impl Parsed {
    /// Like [`check`], for the text of this tree.
    pub fn check(&self) -> Result<(), String> {
        none(bt_compiler::tree::mistakes_of(&self.0))
    }
}

/// Reads the text of a tree and its surroundings, and calls `f` while the tokens are available.
///
/// # Errors
/// The first mistake that makes the text unreadable.
pub fn read<R>(text: &str, limits: Limits, f: impl FnOnce(Tree, &Parsed) -> R) -> Result<R, String> {
    let read = with_tokens(text, |tokens, positions| {
        let mut errors = Errors::default();
        let tree = parse::parse(tokens.clone(), &mut errors);
        none(errors.into_list())?;
        let shape = shape(&tree, tokens, positions, limits).ok_or("its layout is not known".to_owned())?;
        Ok(f(shape, &Parsed(tree)))
    });
    read.unwrap_or_else(|| Err("this is not valid Rust".to_owned()))
}

/// Checks that a tree has no mistakes. A tree with mistakes has no clear meaning for a formatter to show.
///
/// # Errors
/// The first mistake.
pub fn check(text: &str) -> Result<(), String> {
    let mistakes = with_tokens(text, |tokens, _| bt_compiler::tree::mistakes(tokens));
    mistakes.map_or_else(|| Err(NO_MESSAGE.to_owned()), none)
}

const NO_MESSAGE: &str = "it has a mistake";

fn none(mistakes: Vec<Mistake>) -> Result<(), String> {
    mistakes.into_iter().next().map_or(Ok(()), |first| Err(first.message))
}

/// `None` if the text does not have the shape that the compiler's parser found.
fn shape(tree: &ast::Tree, tokens: TokenStream, positions: &Positions, limits: Limits) -> Option<Tree> {
    let text = positions.text();
    let comments = positions.comments(&tokens);
    let is_type =
        !tokens.clone().into_iter().any(|token| is_mark(&token, ',')) && parse2::<Type>(tokens.clone()).is_ok();
    let tokens: Vec<TokenTree> = tokens.into_iter().collect();
    let ranges = tokens.iter().map(|token| positions.range(token)).collect();
    let mut reader = Reader { text, limits, tokens, ranges, comments, at: 0 };
    let Gap { comments: before, mut empty_line } = reader.gap(0);
    let (mut header, mut leading) = (None, Gap::default());
    if tree.header.item.is_some() || tree.header.context.is_some() {
        header = Some(reader.header()?);
        leading = reader.gap(reader.at);
    } else {
        empty_line &= !before.is_empty();
    }
    let mut root = reader.node(tree.root.as_ref()?, false)?;
    root.empty_line = leading.empty_line && !leading.comments.is_empty();
    root.before = leading.comments;
    let after = reader.gap(reader.at).comments;
    (reader.at == reader.tokens.len()).then_some(Tree { before, empty_line, header, root, after, is_type })
}

impl Reader<'_> {
    fn is_mark(&self, at: usize, mark: char) -> bool {
        is_mark(self.tokens.get(at), mark)
    }

    fn is_joint(&self, at: usize) -> bool {
        matches!(self.tokens.get(at), Some(TokenTree::Punct(found)) if found.spacing() == Spacing::Joint)
    }

    /// Whether the `=` of the header is here. In `>=`, the `>` closes a type.
    fn is_equals(&self, at: usize) -> bool {
        let is_longer = self.is_joint(at) && (self.is_mark(at + 1, '=') || self.is_mark(at + 1, '>'));
        self.is_mark(at, '=') && !is_longer
    }

    fn is_arrow(&self, at: usize, first: char) -> bool {
        self.is_mark(at, first) && self.is_joint(at) && self.is_mark(at + 1, '>')
    }

    fn group(&self, at: usize, delimiter: Delimiter) -> Option<&Group> {
        match self.tokens.get(at) {
            Some(TokenTree::Group(group)) if group.delimiter() == delimiter => Some(group),
            _ => None,
        }
    }

    fn is_attribute(&self) -> bool {
        self.is_mark(self.at, '#') && self.group(self.at + 1, Delimiter::Bracket).is_some()
    }

    /// The gap before this token.
    fn gap(&self, at: usize) -> Gap {
        let start = if at == 0 { 0 } else { self.ranges[at - 1].end };
        let end = self.ranges.get(at).map_or(self.text.len(), |range| range.start);
        // All tokens of a doc comment are at the same place.
        if start <= end { gap(&self.text[start..end]) } else { Gap::default() }
    }

    fn comments(&self, range: &Range<usize>) -> Comments {
        let [first, end] = [range.start, range.end].map(|byte| self.comments.partition_point(|&at| at < byte));
        match self.comments[first..end].last() {
            None => Comments::None,
            Some(&last) if comments::end_in_line(&self.text[last..range.end]) => Comments::AtEnd,
            Some(_) => Comments::Some,
        }
    }

    fn has_comments(&self, range: &Range<usize>) -> bool {
        self.comments(range) != Comments::None
    }

    /// Whether there are comments between these tokens, apart from those within delimiters.
    fn has_comments_between(&self, first: usize, last: usize) -> bool {
        (first + 1..last).any(|at| self.has_comments(&(self.ranges[at - 1].end..self.ranges[at].start)))
    }

    /// The next tokens, as a part of the text that stays on one line.
    fn take(&mut self, count: usize) -> Option<Code> {
        let first = self.at;
        if count == 0 || first + count > self.tokens.len() {
            return None;
        }
        self.at += count;
        Some(self.code(first, self.at, WHOLE).settled(self.text))
    }

    fn bytes(&self, first: usize, last: usize) -> Range<usize> {
        self.ranges[first].start..self.ranges[last - 1].end
    }

    fn code(&self, first: usize, last: usize, limits: Limits) -> Code {
        let range = self.bytes(first, last);
        Code::new(range.clone(), self.comments(&range), &self.tokens[first..last], limits)
    }

    /// A part of the text that stays unchanged.
    fn kept(&self, range: Range<usize>) -> Code {
        let comments = self.comments(&range);
        Code { range, comments, line: None, text: None, indent: None, is_asked: false }.settled(self.text)
    }

    /// Attributes on one line, if rustfmt would keep each on one.
    fn attributes(&self, first: usize, last: usize) -> Code {
        let line = |at: usize| {
            // A doc comment is an attribute, too.
            let group = self
                .group(at + 1, Delimiter::Bracket)
                .filter(|_| self.text[self.ranges[at].start..].starts_with('#'))?;
            let tokens: Vec<TokenTree> = group.stream().into_iter().collect();
            Some(format!("#[{}]", spacing::line(&tokens, self.limits)?))
        };
        let lines: Option<Vec<String>> = (first..last).step_by(2).map(line).collect();
        let range = self.bytes(first, last);
        let comments = self.comments(&range);
        let line = lines.map(|lines| lines.join(" ")).filter(|_| comments == Comments::None);
        Code { range, comments, line, text: None, indent: None, is_asked: false }.settled(self.text)
    }

    /// The code between the delimiters.
    fn inside(&self, group: &Group, at: usize) -> Code {
        let range = self.ranges[at].start + 1..self.ranges[at].end - 1;
        let tokens: Vec<TokenTree> = group.stream().into_iter().collect();
        let mut code = Code::new(range.clone(), self.comments(&range), &tokens, self.limits);
        if let Some(without_comma) = code.line.as_deref().and_then(|line| line.strip_suffix(',')) {
            code.line = Some(without_comma.to_owned());
        }
        code
    }

    fn node(&mut self, node: &ast::Node, has_arm: bool) -> Option<Node> {
        let first = self.at;
        while self.is_attribute() {
            self.at += 2;
        }
        let attributes = (self.at > first).then(|| self.attributes(first, self.at));
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
            Args::List { .. } | Args::Fields(_) => {
                let TokenTree::Group(group) = self.tokens.get(self.at)? else { return None };
                let code = (group.delimiter(), self.inside(group, self.at));
                self.at += 1;
                Some(code)
            }
        };
        let binding = self.binding(node)?;
        let of_lists = [&binding, &attributes].into_iter().flatten().any(|code| code.comments != Comments::None);
        let mut keeps_text = of_lists || self.has_comments_between(first, self.at);
        let mut whole = self.bytes(first, self.at);
        let (mut open, mut children, mut end, mut tail) = (Vec::new(), None, Vec::new(), None);
        if let Some(nodes) = &node.children {
            if !self.is_mark(self.at, '<') {
                return None;
            }
            // With a comment before the `<`, the head keeps its text up to the comment.
            if self.has_comments_between(self.at - 1, self.at + 1) {
                whole.end = self.ranges[self.at].start;
                keeps_text = true;
            }
            self.at += 1;
            let list = self.children(nodes)?;
            (open, children, end) = (list.open, Some(list.children), list.end);
            let before_tail = self.at;
            tail = self.binding(node)?;
            if tail.is_some() && self.has_comments_between(before_tail - 1, before_tail + 1) {
                tail = Some(self.kept(self.ranges[before_tail - 1].end..self.ranges[self.at - 1].end));
            }
        }
        let head = Head { whole: keeps_text.then(|| self.kept(whole)), attributes, arm, name, args, binding };
        let (before, after) = (Vec::new(), Vec::new());
        Some(Node { before, empty_line: false, head, open, children, end, tail, after, line: None })
    }

    /// The arm before the `=>`, which is at `arrow`.
    fn arm(&mut self, arrow: usize) -> Option<Arm> {
        let is_word = |at: &usize, words: &[&str]| match &self.tokens[*at] {
            TokenTree::Ident(name) => words.iter().any(|word| name == word),
            _ => false,
        };
        let is_closure = self.is_mark(self.at, '|') || is_word(&self.at, &["move"]);
        let keyword = match is_closure {
            true => None,
            false if is_word(&self.at, &["if", "while"]) => Some(self.at),
            false => (self.at..arrow).find(|at| is_word(at, &["if"])),
        };
        let Some(at) = keyword else {
            let code = self.code(self.at, arrow, self.limits);
            return Some(Arm { pattern: None, keyword: None, condition: Some(code) });
        };
        let keyword = Some(self.tokens[at].to_string());
        let pattern = self.take(at - self.at);
        self.at = at + 1;
        Some(Arm { pattern, keyword, condition: Some(self.code(self.at, arrow, self.limits)) })
    }

    /// `-> name: Type`, if it comes next. The outer `None` means an unexpected shape.
    fn binding(&mut self, node: &ast::Node) -> Option<Option<Code>> {
        if !self.is_arrow(self.at, '-') {
            return Some(None);
        }
        let binding = node.binding.as_ref()?;
        let ty = binding.ty.as_ref().map_or(0, |ty| 1 + ty.clone().into_iter().count());
        self.take(3 + ty).map(Some)
    }

    /// The children, up to and including the `>`.
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
