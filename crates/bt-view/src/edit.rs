//! Edits of trees from the live page.
//!
//! With the feature `edit`. An [`Editor`] owns the files and makes the edits; the page only asks for them.
//! `bt_live::LiveFiles` is an editor: `Options::edits` of the module `serve` takes it. All other types here are what
//! the page and the editor say to each other.
//!
//! No request contains a path: a file is a number in the editor's list. An edit names the state of the file that it was
//! made for, so it never overwrites another change.

use std::fmt::Debug;

use bt::describe::Description;
use bt_text::{At, Change};
use serde::{Deserialize, Serialize};

/// Owns files with trees, and edits them for viewers of the live page.
///
/// The threads of viewers call its methods. `bt_live::LiveFiles` implements it. The trait may change in any release.
/// This one refuses all edits:
///
/// ```
/// use bt::describe::Description;
/// use bt_view::edit::{Done, Edit, Editor, File, Offer, Place, Places, Refused, Shown};
///
/// /// Shows files, and refuses edits.
/// #[derive(Debug)]
/// struct ReadOnly<E>(E);
///
/// impl<E: Editor> Editor for ReadOnly<E> {
///     fn edit(&self, _viewer: u64, _edit: Edit) -> Result<Done, Refused> {
///         Err("the level is locked".into())
///     }
///     // All other methods pass the call on.
/// #   fn version(&self) -> u64 { self.0.version() }
/// #   fn files(&self) -> Vec<File> { self.0.files() }
/// #   fn places(&self, tree: Description) -> Vec<Places> { self.0.places(tree) }
/// #   fn node(&self, place: Place) -> Result<Shown, Refused> { self.0.node(place) }
/// #   fn offers(&self, place: Place) -> Result<Vec<Offer>, Refused> { self.0.offers(place) }
/// #   fn leave(&self, viewer: u64) { self.0.leave(viewer) }
/// }
/// ```
pub trait Editor: Debug + Send + Sync {
    /// A number that grows whenever there is news for viewers. Called often, so it should be fast.
    fn version(&self) -> u64;

    /// All files. The index of a file is its number, and must stay the same.
    fn files(&self) -> Vec<File>;

    /// Where the nodes of a tree are in the files, by position. Empty if the tree is not in a file.
    fn places(&self, tree: Description) -> Vec<Places>;

    /// The node at a place.
    ///
    /// # Errors
    ///
    /// If the place is gone.
    fn node(&self, place: Place) -> Result<Shown, Refused>;

    /// The nodes that can become a child of a node, or can follow it.
    ///
    /// # Errors
    ///
    /// If the place is gone.
    fn offers(&self, place: Place) -> Result<Vec<Offer>, Refused>;

    /// Makes an edit that a viewer asks for. Each viewer has its own number.
    ///
    /// # Errors
    ///
    /// Why it cannot be made. Nothing has changed then.
    fn edit(&self, viewer: u64, edit: Edit) -> Result<Done, Refused>;

    /// Called when a viewer has left: what it [holds](Edit::Hold) is taken back.
    fn leave(&self, viewer: u64);
}

/// A file, as viewers see it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct File {
    /// Its name, without the folders around it.
    pub name: String,
    /// Identifies its text: a different text has a different state.
    pub state: String,
    /// How many edits can be undone.
    pub undo: usize,
    /// How many undone edits can be redone.
    pub redo: usize,
    /// Whether a viewer holds a value that is not written yet.
    pub held: bool,
    /// Why the file could not be written, if so. The program runs the new text until it exits.
    pub unwritten: Option<String>,
    /// The mistakes in the last saved text.
    pub mistakes: Vec<Mistake>,
    /// Whether the file waits for a build, which may have the code that is missing now. Until then the program runs the
    /// previous text.
    pub waits: bool,
}

/// A mistake in a file.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Mistake {
    /// The line, counted from 1.
    pub line: usize,
    /// The column in characters, counted from 1.
    pub column: usize,
    /// What is wrong, in the words of the compiler.
    pub message: String,
    /// A hint, if there is one.
    pub help: Option<String>,
    /// The node that contains it, if the text has that node.
    pub at: Option<At>,
}

/// The place of a node in the files of an [`Editor`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Place {
    /// The number of the file: its index in [`Editor::files`].
    pub file: usize,
    /// The node in the file.
    pub at: At,
}

