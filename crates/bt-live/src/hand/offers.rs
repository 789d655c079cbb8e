//! What can be inserted into any tree: built-in nodes, and the leaves that trees of a text use.

use bt_compiler::tree::nodes;
use bt_text::Text;
use bt_text::change::kinds::sample;
use bt_text::syntax::{Node, Tree};
use bt_view::edit::Offer;

/// The built-in nodes that need no new code.
pub fn builtins() -> impl Iterator<Item = Offer> {
    nodes::all().filter_map(|builtin| {
        // New code needs a build.
        let text = sample(builtin.name).filter(|text| !text.contains('|'))?;
        let text = if builtin.children == nodes::Children::None { text } else { format!("{text} < succeed >") };
        Some(Offer { text, sort: "node", docs: builtin.does.to_owned() })
    })
}

/// The leaves that some trees of a text use, as they are written there, with what is known of them.
pub fn leaves<'t>(
    text: &'t Text,
    is_here: impl Fn(&Tree) -> bool + 't,
) -> impl Iterator<Item = (String, &'static str)> + 't {
    let trees = text.trees().iter().filter(move |tree| is_here(tree));
    let is_leaf = |node: &&Node| node.children.is_none() && node.binding.is_none() && !node.name.is_empty();
    let nodes = trees.flat_map(|tree| tree.nodes()).filter(is_leaf);
    let written = nodes.map(|node| {
        let args = node.args.as_ref().map_or("", |args| text.slice(&args.range));
        let docs = nodes::find(text.slice(&node.name)).map_or("", |builtin| builtin.does);
        (format!("{}{args}", text.slice(&node.name)), docs)
    });
    written.filter(|(text, _)| !text.contains('\n'))
}
