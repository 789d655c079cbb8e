//! A composite of the user, which says which of its children is active.

use super::{Around, CodeId, Data, Describe, Field, Fit, PlaceId, RegionId};

/// All children are in one region. Each has a place in it where it begins.
#[derive(Debug)]
pub struct Composed {
    pub composite: CodeId,
    pub begins: Vec<PlaceId>,
    pub child: RegionId,
}

impl Describe for Composed {
    fn fields(&self, around: &Around) -> Vec<Field> {
        let composite = Field::new("composite", Data::Custom(self.composite));
        let given = around.machine[self.child].gives.map(|node| Field::new("given", Data::Given(node)));
        let turn = Field::new("turn", Data::Zero);
        [composite, turn].into_iter().chain(given).chain([Field::child(self.child)]).collect()
    }

    fn fits(&self) -> Vec<Fit> {
        vec![Fit::Number("turn", 1..=self.begins.len()), Fit::Active("turn")]
    }

    fn takes_turns(&self) -> Option<RegionId> {
        Some(self.child)
    }

    fn may_be_idle(&self, _: RegionId) -> bool {
        true
    }
}
