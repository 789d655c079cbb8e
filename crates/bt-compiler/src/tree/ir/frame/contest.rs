//! Children, the best of which has the turn, and a bit for each that has not failed.

use super::{Around, Data, Describe, Field, RegionId};
use crate::tree::model::Number;

#[derive(Debug)]
pub struct Contest {
    pub children: usize,
    /// By how much another child must be better than the active one.
    pub margin: Number,
    pub child: RegionId,
}

impl Describe for Contest {
    fn fields(&self, _: &Around) -> Vec<Field> {
        let margin = match self.margin {
            Number::Known(_) => None,
            Number::Code(margin) => Some(Field::new("margin", Data::Margin(margin))),
        };
        let left = Field::new("left", Data::Left(self.children));
        [left, Field::child(self.child)].into_iter().chain(margin).collect()
    }

    fn asks(&self) -> bool {
        true
    }
}
