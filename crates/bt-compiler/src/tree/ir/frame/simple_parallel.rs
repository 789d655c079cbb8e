//! The two children of a `simple_parallel`.

use super::{Around, Data, Describe, Field, RegionId};

#[derive(Debug)]
pub struct SimpleParallel {
    pub main: RegionId,
    pub background: RegionId,
}

impl Describe for SimpleParallel {
    fn fields(&self, _: &Around) -> Vec<Field> {
        vec![Field::new("main", Data::State(self.main)), Field::new("background", Data::State(self.background))]
    }

    fn may_be_idle(&self, child: RegionId) -> bool {
        child == self.background
    }
}
