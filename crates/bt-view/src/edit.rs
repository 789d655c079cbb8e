//! Edits of trees from the live page.
//!
//! With the feature `edit`. An [`Editor`] has files with trees, and makes the edits; the page only asks.
//! `bt_live::LiveFiles` is one: [`Options::edits`](crate::serve::Options::edits) takes it.
//!
//! No request contains a path: files are numbers in the editor's list. An edit names the state of the file for which it
//! was made, so it never overwrites another change.

use std::fmt::Debug;

use bt::describe::Description;
use bt_text::{At, Change};
use serde::{Deserialize, Serialize};

/// Owns files with trees, and edits them.
///
/// Its methods are called by the threads of viewers.
pub trait Editor: Debug + Send + Sync {
    /// Counts the news for viewers. Called often.
    fn version(&self) -> u64;

    /// All files.
    fn files(&self) -> Vec<File>;

    /// Where the nodes of a tree are in the files, by position. The list is empty if the tree is not in a file.
    fn places(&self, tree: Description) -> Vec<Places>;

    /// What is at a place.
    ///
    /// # Errors
    /// If nothing is there any more.
    fn node(&self, place: Place) -> Result<Shown, Refused>;

    /// What can be a child of a node, or the node after it.
    ///
    /// # Errors
    /// If nothing is there any more.
    fn offers(&self, place: Place) -> Result<Vec<Offer>, Refused>;

    /// Makes an edit that a viewer asks for.
    ///
    /// # Errors
    /// Why it cannot be made. Then nothing has changed.
    fn edit(&self, viewer: u64, edit: Edit) -> Result<Done, Refused>;

    /// A viewer has left: what it holds is dropped.
    fn leave(&self, viewer: u64);
}

/// A file, as viewers see it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct File {
    /// Its name, without the folders around it.
    pub name: String,
    /// The name of its text: another text has another one.
    pub state: String,
    /// How many edits can be undone.
    pub undo: usize,
    /// How many of them can be made again.
    pub redo: usize,
    /// Whether a viewer holds a value that is not written.
    pub held: bool,
    /// Why the file could not be written, if so. The program runs the new text until it ends.
    pub unwritten: Option<String>,
    /// What is wrong with the text that was saved last.
    pub mistakes: Vec<Mistake>,
    /// Whether the next build may have everything that is missing. Until then the program runs the text before.
    pub waits: bool,
}

/// A mistake in a file.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Mistake {
    /// The line, from 1.
    pub line: usize,
    /// The column in characters, from 1.
    pub column: usize,
    /// What is wrong, in the words of the compiler.
    pub message: String,
    /// What may help.
    pub help: Option<String>,
    /// The node in which it is, if the text has it.
    pub at: Option<At>,
}

/// A node of a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Place {
    /// The number of the file.
    pub file: usize,
    /// The node in it.
    pub at: At,
}

/// Where a node of a picture is in the files. The root of a subtree is in two places.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Places {
    /// The node in the tree around it: what is moved, deleted, labelled.
    pub node: Option<Place>,
    /// For a subtree, its own root: what has the children.
    pub root: Option<Place>,
}

/// What is at a place.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Shown {
    /// The state of the file.
    pub state: String,
    /// The name of its tree.
    pub tree: String,
    /// The line, from 1.
    pub line: usize,
    /// All of it as written.
    pub text: String,
    /// The label; empty if there is none.
    pub label: String,
    /// The name.
    pub name: String,
    /// The arguments.
    pub args: Vec<Argument>,
    /// The number of its children.
    pub children: usize,
    /// Which built-in nodes it can become.
    pub kinds: Vec<String>,
    /// What it can be put into.
    pub wrappers: Vec<String>,
    /// What is known of the node, in a line.
    pub docs: String,
}

/// An argument of a node.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Argument {
    /// What it is called.
    pub name: String,
    /// What is written.
    pub text: String,
    /// How it is edited.
    pub kind: ArgumentKind,
    /// What else can be written there, if that is known: the variants of an enum.
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
    /// All else.
    Text,
}

/// A node that can be inserted.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Offer {
    /// What is written.
    pub text: String,
    /// What it is: `tree`, `leaf`, `condition`, `action`, or `node` of the language.
    pub sort: &'static str,
    /// What it does, in a line.
    pub docs: String,
    /// Its arguments as they are declared: `to: f64`.
    pub args: String,
    /// Where it is declared; for code, where it is used.
    pub source: Option<Source>,
}

/// A line of a file.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Source {
    /// The name of the file, without the folders around it.
    pub file: String,
    /// The line, from 1.
    pub line: usize,
}

impl Offer {
    /// A leaf; only its text is known.
    pub fn of_leaf(text: impl Into<String>) -> Self {
        Offer { text: text.into(), sort: "leaf", docs: String::new(), args: String::new(), source: None }
    }
}

/// What a viewer asks for.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(tag = "order", rename_all = "snake_case")]
#[non_exhaustive]
pub enum Edit {
    /// A change, which is written.
    Change {
        /// Where.
        place: Place,
        /// The state of the file, as the viewer has seen it.
        state: String,
        /// What is changed.
        change: Change,
        /// Whether it is written although only a build can take it. Until then the agents continue in the old tree.
        #[serde(default)]
        build: bool,
    },
    /// Whether a change could be made. Nothing changes.
    Try {
        /// Where.
        place: Place,
        /// The state of the file, as the viewer has seen it.
        state: String,
        /// What would be changed.
        change: Change,
    },
    /// A change that is not written yet: the agents have it until it is kept, dropped, or held with another value.
    Hold {
        /// Where.
        place: Place,
        /// The state of the file before the viewer held something.
        state: String,
        /// What is changed.
        change: Change,
    },
    /// What the viewer holds is written.
    Keep {
        /// The number of the file.
        file: usize,
    },
    /// What the viewer holds is taken back.
    Drop {
        /// The number of the file.
        file: usize,
    },
    /// The last edit of the file is undone.
    Undo {
        /// The number of the file.
        file: usize,
    },
    /// The last edit that was undone is made again.
    Redo {
        /// The number of the file.
        file: usize,
    },
}

/// An edit was made.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Done {
    /// The number of the file.
    pub file: usize,
    /// Its state now.
    pub state: String,
    /// The changed node, if it is one.
    pub at: Option<At>,
    /// Why the file could not be written, if so.
    pub unwritten: Option<String>,
}

/// Why an edit was not made.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Refused {
    /// In a sentence.
    pub message: String,
    /// The mistakes that the new text would have.
    pub mistakes: Vec<Mistake>,
    /// Whether a build may take the text: then it can be written all the same.
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
