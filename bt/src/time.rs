//! Time: the types that can be used as a time, and the span of a tick.
//!
//! Time is counted in whole nanoseconds, in 64 bits. That is exact for every `Duration` up to 584 years, and the same
//! on every machine. A timer takes 8 bytes of an agent's state, or 4 if its time is a constant below 4.29
//! seconds: a literal, a path in capital letters, `Duration::from_millis(100)`, or simple arithmetic on these.
//! Seconds as floats are rounded to the nearest nanosecond, once for each tick and each argument. All that a tree
//! computes from them is exact.

use core::time::Duration;

use sealed::Sealed;

mod sealed {
    /// Seals [`IntoDuration`](super::IntoDuration).
    pub trait Sealed {}
}

/// A time, in a tree or for a tick: a [`Duration`], a [`Span`], or seconds as `f32` or `f64`.
///
/// A negative number of seconds, or NaN, is zero; in a tree, a negative literal is an error. A number that is too large
/// is the longest possible time, 584 years. A tick for infinite seconds or NaN panics if debug assertions are on. A
/// tick lasts at most half the longest time.
///
/// A tick also takes the `&mut Span` of a leaf. After the tick, it holds the time that the root has not used, which is
/// zero if the root is still running.
///
/// The trait is sealed: no other type implements it.
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
///
/// A loop over many trees can convert its time once, into a span:
///
/// ```
/// use bt::{Span, bt};
///
/// bt! { Pause(()) = wait(0.25) }
///
/// let mut pauses = [Pause::new(), Pause::new()];
/// let frame = Span::of(0.25);
/// assert!(pauses.iter_mut().all(|pause| pause.tick_for(frame, &mut ()).is_success()));
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a time",
    label = "expected a `Duration`, or seconds as a float",
    note = "two seconds are written `2.0`"
)]
pub trait IntoDuration: Sealed {
    /// What a tree takes for it.
    #[doc(hidden)]
    type Tick: TickTime;

    #[doc(hidden)]
    fn nanos(&self) -> u64;

    /// Converts the time for a tick. The code of a tree is the same for all times, so a loop over agents converts once.
    #[doc(hidden)]
    fn into_tick(self) -> Self::Tick;

    /// Does nothing. In a trait with such a method, clippy does not take the `&mut` of a `&mut Span` for a needless
    /// borrow.
    #[doc(hidden)]
    fn is_given(&mut self) {}
}

/// The time of a tick.
#[doc(hidden)]
pub trait TickTime {
    /// Its nanoseconds: at most [`LONGEST_TICK`].
    fn given(&self) -> u64;

    /// Stores what is left at the end of the tick.
    fn give_back(&mut self, left: u64);
}

/// The nanoseconds of a tick, whose rest is lost.
#[doc(hidden)]
#[derive(Clone, Copy, Debug)]
pub struct TickNanos(u64);

impl TickTime for TickNanos {
    #[inline(always)]
    fn given(&self) -> u64 {
        self.0
    }

    #[inline(always)]
    fn give_back(&mut self, _: u64) {}
}

/// The longest tick, in nanoseconds. A clock at this time can still advance by as much.
#[doc(hidden)]
pub const LONGEST_TICK: u64 = i64::MAX as u64;

impl Sealed for Duration {}

impl IntoDuration for Duration {
    type Tick = TickNanos;

    #[inline(always)]
    fn nanos(&self) -> u64 {
        u64::try_from(self.as_nanos()).unwrap_or(u64::MAX)
    }

    /// The frame of a game is shorter than a second, so it needs no multiplication in 128 bits.
    #[inline(always)]
    fn into_tick(self) -> TickNanos {
        TickNanos(match self.as_secs() {
            0 => u64::from(self.subsec_nanos()),
            _ => self.nanos().min(LONGEST_TICK),
        })
    }
}

impl Sealed for Span {}

impl IntoDuration for Span {
    type Tick = TickNanos;

    #[inline(always)]
    fn nanos(&self) -> u64 {
        self.nanos
    }

