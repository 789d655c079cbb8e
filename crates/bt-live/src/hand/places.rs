//! Finds the nodes of a picture in the files: compares each tree of the picture with those of its file.

use std::path::Path;

use bt::describe::{Description, NodeInfo};
use bt_compiler::tree::case::{camel_case, last_name};
use bt_compiler::tree::nodes;
use bt_text::syntax::{Node, Tree};
use bt_text::{At, Text};
use bt_view::edit::{Place, Places};

use super::declared::line;

/// Files and their texts, by file number.
pub type Texts<'t> = &'t [(&'t Path, &'t Text)];

/// The places of all nodes of a tree.
pub fn places(tree: Description, texts: Texts<'_>) -> Vec<Places> {
    let infos: Vec<NodeInfo> = tree.nodes().collect();
    let picture = Picture { infos: &infos, texts };
    let Some(found) = infos.first().and_then(|_| picture.tree(0, None)) else { return Vec::new() };
    let mut places = vec![Places::default(); infos.len()];
    for (position, place, is_root) in found.places {
        let place = Some(place);
        match is_root && position > 0 {
            true => places[position].root = place,
            false => places[position].node = place,
        }
    }
    places
}

struct Picture<'p> {
    infos: &'p [NodeInfo],
    texts: Texts<'p>,
}

/// A tree of a file, matched with the nodes of a tree in the picture.
#[derive(Default)]
struct Found {
    /// The position of a node, its place, and whether it is the root of a tree.
    places: Vec<(usize, Place, bool)>,
    /// The number of nodes with different arguments.
    other_args: usize,
    /// The number of nodes that are missing: the file has mistakes, or is newer than the picture.
    missing: usize,
}

impl Picture<'_> {
    /// The tree of a file that starts at a position of the picture: the most similar one. `name` is that of its type,
    /// if it is known.
    fn tree(&self, position: usize, name: Option<&str>) -> Option<Found> {
        let info = &self.infos[position];
        let mut best: Option<((usize, usize, usize), Found)> = None;
        let most = (info.end - position) / 2;
        let texts = self.texts.iter().enumerate().filter(|(_, (path, _))| path.ends_with(info.file));
        for (number, (_, text)) in texts {
            for (tree, read) in text.trees().iter().enumerate() {
                if name.is_some_and(|name| text.name(read) != Some(name)) {
                    continue;
                }
                let mut found = Found::default();
                let at = At { tree, node: 0 };
                let Some(root) = read.roots.first() else { continue };
                let is_root = self.is(position, text, root, Place { file: number, at }, &mut found);
                if !is_root || found.missing > most {
                    continue;
                }
                let rank = (found.missing, found.other_args, line_of(text, read).abs_diff(info.line));
                if best.as_ref().is_none_or(|(best, _)| rank < *best) {
                    best = Some((rank, found));
                }
            }
        }
        best.map(|(_, found)| found)
    }

    /// Whether a node of the picture is this node of a file. Also matches the nodes below it.
    fn is(&self, position: usize, text: &Text, node: &Node, place: Place, found: &mut Found) -> bool {
        let info = &self.infos[position];
        let (name, label) = (compact(text.slice(&node.name)), node.label.as_ref().map(|label| text.slice(label)));
        let children = self.children(position);
        let is_root = place.at.node == 0;
        // The root of a subtree has the label of the node around it.
        let is_labelled_so = info.label == label || is_root;
        if is_labelled_so && children.is_empty() == node.nodes().is_empty() {
            // If only the name differs, it is a mistake there, or the text is newer.
            found.missing += usize::from(compact(info.name) != name);
            let args = node.args.as_ref().map_or(String::new(), |args| compact(text.slice(&args.range)));
            found.other_args += usize::from(compact(info.args) != args);
            found.places.push((position, place, is_root));
            if children.len() != node.nodes().len() {
                found.missing += info.end - position - 1;
                return true;
            }
            let mut number = place.at.node + 1;
            for (child, node) in children.into_iter().zip(node.nodes()) {
                let at = At { node: number, ..place.at };
                number += node.size();
                if !self.is(child, text, node, Place { at, ..place }, found) {
                    found.missing += self.infos[child].end - child;
                }
            }
            return true;
        }
        let is_subtree = node.nodes().is_empty() && nodes::find(&name).is_none() && info.label.is_some();
        if !is_subtree || label.is_some() && info.label != label {
            return false;
        }
        found.places.push((position, place, false));
        if let Some(inside) = self.tree(position, Some(&camel_case(last_name(&name)))) {
            found.places.extend(inside.places);
            found.other_args += inside.other_args;
            found.missing += inside.missing;
        }
        true
    }

    fn children(&self, position: usize) -> Vec<usize> {
        let (mut child, end, mut children) = (position + 1, self.infos[position].end, Vec::new());
        while child < end {
            children.push(child);
            child = self.infos[child].end;
        }
        children
    }
}

/// The line of the root of a tree.
fn line_of(text: &Text, tree: &Tree) -> usize {
    line(text, tree.roots.first().map_or(tree.range.start, |root| root.name.start))
}

/// The text without spaces.
fn compact(text: &str) -> String {
    text.split_whitespace().collect()
}
