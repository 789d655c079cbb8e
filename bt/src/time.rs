//! Time, which the caller gives to each tick.
//!
//! It is counted in whole nanoseconds, in 64 bits: exact for every `Duration` a game or a robot will meet (584 years),
//! the same on every machine, and small enough that a timer takes 8 bytes of an agent's state. Floats of seconds are
//! rounded to the nanosecond once, where they come in, so that nothing drifts however long the ticks add up.

use core::time::Duration;

use crate::step::{Step, ended, running};

/// A time as it is written in a tree or given to a tick: a [`Duration`], or seconds as `f32` or `f64`.
///
/// A number of seconds below zero, or none at all, is zero; one that is too large is the longest time there is.
///
/// ```
/// use bt::{Status, bt};
/// use std::time::Duration;
///
/// bt! { Pause(()) = sequence < wait(0.25), wait(Duration::from_millis(250)) > }
///
/// let mut pause = Pause::new();
/// assert_eq!(pause.tick_for(0.4, &mut ()), Status::Running);
/// assert_eq!(pause.tick_for(Duration::from_millis(100), &mut ()), Status::Success);
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a time",
    label = "expected a `Duration`, or seconds as a float",
    note = "two seconds are written `2.0`"
)]
pub trait Time {
    #[doc(hidden)]
    fn nanos(self) -> u64;
}

impl Time for Duration {
    #[inline(always)]
    fn nanos(self) -> u64 {
        u64::try_from(self.as_nanos()).unwrap_or(u64::MAX)
    }
}

macro_rules! seconds {
    ($($float:ty, $convert:ident;)*) => {$(
        impl Time for $float {
            #[inline]
            fn nanos(self) -> u64 {
                match Duration::$convert(self) {
                    Ok(duration) => duration.nanos(),
                    Err(_) if self > 0.0 => u64::MAX,
                    Err(_) => 0,
                }
            }
        }
    )*};
}

seconds! {
    f32, try_from_secs_f32;
    f64, try_from_secs_f64;
}

/// What is left of the time that a tick covers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Span {
    nanos: u64,
}

impl Span {
    /// A tick that takes no time.
    pub const INSTANT: Span = Span { nanos: 0 };

    /// All of a time.
    #[inline(always)]
    pub fn of(time: impl Time) -> Self {
        Span { nanos: time.nanos() }
    }

    /// Nothing is left.
    #[inline(always)]
    pub fn use_up(&mut self) {
        self.nanos = 0;
    }

    /// The later of two moments in the same span: that after which less is left.
    #[inline(always)]
    pub fn later(self, other: Span) -> Span {
        Span { nanos: self.nanos.min(other.nanos) }
    }
}

/// How long something still has to wait.
///
/// Bytes, so that a state of which it is a part is not aligned for it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Timer([u8; 8]);

impl Timer {
    /// All of a time.
    #[inline(always)]
    pub fn new(time: impl Time) -> Self {
        Timer::from_nanos(time.nanos())
    }

    /// So many nanoseconds.
    #[inline(always)]
    pub(crate) const fn from_nanos(nanos: u64) -> Self {
        Timer(nanos.to_le_bytes())
    }

    #[inline(always)]
    pub(crate) const fn nanos(&self) -> u64 {
        u64::from_le_bytes(self.0)
    }

    /// Goes forward as far as the timer and the span last. Whether the timer has run out.
    #[inline(always)]
    pub fn run_out(&mut self, span: &mut Span) -> bool {
        let used = self.nanos().min(span.nanos);
        span.nanos -= used;
        self.0 = (self.nanos() - used).to_le_bytes();
        self.nanos() == 0
    }

    /// Waits; success when the time has run out.
    #[inline(always)]
    pub fn wait<E>(&mut self, span: &mut Span) -> Step<E> {
        if self.run_out(span) { ended(true) } else { running() }
    }

    /// The part of a span that lies before the time runs out, or all of it.
    #[inline(always)]
    pub fn cut(&self, span: Span) -> Span {
        Span { nanos: span.nanos.min(self.nanos()) }
    }

    /// What is left of a span when `rest` is left of the part that was [cut](Timer::cut) from it.
    #[inline(always)]
    pub fn after(&self, span: Span, rest: Span) -> Span {
        Span { nanos: span.nanos - (self.cut(span).nanos - rest.nanos) }
    }
}

/// What a tree must be for `tick`: one that keeps no time.
#[diagnostic::on_unimplemented(
    message = "this tree keeps time, so a tick must say how long it lasts",
    label = "call `tick_for(dt, context)` in place of this",
    note = "`dt` is a `Duration`, or seconds as a float: the time since the last tick"
)]
pub trait Untimed {}

/// Whether a tree keeps no time. The lifetime makes rustc ask where `tick` is called, and not where it is declared.
pub struct WithoutTime<'a, const YES: bool>(core::marker::PhantomData<&'a ()>);

impl Untimed for WithoutTime<'_, true> {}
