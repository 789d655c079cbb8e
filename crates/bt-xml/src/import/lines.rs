//! The text of a tree, a node a line.

use std::fmt::Write as _;

/// A node with all below it.
#[derive(Clone, Debug, Default)]
pub struct Line {
    pub docs: Vec<String>,
    pub label: Option<String>,
    /// `move_to(goal)`; for an arm of a `switch` `"home" => go_home`.
    pub head: String,
    pub children: Vec<Line>,
    /// The name for what it hands to its child.
    pub after: Option<String>,
    /// The name for its value.
    pub binds: Option<String>,
}

impl Line {
    pub fn new(head: impl Into<String>, children: Vec<Line>) -> Line {
        Line { head: head.into(), children, ..Line::default() }
    }

    pub fn leaf(head: impl Into<String>) -> Line {
        Line::new(head, Vec::new())
    }

    /// The same node with a label, in the place of its own.
    pub fn labelled(mut self, label: Option<String>) -> Line {
        self.label = label.or(self.label);
        self
    }

    /// The text of the node and all below it, from this level on.
    pub fn write(&self, level: usize, text: &mut String) {
        let indent = "    ".repeat(level);
        for line in &self.docs {
            let _ = writeln!(text, "{indent}// {line}");
        }
        let label = self.label.as_ref().map(|label| format!("{label}: ")).unwrap_or_default();
        let _ = write!(text, "{indent}{label}{}", self.head);
        if let Some(name) = &self.after {
            let _ = write!(text, " -> {name}");
        }
        if !self.children.is_empty() {
            *text += " <\n";
            for child in &self.children {
                child.write(level + 1, text);
                *text += ",\n";
            }
            let _ = write!(text, "{indent}>");
        }
        if let Some(name) = &self.binds {
            let _ = write!(text, " -> {name}");
        }
    }
}
