//! The kept cells of nodes that are in both programs.

use std::collections::BTreeMap;
use std::sync::Arc;

use bt::__private::Cell;
use bt_compiler::tree::ir::frame::{Duration, Timer};
use bt_compiler::tree::ir::{Act, Body, Call, Frame, Holds, NodeId};

use super::Change;
use crate::program::Program;

/// The cells in the new program. Those of nodes that are not in the old one are empty.
pub fn moved_cells(change: &Change, cells: &[Cell]) -> Vec<Cell> {
    let Change { old, new, .. } = change;
    let mut moved = vec![Cell::EMPTY; new.outline.facts().kept()];
    of_tree(change, cells, &mut moved);
    let (of_old, of_new) = (old.outline.facts(), new.outline.facts());
    for (from, to, count) in
        [(of_old.clock_cell(), of_new.clock_cell(), 2), (of_old.look_cell(), of_new.look_cell(), 1)]
    {
        if let (Some(from), Some(to)) = (from, to) {
            moved[to..to + count].copy_from_slice(&cells[from..from + count]);
        }
    }
    moved
}

/// The cells of the nodes of a tree, and of the trees in it.
fn of_tree(change: &Change, cells: &[Cell], moved: &mut [Cell]) {
    let Change { old, new, matching } = change;
    let (from, to) = (of_nodes(old), of_nodes(new));
    for (node, from) in from {
        let Some((new, to)) = matching.to(node).and_then(|new| Some((new, to.get(&new)?))) else { continue };
        let (of_old, of_new) = (&cells[from.first..][..from.count], &mut moved[to.first..][..to.count]);
        if let (Some(old), Some(new)) = (&from.tree, &to.tree)
            && from.leaf == to.leaf
        {
            of_tree(&Change::new(Arc::clone(old), Arc::clone(new)), of_old, of_new);
        } else if from.is_kind_of(to) {
            of_new.copy_from_slice(of_old);
            if to.is_turn {
                turn(change, (node, new), &mut of_new[0]);
            }
        }
    }
}

/// The child of a `round_robin` that goes first the next time has another number in the new program.
fn turn(change: &Change, (old, new): (NodeId, NodeId), cell: &mut Cell) {
    let Change { old: before, new: after, matching } = change;
    let mut children = 0..after.children(new).len();
    let first = cell.get() as usize;
    let same = children.find(|&child| matching.old_child((before, old), (after, new), child) == Some(first));
    cell.set(u32::try_from(same.unwrap_or(0)).unwrap_or(0));
}

/// The cells of a node.
struct Cells {
    first: usize,
    count: usize,
    /// Whether it is the number of a child.
    is_turn: bool,
    /// For a leaf: its type, and the tree that it is, if that runs from its own text.
    leaf: Option<std::any::TypeId>,
    tree: Option<Arc<Program>>,
}

impl Cells {
    fn is_kind_of(&self, other: &Cells) -> bool {
        self.count == other.count && self.leaf == other.leaf && self.tree.is_none() == other.tree.is_none()
    }
}

/// The cells of each node that has some: its own, or those of the tree that it is.
fn of_nodes(program: &Program) -> BTreeMap<NodeId, Cells> {
    let (mut cells, outline) = (BTreeMap::new(), program.outline.0);
    let own = |first, count, is_turn| Cells { first, count, is_turn, leaf: None, tree: None };
    for region in &program.machine.regions {
        for place in &region.places {
            match &place.holds {
                Holds::Frame(Frame::Cooldown(frame)) => {
                    cells.insert(place.node, own(frame.cell.0, 2, false));
                }
                Holds::Frame(Frame::RoundRobin(frame)) => {
                    cells.insert(place.node, own(frame.cell.0, 1, true));
                }
                Holds::Frame(Frame::Timer(Timer { duration: Duration::Since(cell, _) })) => {
                    cells.insert(place.node, own(cell.0, 2, false));
                }
                _ => {}
            }
        }
        for part in &region.parts {
            let Body::Flow(flow) = &part.body else { continue };
            for step in &flow.steps {
                match &step.act {
                    Act::Call { call: Call::IsEmpty(cell) | Call::IsBelow(cell, _), .. } => {
                        cells.insert(step.node, own(cell.0, 1, false));
                    }
                    Act::Leaf { leaf, .. } => {
                        let (first, end) = (outline.offsets[step.node.0], outline.offsets[step.node.0 + 1]);
                        let tree = program.subtree(*leaf).map(|tree| Arc::clone(&tree.program));
                        let leaf = program.leaf(*leaf).map(|leaf| leaf.ty);
                        if end > first {
                            cells.insert(step.node, Cells { first, count: end - first, is_turn: false, leaf, tree });
                        }
                    }
                    _ => {}
                }
            }
        }
    }
    cells
}
