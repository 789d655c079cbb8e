//! `NodeInfo`: one node of a tree, as it is declared.

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
/// assert_eq!(dream.to_string(), "dream: wait(1.5)");
///
/// bt! { Night(()) = forever < doze > }
/// let mut night = Night::new();
/// night.tick_for(1.0, &mut ());
/// let doze = night.active().nth(1).expect("it is running");
/// assert_eq!((doze.label, doze.name), (Some("doze"), "sequence"));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct NodeInfo {
    /// Its position in the whole tree: nodes are counted from 0, each before its children, and those of subtrees are
    /// counted in.
    pub position: usize,
    /// Whether it is a composite, a decorator or a leaf.
    pub kind: NodeKind,
    /// Its label, if it has one. The root of a subtree without a label has the name of the subtree here, as it is written.
    pub label: Option<&'static str>,
    /// Its name as it is written in the tree.
    pub name: &'static str,
    /// Its arguments as they are written, with their parentheses; empty if there are none.
    pub args: &'static str,
    /// The pattern or condition before its `=>`, as it is written, if it is a child of a `switch` or a `priority`; else empty.
    pub arm: &'static str,
    /// The number of its parents up to the root.
    pub depth: usize,
    /// The line of its name in the source file, counted from 1.
    pub line: usize,
    /// The column of its name in the source file, counted from 1.
    pub column: usize,
}

impl NodeInfo {
    /// A node as generated code describes it, without its position: `2 Leaf title: name\t12:5\t(3.0)`, the title only if it has a label; and behind another
    /// tab the pattern of an arm.
    pub(crate) fn from_line(line: &'static str) -> Self {
        let mut fields = line.split('\t');
        let mut field = || fields.next().unwrap_or_default();
        let (shape, source, args, arm) = (field(), field(), field(), field());
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
            position: 0,
            kind,
            label,
            name,
            args,
            arm,
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

/// As it is written in the tree, without its children: `label: name(args)`, or `pattern => label: name(args)`.
impl core::fmt::Display for NodeInfo {
    fn fmt(&self, formatter: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        if !self.arm.is_empty() {
            write!(formatter, "{} => ", self.arm)?;
        }
        if let Some(label) = self.label {
            write!(formatter, "{label}: ")?;
        }
        write!(formatter, "{}{}", self.name, self.args)
    }
}
