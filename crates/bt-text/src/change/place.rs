//! A node of a text and its surroundings: turns each change into edits.

use bt_compiler::tree::nodes;

use super::list::{List, indent_at};
use super::written::{
    after_label, closed, flush, indented, is_name, nodes_of, one_argument, one_node, with_line_ends, without_labels,
};
use super::{Change, Changed, fit, kinds};
use crate::edits::{Edits, edited, moved};
use crate::lex::Kind;
use crate::syntax::{Bytes, Node};
use crate::text::{At, Text};

pub struct Place<'t> {
    text: &'t Text,
    at: At,
    /// The nodes from the root to this one.
    path: Vec<&'t Node>,
    node: &'t Node,
}

/// Edits, and the first byte of the changed node in the new text.
type Made = Result<(Edits, usize), String>;

impl<'t> Place<'t> {
    pub fn new(text: &'t Text, at: At) -> Result<Self, String> {
        let path = text.path(at).ok_or("this node is not in the file")?;
        let node = *path.last().ok_or("this node is not in the file")?;
        if node.name.is_empty() {
            return Err("this node is half typed".to_owned());
        }
        Ok(Place { text, at, path, node })
    }

    /// The list that must be broken into lines to make room for the change: the node that has it.
    pub fn list_to_break(&self, change: &Change) -> Result<Option<At>, String> {
        let (parent, new) = match change {
            Change::Insert { text, .. } => (self.node, text.clone()),
            Change::After { text } => (self.parent()?, text.clone()),
            Change::Paste { text } => (self.parent().unwrap_or(self.node), text.clone()),
            Change::Duplicate => (self.parent()?, self.whole().to_owned()),
            Change::Out => (self.around(1)?, self.whole().to_owned()),
            Change::In => (self.sibling_before()?, self.whole().to_owned()),
            Change::Move { tree, parent, .. } => (self.other(*tree, *parent)?, self.whole().to_owned()),
            Change::Unwrap if self.path.len() > 1 && self.node.nodes().len() > 1 => {
                (self.parent()?, self.whole().to_owned())
            }
            _ => return Ok(None),
        };
        let at = || At { node: self.number(self.tree_after(change), parent), tree: self.tree_after(change) };
        Ok(List::new(self.text, parent).must_break(&new).then(at))
    }

    /// The nodes of a text to be pasted here.
    pub fn nodes_to_paste(&self, text: &str) -> Result<Vec<String>, String> {
        nodes_of(text, self.name(self.parent().unwrap_or(self.node)))
    }

    pub fn change(&self, change: &Change) -> Result<Changed, String> {
        let (edits, at) = match change {
            Change::Argument { index, text } => self.argument(*index, text),
            Change::Label { name } => self.label(name),
            Change::Kind { name } => self.kind(name),
            Change::Delete => self.delete(),
            Change::Duplicate => {
                let copy = without_labels(self.whole(), self.name(self.parent()?), &|_| true);
                self.insert(self.parent()?, self.index()? + 1, &self.unindented(&copy, self.node.whole().start))
            }
            Change::Up => {
                let index = self.index()?.checked_sub(1).ok_or("this is the first child of its parent")?;
                self.moved_to(self.parent()?, index)
            }
            Change::Down => {
                let (parent, index) = (self.parent()?, self.index()?);
                if index + 1 == parent.nodes().len() {
                    return Err("this is the last child of its parent".to_owned());
                }
                self.moved_to(parent, index + 2)
            }
            Change::Out => {
                let (parent, around) = (self.parent()?, self.around(1)?);
                self.moved_to(around, index_of(around, parent) + 1)
            }
            Change::In => {
                let before = self.sibling_before()?;
                self.moved_to(before, before.nodes().len())
            }
            Change::Move { tree, parent, index } => self.moved_to(self.other(*tree, *parent)?, *index),
            Change::Wrap { wrapper } => self.wrap(wrapper),
            Change::Unwrap => self.unwrap(),
            Change::Insert { index, text } => {
                self.insert(self.node, *index, &flush(&one_node(text, self.name(self.node))?))
            }
            Change::After { text } => {
                let parent = self.parent()?;
                self.insert(parent, self.index()? + 1, &flush(&one_node(text, self.name(parent))?))
            }
            Change::Paste { text } => {
                let parent = self.parent().unwrap_or(self.node);
                let index = self.index().map_or(parent.nodes().len(), |index| index + 1);
                let text = one_node(text, self.name(parent))?;
                let text = without_labels(&text, self.name(parent), &|label| self.has_label(label));
                self.insert(parent, index, &flush(&text))
            }
            Change::Replace { text } => self.replace(text),
            Change::Extract | Change::Inline | Change::Siblings { .. } => {
                Err("this is not a change of one place".to_owned())
            }
        }?;
        let tree = self.tree_after(change);
        let (new, at) = fit::fitted(self.text.edited(&edits), tree, changed(&edits), at);
        let node = new.node_from(tree, at).ok_or("the tree could not be read after the change")?;
        Ok(Changed { text: new.text().to_owned(), at: At { tree, node } })
    }

