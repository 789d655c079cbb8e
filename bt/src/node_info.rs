//! `NodeInfo`: one node of a tree, as declared.

/// The category of a node.
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
    /// A node with children, which decides which of them run.
    Composite,
    /// A node with one child, which changes the child's result, or when the child runs.
    Decorator,
    /// A node without children: a condition or an action.
    Leaf,
}

/// One node of a tree, as declared.
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
/// assert_eq!((doze.parent, doze.end, doze.file), (Some(0), 3, file!()));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct NodeInfo {
    /// Its position in the whole tree: nodes are numbered from 0 in pre-order, with those of subtrees written out.
    pub position: usize,
    /// Whether it is a composite, a decorator or a leaf.
    pub kind: NodeKind,
    /// Its label, if it has one. For the root of a subtree without a label, the name of the subtree as written.
    pub label: Option<&'static str>,
    /// Its name as written in the tree.
    pub name: &'static str,
    /// What follows its name, on one line and without comments: its type arguments, its arguments, with the parentheses
    /// or braces around them, and the names that it binds, as in `::<Wolf>(3) -> prey` or ` { speed: 1.0 }`.
    pub args: &'static str,
    /// The pattern or condition before its `=>`, on one line, if it is a child of a `switch` or a `priority`, with the
    /// `if` or `while` before the condition; otherwise empty.
    pub arm: &'static str,
    /// The parameters of the tree, as written without the braces, if it is the root of the tree or of a subtree: for
    /// `Wander(Npc) { centre: Vec2, radius: f32 }`, that is `centre: Vec2, radius: f32`. Otherwise empty.
    pub params: &'static str,
    /// The number of its ancestors: 0 for the root.
    pub depth: usize,
    /// The position of its parent; `None` for the root.
    pub parent: Option<usize>,
    /// The position after the last node below it. A leaf has no node below it, so its `end` is `position + 1`.
    /// [`Description::children`](crate::describe::Description::children) lists the children.
    pub end: usize,
    /// The source file in which its tree is declared, as [`file!`] writes it. For a live tree, the name of its text.
    pub file: &'static str,
    /// The line of its name in the source file, from 1; 0 if it is not known, as in some live trees.
    pub line: usize,
    /// The column of its name in the source file, in characters from 1; 0 if it is not known.
    pub column: usize,
    /// In how many trees of [`dynamic`](crate::nodes::dynamic) nodes it is: 0 for a node of the tree itself. For the
    /// others, `position`, `parent` and `end` count in their own tree, and `depth` in the whole one.
    pub nested: usize,
}

impl NodeInfo {
    /// The depth in the line of a node.
    pub(crate) fn depth_of(line: &str) -> usize {
        line.split(' ').next().and_then(|depth| depth.parse().ok()).unwrap_or_default()
    }

    /// Parses the line with which generated code describes a node, without what depends on other nodes: `2 Leaf title:
    /// name\t12:5\t(3.0)`. The title is there only if the node has a label. The pattern of an arm follows after another
    /// tab.
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
            params: "",
            depth: number(depth),
            parent: None,
            end: 0,
            file: "",
            line: number(Some(line)),
            column: number(Some(column)),
            nested: 0,
        }
    }

    /// Its label, or its name if it has none.
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

/// As written in the tree, without children: `label: name(args) -> prey`, or `pattern => label: name(args)`.
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
