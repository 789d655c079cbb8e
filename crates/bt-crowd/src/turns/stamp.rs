//! `Clock`, `Stamp` and `Turn`: how much time an agent is owed.

use core::time::Duration;

use crate::engine::LONGEST_TICK;

/// The time and the frames of a crowd since its clock was started.
#[derive(Clone, Copy)]
pub struct Clock {
    /// In nanoseconds; at most the longest tick, so that no agent is owed more than a tick can last.
    now: u64,
    frame: u32,
}

impl Clock {
    pub const fn new() -> Self {
        Clock { now: 0, frame: 0 }
    }

    /// The clock one frame of this span later. `None` if it cannot count that far.
    pub fn after(self, span: u64) -> Option<Self> {
        let now = self.now.checked_add(span).filter(|now| *now <= LONGEST_TICK)?;
        Some(Clock { now, frame: self.frame.checked_add(1)? })
    }

    /// The stamp of the agent in a slot that is owed nothing.
    pub const fn stamp(self, slot: u32) -> Stamp {
        Stamp { since: self.now, frame: self.frame, slot }
    }
}

/// When an agent was last up to date.
#[derive(Clone, Copy)]
pub struct Stamp {
    /// In nanoseconds of the clock.
    since: u64,
    pub frame: u32,
    pub slot: u32,
}

impl Stamp {
    /// Whether the agent is owed nothing.
    #[inline]
    pub const fn is_paid(&self, clock: Clock) -> bool {
        self.frame == clock.frame
    }

    /// The turn of the agent.
    #[inline]
    pub const fn turn(&self, clock: Clock) -> Turn {
        let Clock { now, frame } = clock;
        Turn { owed: now - self.since, frames: frame - self.frame, phase: frame.wrapping_add(self.slot) }
    }
}

/// What a filter of [`Crowd::tick_where`](crate::Crowd::tick_where) gets to know about an agent, apart from its tree
/// and its context.
///
/// ```
/// use bt::bt;
/// use bt_crowd::{Crowd, Turn};
/// use std::time::Duration;
///
/// bt! { Age(Vec<Duration>) = running }
///
/// let mut cheeses: Crowd<Age, Vec<Duration>> = (0..100).map(|_| (Age::new(), Vec::new())).collect();
/// let is_due = |_: &Age, _: &Vec<Duration>, turn: Turn| turn.every(4);
/// for _ in 0..20 {
///     cheeses.advance(0.5);
///     let ticked = cheeses.tick_where(is_due, |age, spans, span| {
///         spans.push(span);
///         age.tick_for(span, spans);
///     });
///     assert_eq!(ticked, 25);
/// }
/// let all = |spans: &[Duration]| spans.len() == 5 && spans[1..].iter().all(|span| span.as_secs() == 2);
/// assert!(cheeses.iter().all(|(_, _, spans)| all(spans)));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Turn {
    owed: u64,
    frames: u32,
    phase: u32,
}

impl Turn {
    /// The time that the agent is owed: the sum of the spans since its last tick.
    pub const fn owed(self) -> Duration {
        Duration::from_nanos(self.owed)
    }

    /// The number of frames since the last tick of the agent: 1 if it was ticked in the previous frame.
    pub const fn frames(self) -> u32 {
        self.frames
    }

    /// Whether it is the agent's turn in this frame, if it is ticked once every `period` frames. Agents take their
    /// turns in different frames, so each frame ticks about the same number of them. A period of 0 or 1 means every
    /// frame.
    pub const fn every(self, period: u32) -> bool {
        period == 0 || self.phase.is_multiple_of(period)
    }
}
