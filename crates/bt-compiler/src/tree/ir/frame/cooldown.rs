//! A child, and a kept cell for the time at which it stopped.

use super::{Around, CellId, Describe, Field, Needs, RegionId};

#[derive(Debug)]
pub struct Cooldown {
    pub cell: CellId,
    pub child: RegionId,
}

impl Describe for Cooldown {
    fn fields(&self, _: &Around) -> Vec<Field> {
        vec![Field::child(self.child)]
    }

    fn needs(&self) -> Needs {
        Needs { time: true, clock: true, ..Needs::NOTHING }
    }
}
