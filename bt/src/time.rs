//! Time, which the caller gives to each tick.
//!
//! It is counted in whole nanoseconds, in 64 bits: exact for every `Duration` a game or a robot will meet (584 years),
//! the same on every machine, and small enough that a timer takes 8 bytes of an agent's state. Floats of seconds are
//! rounded to the nanosecond once, where they come in, so that nothing drifts however long the ticks add up.

use core::time::Duration;

use crate::step::Step;

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
///
/// A leaf that moves, turns or loads for a time gets it with [`run`](derive@crate::Behavior#time-that-is-left), and takes
/// off it what it uses. What is left when it ends passes to the next node; a leaf that is still running has used all.
///
/// ```
/// use bt::{Behavior, Span, Status, bt};
///
/// /// Moves along a line, two metres in a second.
/// #[derive(Behavior)]
/// #[behavior(context = f64)]
/// struct MoveTo {
///     goal: f64,
/// }
///
/// impl MoveTo {
///     fn new(goal: f64) -> Self {
///         MoveTo { goal }
///     }
///
///     fn run(&mut self, position: &mut f64, span: &mut Span) -> Status {
///         let way = self.goal - *position;
///         if span.spend(way.abs() / 2.0) {
///             *position = self.goal;
///             return Status::Success;
///         }
///         *position += way.signum() * 2.0 * span.seconds();
///         Status::Running
///     }
/// }
///
/// let mut patrol = bt!((f64) = sequence < move_to(3.0), move_to(2.0) >);
/// let mut position = 0.0;
/// assert_eq!(patrol.tick_for(1.0, &mut position), Status::Running);
/// assert_eq!(position, 2.0);
/// // In the second second, half a second leads to 3.0, and half a second back to 2.0.
/// assert_eq!(patrol.tick_for(1.0, &mut position), Status::Success);
/// assert_eq!(position, 2.0);
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Span {
    nanos: u64,
    /// When it ends, since the tree was new; trees without a clock count from the beginning of the tick.
    end: u64,
    /// Whether what is observed is looked at in any case.
    look: bool,
}

/// Moments in the same tick.
impl PartialEq for Span {
    #[inline(always)]
    fn eq(&self, other: &Self) -> bool {
        self.nanos == other.nanos
    }
}

#[doc(hidden)]
impl Span {
    /// The time that begins at a moment.
    #[inline(always)]
    pub fn beginning(now: u64, time: impl Time, look: bool) -> Self {
        let nanos = time.nanos();
        Span { nanos, end: now.saturating_add(nanos), look }
    }

    /// The moment that has been reached.
    #[inline(always)]
    pub const fn now(&self) -> u64 {
        self.end - self.nanos
    }

    /// The moment at which it ends.
    #[inline(always)]
    pub const fn end(&self) -> u64 {
        self.end
    }

    /// Whether what is observed is looked at in any case.
    #[inline(always)]
    pub const fn looks(&self) -> bool {
        self.look
    }

    /// The part of it that comes first, so long.
    #[inline(always)]
    const fn first(self, nanos: u64) -> Span {
        Span { nanos, end: self.now() + nanos, ..self }
    }

    /// Nothing is left.
    #[inline(always)]
    pub fn use_up(&mut self) {
        self.nanos = 0;
    }

    /// The later of two moments in the same span: that after which less is left.
    #[inline(always)]
    pub fn later(self, other: Span) -> Span {
        Span { nanos: self.nanos.min(other.nanos), ..self }
    }
}

impl Span {
    /// A time of its own, as a test of a leaf gives it.
    #[inline(always)]
    pub fn of(time: impl Time) -> Self {
        Span::beginning(0, time, false)
    }

    /// What is left.
    #[inline]
    pub fn left(&self) -> Duration {
        Duration::from_nanos(self.nanos)
    }

    /// What is left, in seconds.
    #[inline]
    pub fn seconds(&self) -> f64 {
        self.left().as_secs_f64()
    }

    /// Takes off a time, if so much is left, and says whether it was. If not, nothing is taken.
    ///
    /// ```
    /// use bt::{Behavior, Span, bt};
    /// use std::time::Duration;
    ///
    /// #[derive(Behavior, Default)]
    /// #[behavior(context = Vec<Duration>)]
    /// struct Shoot;
    ///
    /// impl Shoot {
    ///     /// Three tenths of a second for each shot.
    ///     fn run(&mut self, left_after_shots: &mut Vec<Duration>, span: &mut Span) {
    ///         while span.spend(0.3) {
    ///             left_after_shots.push(span.left());
    ///         }
    ///     }
    /// }
    ///
    /// let mut left_after_shots = Vec::new();
    /// bt!(shoot).tick_for(0.6, &mut left_after_shots);
    /// assert_eq!(left_after_shots, [Duration::from_millis(300), Duration::ZERO]);
    /// ```
    #[inline]
    pub fn spend(&mut self, time: impl Time) -> bool {
        match self.nanos.checked_sub(time.nanos()) {
            Some(left) => {
                self.nanos = left;
                true
            }
            None => false,
        }
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

    /// The time until something is due that is due again and again: how often it was while something was active that began
    /// at the one moment and, if it has ended, ended at the other. Not at its end, since it is not active then. A period of
    /// no time is due once in each tick.
    #[inline]
    pub fn beats<E>(&mut self, period: Timer, begin: Span, end: Span, step: &Step<E>) -> u64 {
        let (running, period) = (step.is_running(), period.nanos());
        if period == 0 || matches!(step, Step::Error(_)) {
            return u64::from(period == 0 && running);
        }
        let passed = if running { begin.nanos } else { (begin.nanos - end.nanos).saturating_sub(1) };
        let left = self.nanos();
        if passed < left {
            *self = Timer::from_nanos(left - passed);
            return 0;
        }
        let beyond = passed - left;
        *self = Timer::from_nanos(period - beyond % period);
        beyond / period + 1
    }

    /// Waits; success when the time has run out.
    #[inline(always)]
    pub fn wait<E>(&mut self, span: &mut Span) -> Step<E> {
        if self.run_out(span) { Step::Success } else { Step::Running }
    }

    /// The part of a span that lies before the time runs out, or all of it.
    #[inline(always)]
    pub fn cut(&self, span: Span) -> Span {
        span.first(span.nanos.min(self.nanos()))
    }

    /// What is left of a span when `rest` is left of the part that was [cut](Timer::cut) from it.
    #[inline(always)]
    pub fn after(&self, span: Span, rest: Span) -> Span {
        Span { nanos: span.nanos - (self.cut(span).nanos - rest.nanos), ..span }
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
