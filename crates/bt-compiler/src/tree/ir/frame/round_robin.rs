//! Children that run in turn, and a kept cell for the child that is the first one next time.

use super::{Around, CellId, Data, Describe, Field, Fit, PlaceId, RegionId};

/// All children are in one region. Each has a place in it where it begins.
#[derive(Debug)]
pub struct RoundRobin {
    pub cell: CellId,
    pub begins: Vec<PlaceId>,
    pub child: RegionId,
}

impl Describe for RoundRobin {
    fn fields(&self, _: &Around) -> Vec<Field> {
        vec![Field::new("failed", Data::Zero), Field::child(self.child)]
    }

    fn takes_turns(&self) -> Option<RegionId> {
        Some(self.child)
    }

    fn turn_cell(&self) -> Option<CellId> {
        Some(self.cell)
    }

    fn fits(&self) -> Vec<Fit> {
        vec![Fit::Number("failed", 0..=self.begins.len())]
    }
}
