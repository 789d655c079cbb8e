//! Drawings of trees as text, with the active nodes marked.

use core::fmt::{self, Display, Formatter};

use crate::node_info::NodeInfo;
use crate::outline::active::{Search, Walk};
use crate::outline::facts::Facts;
use crate::outline::generated_tree::GeneratedTree;
use crate::tree::Tree;

/// A drawing of a tree in which the active nodes have a star.
///
/// `{}` draws with Unicode, `{:#}` in plain ASCII. A tree that `bt!` declares draws itself: `println!("{alarm}")`.
/// This function also draws an enum of trees.
///
/// ```
/// use bt::bt;
/// use bt::describe::drawing;
///
/// bt! { Alarm(bool) = selector < quiet: guard(|fire| !*fire) < running >, ring: running > }
///
/// let mut alarm = Alarm::new();
/// alarm.tick(&mut true);
/// assert_eq!(drawing(&alarm).to_string(), "\
/// * selector
///   ├── quiet: guard(|fire| !*fire)
///   │   └── running
/// * └── ring: running
/// ");
/// ```
pub fn drawing<T: Tree>(tree: &T) -> impl Display + '_ {
    Drawing(tree)
}

struct Drawing<'t, T>(&'t T);

impl<T: Tree> Display for Drawing<'_, T> {
    fn fmt(&self, formatter: &mut Formatter<'_>) -> fmt::Result {
        draw_tree(self.0, formatter)
    }
}

/// Draws a tree with a star for each active node.
pub fn draw_tree<T: GeneratedTree>(tree: &T, formatter: &mut Formatter<'_>) -> fmt::Result {
    draw_active(tree.__facts(), |search| tree.__first_active(search), formatter)
}

/// The same, where `first` finds the first active leaf.
pub(crate) fn draw_active(
    facts: Facts,
    first: impl Fn(Search<'_>) -> Option<usize>,
    formatter: &mut Formatter<'_>,
) -> fmt::Result {
    let mut walk = Walk::default();
    let mut active = core::iter::from_fn(|| Some(walk.next_own(&facts, &first)?.0)).peekable();
    let mark = |node: &NodeInfo| match active.next_if(|active| active.position == node.position) {
        Some(_) => "* ",
        None => "  ",
    };
    draw(facts, mark, formatter)
}

/// Draws a line for each node, each with a mark before it.
pub(super) fn draw(
    facts: Facts,
    mark: impl FnMut(&NodeInfo) -> &'static str,
    formatter: &mut Formatter<'_>,
) -> fmt::Result {
    let lines = if formatter.alternate() { &ASCII } else { &UNICODE };
    let mut drawer = Drawer { facts, lines, mark, formatter };
    drawer.node(0, None).map(|_| ())
}

/// The marks before a child with siblings below it, before the last child, and before the nodes below either.
struct Lines {
    child: [&'static str; 2],
    below: [&'static str; 2],
}

const UNICODE: Lines = Lines { child: ["├── ", "└── "], below: ["│   ", "    "] };
const ASCII: Lines = Lines { child: ["|-- ", "`-- "], below: ["|   ", "    "] };

/// Whether a child is the last of its siblings, and the same for its parent.
struct Place<'p> {
    above: Option<&'p Place<'p>>,
    is_last: bool,
}

struct Drawer<'d, 'f, M> {
    facts: Facts,
    lines: &'static Lines,
    mark: M,
    formatter: &'d mut Formatter<'f>,
}

impl<M: FnMut(&NodeInfo) -> &'static str> Drawer<'_, '_, M> {
    /// Draws a node and all nodes below it; returns the position after them.
    fn node(&mut self, position: usize, place: Option<&Place<'_>>) -> Result<usize, fmt::Error> {
        let node = self.facts.find(position);
        self.formatter.write_str((self.mark)(&node))?;
        if let Some(place) = place {
            self.trunks(place.above)?;
            self.formatter.write_str(self.lines.child[usize::from(place.is_last)])?;
        }
        writeln!(self.formatter, "{node}")?;
        let mut child = position + 1;
        while child < node.end {
            let is_last = self.facts.find(child).end == node.end;
            child = self.node(child, Some(&Place { above: place, is_last }))?;
        }
        Ok(node.end)
    }

    /// The lines from the parents of a node to their later children.
    fn trunks(&mut self, place: Option<&Place<'_>>) -> fmt::Result {
        let Some(place) = place else { return Ok(()) };
        self.trunks(place.above)?;
        self.formatter.write_str(self.lines.below[usize::from(place.is_last)])
    }
}
