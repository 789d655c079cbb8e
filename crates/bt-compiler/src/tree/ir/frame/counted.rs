//! A loop with a counter.

use super::{Around, CodeId, Data, Describe, Field, Loop, RegionId};

#[derive(Debug)]
pub struct Counted {
    pub turns: Loop,
    pub count: CodeId,
    pub child: RegionId,
}

impl Describe for Counted {
    fn fields(&self, _: &Around) -> Vec<Field> {
        vec![Field::new("left", Data::Count(self.count)), Field::child(self.child)]
    }

    fn may_be_idle(&self, _: RegionId) -> bool {
        true
    }
}
