//! Semantic tokens: the kind of each name in a tree.

use bt_compiler::tree::nodes;
use gen_lsp_types::{SemanticToken, SemanticTokens};

use super::document::Document;
use super::lines::number;
use crate::syntax::{Bytes, Node};

/// The kinds of names, in the order of their numbers.
pub const KINDS: [&str; 6] = ["keyword", "function", "label", "variable", "parameter", "struct"];

const KEYWORD: u32 = 0;
const FUNCTION: u32 = 1;
const LABEL: u32 = 2;
const VARIABLE: u32 = 3;
const PARAMETER: u32 = 4;
const STRUCT: u32 = 5;

/// All names of trees in a file.
pub fn colours(document: &Document) -> SemanticTokens {
    let mut found: Vec<(Bytes, u32)> = Vec::new();
    for tree in document.trees() {
        if let Some(header) = &tree.header {
            found.extend(header.name.iter().map(|name| (name.clone(), STRUCT)));
            found.extend(header.params.iter().map(|param| (param.name.clone(), PARAMETER)));
        }
        tree.nodes().into_iter().for_each(|node| names(document, node, &mut found));
    }
    found.retain(|(bytes, _)| !bytes.is_empty() && !document.slice(bytes).contains('\n'));
    found.sort_by_key(|(bytes, _)| bytes.start);
    let (mut line, mut start) = (0, 0);
    let mut data = Vec::new();
    for (bytes, token_type) in found {
        let range = document.range(&bytes);
        let delta_line = range.start.line - line;
        let delta_start = if delta_line == 0 { range.start.character - start } else { range.start.character };
        (line, start) = (range.start.line, range.start.character);
        let length = number((range.end.character - start) as usize);
        data.push(SemanticToken { delta_line, delta_start, length, token_type, token_modifiers_bitset: 0 });
    }
    SemanticTokens { result_id: None, data }
}

fn names(document: &Document, node: &Node, found: &mut Vec<(Bytes, u32)>) {
    found.extend(node.label.iter().map(|label| (label.clone(), LABEL)));
    let kind = if nodes::find(document.slice(&node.name)).is_some() { KEYWORD } else { FUNCTION };
    found.push((node.name.clone(), kind));
    found.extend(node.args.iter().flat_map(|args| args.names.iter().map(|name| (name.clone(), PARAMETER))));
    found.extend(node.binding.iter().flat_map(|binding| binding.names.iter().map(|name| (name.clone(), VARIABLE))));
}