    fn name(&self, node: &Node) -> &'t str {
        self.text.slice(&node.name)
    }

    /// The text of the node, including the arm before its `=>`.
    fn whole(&self) -> &'t str {
        self.text.slice(&self.node.whole())
    }

    /// The node that is this many levels above the parent.
    fn around(&self, levels: usize) -> Result<&'t Node, String> {
        let index = self.path.len().checked_sub(2 + levels);
        let why = if levels == 0 { "the root has no parent" } else { "its parent is the root" };
        index.map(|index| self.path[index]).ok_or_else(|| why.to_owned())
    }

    fn parent(&self) -> Result<&'t Node, String> {
        self.around(0)
    }

    /// The index of the node among its siblings.
    fn index(&self) -> Result<usize, String> {
        Ok(index_of(self.parent()?, self.node))
    }

    fn sibling_before(&self) -> Result<&'t Node, String> {
        let before = self.index()?.checked_sub(1).ok_or("there is no node before it")?;
        Ok(&self.parent()?.nodes()[before])
    }

    /// The tree that contains the node after a change.
    fn tree_after(&self, change: &Change) -> usize {
        match change {
            Change::Move { tree: Some(tree), .. } => *tree,
            _ => self.at.tree,
        }
    }

    /// A node of this tree, or of another one.
    fn other(&self, tree: Option<usize>, node: usize) -> Result<&'t Node, String> {
        self.text
            .path(At { node, tree: tree.unwrap_or(self.at.tree) })
            .and_then(|path| path.last().copied())
            .ok_or("no such node".to_owned())
    }

    fn number(&self, tree: usize, node: &Node) -> usize {
        self.text.trees()[tree].number_of(node).unwrap_or(0)
    }

    /// Whether a node of its tree has this label.
    fn has_label(&self, label: &str) -> bool {
        self.text.has_label(&self.text.trees()[self.at.tree], label)
    }

    fn argument(&self, index: usize, text: &str) -> Made {
        let args = self.node.args.as_ref().and_then(|args| args.values.get(index));
        let range = args.ok_or("this node has no such argument")?.clone();
        let new = with_line_ends(&one_argument(text)?, self.text.line_end());
        Ok((vec![(range, new)], self.node.whole().start))
    }

    fn label(&self, name: &str) -> Made {
        let edit = match (&self.node.label, name) {
            (None, "") => return Err("this node has no label".to_owned()),
            (Some(label), "") => (label.start..after_label(self.text.text(), label.end), String::new()),
            (_, name) if !is_name(name) => return Err(format!("`{name}` cannot be a label")),
            (Some(label), name) => (label.clone(), name.to_owned()),
            (None, name) => (self.node.range.start..self.node.range.start, format!("{name}: ")),
        };
        Ok((vec![edit], self.node.whole().start))
    }

    fn kind(&self, name: &str) -> Made {
        let (old, args) = (self.name(self.node), self.node.args.as_ref());
        let written = args.map_or("", |args| self.text.slice(&args.range));
        let new = kinds::renamed(old, written, name).ok_or_else(|| format!("`{name}` is not a built-in node"))?;
        let end = self.node.head().end;
        // The unchanged part is not written again.
        let kept = if new.strip_prefix(name) == Some(written) { self.node.name.end } else { end };
        let new = if kept == end { new } else { name.to_owned() };
        Ok((vec![(self.node.name.start..kept, new)], self.node.whole().start))
    }

    fn delete(&self) -> Made {
        let (parent, index) = (self.parent()?, self.index()?);
        let list = List::new(self.text, parent);
        Ok((list.remove(index, false), parent.whole().start))
    }

    fn insert(&self, parent: &Node, index: usize, new: &str) -> Made {
        let index = index.min(parent.nodes().len());
        let (range, written, begins) = List::new(self.text, parent).insert(index, new);
        let at = range.start + begins;
        Ok((vec![(range, written)], at))
    }

    fn moved_to(&self, to: &'t Node, index: usize) -> Made {
        let (from, own) = (self.parent()?, self.index()?);
        let inside = self.node.whole();
        if inside.start <= to.whole().start && to.whole().end <= inside.end {
            return Err("a node cannot be moved into itself".to_owned());
        }
        let index = index.min(to.nodes().len());
        if std::ptr::eq(from, to) && (index == own || index == own + 1) {
            return Err("it is already there".to_owned());
        }
        let (range, text) = List::new(self.text, from).taken(own);
        // An arm before a `=>` belongs to the parent.
        let takes_arm = nodes::find(self.name(to)).is_some_and(|builtin| builtin.children.have_arms());
        let text = match &self.node.arm {
            Some(_) if !takes_arm => {
                let comments = &self.text.text()[range.start..self.node.whole().start];
                format!("{comments}{}", self.text.slice(&self.node.range))
            }
            _ => text.to_owned(),
        };
        let text = self.unindented(&text, range.start);
        let (at, written, begins) = List::new(self.text, to).insert(index, &text);
        let mut edits = List::new(self.text, from).remove(own, true);
        let start = moved(at.start, &edits) + begins;
        edits.push((at, written));
        // The node begins after the comments that belong to it.
        let new = edited(self.text.text(), &(0..self.text.text().len()), &edits);
        Ok((edits, code_from(&new, start)))
    }

    /// The text without the indentation of its first line.
    fn unindented(&self, text: &str, start: usize) -> String {
        indented(text, indent_at(self.text.text(), start), "", "\n")
    }

    fn wrap(&self, wrapper: &str) -> Made {
        let wrapper = one_node(wrapper, "")?;
        Ok((wrapped(self.text.text(), self.node, &wrapper), self.node.whole().start))
    }

    fn unwrap(&self) -> Made {
        let nodes = self.node.nodes();
        let (Some(children), [first, .., last] | [first @ last]) = (&self.node.children, nodes) else {
            return Err("this node has no children".to_owned());
        };
        if nodes.len() > 1 && self.path.len() < 2 {
            return Err("the root of a tree is one node".to_owned());
        }
        if nodes.len() > 1 && first.arm.is_some() {
            return Err("its children have conditions that belong to it".to_owned());
        }
        let text = self.text.text();
        let list = List::new(self.text, self.node);
        // Takes the comments between the children along, but not those that belong to the list.
        let start = if nodes.len() == 1 { first.range.start } else { list.taken(0).0.start };
        let mut end = last.range.end;
        if let Some(comment) = self.comment_before(children.range.end - 1, end) {
            end = comment;
        }
        let mut inner = text[start..end].to_owned();
        if let Some(comma) = self.comma_between(last.range.end, end) {
            inner.replace_range(comma - start..comma - start + 1, "");
        }
        // The binding of the node moves to its only child.
        let is_item = || nodes::find(self.name(self.node)).is_some_and(|builtin| builtin.binds_item());
        let keeps_binding = nodes.len() == 1 && first.binding.is_none() && !is_item();
        let range = self.node.range.start..if keeps_binding { children.range.end } else { self.node.range.end };
        let own = indent_at(text, self.node.whole().start);
        let inner = indented(&closed(&inner), indent_at(text, start), own, self.text.line_end());
        let begins = self.node.range.start + comment_bytes(&inner);
        let at = if nodes.len() == 1 { self.node.whole().start } else { begins };
        Ok((vec![(range, inner)], at))
    }

    /// The end of the last comment between the last child and the `>`.
    fn comment_before(&self, close: usize, from: usize) -> Option<usize> {
        let is = |kind: Kind| matches!(kind, Kind::Comment | Kind::Doc);
        let inside = |token: &&crate::lex::Token| from <= token.start && token.end <= close && is(token.kind);
        self.text.tokens().iter().rfind(inside).map(|token| token.end)
    }

    fn comma_between(&self, from: usize, end: usize) -> Option<usize> {
        let tokens = self.text.tokens().iter();
        tokens
            .clone()
            .find(|token| token.start >= from && token.end <= end && self.text.slice(&token.range()) == ",")
            .map(|token| token.start)
    }

    fn replace(&self, new: &str) -> Made {
        let parent = if self.path.len() > 1 { self.name(self.parent()?) } else { "" };
        let new = one_node(new, parent)?;
        let at = self.node.whole();
        let new = with_line_ends(&new, self.text.line_end());
        let begins = at.start + comment_bytes(&new);
        Ok((vec![(at, new)], begins))
    }
}

