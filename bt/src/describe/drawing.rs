//! Drawings of trees as text, with the active nodes marked.

use core::cell::{Cell, RefCell};
use core::fmt::{self, Display, Formatter};

use crate::node_info::NodeInfo;
use crate::outline::active::{HasNodes, Search, Visit, Walk};
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

/// Draws a tree with a star for each active node. A tree that an active leaf holds is drawn below that leaf.
pub fn draw_tree<T: GeneratedTree>(tree: &T, formatter: &mut Formatter<'_>) -> fmt::Result {
    draw_active(tree.__facts(), |search| tree.__first_active(search), None, formatter)
}

/// The same for any tree.
pub(crate) fn draw_nodes(tree: &dyn HasNodes, formatter: &mut Formatter<'_>) -> fmt::Result {
    draw_held(tree, None, formatter)
}

/// The same for a tree that the leaf at a place holds.
fn draw_held(tree: &dyn HasNodes, place: Option<&Place<'_>>, formatter: &mut Formatter<'_>) -> fmt::Result {
    draw_active(tree.facts(), |search| tree.first_active(search), place, formatter)
}

/// Draws a tree at a place, where `first` finds the first active leaf.
fn draw_active(
    facts: Facts,
    first: impl Fn(Search<'_>) -> Option<usize>,
    place: Option<&Place<'_>>,
    formatter: &mut Formatter<'_>,
) -> fmt::Result {
    let mut walk = Walk::default();
    let mut active = core::iter::from_fn(|| Some(walk.next_own(&facts, &first)?.0)).peekable();
    let mark = |node: &NodeInfo| Some(active.next_if(|active| active.position == node.position).is_some());
    let held = |position: usize, visit: Visit<'_>| _ = first(Search::held_at(position, visit));
    let lines = Lines::of(formatter);
    Drawer { facts, lines, mark, held, formatter }.node(0, place).map(|_| ())
}

/// Draws a line for each node.
pub(super) fn draw(facts: Facts, formatter: &mut Formatter<'_>) -> fmt::Result {
    let lines = Lines::of(formatter);
    Drawer { facts, lines, mark: |_: &NodeInfo| None, held: |_: usize, _: Visit<'_>| {}, formatter }
        .node(0, None)
        .map(|_| ())
}

/// The marks before a child with siblings below it, before the last child, and before the nodes below either.
struct Lines {
    child: [&'static str; 2],
    below: [&'static str; 2],
}

const UNICODE: Lines = Lines { child: ["├── ", "└── "], below: ["│   ", "    "] };
const ASCII: Lines = Lines { child: ["|-- ", "`-- "], below: ["|   ", "    "] };

impl Lines {
    fn of(formatter: &Formatter<'_>) -> &'static Lines {
        if formatter.alternate() { &ASCII } else { &UNICODE }
    }
}

/// Whether a child is the last of its siblings, and the same for its parent.
struct Place<'p> {
    above: Option<&'p Place<'p>>,
    is_last: bool,
}

struct Drawer<'d, 'f, M, H> {
    facts: Facts,
    lines: &'static Lines,
    /// Whether a node is active; `None` if the tree has no state.
    mark: M,
    /// Calls a function with the tree that an active leaf holds, if it holds one.
    held: H,
    formatter: &'d mut Formatter<'f>,
}

impl<M: FnMut(&NodeInfo) -> Option<bool>, H: Fn(usize, Visit<'_>)> Drawer<'_, '_, M, H> {
    /// Draws a node and all nodes below it; returns the position after them.
    fn node(&mut self, position: usize, place: Option<&Place<'_>>) -> Result<usize, fmt::Error> {
        let node = self.facts.find(position);
        let is_active = (self.mark)(&node);
        self.formatter.write_str(is_active.map_or("", |is_active| if is_active { "* " } else { "  " }))?;
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
        if is_active == Some(true) && node.end == position + 1 && self.facts.holds() {
            self.held_tree(position, &Place { above: place, is_last: true })?;
        }
        Ok(node.end)
    }

    /// Draws the tree that the leaf at a position holds, if it holds one.
    fn held_tree(&mut self, position: usize, place: &Place<'_>) -> fmt::Result {
        let (formatter, drawn) = (RefCell::new(&mut *self.formatter), Cell::new(Ok(())));
        (self.held)(position, &|tree| drawn.set(draw_held(tree, Some(place), &mut formatter.borrow_mut())));
        drawn.get()
    }

    /// The lines from the parents of a node to their later children.
    fn trunks(&mut self, place: Option<&Place<'_>>) -> fmt::Result {
        let Some(place) = place else { return Ok(()) };
        self.trunks(place.above)?;
        self.formatter.write_str(self.lines.below[usize::from(place.is_last)])
    }
}
