//! The changes of a tree, as changes of bytes.
//!
//! | file | what is in it |
//! | --- | --- |
//! | `siblings.rs` | several siblings at once, by changes of one node |
//! | `extract.rs`, `inline.rs` | a node as a tree of its own; a tree where it is used |
//! | `params.rs` | arguments in the place of parameters |
//! | `value.rs` | what is known of the types of values |
//! | `fit.rs` | breaks lines that have become too long |
//! | `place.rs` | a node of a text, and what is around it: each change as edits |
//! | `list.rs` | the children of a node: insert, remove |
//! | `written.rs` | texts of nodes: is it one node, without its labels, with another indentation |
//! | `kinds.rs` | what a node can be put into, and what it can become |
//!
//! Imports run down this table.

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
pub use extract::{Extracted, extract};
pub use inline::inline;
use place::Place;
pub(crate) use place::split;
pub use place::wrapped;
pub(crate) use written::one_node;

/// A change of one node.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(tag = "what", rename_all = "snake_case", deny_unknown_fields))]
pub enum Change {
    /// Another argument, by its number from 0.
    Argument {
        /// Which one.
        index: usize,
        /// What is written there, without its name.
        text: String,
    },
    /// Another label, or none if it is empty.
    Label {
        /// The label.
        name: String,
    },
    /// Another name, and the arguments that a node with this name needs.
    Kind {
        /// The name of a built-in node.
        name: String,
    },
    /// Removes the node, with everything below it. Comments around it stay.
    Delete,
    /// A copy of the node, after it, without the labels.
    Duplicate,
    /// Before the sibling before it.
    Up,
    /// After the sibling after it.
    Down,
    /// Out of its parent: after it.
    Out,
    /// Into the sibling before it: as its last child.
    In,
    /// To another parent.
    Move {
        /// The number of its tree in the file, if that is another one.
        #[cfg_attr(feature = "serde", serde(default, skip_serializing_if = "Option::is_none"))]
        tree: Option<usize>,
        /// The number of that node, in pre-order.
        parent: usize,
        /// Before which of its children, as they are now; their number for the last place.
        index: usize,
    },
    /// Into a node of its own.
    Wrap {
        /// That node without children, `retry(3)`.
        wrapper: String,
    },
    /// Its children take its place.
    Unwrap,
    /// A new child.
    Insert {
        /// Before which child; their number for the last place.
        index: usize,
        /// The text of the new node.
        text: String,
    },
    /// A new sibling after it.
    After {
        /// The text of the new node.
        text: String,
    },
    /// Inserts nodes from elsewhere after it, or, at a root, as its last children. Labels that the tree already has are
    /// left out.
    Paste {
        /// The text of the nodes, with commas between them.
        text: String,
    },
    /// Another text in its place, with what is before its `=>`.
    Replace {
        /// The text of the new node.
        text: String,
    },
    /// Makes it a tree of its own, after the tree around it, named after its label.
    Extract,
    /// Replaces a leaf that is a tree of the file by the nodes of that tree. The tree stays.
    Inline,
    /// Changes this node and the siblings after it together: delete, duplicate, up, down, out, in, move, wrap; and
    /// after or paste, which happen at the last sibling.
    Siblings {
        /// How many nodes, with this one.
        count: usize,
        /// The change.
        change: Box<Change>,
    },
}

/// A text after a change.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Changed {
    /// The new text.
    pub text: String,
    /// The changed node in it; after [`Change::Delete`], the parent of the node that was deleted.
    pub at: At,
}

impl Text {
    /// Makes a change at a node. New code is laid out as `bt fmt` does it, in lines of at most 120 characters.
    ///
    /// # Errors
    /// If there is no such node, or the change makes no sense there. The compiler does not check the new text.
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
            let broken = Text::new(fit::broken(self, list), self.holds_trees_alone());
            return Place::new(&broken, at)?.change(change);
        }
        place.change(change)
    }
}
