//! Writes a tree: each node on one line if it fits, otherwise one child per line.

use proc_macro2::Delimiter;

use super::comments::Comment;
use super::lines::shift;
use super::tree::{Code, Head, Header, Node, Tree};

/// Where a line is broken.
pub struct Printer {
    pub max_width: usize,
    pub out: String,
}

/// The width of the longest line.
pub fn width(text: &str) -> usize {
    text.lines().map(|line| line.chars().count()).max().unwrap_or(0)
}

impl Code {
    /// The text at this indentation.
    fn moved(&self, indent: usize) -> String {
        let by = self.indent.map_or(0, |before| before as isize - indent as isize);
        if by != 0 && self.written().contains('\n') { shift(self.written(), by) } else { self.written().to_owned() }
    }
}

impl Head {
    /// The text before the parentheses of the arguments.
    pub fn before_args(&self) -> String {
        let mut text = String::new();
        if let Some(attributes) = &self.attributes {
            text = attributes.written().to_owned() + " ";
        }
        if let Some(arm) = &self.arm {
            let parts = [&arm.pattern, &arm.condition].map(|part| part.as_ref().map(Code::written));
            let keyword = arm.keyword.as_deref();
            let parts: Vec<&str> = [parts[0], keyword, parts[1]].into_iter().flatten().collect();
            text += &(parts.join(" ") + " => ");
        }
        text + self.name.written()
    }

    /// The head at this indentation.
    fn text(&self, indent: usize) -> String {
        if let Some(whole) = &self.whole {
            return whole.written().to_owned();
        }
        let mut text = self.before_args();
        if let Some((delimiter, args)) = &self.args {
            let args = args.moved(indent);
            text += &match delimiter {
                Delimiter::Brace if args.is_empty() => " {}".to_owned(),
                Delimiter::Brace if args.contains('\n') => format!(" {{{args}}}"),
                Delimiter::Brace => format!(" {{ {args} }}"),
                _ => format!("({args})"),
            };
        }
        if let Some(binding) = &self.binding {
            text += &format!(" {}", binding.written());
        }
        text
    }
}

impl Header {
    /// The width of its last line, including the `=`.
    pub fn width(&self) -> usize {
        self.text(0, usize::MAX).lines().last().unwrap_or_default().chars().count() + 3
    }

    /// The header on one line if it fits, otherwise with one parameter per line.
    fn text(&self, indent: usize, max_width: usize) -> String {
        if let Some(whole) = &self.whole {
            return whole.written().to_owned();
        }
        let rest = self.rest.as_ref().map(|rest| format!(" {}", rest.written())).unwrap_or_default();
        let Some(params) = &self.params else { return self.name.written().to_owned() + &rest };
        let name = self.name.written();
        let line = match &params[..] {
            [] => format!("{name} {{}}{rest}"),
            params => format!("{name} {{ {} }}{rest}", params.join(", ")),
        };
        if indent + width(&line) + 2 <= max_width || params.is_empty() {
            return line;
        }
        let space = " ".repeat(indent);
        let params = params.join(&format!(",\n{space}    "));
        format!("{name} {{\n{space}    {params},\n{space}}}{rest}")
    }
}

impl Node {
    fn indent(&self) -> usize {
        self.head.args.as_ref().and_then(|(_, args)| args.indent).unwrap_or(0)
    }

    fn has_comments(&self) -> bool {
        !(self.before.is_empty() && self.open.is_empty() && self.end.is_empty() && self.after.is_empty())
    }

    /// The node on one line, without its surroundings. The lines of its children must be known.
    fn flat(&self, max_width: usize) -> Option<String> {
        if !self.open.is_empty() || !self.end.is_empty() {
            return None;
        }
        let mut text = self.head.text(self.indent());
        if let Some(children) = &self.children {
            let lines: Option<Vec<&str>> =
                children.iter().map(|child| child.line.as_deref().filter(|_| !child.has_comments())).collect();
            text += &format!(" < {} >", lines?.join(", "));
        }
        if let Some(tail) = &self.tail {
            text += &format!(" {}", tail.written());
        }
        let width = width(&text);
        let fits = width <= max_width && (width <= narrow(max_width) || !self.has_nested_lists());
        // There is no other way to write a node without children.
        ((fits || self.children.is_none()) && !text.contains('\n')).then_some(text)
    }

