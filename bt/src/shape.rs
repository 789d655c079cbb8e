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
    /// A node as generated code describes it: `2 Leaf title: name\t12:5\t(3.0)`, the title only if it has a label.
    pub(crate) fn from_line(line: &'static str) -> Self {
        let mut fields = line.split('\t');
        let mut field = || fields.next().unwrap_or_default();
        let (shape, place, args) = (field(), field(), field());
        let mut shape = shape.splitn(3, ' ');
        let (depth, kind, name) = (shape.next(), shape.next(), shape.next().unwrap_or_default());
        let (label, name) = name.split_once(": ").map_or((None, name), |(label, name)| (Some(label), name));
        let number = |text: Option<&str>| text.and_then(|text| text.parse().ok()).unwrap_or_default();
        let kind = match kind {
            Some("Composite") => Kind::Composite,
            Some("Decorator") => Kind::Decorator,
            _ => Kind::Leaf,
        };
        let (line, column) = place.split_once(':').unwrap_or_default();
        Node { kind, label, name, args, depth: number(depth), line: number(Some(line)), column: number(Some(column)) }
    }

    /// Its label if it has one, else its name.
    pub const fn title(&self) -> &'static str {
        match self.label {
            Some(label) => label,
            None => self.name,
        }
    }
}
