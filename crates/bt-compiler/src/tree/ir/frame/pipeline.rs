//! The children of a `pipeline`, and how many of them have been reached.

use super::{Around, Data, Describe, Field, Fit, RegionId, ValueId};

#[derive(Debug)]
pub struct Pipeline {
    pub children: Vec<RegionId>,
    /// The values that children bind for later ones.
    pub keeps: Vec<ValueId>,
}

impl Describe for Pipeline {
    fn fields(&self, _: &Around) -> Vec<Field> {
        let kept = self.keeps.iter().map(|&value| Field::kept(value));
        let states = self.children.iter().map(|&child| Field::branch(child));
        [Field::new("reached", Data::Zero)].into_iter().chain(kept).chain(states).collect()
    }

    fn fits(&self) -> Vec<Fit> {
        vec![Fit::Number("reached", 0..=self.children.len() - 1)]
    }

    fn may_be_idle(&self, _: RegionId) -> bool {
        true
    }
}
