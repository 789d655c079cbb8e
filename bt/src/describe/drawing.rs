//! Drawings of trees as text, with the active nodes marked.

use core::cell::{Cell, RefCell};
use core::fmt::{self, Display, Formatter};

use crate::node_info::NodeInfo;
use crate::outline::active::{HasNodes, Search};
use crate::outline::facts::{Facts, OwnNodes};
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
    Drawer::new(formatter, Some(&|search| tree.__first_active(search))).tree(&tree.__facts(), None, None)
}

/// Draws the nodes of any tree.
pub(crate) fn draw_nodes(tree: &dyn HasNodes, formatter: &mut Formatter<'_>) -> fmt::Result {
    draw_held(tree, None, formatter)
}

/// Draws the tree that the leaf at a place holds.
fn draw_held(tree: &dyn HasNodes, place: Option<&Place<'_>>, formatter: &mut Formatter<'_>) -> fmt::Result {
    Drawer::new(formatter, Some(&|search| tree.first_active(search))).tree(&tree.facts(), None, place)
}

/// Draws a line for each node. Draws nothing for an enum of trees, which has no nodes: its facts list its variants.
pub(super) fn draw(facts: &Facts, formatter: &mut Formatter<'_>) -> fmt::Result {
    if facts.nodes() == 0 {
        return Ok(());
    }
    Drawer::new(formatter, None).tree(facts, None, None)
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

/// Finds the first active leaf of a tree with a state.
type First<'d> = &'d dyn Fn(Search<'_>) -> Option<usize>;

/// Draws the nodes in order, and reads each line of the facts once: a tree may have thousands of nodes.
struct Drawer<'d, 'f> {
    formatter: &'d mut Formatter<'f>,
    lines: &'static Lines,
    /// `None` if the tree has no state: then no node has a mark.
    first: Option<First<'d>>,
    /// The position of the next node.
    position: usize,
    /// The first active leaf at or after a node before that, if there is one.
    active: Option<usize>,
}

impl<'d, 'f> Drawer<'d, 'f> {
    fn new(formatter: &'d mut Formatter<'f>, first: Option<First<'d>>) -> Self {
        Drawer { lines: Lines::of(formatter), formatter, first, position: 0, active: Some(0) }
    }

    /// Draws the nodes of a tree. The root of a subtree gets the label and the arm of `stand_in`, the node that uses
    /// the subtree.
    fn tree(&mut self, facts: &Facts, stand_in: Option<&NodeInfo>, place: Option<&Place<'_>>) -> fmt::Result {
        self.node(facts, &mut facts.own_nodes(), stand_in, place)
    }

    /// Draws the next node of a tree and all nodes below it.
    fn node(
        &mut self,
        facts: &Facts,
        rest: &mut OwnNodes,
        stand_in: Option<&NodeInfo>,
        place: Option<&Place<'_>>,
    ) -> fmt::Result {
        let Some((index, line)) = rest.next() else { return Ok(()) };
        let mut node = NodeInfo::from_line(line);
        if let Some(stand_in) = stand_in {
            (node.label, node.arm) = (Some(stand_in.title()), stand_in.arm);
        }
        let subtree = facts.below(index);
        if subtree.nodes() > 0 {
            return self.tree(&subtree, Some(&node), place);
        }
        let below = rest.clone().take_while(|(_, line)| NodeInfo::depth_of(line) > node.depth);
        let below = below.map(|(index, _)| facts.below(index).length()).sum::<usize>();
        let is_active = self.is_active(below);
        self.line(&node, is_active, place)?;
        while let Some(is_last) = child_is_last(rest, node.depth) {
            self.node(facts, rest, None, Some(&Place { above: place, is_last }))?;
        }
        if is_active && below == 0 && facts.holds() { self.held_tree(place) } else { Ok(()) }
    }

    /// Says whether the next node is active, and moves on to the node after it. `below` is the number of nodes below it.
    fn is_active(&mut self, below: usize) -> bool {
        let (position, first) = (self.position, self.first);
        self.position += 1;
        // A leaf that has just ended can only be found through its parents.
        if self.active.is_some_and(|active| active <= position) {
            self.active = first.and_then(|first| first(Search::starting_at(position)));
        }
        self.active.is_some_and(|active| active <= position + below)
    }

    fn line(&mut self, node: &NodeInfo, is_active: bool, place: Option<&Place<'_>>) -> fmt::Result {
        if self.first.is_some() {
            self.formatter.write_str(if is_active { "* " } else { "  " })?;
        }
        if let Some(place) = place {
            self.trunks(place.above)?;
            self.formatter.write_str(self.lines.child[usize::from(place.is_last)])?;
        }
        writeln!(self.formatter, "{node}")
    }

    /// Draws the tree that the last leaf holds, if it holds one.
    fn held_tree(&mut self, above: Option<&Place<'_>>) -> fmt::Result {
        let Some(first) = self.first else { return Ok(()) };
        let (formatter, drawn) = (RefCell::new(&mut *self.formatter), Cell::new(Ok(())));
        let place = Place { above, is_last: true };
        let draw = |tree: &dyn HasNodes| drawn.set(draw_held(tree, Some(&place), &mut formatter.borrow_mut()));
        first(Search::held_at(self.position - 1, &draw));
        drawn.get()
    }

    /// The lines from the parents of a node to their later children.
    fn trunks(&mut self, place: Option<&Place<'_>>) -> fmt::Result {
        let Some(place) = place else { return Ok(()) };
        self.trunks(place.above)?;
        self.formatter.write_str(self.lines.below[usize::from(place.is_last)])
    }
}

/// If the next node is a child of a node at a depth: whether it is the last child.
fn child_is_last(rest: &OwnNodes, depth: usize) -> Option<bool> {
    let mut depths = rest.clone().map(|(_, line)| NodeInfo::depth_of(line));
    let child = depths.next().filter(|child| *child > depth)?;
    Some(depths.find(|next| *next <= child).is_none_or(|next| next < child))
}

#[cfg(test)]
mod tests {
    extern crate std;

    use std::string::{String, ToString};
    use std::vec::Vec;

    use super::{HasNodes, Search, draw_nodes};
    use crate::outline::facts::Facts;

    /// A sequence at its last leaf.
    struct Row {
        lines: &'static str,
        leaf_types: &'static [u8],
        positions: &'static [usize],
    }

    impl Row {
        fn of(leaves: usize) -> Self {
            let leaf = "1 Leaf wait\t1:1\t(1.0)\n";
            let lines = String::leak(String::from("0 Composite sequence\t1:1\n") + &leaf.repeat(leaves));
            let positions = (0..=leaves + 1).collect::<Vec<_>>().leak();
            Row { lines, leaf_types: Vec::leak([0; 4].repeat(leaves + 1)), positions }
        }
    }

    impl HasNodes for Row {
        fn facts(&self) -> Facts {
            Facts::of(self.lines, self.leaf_types, &[], 0)
        }

        fn first_active(&self, search: Search<'_>) -> Option<usize> {
            search.inside(0, self.positions).found(self.positions.len() - 2)
        }
    }

    struct Drawing(Row);

    impl super::Display for Drawing {
        fn fmt(&self, formatter: &mut super::Formatter<'_>) -> super::fmt::Result {
            draw_nodes(&self.0, formatter)
        }
    }

    #[test]
    fn a_large_tree_is_drawn_in_one_pass() {
        assert_eq!(Drawing(Row::of(2)).to_string(), "* sequence\n  ├── wait(1.0)\n* └── wait(1.0)\n");
        // With a second pass for each node, this would take a day.
        let drawn = Drawing(Row::of(1_000_000)).to_string();
        assert_eq!((drawn.lines().count(), drawn.matches('*').count()), (1_000_001, 2));
    }
}
