//! A child, and a cleanup that runs after it.

use super::{Around, Data, Describe, Field, Fit, PlaceId, RegionId};

/// Both are in one region. Each has a place in it where it begins.
#[derive(Debug)]
pub struct Finally {
    pub begins: Vec<PlaceId>,
    pub child: RegionId,
    /// Whether the value of the child is kept while the cleanup runs.
    pub keeps_value: bool,
}

impl Describe for Finally {
    fn fields(&self, around: &Around) -> Vec<Field> {
        let with_value = Data::EndedWith(around.machine[self.child].node);
        let ended = if self.keeps_value { with_value } else { Data::Ended };
        vec![Field::new(self.ended(), ended), Field::child(self.child)]
    }

    fn fits(&self) -> Vec<Fit> {
        vec![Fit::Active(self.ended())]
    }
}

impl Finally {
    /// The field that says how the child has ended, with the child's value if that is used: a save cannot have one of
    /// them without the other.
    pub fn ended(&self) -> &'static str {
        if self.keeps_value { "ended_with" } else { "ended" }
    }
}
