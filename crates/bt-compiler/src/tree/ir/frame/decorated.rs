//! A decorator of the user around its child.

use super::{Around, CodeId, Data, Describe, Field, RegionId};

#[derive(Debug)]
pub struct Decorated {
    pub decorator: CodeId,
    pub child: RegionId,
}

impl Describe for Decorated {
    fn fields(&self, _: &Around) -> Vec<Field> {
        vec![Field::new("decorator", Data::Custom(self.decorator)), Field::child(self.child)]
    }

    fn asks(&self) -> bool {
        true
    }

    fn begins_apart(&self) -> bool {
        true
    }

    fn may_be_idle(&self, _: RegionId) -> bool {
        true
    }
}