    /// Whether it has several children, one with a list of its own: nested lists are hard to read on one line.
    fn has_nested_lists(&self) -> bool {
        let children = self.children.as_deref().unwrap_or_default();
        children.len() > 1 && children.iter().any(Node::has_list) || children.iter().any(Node::has_nested_lists)
    }

    fn has_list(&self) -> bool {
        let children = self.children.as_deref().unwrap_or_default();
        children.len() > 1 || children.iter().any(Node::has_list)
    }

    /// Whether it is a leaf with a short name and nothing around it.
    fn is_short(&self) -> bool {
        let is_short = self.line.as_ref().is_some_and(|line| line.len() <= SHORT);
        is_short && self.children.is_none() && !self.empty_line && !self.has_comments()
    }
}

/// The width up to which a line with nested lists is easy to read.
fn narrow(max_width: usize) -> usize {
    max_width * 2 / 3
}

/// The width up to which rustfmt puts several elements of an array on a line.
const SHORT: usize = 10;

/// Decides which nodes are written on one line.
pub fn flatten(node: &mut Node, max_width: usize) {
    node.children.iter_mut().flatten().for_each(|child| flatten(child, max_width));
    node.line = node.flat(max_width);
}

impl Printer {
    /// Writes a node whose line begins with `prefix`, which is still to be written. `suffix` is the width of what
    /// follows.
    pub fn node(&mut self, node: &Node, indent: usize, prefix: &str, suffix: usize) {
        self.out.push_str(prefix);
        if let Some(line) = &node.line
            && (indent + width(prefix) + width(line) + suffix <= self.max_width || node.children.is_none())
        {
            self.out.push_str(line);
            return;
        }
        self.broken(node, indent, width(prefix));
    }

    /// Writes a node over several lines. `before` characters precede it on its line, in addition to the indentation.
    fn broken(&mut self, node: &Node, indent: usize, before: usize) {
        let head = node.head.text(indent);
        self.out.push_str(&head);
        if let Some(children) = &node.children {
            self.out.push_str(" <");
            let before = before + width(&head) + 3;
            if let Some(child) = self.hugged(node, indent, before) {
                self.out.push(' ');
                self.broken(child, indent, before);
                self.out.push_str(" >");
            } else {
                self.list(node, children, indent);
            }
        }
        if let Some(tail) = &node.tail {
            self.out.push(' ');
            self.out.push_str(tail.written());
        }
    }

