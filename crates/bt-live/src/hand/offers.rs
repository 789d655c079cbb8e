//! What can be inserted into any tree: built-in nodes, and what the trees of a text use.

use bt_compiler::tree::case::snake_case;
use bt_compiler::tree::nodes::{self, Builtin, Meaning};
use bt_text::Text;
use bt_text::change::kinds::sample;
use bt_text::syntax::{Node, Tree};
use bt_view::edit::{Offer, Source};

use super::declared::{self, Declared, line};

/// The built-in nodes that need no new code.
pub fn builtins() -> impl Iterator<Item = Offer> {
    nodes::all().filter_map(|builtin| {
        // New code needs a build.
        let text = sample(builtin.name).filter(|text| !text.contains('|'))?;
        let text = if builtin.children == nodes::Children::None { text } else { format!("{text} < succeed >") };
        let args = builtin.params.iter().map(|param| param.name).collect::<Vec<_>>().join(", ");
        Some(Offer { text, sort: "node", docs: builtin.does.to_owned(), args, source: None })
    })
}

/// What some trees of a text use as leaves, as written there.
pub fn used<'t>(
    text: &'t Text,
    file: &'t str,
    is_here: impl Fn(&Tree) -> bool + 't,
) -> impl Iterator<Item = Offer> + 't {
    let trees = text.trees().iter().filter(move |tree| is_here(tree));
    let is_leaf = |node: &&Node| node.children.is_none() && node.binding.is_none() && !node.name.is_empty();
    let nodes = trees.flat_map(|tree| tree.nodes()).filter(is_leaf);
    let offers = nodes.map(move |node| {
        let (name, args) = (text.slice(&node.name), node.args.as_ref().map_or("", |args| text.slice(&args.range)));
        let source = Source { file: file.to_owned(), line: line(text, node.name.start) };
        let text = format!("{name}{args}");
        match nodes::find(name) {
            Some(builtin) => {
                let (sort, docs) = (sort(builtin), builtin.does.to_owned());
                Offer { text, sort, docs, args: String::new(), source: (sort != "node").then_some(source) }
            }
            None => Offer::of_leaf(text),
        }
    });
    offers.filter(|offer| !offer.text.contains('\n'))
}

/// A tree as a leaf of another one, if samples exist for its parameters.
pub fn tree(text: &Text, file: &str, tree: &Tree) -> Option<Offer> {
    let declared = declared::tree(text, tree);
    let call = format!("{}{}", snake_case(text.name(tree)?), declared.sample()?);
    Some(of(call, "tree", &declared, file))
}

/// An offer to insert this text, for something that is declared in a file.
pub fn of(text: String, sort: &'static str, declared: &Declared<'_>, file: &str) -> Offer {
    let source = Some(Source { file: file.to_owned(), line: declared.line });
    Offer { text, sort, docs: declared.docs.clone(), args: declared.args(), source }
}

/// The sort of a built-in leaf with code.
fn sort(builtin: &Builtin) -> &'static str {
    match builtin.meaning {
        Meaning::WaitUntil => "condition",
        _ if builtin.is_question() => "condition",
        Meaning::Anything if !builtin.holds_tree => "action",
        _ => "node",
    }
}
