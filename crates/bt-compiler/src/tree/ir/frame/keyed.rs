//! A child that restarts when a key changes.

use super::{Around, CodeId, Data, Describe, Field, RegionId};

#[derive(Debug)]
pub struct Keyed {
    pub key: CodeId,
    pub child: RegionId,
}

impl Describe for Keyed {
    fn fields(&self, _: &Around) -> Vec<Field> {
        vec![Field::new("key", Data::Key(self.key)), Field::child(self.child)]
    }

    fn asks(&self) -> bool {
        true
    }
}