/// Where a node of a drawn tree is in the files. The root of a subtree has two places.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Places {
    /// The node in the surrounding tree: it can be moved, deleted, labelled.
    pub node: Option<Place>,
    /// For a subtree, its own root: it has the children.
    pub root: Option<Place>,
}

/// A node, as viewers see it when they select it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Shown {
    /// The state of the file.
    pub state: String,
    /// The name of its tree.
    pub tree: String,
    /// The line of the node, counted from 1.
    pub line: usize,
    /// The whole node, as written.
    pub text: String,
    /// The label of the node; empty if there is none.
    pub label: String,
    /// The name of the node.
    pub name: String,
    /// The arguments of the node.
    pub args: Vec<Argument>,
    /// The number of its children.
    pub children: usize,
    /// The built-in nodes that it can become.
    pub kinds: Vec<String>,
    /// The nodes that can wrap it.
    pub wrappers: Vec<String>,
    /// Documentation of the node, in one line.
    pub docs: String,
}

/// An argument of a node.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Argument {
    /// Its name.
    pub name: String,
    /// Its text, as written.
    pub text: String,
    /// How it is edited.
    pub kind: ArgumentKind,
    /// Other values that it can have, if they are known: the variants of an enum.
    pub choices: Vec<String>,
}

/// How an argument is edited.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum ArgumentKind {
    /// A whole number.
    Integer,
    /// A number with a point.
    Float,
    /// `true` or `false`.
    Bool,
    /// Everything else.
    Text,
}

/// A node that can be inserted.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Offer {
    /// The text to insert.
    pub text: String,
    /// Its sort: `tree`, `leaf`, `condition`, `action`, or `node` for a built-in node.
    pub sort: &'static str,
    /// What it does, in one line.
    pub docs: String,
    /// Its declared arguments: `to: f64`.
    pub args: String,
    /// Where it is declared; for a piece of code, where it is used.
    pub source: Option<Source>,
}

/// A line of a file, where an [`Offer`] is declared.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Source {
    /// The name of the file, without the folders around it.
    pub file: String,
    /// The line, counted from 1.
    pub line: usize,
}

impl Offer {
    /// An offer of a leaf of which only the text is known.
    pub fn of_leaf(text: impl Into<String>) -> Self {
        Offer { text: text.into(), sort: "leaf", docs: String::new(), args: String::new(), source: None }
    }
}

/// An edit that a viewer asks for.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(tag = "order", rename_all = "snake_case")]
#[non_exhaustive]
pub enum Edit {
    /// Makes a change, and writes it.
    Change {
        /// Where.
        place: Place,
        /// The state of the file that the viewer has seen.
        state: String,
        /// The change.
        change: Change,
        /// Whether to write the change even if only a build can take it. Until then agents stay in the old tree.
        #[serde(default)]
        build: bool,
    },
    /// Asks whether a change could be made. Nothing changes.
    Try {
        /// Where.
        place: Place,
        /// The state of the file that the viewer has seen.
        state: String,
        /// The change.
        change: Change,
    },
    /// Makes a change without writing it, as while a slider is dragged. Agents have it until it is kept, dropped, or
    /// held with another value.
    Hold {
        /// Where.
        place: Place,
        /// The state of the file before the viewer held anything.
        state: String,
        /// The change.
        change: Change,
    },
    /// Writes what the viewer holds.
    Keep {
        /// The number of the file.
        file: usize,
    },
    /// Takes back what the viewer holds.
    Drop {
        /// The number of the file.
        file: usize,
    },
    /// Undoes the last edit of the file.
    Undo {
        /// The number of the file.
        file: usize,
    },
    /// Redoes the last undone edit.
    Redo {
        /// The number of the file.
        file: usize,
    },
}

/// The result of an edit that was made.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Done {
    /// The number of the file.
    pub file: usize,
    /// The state of the file after the edit.
    pub state: String,
    /// The changed node, if there is a single one.
    pub at: Option<At>,
    /// Why the file could not be written, if so.
    pub unwritten: Option<String>,
}

/// Why an edit was not made.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Refused {
    /// The reason, in one sentence.
    pub message: String,
    /// The mistakes that the new text would have.
    pub mistakes: Vec<Mistake>,
    /// Whether a build may take the text: then it can be written anyway.
    pub needs_build: bool,
}

impl From<String> for Refused {
    fn from(message: String) -> Self {
        Refused { message, mistakes: Vec::new(), needs_build: false }
    }
}

impl From<&str> for Refused {
    fn from(message: &str) -> Self {
        message.to_owned().into()
    }
}
