//! The constant description of a tree.

/// What sort of node a [`Node`] is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Kind {
    /// It has children, among which it chooses.
    Composite,
    /// It has one child, whose result or time it changes.
    Decorator,
    /// It has no children: it asks or acts.
    Leaf,
}

/// The description of one node of a tree, as it is declared.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Node {
    /// What sort of node it is.
    pub kind: Kind,
    /// Its label, or nothing.
    pub label: Option<&'static str>,
    /// Its name, as it is written.
    pub name: &'static str,
    /// Its arguments as they are written, with their parentheses; empty if there are none.
    pub args: &'static str,
    /// How many nodes stand above it.
    pub depth: usize,
    /// The line of the source file in which its name stands, counted from 1.
    pub line: usize,
    /// The column in which its name begins, counted from 1.
    pub column: usize,
}

impl Node {
    #[doc(hidden)]
    pub const fn labelled(self, label: &'static str) -> Self {
        Node { label: Some(label), ..self }
    }

    #[doc(hidden)]
    pub const fn with(self, args: &'static str) -> Self {
        Node { args, ..self }
    }

    /// Its label if it has one, else its name.
    pub const fn title(&self) -> &'static str {
        match self.label {
            Some(label) => label,
            None => self.name,
        }
    }
}
