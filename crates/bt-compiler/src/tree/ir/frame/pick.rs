//! Children that run one after another. The next is picked among those that have not run.

use super::{Around, CodeId, Data, Describe, Field, Outcome, PlaceId, RegionId};

/// All children are in one region, with a place for the start of each.
#[derive(Debug)]
pub struct Pick {
    pub by: PickBy,
    /// The result of a child after which another is picked.
    pub go_on_after: Outcome,
    pub begins: Vec<PlaceId>,
    pub child: RegionId,
}

/// How the next child is picked among those that have not run.
#[derive(Clone, Debug)]
pub enum PickBy {
    /// At random, each with the same probability.
    Chance,
    /// By the highest score. There is one function for each child.
    Score(Vec<CodeId>),
}

impl Describe for Pick {
    fn fields(&self, _: &Around) -> Vec<Field> {
        vec![Field::new("left", Data::Left(self.begins.len())), Field::child(self.child)]
    }

    fn takes_turns(&self) -> Option<RegionId> {
        Some(self.child)
    }
}
