//! What in a tree takes time.

use super::Planner;
use crate::tree::ir::CodeId;
use crate::tree::model::Kind;

/// What in a tree takes time.
pub struct Timed {
    /// Whether a built-in node takes time.
    pub by_nodes: bool,
    /// The leaves and decorators that take time if their types say so, each type once.
    pub by_types: Vec<CodeId>,
}

impl Timed {
    /// Whether the tree may need ticks that take time.
    pub fn is_possible(&self) -> bool {
        self.by_nodes || !self.by_types.is_empty()
    }
}

impl Planner<'_> {
    pub(super) fn timed(&self) -> Timed {
        let by_types = self.model.nodes.iter().filter_map(|node| match node.kind {
            Kind::Leaf(made) | Kind::Decorator(made) if self.source.first_alike(made) == made => Some(made),
            Kind::Leaf(_) | Kind::Decorator(_) | Kind::Composite(_) | Kind::Builtin(_) | Kind::Unknown => None,
        });
        Timed { by_nodes: self.machine.needs.time, by_types: by_types.collect() }
    }
}
