//! `Edited`: the first step of a tree that was edited while it ran.

use bt::describe::Description;

use super::event::What;

/// The first step of a tree that was edited while it ran. Nodes that survive started earlier, so this step lacks their
/// starts, and this type provides them.
#[derive(Debug)]
pub(crate) struct Edited {
    tree: Description,
    started: Vec<u32>,
}

impl Edited {
    pub fn new(tree: Description) -> Self {
        Edited { tree, started: Vec::new() }
    }

    /// The nodes that must have become active before this event of the node at a position, each before its children.
    pub fn starts_before(&mut self, position: usize, what: What) -> Vec<u32> {
        if matches!(what, What::Why) {
            return Vec::new();
        }
        let until = self.tree.nodes().take_while(|node| node.position <= position);
        let path = until.filter(|node| position < node.end);
        let mut new: Vec<u32> = path.map(|node| node.position as u32).collect();
        new.retain(|id| !self.started.contains(id));
        self.started.extend(&new);
        new.retain(|id| !matches!(what, What::Start) || *id as usize != position);
        new
    }
}
