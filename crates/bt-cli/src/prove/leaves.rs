//! What the leaves of a file can return, from the signatures of their functions.

use std::collections::HashMap;

use bt_compiler::leaf::{self, Can};
use bt_compiler::tree::case::camel_case;
use bt_compiler::tree::model::{Kind, NodeId};
use bt_compiler::tree::source::Code;

use crate::Source;
use crate::blocks::{self, Found};
use crate::trees::{Names, Tree};

/// What leaves can return.
#[derive(Clone, Default)]
pub struct Leaves {
    /// Keyed by the first byte of a tree in the file, and the name of the leaf's type.
    can: HashMap<(usize, String), Can>,
}

impl Leaves {
    /// What the functions of a file reveal, for the trees next to them.
    pub fn new(file: &Source, trees: &[Tree]) -> Leaves {
        let mut can = HashMap::new();
        let Ok(tokens) = file.tokens() else { return Leaves::default() };
        let names = Names::new(file, tokens.clone(), trees);
        for found in blocks::find(tokens) {
            let Found::Leaf { attribute, function, .. } = found else { continue };
            let Some(leaf) = leaf::signature(attribute, function) else { continue };
            let name = camel_case(&leaf.name);
            for (_, tree) in trees.iter().enumerate().filter(|(index, _)| names.is_beside(&name, *index)) {
                can.insert((tree.range.start, name.clone()), leaf.can);
            }
        }
        Leaves { can }
    }

    /// What a leaf can return: anything, unless its function is in the file.
    pub fn can(&self, tree: &Tree, node: NodeId) -> Can {
        let Kind::Leaf(code) = tree.known.model[node].kind else { return Can::ANYTHING };
        let Code::Made(made) = tree.known.source.get(code) else { return Can::ANYTHING };
        // A path leads to another module.
        self.can.get(&(tree.range.start, made.ty.to_string())).copied().unwrap_or(Can::ANYTHING)
    }
}
