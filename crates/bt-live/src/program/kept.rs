//! The kept cells of a tree that may gain or lose some.

use bt::__private::{Cell, KeptCells};

use super::Program;

/// The kept cells of a live tree.
pub struct Kept(pub Vec<Cell>);

impl Kept {
    pub fn of(program: &Program) -> Self {
        Kept(vec![Cell::EMPTY; program.outline.facts().kept()])
    }
}

impl KeptCells for Kept {
    fn cells(&mut self) -> &mut [Cell] {
        &mut self.0
    }

    fn clear(&mut self) {
        self.0.fill(Cell::EMPTY);
    }
}
