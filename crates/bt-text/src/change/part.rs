//! `Part`: a node of a tree, and where it is.

use crate::syntax::{Node, Tree};
use crate::text::Text;

/// A node with what is around it.
pub struct Part<'t> {
    pub text: &'t Text,
    pub tree: &'t Tree,
    /// From the root to the node.
    pub path: Vec<&'t Node>,
    pub node: &'t Node,
}
