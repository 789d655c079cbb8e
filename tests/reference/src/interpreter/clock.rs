//! Moments, and the time between them. All in nanoseconds.

/// The rest of a tick, and the time at its beginning.
#[derive(Clone, Copy, Debug)]
pub struct Span {
    /// The spans of all ticks before this one, plus what has been used of this one.
    pub now: u64,
    /// What is left.
    pub left: u64,
}

impl Span {
    /// Uses some of it, which must be left.
    pub fn pass(&mut self, time: u64) {
        self.now = self.now.saturating_add(time);
        self.left -= time;
    }

    /// Uses all of it.
    pub fn use_up(&mut self) {
        self.pass(self.left);
    }

    /// The first part of it, of no more than this length.
    pub fn first(self, longest: u64) -> Span {
        Span { left: self.left.min(longest), ..self }
    }
}
