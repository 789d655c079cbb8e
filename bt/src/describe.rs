//! Descriptions of the nodes of a tree, as they are declared.
//!
//! A tree's method `active` gives them, and [`NodeEvent::node`](crate::NodeEvent::node) does.

/// The sort of a node: whether it has children.
///
/// ```
/// use bt::bt;
/// use bt::describe::NodeKind;
///
/// bt! { Nod(()) = forever < sequence < running > > }
/// let mut nod = Nod::new();
/// nod.tick(&mut ());
/// let kinds: Vec<NodeKind> = nod.active().map(|node| node.kind).collect();
/// assert_eq!(kinds, [NodeKind::Decorator, NodeKind::Composite, NodeKind::Leaf]);
/// ```
///
/// With the feature `serde` it can be saved.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub enum NodeKind {
    /// It has children, and decides which of them run.
    Composite,
    /// It has one child, and changes its result or when it runs.
    Decorator,
    /// It has no children: it asks or acts.
    Leaf,
}

/// The description of one node of a tree, as it is declared.
///
/// ```
/// use bt::bt;
///
/// bt! { Doze(()) = sequence < dream: wait(1.5) > }
/// let mut doze = Doze::new();
/// doze.tick_for(1.0, &mut ());
/// let dream = doze.active().last().expect("it is running");
/// assert_eq!((dream.label, dream.name, dream.args, dream.depth), (Some("dream"), "wait", "(1.5)", 1));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct NodeInfo {
    /// Whether it is a composite, a decorator or a leaf.
    pub kind: NodeKind,
    /// Its label, if it has one.
    pub label: Option<&'static str>,
    /// Its name as it is written in the tree.
    pub name: &'static str,
    /// Its arguments as they are written, with their parentheses; empty if there are none.
    pub args: &'static str,
    /// The number of its parents up to the root.
    pub depth: usize,
    /// The line of its name in the source file, counted from 1.
    pub line: usize,
    /// The column of its name in the source file, counted from 1.
    pub column: usize,
}

impl NodeInfo {
    /// A node as generated code describes it: `2 Leaf title: name\t12:5\t(3.0)`, the title only if it has a label.
    pub(crate) fn from_line(line: &'static str) -> Self {
        let mut fields = line.split('\t');
        let mut field = || fields.next().unwrap_or_default();
        let (shape, source, args) = (field(), field(), field());
        let mut shape = shape.splitn(3, ' ');
        let (depth, kind, name) = (shape.next(), shape.next(), shape.next().unwrap_or_default());
        let (label, name) = name.split_once(": ").map_or((None, name), |(label, name)| (Some(label), name));
        let number = |text: Option<&str>| text.and_then(|text| text.parse().ok()).unwrap_or_default();
        let kind = match kind {
            Some("Composite") => NodeKind::Composite,
            Some("Decorator") => NodeKind::Decorator,
            _ => NodeKind::Leaf,
        };
        let (line, column) = source.split_once(':').unwrap_or_default();
        NodeInfo {
            kind,
            label,
            name,
            args,
            depth: number(depth),
            line: number(Some(line)),
            column: number(Some(column)),
        }
    }

    /// Its label if it has one, else its name.
    ///
    /// ```
    /// bt::bt! { Doze(()) = sequence < dream: running > }
    /// let mut doze = Doze::new();
    /// doze.tick(&mut ());
    /// assert_eq!(doze.active().map(|node| node.title()).collect::<Vec<_>>(), ["sequence", "dream"]);
    /// ```
    pub const fn title(&self) -> &'static str {
        match self.label {
            Some(label) => label,
            None => self.name,
        }
    }
}