/// A node without its binding, and the binding. It moves to the surrounding node, so the name can still be used.
pub fn split(text: &str, node: &Node) -> (String, String) {
    let is_item = nodes::find(&text[node.name.clone()]).is_some_and(|builtin| builtin.binds_item());
    let Some(binding) = node.binding.as_ref().filter(|_| !is_item) else {
        return (text[node.range.clone()].to_owned(), String::new());
    };
    let before = text[node.range.start..binding.range.start].trim_end();
    let after = &text[binding.range.end..node.range.end];
    (format!("{before}{after}"), format!(" {}", &text[binding.range.clone()]))
}

/// Wraps a node in another one. The binding moves to the wrapper, so the name can still be used.
pub fn wrapped(text: &str, node: &Node, wrapper: &str) -> Edits {
    match split(text, node) {
        (_, binding) if binding.is_empty() => {
            let (start, end) = (node.range.start, node.range.end);
            vec![(start..start, format!("{wrapper} < ")), (end..end, " >".to_owned())]
        }
        (inner, binding) => vec![(node.range.clone(), format!("{wrapper} < {inner} >{binding}"))],
    }
}

fn index_of(parent: &Node, node: &Node) -> usize {
    parent.index_of(node).unwrap_or(0)
}

/// How many bytes of comments and space begin a text.
fn comment_bytes(text: &str) -> usize {
    code_from(text, 0)
}

/// The start of the first token from this byte on that a parser would read.
fn code_from(text: &str, from: usize) -> usize {
    let tokens = crate::lex::lex(&text[from..]);
    from + tokens.iter().find(|token| !token.is_trivia()).map_or(0, |token| token.start)
}

/// The part of the new text that the edits changed.
fn changed(edits: &Edits) -> Bytes {
    let start = edits.iter().map(|(range, _)| range.start).min().unwrap_or(0);
    let end = edits.iter().map(|(range, _)| range.end).max().unwrap_or(0);
    let grown: usize = edits.iter().map(|(_, new)| new.len()).sum();
    let shrunk: usize = edits.iter().map(|(range, _)| range.len()).sum();
    start..end + grown - shrunk
}
