//! A group: a piece of a tree, cut off to keep functions short, or to hold values while it is active.

use super::{Around, Data, Describe, Field, Name, Outcome, RegionId, ValueId};

#[derive(Debug)]
pub struct Group {
    pub child: RegionId,
    pub holds: Vec<ValueId>,
    /// The result after which the values go back into variables of the function, if something uses them then.
    pub gives_back_after: Option<Outcome>,
}

impl Describe for Group {
    fn fields(&self, _: &Around) -> Vec<Field> {
        let held = self.holds.iter().map(|&value| Field { name: Name::Value(value), data: Data::Held(value) });
        held.chain([Field::child(self.child)]).collect()
    }

    fn begins_apart(&self) -> bool {
        true
    }
}
