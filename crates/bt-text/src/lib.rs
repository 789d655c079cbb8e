//! Reads and changes the text of trees.
//!
//! A [`Text`] is a file with trees. [`Text::change`] makes one [`Change`] at one node, and returns the new text. All
//! other bytes stay the same: comments, line ends, a byte order mark.
//!
//! ```
//! use bt_text::{At, Change, Text};
//!
//! let file = Text::new("bt! { Guard(Npc) = sequence < walk, /* to the door */ wait(2.0) > }", false);
//! let at = At { tree: 0, node: 2 };
//! let changed = file.change(at, &Change::Argument { index: 0, text: "0.5".to_owned() })?;
//! assert_eq!(changed.text, file.text().replace("2.0", "0.5"));
//! # Ok::<(), String>(())
//! ```
//!
//! - [`Text`]: a file and its trees. [`At`] says which node of which tree is meant.
//! - [`Change`]: insert, remove, move, wrap or rename a node, or change an argument.
//! - [`Stock`]: random changes that the compiler accepts, for a program that searches for a good tree.
//! - [`syntax`]: the parts of a tree, even of one that is half typed.
//!
//! With the feature `serde`, a [`Change`] is plain data of `serde`.

#![forbid(unsafe_code)]
#![deny(missing_docs)]

// | folder | what is in it |
// | --- | --- |
// | `stock.rs` | random changes, for a program that searches for a good tree |
// | `change/` | the changes of a tree, as changes of bytes |
// | `scope.rs` | which names code in a tree can use |
// | `judge.rs` | what the compiler says of a changed tree |
// | `text.rs` | `Text`: a file, its tokens and its trees |
// | `edits.rs` | changes of bytes |
// | `syntax/` | a reader of half-typed trees, which never fails: tokens -> nodes with the bytes of each part |
// | `lex/` | text -> tokens, without losing any; finds trees even where delimiters do not match |
//
// Imports run down this table. The compiler's own parser reads whole trees only, and keeps no comments.

pub mod change;
// Hidden items are for the other crates of this project, and may change in any release.
#[doc(hidden)]
pub mod edits;
#[doc(hidden)]
pub mod judge;
#[doc(hidden)]
pub mod lex;
#[doc(hidden)]
pub mod scope;
mod stock;
pub mod syntax;
mod text;

pub use change::{Change, Changed};
pub use stock::Stock;
pub use text::{At, Text};
