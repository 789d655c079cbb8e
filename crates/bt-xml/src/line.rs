//! The text of a tree, one node per line.

use std::fmt::Write as _;
use std::ops::Range;

/// The element of the file from which a line was made.
#[derive(Clone, Debug, Default)]
pub struct Element {
    /// Its ID.
    pub id: String,
    /// The name of the instance.
    pub name: Option<String>,
    /// Its attributes, in parentheses; empty if there are none.
    pub attributes: String,
    /// The elements of the subtrees of which it is the root, outermost first.
    pub subtrees: Vec<String>,
}

/// A node and its descendants.
#[derive(Clone, Debug, Default)]
pub struct Line {
    pub docs: Vec<String>,
    /// The pattern of an arm of a `switch`.
    pub arm: Option<String>,
    pub label: Option<String>,
    /// `move_to(goal)`.
    pub head: String,
    pub children: Vec<Line>,
    /// The name of the value that it passes to its child.
    pub after: Option<String>,
    /// The name of its own value.
    pub binds: Option<String>,
    /// The place of the node in the file.
    pub at: Option<Range<usize>>,
    /// Its element in the file, unless the line is only a helper for such a node.
    pub element: Option<Element>,
}

impl Line {
    pub fn new(head: impl Into<String>, children: Vec<Line>) -> Line {
        Line { head: head.into(), children, ..Line::default() }
    }

    pub fn leaf(head: impl Into<String>) -> Line {
        Line::new(head, Vec::new())
    }

    /// Sets the place of the node.
    pub fn at(mut self, at: &Range<usize>) -> Line {
        self.at = Some(at.clone());
        self
    }

    /// Wraps it in an `unchecked`, which takes its position in the tree.
    pub fn unchecked(&mut self) {
        *self = Line {
            docs: std::mem::take(&mut self.docs),
            arm: self.arm.take(),
            binds: self.binds.take(),
            at: self.at.clone(),
            ..Line::new("unchecked", vec![std::mem::take(self)])
        };
    }

    /// Replaces the label.
    pub fn labelled(mut self, label: Option<String>) -> Line {
        self.label = label.or(self.label);
        self
    }

    /// Writes the node and its descendants, indented by `level`. Adds the start of each node in the text to `starts`.
    pub fn write(&self, level: usize, text: &mut String, starts: &mut Vec<usize>) {
        let indent = "    ".repeat(level);
        for line in &self.docs {
            let _ = writeln!(text, "{indent}// {line}");
        }
        starts.push(text.len());
        let arm = self.arm.as_ref().map(|pattern| format!("{pattern} => ")).unwrap_or_default();
        let label = self.label.as_ref().map(|label| format!("{label}: ")).unwrap_or_default();
        let _ = write!(text, "{indent}{arm}{label}{}", self.head);
        if let Some(name) = &self.after {
            let _ = write!(text, " -> {name}");
        }
        if !self.children.is_empty() {
            *text += " <\n";
            for child in &self.children {
                child.write(level + 1, text, starts);
                *text += ",\n";
            }
            let _ = write!(text, "{indent}>");
        }
        if let Some(name) = &self.binds {
            let _ = write!(text, " -> {name}");
        }
    }
}
