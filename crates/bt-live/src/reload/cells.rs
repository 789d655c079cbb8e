//! The kept cells of nodes that both programs have.

use std::collections::BTreeMap;
use std::sync::Arc;

use bt::__private::Cell;
use bt_compiler::tree::ir::{Holds, NodeId};

use super::matching::Matching;
use crate::program::Program;

/// Which cells of the old program become which of the new one. It depends only on the two programs.
pub struct CellMoves {
    moves: Vec<Move>,
    /// The number of cells in the new program.
    kept: usize,
}

struct Move {
    from: usize,
    to: usize,
    count: usize,
    /// For the cell of a `round_robin`: the new index of each child of the old node.
    turns: Option<Vec<Option<u32>>>,
}

impl CellMoves {
    pub fn new(old: &Program, new: &Program, matching: &Matching) -> Self {
        let mut moves = Vec::new();
        of_tree((old, 0), (new, 0), matching, &mut moves);
        let (of_old, of_new) = (old.outline.facts(), new.outline.facts());
        for (from, to, count) in
            [(of_old.clock_cell(), of_new.clock_cell(), 2), (of_old.look_cell(), of_new.look_cell(), 1)]
        {
            moves.extend(from.zip(to).map(|(from, to)| Move { from, to, count, turns: None }));
        }
        CellMoves { moves, kept: of_new.kept() }
    }

    /// The cells in the new program. Those of new nodes are empty.
    pub fn moved(&self, cells: &[Cell]) -> Vec<Cell> {
        let mut moved = vec![Cell::EMPTY; self.kept];
        for Move { from, to, count, turns } in &self.moves {
            moved[*to..to + count].copy_from_slice(&cells[*from..from + count]);
            if let Some(turns) = turns {
                let first = moved[*to].get() as usize;
                moved[*to].set(turns.get(first).copied().flatten().unwrap_or(0));
            }
        }
        moved
    }
}

/// The cells of the nodes of a tree, and of the trees in it. The number of each program is that of the tree's first
/// cell.
fn of_tree(old: (&Program, usize), new: (&Program, usize), matching: &Matching, moves: &mut Vec<Move>) {
    let new_cells = of_nodes(new.0);
    for (node, cells) in of_nodes(old.0) {
        let Some((of_new, to)) = matching.to(node).and_then(|of_new| Some((of_new, new_cells.get(&of_new)?))) else {
            continue;
        };
        let (from, to_first) = (old.1 + cells.first, new.1 + to.first);
        if let (Some(one), Some(other)) = (&cells.tree, &to.tree)
            && cells.leaf == to.leaf
        {
            of_tree((one, from), (other, to_first), &Matching::new(one, other), moves);
        } else if cells.is_kind_of(to) {
            let turns = to.is_turn.then(|| turns(matching, (old.0, node), (new.0, of_new)));
            moves.push(Move { from, to: to_first, count: cells.count, turns });
        }
    }
}

/// The `round_robin` child that goes first next time may have another index in the new program.
fn turns(matching: &Matching, old: (&Program, NodeId), new: (&Program, NodeId)) -> Vec<Option<u32>> {
    let mut turns = vec![None; old.0.children(old.1).len()];
    for (child, number) in (0..new.0.children(new.1).len()).zip(0u32..) {
        if let Some(of_old) = matching.old_child(old, new, child) {
            turns[of_old].get_or_insert(number);
        }
    }
    turns
}

/// The cells of a node.
struct Cells {
    first: usize,
    count: usize,
    /// Whether it is the index of a child.
    is_turn: bool,
    /// For a leaf: its type; and if it is a tree that runs from its own text, that tree.
    leaf: Option<std::any::TypeId>,
    tree: Option<Arc<Program>>,
}

impl Cells {
    fn is_kind_of(&self, other: &Cells) -> bool {
        self.count == other.count && self.leaf == other.leaf && self.tree.is_none() == other.tree.is_none()
    }
}

/// The cells of each node that has any: its own, or, for a subtree, those of the subtree.
fn of_nodes(program: &Program) -> BTreeMap<NodeId, Cells> {
    let (mut cells, outline) = (BTreeMap::new(), program.outline.0);
    for (cell, &node) in program.machine.cells.iter().enumerate() {
        let own = || Cells { first: cell, count: 0, is_turn: false, leaf: None, tree: None };
        cells.entry(node).or_insert_with(own).count += 1;
    }
    for region in &program.machine.regions {
        for place in &region.places {
            match &place.holds {
                Holds::Frame(frame) if frame.describe().turn_cell().is_some() => {
                    cells.get_mut(&place.node).expect("it has a cell").is_turn = true;
                }
                Holds::Leaf(leaf) => {
                    let (first, end) = (outline.offsets[place.node.0], outline.offsets[place.node.0 + 1]);
                    let tree = program.subtree(*leaf).map(|tree| Arc::clone(&tree.program));
                    let leaf = program.leaf(*leaf).map(|leaf| leaf.ty);
                    if end > first {
                        cells.insert(place.node, Cells { first, count: end - first, is_turn: false, leaf, tree });
                    }
                }
                Holds::Frame(_) | Holds::Nothing | Holds::Begin => {}
            }
        }
    }
    cells
}
