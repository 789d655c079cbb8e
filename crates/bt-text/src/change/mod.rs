//! Changes of a tree, as changes of bytes.

// | file | what is in it |
// | --- | --- |
// | `siblings.rs` | several siblings at once, by changes of one node |
// | `extract.rs`, `inline.rs` | a node as a tree of its own; a tree where it is used |
// | `params.rs` | arguments in the place of parameters |
// | `value.rs` | what is known of the types of values |
// | `fit.rs` | breaks lines that have become too long |
// | `part.rs` | a node of a text, and what is around it, to read |
// | `place.rs` | a node of a text, and what is around it: each change as edits |
// | `list.rs` | the children of a node: insert, remove |
// | `written.rs` | texts of nodes: is it one node, without its labels, with another indentation |
// | `kinds.rs` | what a node can be put into, and what it can become |
//
// Imports run down this table.

mod extract;
mod fit;
mod inline;
#[doc(hidden)]
pub mod kinds;
mod list;
mod params;
mod part;
mod place;
mod siblings;
mod value;
mod written;

use crate::text::{At, Text};
#[doc(hidden)]
pub use extract::{Extracted, extract};
#[doc(hidden)]
pub use inline::inline;
use place::Place;
pub(crate) use place::split;
#[doc(hidden)]
pub use place::wrapped;
pub(crate) use written::one_node;

/// A change at one node of a text: see [`Text::change`].
///
/// ```
/// use bt_text::{At, Change, Text};
///
/// let file = Text::new("sequence < walk, wait(2.0) >", true);
/// let changed = file.change(At { tree: 0, node: 1 }, &Change::Wrap { wrapper: "retry(3)".to_owned() })?;
/// assert_eq!(changed.text, "sequence < retry(3) < walk >, wait(2.0) >");
/// # Ok::<(), String>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(tag = "what", rename_all = "snake_case", deny_unknown_fields))]
pub enum Change {
    /// Replaces an argument.
    Argument {
        /// The index of the argument, counted from 0.
        index: usize,
        /// The new text of the argument, without its name.
        text: String,
    },
    /// Replaces the label, or removes it if the new one is empty.
    Label {
        /// The new label.
        name: String,
    },
    /// Makes the node a built-in node of another kind, with the arguments that this kind needs.
    Kind {
        /// The name of a built-in node.
        name: String,
    },
    /// Removes the node and its descendants, unless it is the root. Comments around it stay.
    Delete,
    /// Inserts a copy of the node, without labels, after it.
    Duplicate,
    /// Moves the node before its previous sibling.
    Up,
    /// Moves the node after its next sibling.
    Down,
    /// Moves the node out of its parent, to just after it.
    Out,
    /// Moves the node into its previous sibling, as the last child.
    In,
    /// Moves the node to another parent.
    Move {
        /// The number of the parent's tree in the file, if it is a different tree.
        #[cfg_attr(feature = "serde", serde(default, skip_serializing_if = "Option::is_none"))]
        tree: Option<usize>,
        /// The number of the new parent in its tree, in pre-order, counted from 0.
        parent: usize,
        /// The index of the child before which it goes, counted before the move; the number of children for the last
        /// place.
        index: usize,
    },
    /// Wraps the node in another one.
    Wrap {
        /// The wrapper without children: `retry(3)`.
        wrapper: String,
    },
    /// Replaces the node by its children.
    Unwrap,
    /// Inserts a child.
    Insert {
        /// The index of the child before which it goes; the number of children for the last place.
        index: usize,
        /// The text of the new node.
        text: String,
    },
    /// Inserts a sibling after the node.
    After {
        /// The text of the new node.
        text: String,
    },
    /// Inserts nodes from elsewhere after this one; at a root, as its last children. Labels that the tree already has
    /// are dropped.
    Paste {
        /// The text of the nodes, separated by commas.
        text: String,
    },
    /// Replaces the node's text, including the arm before its `=>`.
    Replace {
        /// The text of the new node.
        text: String,
    },
    /// Turns the node into a tree of its own, named after its label. It follows the tree that contained the node.
    Extract,
    /// Replaces a leaf that is a tree of this file by that tree's nodes. The tree stays.
    Inline,
    /// Changes this node together with the siblings after it. Possible are delete, duplicate, up, down, out, in, wrap,
    /// a move within the tree, and after and paste, which apply to the last sibling.
    Siblings {
        /// The number of nodes, including this one.
        count: usize,
        /// The change.
        change: Box<Change>,
    },
}

/// A changed text: the result of [`Text::change`].
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Changed {
    /// The new text.
    pub text: String,
    /// The changed node in the new text; after [`Change::Delete`], the parent of the deleted node.
    pub at: At,
}

impl Text {
    /// Makes a change at a node, and returns the new text: `self` stays as it is.
    ///
    /// If a line of nodes gets longer than 120 characters, each child goes to a line of its own, as `bt fmt` does it.
    /// The spacing within an inserted text stays as it is. The compiler does not check the new text.
    ///
    /// # Errors
    ///
    /// If there is no such node, or the change makes no sense there: the reason, in one sentence.
    ///
    /// ```
    /// use bt_text::{At, Change, Text};
    ///
    /// let file = Text::new("bt! { Nap(()) = sequence < fall_asleep, /* long */ dream > }", false);
    /// let changed = file.change(At { tree: 0, node: 1 }, &Change::Down)?;
    /// assert_eq!(changed.text, "bt! { Nap(()) = sequence < /* long */ dream, fall_asleep > }");
    /// assert_eq!(changed.at, At { tree: 0, node: 2 });
    /// # Ok::<(), String>(())
    /// ```
    pub fn change(&self, at: At, change: &Change) -> Result<Changed, String> {
        match change {
            Change::Extract => return extract::change(self, at),
            Change::Inline => return inline::change(self, at),
            Change::Siblings { count, change } => return siblings::change(self, at, *count, change),
            _ => {}
        }
        let place = Place::new(self, at)?;
        if let Change::Paste { text } = change
            && let nodes = place.nodes_to_paste(text)?
            && nodes.len() > 1
        {
            return siblings::paste(self, at, &nodes);
        }
        if let Some(list) = place.list_to_break(change)? {
            let broken = self.with(fit::broken(self, list));
            return Place::new(&broken, at)?.change(change);
        }
        place.change(change)
    }
}
