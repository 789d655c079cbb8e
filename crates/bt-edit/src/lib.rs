//! Changes trees by program: for editors, mods, and searches.
//!
//! A [`Tree`] is the text of a `bt!` as data. An [`Edit`] changes it, and leaves a tree that the compiler accepts; any
//! other edit is refused, and changes nothing. A [`Stock`] makes random edits.
//!
//! ```
//! use bt_edit::{Edit, Tree};
//!
//! let mut tree: Tree = "Dog(Yard) = sequence < sees_cat, chase >".parse()?;
//! tree.apply(&Edit::Wrap { node: 2, wrapper: "timeout(5.0)".parse()? })?;
//! tree.apply(&Edit::Insert { parent: 0, index: 2, node: "bark".parse()? })?;
//! assert_eq!(tree.to_string(), "Dog(Yard) = sequence < sees_cat, timeout(5.0) < chase >, bark >");
//!
//! // The compiler says why not.
//! let refused = tree.apply(&Edit::Insert { parent: 2, index: 1, node: "nap".parse()? }).expect_err("one child is enough");
//! assert!(refused.reasons()[0].starts_with("`timeout` takes 1 child, found 2"));
//! assert_eq!(tree.nodes().len(), 5);
//! # Ok::<(), bt_edit::Refused>(())
//! ```
//!
//! Nodes are counted from 0 in pre-order, as in a [`Description`](https://docs.rs/bt-trees/latest/bt/describe/) of the tree.
//! Comments are not part of a tree. `{tree:#}` has a child on each line; `bt fmt` writes it in the style of a project.
//!
//! The compiler knows no types: that a leaf exists, and takes these arguments, is for rustc or for the palette of a
//! `bt_live::LiveTree` to say.

#![forbid(unsafe_code)]
#![deny(missing_docs)]

mod display;
mod edit;
mod judge;
mod node;
mod refused;
mod stock;

pub use edit::Edit;
pub use node::{Node, Tree};
pub use refused::Refused;
pub use stock::Stock;
