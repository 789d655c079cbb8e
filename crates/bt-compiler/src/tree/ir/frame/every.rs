//! A child, and a function that is called at regular intervals while the child is active.

use super::{Around, CodeId, Data, Describe, Duration, Field, Needs, RegionId, Time};

#[derive(Debug)]
pub struct Every {
    pub period: Period,
    pub action: CodeId,
    pub child: RegionId,
}

/// The time between two calls.
#[derive(Clone, Copy, Debug)]
pub enum Period {
    /// A literal. Its value is the same everywhere, so that it needs no field.
    Literal(CodeId),
    /// Any other code. It is evaluated once, and its value is a field.
    Once(CodeId),
}

impl Describe for Every {
    fn fields(&self, _: &Around) -> Vec<Field> {
        let timer = |name, time| Field::new(name, Data::Timer(time));
        let lasts = Time::Lasts(Duration::For(self.period.code()));
        let child = Field::child(self.child);
        match self.period {
            Period::Literal(_) => vec![timer("left", lasts), child],
            Period::Once(code) => vec![timer("period", lasts), timer("left", Time::AsBefore(code)), child],
        }
    }

    fn needs(&self) -> Needs {
        Needs { time: true, ..Needs::NOTHING }
    }
}

impl Period {
    pub fn code(self) -> CodeId {
        match self {
            Period::Literal(code) | Period::Once(code) => code,
        }
    }
}
