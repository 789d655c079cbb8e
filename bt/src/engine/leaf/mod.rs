//! What trees require of the types of their leaves: what they return, how messages reach them, whether they are trees.

pub(crate) mod answers;
pub(crate) mod asked;
pub(crate) mod bare;
pub(crate) mod deliver;
pub(crate) mod forward;
pub(crate) mod is_tree;
pub(crate) mod leaf_context;
pub(crate) mod taken;
pub(crate) mod ways;
