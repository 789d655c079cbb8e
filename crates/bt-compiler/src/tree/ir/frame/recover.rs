//! A child, and a recovery after which the child runs again.

use super::{Around, CodeId, Data, Describe, Field, Fit, PlaceId, RegionId};

/// Both are in one region. Each has a place in it where it begins.
#[derive(Debug)]
pub struct Recover {
    /// How many recoveries there are at most.
    pub count: CodeId,
    pub begins: Vec<PlaceId>,
    pub child: RegionId,
}

impl Describe for Recover {
    fn fields(&self, _: &Around) -> Vec<Field> {
        let left = Field::new("left", Data::Count(self.count));
        vec![left, Field::new("recovers", Data::Flag), Field::child(self.child)]
    }

    fn fits(&self) -> Vec<Fit> {
        vec![Fit::Active("recovers")]
    }

    fn may_be_idle(&self, _: RegionId) -> bool {
        true
    }
}
