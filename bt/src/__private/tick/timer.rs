//! `Timer`: how long a node still has to wait.

use super::step::Step;
use crate::time::{IntoDuration, Span};

/// How long something still has to wait.
///
/// Bytes, so that a state of which it is a part is not aligned for it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Timer([u8; 8]);

impl Timer {
    /// A timer that has the whole time to run.
    #[inline(always)]
    pub fn new(time: impl IntoDuration) -> Self {
        Timer::from_nanos(time.nanos())
    }

    /// A timer with so many nanoseconds to run.
    #[inline(always)]
    pub(crate) const fn from_nanos(nanos: u64) -> Self {
        Timer(nanos.to_le_bytes())
    }

    #[inline(always)]
    const fn nanos(&self) -> u64 {
        u64::from_le_bytes(self.0)
    }

    /// Runs for as long as the timer and the span last. Returns whether the timer has run out.
    #[inline(always)]
    pub fn run_out(&mut self, span: &mut Span) -> bool {
        let used = self.nanos().min(span.nanos());
        span.use_nanos(used);
        self.0 = (self.nanos() - used).to_le_bytes();
        self.nanos() == 0
    }

    /// Counts how often something periodic was due while a child was active: from the moment `begin` to the moment `end`,
    /// if the child has ended. At its end it is not active any more, so nothing is due then. A period of no time is due
    /// once in each tick.
    #[inline]
    pub fn beats<E>(&mut self, period: Timer, begin: Span, end: Span, step: &Step<E>) -> u64 {
        let (running, period) = (step.is_running(), period.nanos());
        if period == 0 || matches!(step, Step::Error(_)) {
            return u64::from(period == 0 && running);
        }
        let passed = if running { begin.nanos() } else { (begin.nanos() - end.nanos()).saturating_sub(1) };
        let left = self.nanos();
        if passed < left {
            *self = Timer::from_nanos(left - passed);
            return 0;
        }
        let beyond = passed - left;
        *self = Timer::from_nanos(period - beyond % period);
        beyond / period + 1
    }

    /// Waits: success when the time has run out.
    #[inline(always)]
    pub fn wait<E>(&mut self, span: &mut Span) -> Step<E> {
        if self.run_out(span) { Step::Success } else { Step::Running }
    }

    /// The part of a span that lies before the time runs out, or all of it.
    #[inline(always)]
    pub fn cut(&self, span: Span) -> Span {
        span.first(span.nanos().min(self.nanos()))
    }

    /// What is left of a span when `rest` is left of the part that was [cut](Timer::cut) from it.
    #[inline(always)]
    pub fn after(&self, span: Span, rest: Span) -> Span {
        span.with_nanos(span.nanos() - (self.cut(span).nanos() - rest.nanos()))
    }
}

#[cfg(feature = "serde")]
impl serde::Serialize for Timer {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_u64(self.nanos())
    }
}

#[cfg(feature = "serde")]
impl<'de> serde::Deserialize<'de> for Timer {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        u64::deserialize(deserializer).map(Timer::from_nanos)
    }
}
