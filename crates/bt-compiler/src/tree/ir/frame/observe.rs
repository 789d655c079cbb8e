//! A reactive child that checks all its conditions again only when a key changes.

use super::{Around, CodeId, Data, Describe, Field, Needs, RegionId};

#[derive(Debug)]
pub struct Observe {
    pub key: CodeId,
    pub child: RegionId,
}

impl Describe for Observe {
    fn fields(&self, _: &Around) -> Vec<Field> {
        vec![Field::new("key", Data::SeenKey(self.key)), Field::child(self.child)]
    }

    fn needs(&self) -> Needs {
        Needs { look: true, ..Needs::NOTHING }
    }

    fn asks(&self) -> bool {
        true
    }
}