    /// The only child of a node, if it begins on its parent's line: `forever < sequence <`. A decorator that fits on a
    /// line of its own does not.
    fn hugged<'a>(&self, node: &'a Node, indent: usize, before: usize) -> Option<&'a Node> {
        let [child] = node.children.as_deref()? else { return None };
        let fits = || child.line.as_ref().is_some_and(|line| indent + 4 + width(line) <= self.max_width);
        let is_broken = child.children.as_ref().is_some_and(|children| children.len() > 1 || !fits());
        let comments = child.has_comments() && !(child.before.is_empty() && child.after.is_empty());
        let head = child.head.text(indent);
        let is_simple = node.open.is_empty() && node.end.is_empty() && !comments && !head.contains('\n');
        (is_simple && is_broken && indent + before + width(&head) + 2 <= narrow(self.max_width)).then_some(child)
    }

    fn list(&mut self, node: &Node, children: &[Node], indent: usize) {
        for comment in &node.open {
            self.out.push(' ');
            self.out.push_str(&comment.text);
        }
        self.out.push('\n');
        if children.len() > 1 && children.iter().all(Node::is_short) {
            self.filled(children, indent + 4);
        } else {
            self.children(children, indent + 4);
        }
        self.comments(&node.end, indent + 4, false);
        self.indent(indent);
        self.out.push('>');
    }

    /// Writes as many leaves as fit on each line.
    fn filled(&mut self, children: &[Node], indent: usize) {
        let mut width = self.max_width;
        for line in children.iter().filter_map(|child| child.line.as_deref()) {
            if width + line.len() + 2 > self.max_width {
                if width < self.max_width {
                    self.out.push('\n');
                }
                self.indent(indent);
                width = indent;
            } else {
                self.out.push(' ');
                width += 1;
            }
            self.out.push_str(line);
            self.out.push(',');
            width += line.len() + 1;
        }
        self.out.push('\n');
    }

    /// Writes each child on its own line.
    fn children(&mut self, children: &[Node], indent: usize) {
        for (index, child) in children.iter().enumerate() {
            self.comments(&child.before, indent, index == 0);
            if child.empty_line {
                self.out.push('\n');
            }
            self.indent(indent);
            let comma = if children.len() > 1 { "," } else { "" };
            self.node(child, indent, "", comma.len());
            self.out.push_str(comma);
            for comment in &child.after {
                self.out.push(' ');
                self.out.push_str(&comment.text);
            }
            self.out.push('\n');
        }
    }

    /// Writes comments on their own lines. A list never begins with an empty line.
    pub fn comments(&mut self, comments: &[Comment], indent: usize, is_first: bool) {
        for (index, comment) in comments.iter().enumerate() {
            if comment.after_empty_line && !(is_first && index == 0) {
                self.out.push('\n');
            }
            self.indent(indent);
            self.out.push_str(&comment.text);
            self.out.push('\n');
        }
    }

    pub fn indent(&mut self, indent: usize) {
        self.out.extend(std::iter::repeat_n(' ', indent));
    }
}

/// The content of a `bt!` on one line, if it has neither attributes nor comments.
pub fn line(tree: &Tree) -> Option<String> {
    if !(tree.before.is_empty() && tree.after.is_empty() && tree.root.before.is_empty()) {
        return None;
    }
    let root = tree.root.line.as_deref()?;
    let Some(header) = &tree.header else { return Some(root.to_owned()) };
    if !header.attributes.is_empty() {
        return None;
    }
    let header = header.text(0, usize::MAX);
    (!header.contains('\n')).then(|| format!("{header} = {root}"))
}

/// The content of a `bt!` on lines of its own.
pub fn lines(tree: &Tree, indent: usize, max_width: usize) -> String {
    let mut printer = Printer { max_width, out: String::new() };
    printer.comments(&tree.before, indent, true);
    if tree.empty_line && !tree.before.is_empty() {
        printer.out.push('\n');
    }
    let mut prefix = String::new();
    if let Some(header) = &tree.header {
        for attribute in header.attributes.iter().filter(|_| header.whole.is_none()) {
            printer.indent(indent);
            printer.out.push_str(attribute.written());
            printer.out.push('\n');
        }
        prefix = header.text(indent, max_width) + " =";
    }
    printer.indent(indent);
    let mut at = indent;
    if tree.root.before.is_empty() {
        prefix += if prefix.is_empty() { "" } else { " " };
    } else {
        printer.out.push_str(&prefix);
        printer.out.push('\n');
        prefix.clear();
        at += 4;
        printer.comments(&tree.root.before, at, true);
        if tree.root.empty_line {
            printer.out.push('\n');
        }
        printer.indent(at);
    }
    printer.node(&tree.root, at, &prefix, 0);
    let same_line = tree.after.iter().position(|comment| comment.on_own_line).unwrap_or(tree.after.len());
    for comment in &tree.after[..same_line] {
        printer.out.push(' ');
        printer.out.push_str(&comment.text);
    }
    printer.out.push('\n');
    printer.comments(&tree.after[same_line..], indent, false);
    printer.out
}
