//! The text of a tree, a node a line.

use std::fmt::Write as _;
use std::ops::Range;

/// The element of the file from which a line was made.
#[derive(Clone, Debug, Default)]
pub struct Element {
    /// Its ID.
    pub id: String,
    /// The name of this instance.
    pub name: Option<String>,
    /// Its attributes, in parentheses; empty if there are none.
    pub attributes: String,
    /// The elements of the subtrees whose root it is, the outer ones first.
    pub subtrees: Vec<String>,
}

/// A node with all below it.
#[derive(Clone, Debug, Default)]
pub struct Line {
    pub docs: Vec<String>,
    /// The pattern of an arm of a `switch`.
    pub arm: Option<String>,
    pub label: Option<String>,
    /// `move_to(goal)`.
    pub head: String,
    pub children: Vec<Line>,
    /// The name for what it hands to its child.
    pub after: Option<String>,
    /// The name for its value.
    pub binds: Option<String>,
    /// The place of the node in the file.
    pub at: Option<Range<usize>>,
    /// Its element in the file, if the line is that node and not one that helps it.
    pub element: Option<Element>,
}

impl Line {
    pub fn new(head: impl Into<String>, children: Vec<Line>) -> Line {
        Line { head: head.into(), children, ..Line::default() }
    }

    pub fn leaf(head: impl Into<String>) -> Line {
        Line::new(head, Vec::new())
    }

    /// This line for the node at this place.
    pub fn at(mut self, at: &Range<usize>) -> Line {
        self.at = Some(at.clone());
        self
    }

    /// Puts it into an `unchecked`, which has its place in the tree.
    pub fn unchecked(&mut self) {
        *self = Line {
            docs: std::mem::take(&mut self.docs),
            arm: self.arm.take(),
            binds: self.binds.take(),
            at: self.at.clone(),
            ..Line::new("unchecked", vec![std::mem::take(self)])
        };
    }

    /// This node with a label, in the place of its own.
    pub fn labelled(mut self, label: Option<String>) -> Line {
        self.label = label.or(self.label);
        self
    }

    /// The text of the node and all below it, from this level on. `starts` gets the place in the text of each node.
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
