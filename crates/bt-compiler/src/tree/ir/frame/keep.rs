//! A reactive node whose values outlast the tick that bound them: a child that is resumed uses them, or a cleanup does.

use super::{Around, Describe, Field, RegionId, ValueId};

#[derive(Debug)]
pub struct Keep {
    pub child: RegionId,
    pub keeps: Vec<ValueId>,
}

impl Describe for Keep {
    fn fields(&self, _: &Around) -> Vec<Field> {
        self.keeps.iter().map(|&value| Field::kept(value)).chain([Field::child(self.child)]).collect()
    }

    fn asks(&self) -> bool {
        true
    }
}
