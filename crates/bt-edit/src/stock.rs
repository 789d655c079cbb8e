//! `Stock`: what random edits put into trees.

use crate::edit::Edit;
use crate::node::{Node, Tree};
use crate::refused::Refused;

/// What random edits put into trees: leaves, and nodes with children.
///
/// ```
/// use bt_edit::{Stock, Tree};
///
/// let stock = Stock::new(["walk(3)", "wait(1.5)"], ["sequence", "timeout(2.0)"])?;
/// let mut tree: Tree = "walk(1)".parse()?;
/// // A generator of the crates `rand` or `fastrand`, for example: a number below the one that is given.
/// let mut seed = 1;
/// let mut below = |bound| {
///     seed = seed * 75 % 65537;
///     seed % bound
/// };
/// for _ in 0..10 {
///     stock.change(&mut tree, &mut below);
/// }
/// assert!(tree.to_string().parse::<Tree>().is_ok());
/// # Ok::<(), bt_edit::Refused>(())
/// ```
#[derive(Clone, Debug)]
pub struct Stock {
    leaves: Vec<Node>,
    parents: Vec<Node>,
}

/// How many edits are tried before a tree is left as it is.
const TRIES: usize = 100;

impl Stock {
    /// A stock of leaves, and of nodes for children. A node for children may have some already: other nodes are put
    /// after them.
    ///
    /// # Errors
    /// If one of them is not a node.
    ///
    /// # Panics
    /// If one of the two lists is empty.
    pub fn new<'a>(
        leaves: impl IntoIterator<Item = &'a str>,
        parents: impl IntoIterator<Item = &'a str>,
    ) -> Result<Self, Refused> {
        let leaves: Vec<Node> = leaves.into_iter().map(str::parse).collect::<Result<_, _>>()?;
        let parents: Vec<Node> = parents.into_iter().map(str::parse).collect::<Result<_, _>>()?;
        assert!(!leaves.is_empty() && !parents.is_empty(), "a stock has leaves, and nodes for children");
        Ok(Stock { leaves, parents })
    }

    /// Makes a random edit, and returns it. `below` draws a number below the one that it is given.
    ///
    /// It tries others until the compiler accepts one: `None` if it has accepted none of a hundred.
    pub fn change(&self, tree: &mut Tree, below: &mut impl FnMut(usize) -> usize) -> Option<Edit> {
        (0..TRIES).find_map(|_| {
            let edit = self.draw(tree, below);
            tree.apply(&edit).is_ok().then_some(edit)
        })
    }

    /// Draws an edit, which the compiler may refuse.
    #[must_use]
    pub fn draw(&self, tree: &Tree, below: &mut impl FnMut(usize) -> usize) -> Edit {
        let nodes = tree.nodes();
        let node = below(nodes.len());
        let place = |parent: &Node, below: &mut dyn FnMut(usize) -> usize| {
            below(parent.children.as_ref().map_or(0, Vec::len) + 1)
        };
        match below(9) {
            0 => Edit::Insert {
                parent: node,
                index: place(nodes[node], below),
                node: self.leaves[below(self.leaves.len())].clone(),
            },
            1 => Edit::Remove { node },
            2 => Edit::Replace { node, with: self.leaves[below(self.leaves.len())].clone() },
            3 => {
                let heads = if nodes[node].children.is_some() { &self.parents } else { &self.leaves };
                Edit::Rename { node, head: heads[below(heads.len())].clone() }
            }
            4 => argument(&nodes, node, below),
            5 => Edit::Wrap { node, wrapper: self.parents[below(self.parents.len())].clone() },
            6 => Edit::Unwrap { node },
            7 => Edit::Swap { one: node, other: below(nodes.len()) },
            _ => {
                let parent = below(nodes.len());
                Edit::Move { node, parent, index: place(nodes[parent], below) }
            }
        }
    }
}

/// Another literal for an argument of this node, or of the next one that has a literal.
fn argument(nodes: &[&Node], node: usize, below: &mut impl FnMut(usize) -> usize) -> Edit {
    let args = |node: usize| nodes[node].args.as_deref().unwrap_or_default().iter().enumerate();
    let literals: Vec<(usize, usize, &String)> = (node..nodes.len())
        .chain(0..node)
        .flat_map(|node| args(node).map(move |(index, text)| (node, index, text)))
        .filter(|(.., text)| is_literal(text))
        .collect();
    let Some(&(node, ..)) = literals.first() else { return Edit::Remove { node } };
    let of_node = literals.iter().take_while(|(other, ..)| *other == node).count();
    let (_, index, text) = literals[below(of_node)];
    Edit::Argument { node, index, text: near(text, below) }
}

fn is_literal(text: &str) -> bool {
    text.parse::<f64>().is_ok_and(f64::is_finite) || matches!(text, "true" | "false")
}

/// A literal near this one.
fn near(text: &str, below: &mut impl FnMut(usize) -> usize) -> String {
    if let Ok(number) = text.parse::<i64>() {
        let step = [1, -1, number.max(1), -(number / 2)][below(4)];
        return number.saturating_add(step).to_string();
    }
    match text.parse::<f64>() {
        // A few digits are enough, and easier to read.
        Ok(number) => format!("{:?}", (number * [50.0, 80.0, 125.0, 200.0][below(4)]).round() / 100.0),
        Err(_) => if text == "true" { "false" } else { "true" }.to_owned(),
    }
}