    #[inline(always)]
    fn into_tick(self) -> TickNanos {
        TickNanos(self.nanos.min(LONGEST_TICK))
    }
}

impl Sealed for &mut Span {}

impl IntoDuration for &mut Span {
    type Tick = Self;

    #[inline(always)]
    fn nanos(&self) -> u64 {
        self.nanos
    }

    #[inline(always)]
    fn into_tick(self) -> Self {
        self
    }
}

impl TickTime for &mut Span {
    #[inline(always)]
    fn given(&self) -> u64 {
        self.nanos.min(LONGEST_TICK)
    }

    #[inline(always)]
    fn give_back(&mut self, left: u64) {
        self.nanos = left;
    }
}

macro_rules! seconds {
    ($($float:ty, $convert:ident;)*) => {$(
        impl Sealed for $float {}

        impl IntoDuration for $float {
            type Tick = TickNanos;

            #[inline]
            fn nanos(&self) -> u64 {
                match Duration::$convert(*self) {
                    Ok(duration) => duration.nanos(),
                    Err(_) if *self > 0.0 => u64::MAX,
                    Err(_) => 0,
                }
            }

            #[inline]
            fn into_tick(self) -> TickNanos {
                debug_assert!(
                    self.is_finite(),
                    "the time of a tick is a number of seconds, but this one is infinite or undefined"
                );
                TickNanos(self.nanos().min(LONGEST_TICK))
            }
        }
    )*};
}

seconds! {
    f32, try_from_secs_f32;
    f64, try_from_secs_f64;
}

/// The remaining time of a tick. It only shrinks: a leaf cannot return more time than it got.
///
/// A leaf that moves, turns or loads for some time takes it as an argument of
/// [`run`](derive@crate::Behavior#time-that-is-left), and [spends](Span::spend) the time that it uses. When the leaf
/// ends, the rest passes to the next node. A leaf that is still running has used all of it.
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
/// // In the second second, it moves to 3.0 for half a second, and back to 2.0 for the other half.
/// assert_eq!(patrol.tick_for(1.0, &mut position), Status::Success);
/// assert_eq!(position, 2.0);
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Span {
    nanos: u64,
    /// The moment at which it ends, in nanoseconds since the tree was created. Trees without a clock count from the
    /// beginning of the tick.
    end: u64,
    /// Whether all `observe` nodes tick their children, even if the key has not changed.
    look: bool,
    /// The time that a leaf could not spend. Only in debug builds, so that a span costs no more in others.
    #[cfg(debug_assertions)]
    refused: u64,
}

/// Two moments of the same tick are equal if the same time is left.
impl PartialEq for Span {
    #[inline(always)]
    fn eq(&self, other: &Self) -> bool {
        self.nanos == other.nanos
    }
}

