//! A time to wait.

use super::{Around, Data, Describe, Duration, Field, Needs, Time};

#[derive(Debug)]
pub struct Timer {
    pub duration: Duration,
}

impl Describe for Timer {
    fn fields(&self, _: &Around) -> Vec<Field> {
        vec![Field::new("timer", Data::Timer(Time::Lasts(self.duration)))]
    }

    fn needs(&self) -> Needs {
        Needs { time: true, clock: matches!(self.duration, Duration::Since(..)), ..Needs::NOTHING }
    }
}
