//! `Stock`: random changes, for a program that searches for a good tree.

use bt_compiler::apart::apart;

use crate::change::{Change, one_node, split};
use crate::judge;
use crate::syntax::{self, Node};
use crate::text::{At, Text};

/// What random changes may insert into trees: leaves, and nodes that take children.
///
/// ```
/// use bt_text::{Stock, Text};
///
/// let stock = Stock::new(["walk(3)", "wait(1.5)"], ["sequence", "timeout(2.0)"])?;
/// let mut tree = Text::new("walk(1) // slowly", true);
/// // A generator of the crates `rand` or `fastrand`, for example: a number below the one that it is given.
/// let mut seed = 1;
/// let mut below = |bound| {
///     seed = seed * 75 % 65537;
///     seed % bound
/// };
/// for _ in 0..10 {
///     stock.change(&mut tree, &mut below);
/// }
/// assert!(tree.text().contains("// slowly"));
/// # Ok::<(), String>(())
/// ```
#[derive(Clone, Debug)]
pub struct Stock {
    leaves: Vec<String>,
    parents: Vec<String>,
}

/// How many changes are tried before giving up.
const TRIES: usize = 100;

impl Stock {
    /// A stock of leaves, and of nodes that take children, which are written without these: `timeout(2.0)`. A leaf may
    /// be a small tree.
    ///
    /// # Errors
    ///
    /// If one of them is not a node, or if a node that takes children has some.
    ///
    /// # Panics
    ///
    /// If one of the two lists is empty.
    pub fn new<'a>(
        leaves: impl IntoIterator<Item = &'a str>,
        parents: impl IntoIterator<Item = &'a str>,
    ) -> Result<Self, String> {
        let leaves: Vec<String> = leaves.into_iter().map(|text| one_node(text, "")).collect::<Result<_, _>>()?;
        let parents: Vec<String> = parents.into_iter().map(|text| one_node(text, "")).collect::<Result<_, _>>()?;
        assert!(!leaves.is_empty() && !parents.is_empty(), "a stock has leaves, and nodes that get children");
        let has_children = |text: &&String| syntax::nodes(text, "").iter().any(|node| node.children.is_some());
        match parents.iter().find(has_children) {
            Some(parent) => Err(format!("`{parent}` has children")),
            None => Ok(Stock { leaves, parents }),
        }
    }

    /// Makes a random change, and returns it. `below` draws a number from 0 to below its argument, which is at least 1.
    ///
    /// The text must be free of mistakes, as far as the compiler knows, and stays so. If the compiler refuses a change,
    /// another one is tried. `None`, and the text stays the same, if a hundred of them were refused, or there is no
    /// tree.
    ///
    /// # Panics
    ///
    /// If `below` returns a number that is not below its argument.
    pub fn change(&self, text: &mut Text, below: &mut impl FnMut(usize) -> usize) -> Option<(At, Change)> {
        (0..TRIES).find_map(|_| {
            let (at, change) = self.draw(text, below)?;
            *text = apart(|| sound(text, at, &change))?;
            Some((at, change))
        })
    }

    /// Draws a change of a node, which may not make sense. `None` if the text has no nodes.
    fn draw(&self, text: &Text, below: &mut impl FnMut(usize) -> usize) -> Option<(At, Change)> {
        let trees = text.trees().iter().map(syntax::Tree::nodes).enumerate();
        let places: Vec<(At, &Node)> = trees
            .flat_map(|(tree, nodes)| {
                nodes.into_iter().enumerate().map(move |(node, found)| (At { tree, node }, found))
            })
            .collect();
        let (at, node) = *places.get(below(places.len().max(1)))?;
        let change = match below(9) {
            // A leaf must not get children: that would make it a decorator.
            0 if node.children.is_some() => {
                let text = one_of(&self.leaves, below).to_owned();
                Change::Insert { text, index: below(node.nodes().len() + 1) }
            }
            0 => Change::After { text: one_of(&self.leaves, below).to_owned() },
            1 => Change::Delete,
            2 => {
                Change::Replace { text: replaced(text, node, one_of(&self.leaves, below), &split(text.text(), node).1) }
            }
            3 => return Some(near_argument(text, &places, at, below).unwrap_or((at, Change::Delete))),
            4 if node.children.is_some() => {
                let rest = &text.text()[node.head().end..node.range.end];
                Change::Replace { text: replaced(text, node, one_of(&self.parents, below), rest) }
            }
            4 | 5 => Change::Wrap { wrapper: one_of(&self.parents, below).to_owned() },
            6 => Change::Unwrap,
            7 => [Change::Up, Change::Down][below(2)].clone(),
            _ => {
                let parents: Vec<&(At, &Node)> = places.iter().filter(|(_, node)| node.children.is_some()).collect();
                let (to, parent) = **parents.get(below(parents.len().max(1)))?;
                let index = below(parent.nodes().len() + 1);
                Change::Move { tree: (to.tree != at.tree).then_some(to.tree), parent: to.node, index }
            }
        };
        Some((at, change))
    }
}

fn one_of<'t>(texts: &'t [String], below: &mut impl FnMut(usize) -> usize) -> &'t str {
    &texts[below(texts.len())]
}

/// The changed text, if the compiler accepts the trees that the change has touched.
fn sound(text: &Text, at: At, change: &Change) -> Option<Text> {
    let changed = text.with(text.change(at, change).ok()?.text);
    let is_sound = |tree: usize| changed.trees().get(tree).is_some_and(|tree| judge::accepts(&changed, tree));
    let other = match change {
        Change::Move { tree: Some(tree), .. } => *tree,
        _ => at.tree,
    };
    (changed.trees().len() == text.trees().len() && is_sound(at.tree) && is_sound(other)).then_some(changed)
}

/// The text of a node with a new head. The text before its name is kept, and `rest` follows.
fn replaced(text: &Text, node: &Node, head: &str, rest: &str) -> String {
    format!("{}{head}{rest}", &text.text()[node.whole().start..node.name.start])
}

/// Changes a literal argument of this node, or of the next node that has one.
fn near_argument(
    text: &Text,
    places: &[(At, &Node)],
    at: At,
    below: &mut impl FnMut(usize) -> usize,
) -> Option<(At, Change)> {
    let from = places.iter().position(|(place, _)| *place == at)?;
    let literals = |node: &Node| -> Vec<(usize, String)> {
        let values = node.args.iter().flat_map(|args| &args.values).map(|value| text.slice(value).to_owned());
        values.enumerate().filter(|(_, value)| is_literal(value)).collect()
    };
    let nodes = places[from..].iter().chain(&places[..from]);
    let (at, found) = nodes.map(|(at, node)| (*at, literals(node))).find(|(_, found)| !found.is_empty())?;
    let (index, value) = &found[below(found.len())];
    Some((at, Change::Argument { index: *index, text: near(value, below) }))
}

fn is_literal(text: &str) -> bool {
    text.parse::<f64>().is_ok_and(f64::is_finite) || matches!(text, "true" | "false")
}

/// A literal close to this one.
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
