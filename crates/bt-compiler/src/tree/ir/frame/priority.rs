//! Children, one of which has the turn, and a bit for each that has not failed.

use super::{Around, Data, Describe, Field, RegionId};

#[derive(Debug)]
pub struct Priority {
    pub children: usize,
    pub child: RegionId,
}

impl Describe for Priority {
    fn fields(&self, _: &Around) -> Vec<Field> {
        vec![Field::new("left", Data::Left(self.children)), Field::child(self.child)]
    }

    fn asks(&self) -> bool {
        true
    }
}
