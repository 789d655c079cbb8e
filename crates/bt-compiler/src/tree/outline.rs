//! Describes the nodes of a tree for the runtime: a line for each, and the link to its parent.

use crate::facts;
use crate::tree::ir::{Link, Machine, Outcome};
use crate::tree::model::{Model, Node};

/// A node as written in the language from which the tree was translated.
#[derive(Clone, Debug, Default)]
pub struct Written {
    /// Its name, with a label before it: `label: name`.
    pub title: String,
    /// The line and the column, counted from 1; 0 if they are not known.
    pub place: (usize, usize),
    pub args: String,
    pub arm: String,
}

/// The lines of all nodes.
pub fn lines(model: &Model) -> String {
    model.nodes.iter().map(line).collect::<Vec<_>>().join("\n")
}

/// The lines of all nodes, each as it is written elsewhere.
pub fn lines_as(model: &Model, written: &[Written]) -> String {
    let line = |(node, Written { title, place, args, arm }): (&Node, &Written)| {
        facts::line(node.depth, &format!("{:?}", node.kind.sort()), title, *place, args, arm)
    };
    model.nodes.iter().zip(written).map(line).collect::<Vec<_>>().join("\n")
}

/// The parents and links of all nodes, as `bt` reads them: four bytes per node, three for its parent and one for
/// its link.
pub fn links(model: &Model, machine: &Machine) -> Vec<u8> {
    let nodes = model.nodes.iter().zip(&machine.links);
    let bytes = nodes.flat_map(|(node, link)| {
        let [low, middle, high, ..] = node.parent.map_or(0, |parent| parent.0).to_le_bytes();
        [low, middle, high, bits(link)]
    });
    bytes.collect()
}

/// The description of a node, as `bt` reads it.
fn line(node: &Node) -> String {
    let Node { depth, name, .. } = node;
    let label = node.label.as_ref().map(|label| format!("{}: ", label.name)).unwrap_or_default();
    let (start, sort) = (node.span.start(), format!("{:?}", node.kind.sort()));
    facts::line(
        *depth,
        &sort,
        &format!("{label}{name}"),
        (start.line, start.column + 1),
        &node.args_text,
        &node.arm_text,
    )
}

/// A link, as `bt` reads it.
fn bits(link: &Link) -> u8 {
    let end = |end: Option<Outcome>| match end {
        None => 0,
        Some(Outcome::Failure) => 1,
        Some(Outcome::Success) => 2,
    };
    u8::from(link.starts) | u8::from(link.passes) << 1 | end(link.success) << 2 | end(link.failure) << 4
}