#[doc(hidden)]
impl Span {
    /// The span that begins at a moment.
    #[inline(always)]
    pub(crate) const fn beginning(now: u64, nanos: u64, look: bool) -> Self {
        Span {
            nanos,
            end: now + nanos,
            look,
            #[cfg(debug_assertions)]
            refused: 0,
        }
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

    /// Whether all `observe` nodes tick their children, even if the key has not changed.
    #[inline(always)]
    pub const fn looks(&self) -> bool {
        self.look
    }

    /// Its first part, of this length.
    #[inline(always)]
    pub(crate) const fn first(self, nanos: u64) -> Span {
        Span { nanos, end: self.now() + nanos, ..self }
    }

    /// The part of it before a later moment.
    #[inline]
    pub const fn until(self, end: Span) -> Span {
        self.first(self.nanos - end.nanos)
    }

    /// The moment that lies before this one by `rest`, what is left of the part [until](Span::until) it.
    #[inline]
    pub const fn before(self, rest: Span) -> Span {
        self.with_nanos(self.nanos + rest.nanos)
    }

    /// The nanoseconds that are left.
    #[inline(always)]
    pub(crate) const fn nanos(&self) -> u64 {
        self.nanos
    }

    /// This span with so many nanoseconds left.
    #[inline(always)]
    pub(crate) const fn with_nanos(self, nanos: u64) -> Span {
        Span { nanos, ..self }
    }

    /// Uses this many nanoseconds, which must be left.
    #[inline(always)]
    pub(crate) const fn use_nanos(&mut self, nanos: u64) {
        self.nanos -= nanos;
    }

    /// Lends the span to a user's function, which cannot return more time than it got.
    #[inline(always)]
    pub(crate) fn lend<R>(&mut self, work: impl FnOnce(&mut Span) -> R) -> R {
        let given = *self;
        let done = work(self);
        self.limit(&given);
        done
    }

    /// Caps it at the span that the user's function was given.
    #[inline(always)]
    pub(crate) fn limit(&mut self, given: &Span) {
        let nanos = if self.nanos < given.nanos { self.nanos } else { given.nanos };
        // With optimization, a whole span that has not changed is not written back. Without it, fields are faster.
        #[cfg(not(debug_assertions))]
        {
            *self = given.with_nanos(nanos);
        }
        #[cfg(debug_assertions)]
        {
            self.nanos = nanos;
            self.end = given.end;
            self.look = given.look;
            self.refused = given.refused;
        }
    }

    /// The time that could not be spent, if debug assertions are on.
    #[inline(always)]
    pub(crate) const fn refused(&self) -> Option<u64> {
        #[cfg(debug_assertions)]
        if self.refused > 0 {
            return Some(self.refused);
        }
        None
    }

    /// Uses everything that is left.
    #[inline(always)]
    pub fn use_up(&mut self) {
        self.nanos = 0;
    }

    /// The later of two moments in the same span: the one with less time left.
    #[inline(always)]
    pub fn later(self, other: Span) -> Span {
        Span { nanos: self.nanos.min(other.nanos), ..self }
    }
}

impl Eq for Span {}

impl Span {
    /// A span of this length: for a test of a leaf, or to convert the time of a frame once for many trees.
    ///
    /// ```
    /// use bt::Span;
    ///
    /// assert_eq!(Span::of(0.5).seconds(), 0.5);
    /// ```
    #[inline(always)]
    pub fn of(time: impl IntoDuration) -> Self {
        Span::beginning(0, time.nanos(), false)
    }

    /// The remaining time.
    ///
    /// ```
    /// use std::time::Duration;
    ///
    /// assert_eq!(bt::Span::of(0.5).left(), Duration::from_millis(500));
    /// ```
    #[inline]
    pub fn left(&self) -> Duration {
        Duration::from_nanos(self.nanos)
    }

    /// The remaining time, in seconds.
    ///
    /// ```
    /// use std::time::Duration;
    ///
    /// assert_eq!(bt::Span::of(Duration::from_millis(250)).seconds(), 0.25);
    /// ```
    #[inline]
    pub fn seconds(&self) -> f64 {
        self.left().as_secs_f64()
    }

    /// The remaining time, in seconds, as an `f32`.
    ///
    /// ```
    /// use std::time::Duration;
    ///
    /// assert_eq!(bt::Span::of(Duration::from_millis(250)).seconds_f32(), 0.25);
    /// ```
    #[inline]
    pub fn seconds_f32(&self) -> f32 {
        self.left().as_secs_f32()
    }

    /// Spends a time and returns `true`, if that much is left. Otherwise it spends nothing and returns `false`.
    ///
    /// A span is the time of one tick. Time that is not spent is not saved for the next one. So a leaf that spends the
    /// same time in each run, such as 0.2 seconds, never ends if the ticks are shorter. In a debug build, observers see
    /// that: a leaf that asks for more than it was given, and spends nothing, reports
    /// [`Why::TooShort`](crate::observe::Why::TooShort). It is not a failed assertion, since a leaf that remembers its
    /// progress asks for less in each tick, and ends. (The closure of an `action` does not report it.)
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
    pub fn spend(&mut self, time: impl IntoDuration) -> bool {
        match self.nanos.checked_sub(time.nanos()) {
            Some(left) => {
                self.nanos = left;
                true
            }
            None => {
                #[cfg(debug_assertions)]
                {
                    self.refused = time.nanos();
                }
                false
            }
        }
    }
}
