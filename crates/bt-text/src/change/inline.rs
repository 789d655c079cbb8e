//! Replaces a use of a tree by its nodes.

use bt_compiler::tree::case::{camel_case, last_name};
use bt_compiler::tree::nodes;

use super::Changed;
use super::fit;
use super::list::indent_at;
use super::params;
use super::written::{indented, without_labels};
use crate::edits::{Edits, edited};
use crate::text::{At, Text};

/// The edits that replace a node, which is another tree of this file, by the nodes of that tree. Its arguments replace
/// the parameters, and the tree stays.
///
/// # Errors
///
/// If the node is not such a tree, or if its nodes would mean something else: the reason, in one sentence.
pub fn inline(text: &Text, at: At) -> Result<Edits, String> {
    let Some((around, path)) = text.trees().get(at.tree).zip(text.path(at)) else {
        return Err("this node is not in the file".to_owned());
    };
    let node = path[path.len() - 1];
    let name = text.slice(&node.name);
    let own = camel_case(last_name(name));
    let is_leaf = node.children.is_none() && nodes::find(name).is_none();
    let mut named = text.trees().iter().filter(|tree| is_leaf && text.name(tree) == Some(&own));
    let tree = named.next().ok_or("this node is not a tree of this file")?;
    if named.next().is_some() {
        return Err(format!("this file has several trees `{own}`"));
    }
    if std::ptr::eq(tree, around) {
        return Err("a tree cannot be written into itself".to_owned());
    }
    let [root] = &tree.roots[..] else { return Err(format!("`{own}` does not have one root")) };
    if root.binding.is_some() && nodes::find(text.slice(&root.name)).is_none_or(|builtin| !builtin.binds_item()) {
        return Err("its root binds a value".to_owned());
    }
    // The node's label replaces that of the root, since a label may occur only once.
    let start = if node.label.is_some() { root.name.start } else { root.range.start };
    let has = |label: &str| text.has_label(around, label);
    let all = text.text();
    let mut put = params::put(text, tree, around, &path)?;
    put.retain(|(range, _)| start <= range.start && range.end <= root.range.end);
    let nodes = without_labels(&edited(all, &(start..root.range.end), &put), "", &has);
    let (from, to) = (indent_at(all, root.range.start), indent_at(all, node.whole().start));
    let call = node.head();
    Ok(vec![(call, indented(&nodes, from, to, text.line_end()))])
}

/// The text with a use of a tree replaced by its nodes.
pub fn change(text: &Text, at: At) -> Result<Changed, String> {
    let edits = inline(text, at)?;
    let touched = edits[0].0.start..edits[0].0.start + edits[0].1.len();
    let new = text.edited(&edits);
    let (new, _) = fit::fitted(new, at.tree, touched, 0);
    match new.path(at) {
        Some(_) => Ok(Changed { text: new.text().to_owned(), at }),
        None => Err("the tree could not be read after the change".to_owned()),
    }
}
