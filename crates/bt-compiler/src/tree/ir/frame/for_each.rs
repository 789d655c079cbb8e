//! A child that runs for one item after another.

use super::{Around, CodeId, Data, Describe, Field, Name, RegionId};

#[derive(Debug)]
pub struct ForEach {
    pub items: CodeId,
    pub child: RegionId,
}

impl Describe for ForEach {
    fn fields(&self, around: &Around) -> Vec<Field> {
        let item = around.model.live(around.node);
        let item = item.map(|item| Field { name: Name::Value(item), data: Data::Item(item) });
        let number = Field::new("number", Data::ItemNumber);
        [number].into_iter().chain(item).chain([Field::child(self.child)]).collect()
    }

    fn may_be_idle(&self, _: RegionId) -> bool {
        true
    }
}
