//! Reads nodes.

use bt_compiler::tree::nodes;

use super::reader::Reader;
use super::{Args, Binding, Bytes, Children, Node};

/// Deeper nodes are skipped: no tree is nested this deeply.
const DEEPEST: usize = 200;

impl Reader<'_> {
    /// The root, and whatever follows it.
    pub fn roots(&mut self) -> Vec<Node> {
        self.nodes_of("")
    }

    /// All nodes up to the end of the text, as children of a node with this name.
    pub fn nodes_of(&mut self, parent: &str) -> Vec<Node> {
        let mut roots = Vec::new();
        while !self.is_empty() {
            let from = self.at;
            roots.extend(self.child(parent));
            if self.at == from {
                self.skip();
            }
        }
        roots
    }

    /// A child of a node with this name.
    fn child(&mut self, parent: &str) -> Option<Node> {
        self.attributes();
        let arm = self.arm(parent);
        let mut node = self.node();
        if let (None, Some(arm)) = (&node, &arm) {
            let nothing = arm.end..arm.end;
            node = Some(Node {
                range: nothing.clone(),
                arm: None,
                label: None,
                name: nothing,
                args: None,
                children: None,
                binding: None,
            });
        }
        node.map(|node| Node { arm, ..node })
    }

    /// The arm before `=>`. A child of a `priority` may have no condition.
    fn arm(&mut self, parent: &str) -> Option<Bytes> {
        let children = nodes::find(parent)?.children;
        if !children.have_arms() {
            return None;
        }
        let is_switch = children == nodes::Children::Arms;
        let is_field = self.is_word(0) && self.is(1, ".");
        let begins_condition =
            is_field || self.is(0, "|") || self.is(0, "move") || self.is(0, "if") || self.is(0, "while");
        let mut end = self.end_of_arm(is_switch, begins_condition);
        let has_arrow = self.are_at(end, "=>");
        if !has_arrow {
            end = (self.at..end).find(|&at| self.is_at(at, ">")).unwrap_or(end);
        }
        if !has_arrow && (end == self.at || !(is_switch || begins_condition)) {
            return None;
        }
        let from = self.at;
        self.at = end;
        let arm = self.since(from);
        self.at += if has_arrow { 2 } else { 0 };
        Some(arm)
    }

    /// The index of the `=>` or the comma after a pattern or a condition. In a path, `<` and `>` enclose type
    /// arguments; in a pattern or a closure, they compare. Elsewhere they belong to a node without a condition, whose
    /// children may have arms.
    fn end_of_arm(&self, is_switch: bool, begins_condition: bool) -> usize {
        let compares = is_switch || begins_condition;
        let (mut end, mut generics) = (self.at, 0_usize);
        while end < self.tokens.len() && !self.are_at(end, "=>") {
            let after_path = end >= self.at + 2 && self.are_at(end - 2, "::");
            match () {
                () if self.is_at(end, "<") && after_path => generics += 1,
                () if self.is_at(end, ">") && generics > 0 => generics -= 1,
                () if self.is_at(end, ",") && generics == 0 => break,
                () if (self.is_at(end, "<") || self.is_at(end, ">")) && !compares => break,
                () => {}
            }
            end = self.after(end);
        }
        end
    }

    fn node(&mut self) -> Option<Node> {
        let from = self.at;
        let mut label = None;
        if self.is_word(0) && self.is(1, ":") && !self.are(1, "::") {
            label = Some(self.range());
            self.at += 2;
        }
        let name = self.path();
        if name.is_empty() && !self.is(0, "<") && label.is_none() {
            return None;
        }
        let word = self.text[name.clone()].to_owned();
        let args = self.args();
        let has_children = nodes::find(&word).is_some_and(|builtin| builtin.children != nodes::Children::None);
        let mut binding = self.binding(has_children);
        let children = self.is(0, "<").then(|| self.children(&word));
        if binding.is_none() {
            binding = self.binding(false);
        }
        Some(Node { range: self.since(from), arm: None, label, name, args, children, binding })
    }

    fn path(&mut self) -> Bytes {
        let from = self.at;
        while self.is_word(0) || self.are(0, "::") {
            if self.is_word(0) {
                self.at += 1;
                if !self.are(0, "::") {
                    break;
                }
            }
            self.at += 2;
            if self.is(0, "<") {
                self.at += 1;
                self.ty(|reader| reader.is(0, ">"));
                self.at += usize::from(self.is(0, ">"));
                break;
            }
        }
        self.since(from)
    }

    fn args(&mut self) -> Option<Args> {
        let are_fields = self.opens(0, "{");
        if !are_fields && !self.opens(0, "(") {
            return None;
        }
        let open = self.at;
        let inner = self.inner(open);
        self.skip();
        let (names, values) = self.arg_list(open);
        Some(Args {
            range: self.tokens[open].start..self.since(open).end.max(inner.end),
            inner,
            are_fields,
            names,
            values,
        })
    }

    /// The names of the arguments in the delimiter at this index, and the arguments without names. Commas between the
    /// `|` of a closure do not separate arguments.
    fn arg_list(&self, open: usize) -> (Vec<Bytes>, Vec<Bytes>) {
        let (inner, _) = self.group(open);
        let (mut names, mut values, mut at) = (Vec::new(), Vec::new(), inner.start);
        let is_field = |at: usize| self.is_at(open, "{") && self.is_at(at + 1, ":");
        while at < inner.end {
            let named = self.is_at(at + 1, "=") && !self.are_at(at + 1, "==") && !self.are_at(at + 1, "=>");
            if named {
                names.push(self.tokens[at].range());
            }
            let from = if named || is_field(at) { at + 2 } else { at };
            let bar = at + usize::from(self.is_at(at, "move"));
            if self.is_at(bar, "|") {
                at = (bar + 1..inner.end).find(|&at| self.is_at(at, "|")).unwrap_or(inner.end - 1);
            }
            while at < inner.end && !self.is_at(at, ",") {
                at = self.after_types(at, inner.end);
            }
            // An argument that is not typed yet is empty.
            let end = self.tokens[at.max(from) - 1].end;
            values.push(self.tokens.get(from).filter(|_| from < at).map_or(end, |first| first.start)..end);
            at += 1;
        }
        (names, values)
    }

    /// The index after the token at `at`; for a `<` after `::` or a type name, the index after its `>`.
    fn after_types(&self, at: usize, end: usize) -> usize {
        let is_type = |token: &crate::lex::Token| self.text[token.start..].starts_with(char::is_uppercase);
        if !self.is_at(at, "<") || !(self.are_at(at.saturating_sub(2), "::") || is_type(&self.tokens[at - 1])) {
            return self.after(at);
        }
        let (mut depth, mut next) = (0_usize, at);
        while next < end {
            depth += usize::from(self.is_at(next, "<"));
            depth -= usize::from(self.is_at(next, ">") && !self.are_at(next - 1, "->"));
            next = self.after(next);
            if depth == 0 {
                return next;
            }
        }
        self.after(at)
    }

    fn children(&mut self, parent: &str) -> Children {
        let from = self.at;
        self.at += 1;
        self.depth += 1;
        let mut nodes = Vec::new();
        while !self.is_empty() && !self.is(0, ">") {
            let before = self.at;
            if self.depth < DEEPEST && !self.is(0, ",") {
                nodes.extend(self.child(parent));
            }
            if self.at == before {
                self.skip();
            }
        }
        self.depth -= 1;
        let closed = self.is(0, ">");
        self.at += usize::from(closed);
        Children { range: self.since(from), closed, nodes }
    }

    /// The binding after `->`. If it may precede children, a `<` begins these, and does not belong to the type.
    fn binding(&mut self, before_children: bool) -> Option<Binding> {
        if !self.are(0, "->") {
            return None;
        }
        let from = self.at;
        self.at += 2;
        let mut names = Vec::new();
        if self.opens(0, "(") {
            let (inner, _) = self.group(self.at);
            names.extend(
                inner.filter(|&at| self.tokens[at].kind == crate::lex::Kind::Word).map(|at| self.tokens[at].range()),
            );
            self.skip();
        } else if self.is_word(0) {
            names.push(self.range());
            self.at += 1;
        }
        let ty = self.is(0, ":").then(|| {
            self.at += 1;
            self.ty(|reader| reader.is(0, ",") || reader.is(0, ">") || (before_children && reader.is(0, "<")))
        });
        Some(Binding { range: self.since(from), names, ty })
    }
}
