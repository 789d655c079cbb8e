//! `Timer`: how much longer a node has to wait.

use core::time::Duration;

use super::step::Step;
use crate::time::{IntoDuration, Span};

/// A timer for any time.
pub type Timer = TimerOf<[u8; 8]>;

/// A timer for a time that is known to be at most 4.29 seconds.
pub type ShortTimer = TimerOf<[u8; 4]>;

/// The remaining time, in nanoseconds.
///
/// Stored as bytes, so that it does not raise the alignment of the state.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct TimerOf<B>(B);

/// The bytes of a timer.
pub trait Bytes: Copy {
    /// The number in these bytes.
    fn number(self) -> u64;
    /// The bytes of a number; `None` if it has more.
    fn of(number: u64) -> Option<Self>;
    /// The bytes of the largest number.
    const MOST: Self;
}

impl Bytes for [u8; 8] {
    const MOST: Self = [u8::MAX; 8];

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn number(self) -> u64 {
        u64::from_le_bytes(self)
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn of(number: u64) -> Option<Self> {
        Some(number.to_le_bytes())
    }
}

impl Bytes for [u8; 4] {
    const MOST: Self = [u8::MAX; 4];

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn number(self) -> u64 {
        u64::from(u32::from_le_bytes(self))
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn of(number: u64) -> Option<Self> {
        u32::try_from(number).ok().map(u32::to_le_bytes)
    }
}

impl<B: Bytes> TimerOf<B> {
    /// A timer that has its whole time left.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn new(time: impl IntoDuration) -> Self {
        Self::from_nanos(time.nanos())
    }

    /// A timer with this many nanoseconds left.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(crate) fn from_nanos(nanos: u64) -> Self {
        TimerOf(B::of(nanos).unwrap_or(B::MOST))
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn nanos(&self) -> u64 {
        self.0.number()
    }

    /// Runs until the timer or the span ends. Returns whether the timer has run out; then it must not be used again.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn run_out(&mut self, span: &mut Span) -> bool {
        let (left, passed) = (self.nanos(), span.nanos());
        if left > passed {
            *self = Self::from_nanos(left - passed);
            span.use_up();
            return false;
        }
        span.use_nanos(left);
        true
    }

    /// Counts how often something periodic was due while a child was active: from the moment `begin` to the moment
    /// `end`, if the child has ended. At its end the child is no longer active, so nothing is due at that moment. A
    /// period of zero is due once per tick.
    #[inline]
    pub fn beats<E>(&mut self, period: Self, begin: Span, end: Span, step: &Step<E>) -> u64 {
        let (running, period) = (step.is_running(), period.nanos());
        if period == 0 || matches!(step, Step::Error(_)) {
            return u64::from(period == 0 && running);
        }
        let passed = if running { begin.nanos() } else { (begin.nanos() - end.nanos()).saturating_sub(1) };
        let left = self.nanos();
        if passed < left {
            *self = Self::from_nanos(left - passed);
            return 0;
        }
        let beyond = passed - left;
        *self = Self::from_nanos(period - beyond % period);
        beyond / period + 1
    }

    /// The remaining time.
    #[inline]
    pub fn left(&self) -> Duration {
        Duration::from_nanos(self.nanos())
    }

    /// The time until the next [beat](TimerOf::beats); `None` if one is due in each tick.
    #[inline]
    pub fn until_beat(&self) -> Option<Duration> {
        (self.nanos() > 0).then(|| self.left())
    }

    /// Waits; success when the time has run out.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn wait<E>(&mut self, span: &mut Span) -> Step<E> {
        if self.run_out(span) { Step::Success } else { Step::Running }
    }

    /// The part of a span that lies before the time runs out, or all of it.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn cut(&self, span: Span) -> Span {
        span.first(span.nanos().min(self.nanos()))
    }

    /// What is left of a span when `rest` is left of the part that was [cut](TimerOf::cut) from it.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn after(&self, span: Span, rest: Span) -> Span {
        span.with_nanos(span.nanos() - (self.cut(span).nanos() - rest.nanos()))
    }
}

impl<B: Bytes> TimerOf<B> {
    /// A timer with the time of another one, which fits into it.
    pub fn of(timer: Timer) -> Self {
        Self::from_nanos(timer.nanos())
    }
}

#[cfg(feature = "serde")]
impl<B: Bytes> serde::Serialize for TimerOf<B> {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_u64(self.nanos())
    }
}

#[cfg(feature = "serde")]
impl<'de, B: Bytes> serde::Deserialize<'de> for TimerOf<B> {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        // In a save from before a long time was changed to a short one, the rest may not fit: it is cut to the maximum.
        u64::deserialize(deserializer).map(Self::from_nanos)
    }
}
