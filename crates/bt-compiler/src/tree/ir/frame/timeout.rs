//! A child with a time limit.

use super::{Around, CodeId, Data, Describe, Duration, Field, Needs, RegionId, Time};

#[derive(Debug)]
pub struct Timeout {
    pub duration: CodeId,
    pub child: RegionId,
}

impl Describe for Timeout {
    fn fields(&self, _: &Around) -> Vec<Field> {
        let timer = Data::Timer(Time::Lasts(Duration::For(self.duration)));
        vec![Field::new("timer", timer), Field::child(self.child)]
    }

    fn needs(&self) -> Needs {
        Needs { time: true, ..Needs::NOTHING }
    }
}
