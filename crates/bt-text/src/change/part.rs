//! `Part`: a node of a tree, and its surroundings.

use crate::syntax::{Node, Tree};
use crate::text::Text;

/// A node and its surroundings.
pub struct Part<'t> {
    pub text: &'t Text,
    pub tree: &'t Tree,
    /// The nodes from the root to this one.
    pub path: Vec<&'t Node>,
    pub node: &'t Node,
}
